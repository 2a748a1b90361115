internal import LinuxSystem
package import StagingModel

extension StagingConnection {
    /// Receives what `make` turns into one file, such as an archive, straight to a file of the receiver's. No area stays.
    ///
    /// As with ``receive(_:_:to:progress:)`` the file is whole under its final name or not there, and the use is spent
    /// once it is.
    /// - Parameters:
    ///   - describe: what was received as the file that is made of it; its name is the one for a directory.
    ///   - make: writes the file at the descriptor, which is open for reading too, and says in the description what
    ///     came of it.
    /// - Returns: the description, with the file's path and size.
    /// - Throws: `StagingError`: `exists`, `noSpace`, what ``receive(_:_:)`` and `make` throw.
    package func receive(
        _ token: Token, _ options: ReceiveOptions, to destination: Destination, describe: (Received) -> Received,
        make: (PendingReceive, CInt, inout Received) throws -> Void
    ) throws -> Received {
        var options = options
        options.delivery = .descriptor
        let pending = try receive(token, options)
        var made = describe(pending.received)
        let place = try OpenDestination(destination, suggested: made.name, isTree: false)
        try place.checkName()
        do {
            var file = try place.folder.makeUnpublishedFile(hiddenName: HiddenName.random())
            // The others leave no name behind.
            if !file.isNameless || destination.conflict == .replace { HiddenName.removeLeftovers(in: place.folder) }
            try make(pending, file.descriptor.number, &made)
            made.size = try FileStatus.of(file.descriptor.number).size
            try file.descriptor.setPermissions(0o666 & ~OwnProcess.fileModeMask)
            let name = try place.claim { name, replacing in
                try file.publish(in: place.folder, as: name, replacing: replacing)
            }
            made.path = place.shown(name).text
        } catch let error as SystemError {
            throw StagingError(placing: error, place.shown(place.name))
        }
        try finish(pending)
        return made
    }

    /// Confirms what was read out of an area as a whole, and ends the area.
    package func finish(_ pending: PendingReceive) throws {
        try pending.confirm(isHere: true)
        if let area = pending.received.area { try releaseIfThere(area, kept: false) }
    }
}
