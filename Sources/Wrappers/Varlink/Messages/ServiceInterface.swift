/// The interface that every service has: what it is and what it offers.
package enum ServiceInterface {
    /// Its name, which is the beginning of its methods' and errors' names.
    package static let name = "org.varlink.service"
    /// Full name; no parameters, returns ``Info``.
    package static let getInfo = name + ".GetInfo"
    /// Full name; takes an ``InterfaceRequest``, returns an ``InterfaceText``.
    package static let getInterfaceDescription = name + ".GetInterfaceDescription"

    /// What `GetInfo` returns.
    package struct Info: Codable, Hashable, Sendable {
        /// Who makes the service.
        package let vendor: String
        /// The service's name.
        package let product: String
        /// The service's version.
        package let version: String
        /// Where to read about it.
        package let url: String
        /// The names of all interfaces, this one among them.
        package let interfaces: [String]

        /// `interfaces` is to name `org.varlink.service` too.
        package init(vendor: String, product: String, version: String, url: String, interfaces: [String]) {
            self.vendor = vendor
            self.product = product
            self.version = version
            self.url = url
            self.interfaces = interfaces
        }
    }

    /// What `GetInterfaceDescription` takes.
    package struct InterfaceRequest: Codable, Hashable, Sendable {
        /// The interface's name.
        package let interface: String
        /// A request for the file of this interface.
        package init(interface: String) { self.interface = interface }
    }

    /// What `GetInterfaceDescription` returns: an interface file as it is.
    package struct InterfaceText: Codable, Hashable, Sendable {
        /// The text of the interface file.
        package let description: String
        /// An answer with this text.
        package init(description: String) { self.description = description }

        /// The answer to a request for one of these interfaces or for `org.varlink.service`.
        /// - Throws: ``VarlinkError/interfaceNotFound(_:)``.
        package init(answering request: InterfaceRequest, from interfaces: [InterfaceDescription]) throws(VarlinkError)
        {
            if request.interface == ServiceInterface.name {
                description = ServiceInterface.text
            } else if let interface = interfaces.first(where: { $0.name == request.interface }) {
                description = interface.text
            } else {
                throw .interfaceNotFound(request.interface)
            }
        }
    }

    /// The interface file.
    package static let text = """
        # Describes a service: what it is, and the interfaces that it has.
        interface org.varlink.service

        # What the service is, and the names of all its interfaces.
        method GetInfo() -> (
          vendor: string,
          product: string,
          version: string,
          url: string,
          interfaces: []string
        )

        # The interface file of one of the service's interfaces.
        method GetInterfaceDescription(interface: string) -> (description: string)

        # The service has no such interface.
        error InterfaceNotFound (interface: string)

        # The interface has no such method.
        error MethodNotFound (method: string)

        # The interface has the method, and this service does not offer it.
        error MethodNotImplemented (method: string)

        # A parameter is missing, unknown, of the wrong type or out of range.
        error InvalidParameter (parameter: string)

        # The client may not do this.
        error PermissionDenied ()

        # The method has to be called with `more`, and was not.
        error ExpectedMore ()

        """
}
