package import LinuxSystem
package import StagingModel
internal import StagingProtocol

extension StagingConnection {
    /// Receives straight to a file or directory of the receiver's; no area stays.
    ///
    /// Blocks while it copies. When it throws, nothing is left under the final name, and the use is not spent. What is
    /// whole under its final name stays, also where the service is killed before it is told: then the use may be left.
    /// - Returns: what was received, with its path.
    /// - Throws: `StagingError`: `exists`, `noSpace`, and what ``receive(_:_:)`` throws.
    package func receive(
        _ token: Token, _ options: ReceiveOptions, to destination: Destination, progress: CopyProgress
    ) throws -> Received {
        var options = options
        options.delivery = .descriptor
        return try place(try receive(token, options), at: destination, progress: progress)
    }

    /// Puts what is being received as a descriptor, or a tree, in its place, and confirms it.
    func place(
        _ pending: PendingReceive, at destination: Destination, progress: CopyProgress
    ) throws -> Received {
        var received = pending.received
        let place = try OpenDestination(destination, suggested: received.name, isTree: pending.isTree)
        try place.checkName()
        if pending.isTree, let area = received.path, let manifest = pending.descriptor {
            received.path = try TreePlacing.place(
                Path(area), manifest: manifest, size: received.size, at: place, progress: progress
            ).text
            try pending.confirm(isHere: true)
            if let id = received.area { try releaseIfThere(id, kept: false) }
            received.area = nil
            received.leaseExpires = nil
        } else if let source = pending.descriptor {
            // What an original says of where it came from, its sender has written: there the service's word counts.
            let (path, isTaken) = try FilePlacing.place(
                source, takable: pending.isTakable,
                provenance: received.isOriginalFile ? .told(pending.provenance) : .noted, at: place,
                progress: progress)
            try pending.confirm(taken: isTaken, isHere: true)
            received.path = path.text
        } else {
            throw StagingError(.failed, "the service sent neither bytes nor an area")
        }
        return received
    }

    /// Copies an area's content out and releases the area.
    /// - Parameter path: anything in the area.
    /// - Parameter destination: nil is the working directory, under the name that the content has.
    /// - Returns: the new path.
    /// - Throws: `StagingError`: `noSuchArea`, `exists`, `noSpace`, `damaged`; the area stays then.
    package func keep(_ path: Path, at destination: Destination, progress: CopyProgress) throws -> Path {
        let canonical = try Self.canonical(path)
        let (kept, area) = try ask(orThrow: .noArea) { connection in
            let (answer, descriptors) = try connection.call(
                KeepCall(requestId: RequestID.random(), path: canonical.text))
            let content = Path(answer.area.path)
            try Self.checkWhole(canonical, content)
            let place = try OpenDestination(
                destination, suggested: content.lastComponent.text, isTree: answer.isTree)
            try place.checkName()
            let new: Path
            if answer.isTree, let manifest = descriptors.first {
                new = try TreePlacing.place(
                    content, manifest: manifest, size: answer.area.size, at: place, progress: progress)
            } else {
                let source = SharedDescriptor(try OwnedDescriptor.openForReading(content))
                new = try FilePlacing.place(
                    source, takable: false, provenance: .noted, at: place, progress: progress
                ).path
            }
            return (new, answer.area.id)
        }.result
        try releaseIfThere(area, kept: true)
        return kept
    }

    /// Pins an area as long as this connection lives, or until it is released.
    package func pin(_ area: String) throws {
        _ = try ask(orThrow: .noArea) { try $0.call(KeepCall(requestId: RequestID.random(), area: area)) }
    }

    /// Lets the area that `path` is in end `duration` from now.
    package func hold(_ path: Path, for duration: Duration) throws -> Area {
        let canonical = try Self.canonical(path)
        let request = RequestID.random()
        return try ask(orThrow: .noArea) {
            try $0.call(HoldCall(requestId: request, path: canonical.text, lease: duration.wholeMilliseconds)).answer
                .area
        }.result
    }

    /// Ends the area that `path` is in.
    package func release(_ path: Path) throws -> Area {
        let canonical = try Self.canonical(path)
        let request = RequestID.random()
        return try ask(orThrow: .noArea) {
            try $0.call(ReleaseCall(requestId: request, path: canonical.text)).answer.area
        }.result
    }

    /// Ends an area by its id.
    package func release(_ area: String) throws {
        let request = RequestID.random()
        _ = try ask(orThrow: .noArea) { try $0.call(ReleaseCall(requestId: request, area: area)) }
    }

    /// Ends an area whose content has been copied out. That it is gone already, released by another process or with the
    /// service, or that the service is gone, takes nothing from what was copied.
    func releaseIfThere(_ area: String, kept: Bool) throws {
        let request = RequestID.random()
        do {
            _ = try ask(orThrow: .noArea) {
                try $0.call(ReleaseCall(requestId: request, area: area, kept: kept ? true : nil))
            }
        } catch let error as StagingError where error.code == .noSuchArea || error.code == .noService {}
    }

    /// An area is kept whole: a path further down in it would keep more than it says.
    private static func checkWhole(_ path: Path, _ content: Path) throws(StagingError) {
        guard path == content || path == content.parent else {
            throw StagingError(
                .invalidRequest, "\(path.quoted) is a part of what the area holds, which is kept whole",
                hint: "keep \(content.quoted), or copy the part with cp")
        }
    }

    /// The path as the service knows it: what is above the area has to be there, the rest may be gone.
    private static func canonical(_ path: Path) throws(StagingError) -> Path {
        if let whole = OwnProcess.canonicalPath(path) { return whole }
        if let parent = OwnProcess.canonicalPath(path.parent) { return parent.appending(path.lastComponent) }
        if path.isAbsolute { return path }
        throw StagingError(
            .noSuchArea, "there is no \(path.quoted)", hint: "stage list shows your areas and their paths")
    }
}
