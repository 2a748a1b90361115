package import LinuxSystem
package import StagingModel

extension StagingSession {
    /// What a caller names an area by.
    package enum AreaName: Sendable {
        /// A path in it, absolute and without symbolic links.
        case path(Path)
        case id(String)
    }

    /// Pins an area until the session ends or it is released, so that it can be copied out (rule 11).
    /// - Returns: the area, and for a tree its manifest.
    /// - Throws: ``StagingError``: `noSuchArea`, `damaged`.
    package func keep(_ name: AreaName) throws -> (area: Area, manifest: SharedDescriptor?) {
        let area = try engine.catalogue.transact { transaction in
            let area = try self.area(name, transaction)
            if pins.insert(area.id).inserted { engine.pin(area.id) }
            return area
        }
        if area.damaged {
            throw StagingError(
                .damaged, "the bytes of this area were changed by somebody", hint: "receive it again, from a new grant")
        }
        return (engine.view(area, at: engine.now()), try engine.bytes.openManifest(of: area))
    }

    /// Lets an area end `milliseconds` from now, also earlier than it would have.
    package func hold(_ request: String, _ name: AreaName, milliseconds: Int64) throws -> Area {
        let lease = try engine.configuration.limits.lease(milliseconds)
        let held = try once(request, "hold") { transaction in
            var area = try self.area(name, transaction)
            area.lease = transaction.now.advanced(byNanoseconds: lease)
            try transaction.setLease(area.id, area.lease)
            return engine.view(area, at: transaction.now)
        }
        engine.upkeepWakeUp.signal()
        engine.tell(StagingEvent("areaHeld", at: engine.nowText(), grant: held.grant, area: held.id), caller.uid)
        return held
    }

    /// Ends an area now, or where another session has it pinned, when that lets go of it (rule 11).
    /// - Parameter kept: its content was copied out, for those who watch.
    package func release(_ request: String, _ name: AreaName, kept: Bool) throws -> Area {
        var ended: AreaRecord?
        let released = try once(request, "release") { transaction in
            let area = try self.area(name, transaction)
            if engine.pinCount(area.id) > (pins.contains(area.id) ? 1 : 0) {
                try transaction.setLease(area.id, transaction.now)
            } else {
                try transaction.end(area)
                ended = area
            }
            return engine.view(area, at: transaction.now)
        }
        if let ended { engine.bytes.withdraw(ended) }
        if pins.remove(released.id) != nil { engine.unpin(released.id) }
        engine.upkeepWakeUp.signal()
        engine.tell(
            StagingEvent(kept ? "kept" : "areaEnded", at: engine.nowText(), grant: released.grant, area: released.id),
            caller.uid)
        return released
    }

    /// The caller's confirmed area by that name, whose lease has not ended.
    private func area(_ name: AreaName, _ transaction: any CatalogueTransaction) throws -> AreaRecord {
        let id: String? =
            switch name {
            case .id(let id): id
            case .path(let path): engine.bytes.area(at: path)
            }
        let isPinned = id.map { pins.contains($0) } ?? false
        if let id, let area = try transaction.area(id: id), area.receiverUID == caller.uid,
            area.claim.map({ openClaims[$0] != nil }) ?? true,
            area.lease.boot > transaction.now.boot || isPinned
        {
            return area
        }
        let label =
            switch name {
            case .id(let id): id
            case .path(let path): path.escapedText
            }
        throw StagingError(
            .noSuchArea, "'\(label)' is in no area of yours",
            hint: id == nil ? "stage list shows your areas" : "its lease has ended; receive again, and hold it longer")
    }
}
