import Glibc
import LinuxSystem
import Testing

@Suite struct ExtendedAttributesTests {
    @Test("rule 14: attributes are set, read, listed and removed, whatever bytes they hold")
    func keeps() throws {
        try withScratch { folder, _ in
            try folder.write("file", [1])
            let file = try folder.openFile("file")
            let value: [UInt8] = [0, 255, 10, 0]
            guard try ExtendedAttributes.set("user.one", to: value, on: file.number) else { return }
            #expect(try ExtendedAttributes.set("user.empty", to: [], on: file.number))
            #expect(try ExtendedAttributes.value(of: "user.one", on: file.number) == value)
            #expect(try ExtendedAttributes.value(of: "user.empty", on: file.number) == [])
            #expect(try ExtendedAttributes.value(of: "user.none", on: file.number) == nil)
            let names = try ExtendedAttributes.names(on: file.number)
            #expect(Set(names).isSuperset(of: ["user.one", "user.empty"]))
            #expect(try ExtendedAttributes.remove("user.one", on: file.number))
            #expect(try !ExtendedAttributes.remove("user.one", on: file.number))
            #expect(try ExtendedAttributes.value(of: "user.one", on: file.number) == nil)
        }
    }

    @Test("rule 14: where none are kept the answer says so")
    func reportsMissingSupport() throws {
        let file = try OwnedDescriptor.openForReading("/proc/self/comm")
        #expect(try !ExtendedAttributes.set("user.one", to: [1], on: file.number))
        #expect(try ExtendedAttributes.value(of: "user.one", on: file.number) == nil)
        #expect(try ExtendedAttributes.names(on: file.number).allSatisfy { !$0.text.hasPrefix("user.") })
    }

    @Test("rule 14: a read-only file takes none, so they are set before")
    func needsWritableMode() throws {
        try withScratch { folder, _ in
            try #require(fchown(folder.descriptor.number, plainUser, getgid()) == 0)
            try asUser(plainUser) {
                try folder.write("file", [1])
                let file = try folder.openFile("file", .readWrite)
                try file.setPermissions(0o444)
                #expect(code { _ = try ExtendedAttributes.set("user.one", to: [1], on: file.number) } == EACCES)
            }
        }
    }
}
