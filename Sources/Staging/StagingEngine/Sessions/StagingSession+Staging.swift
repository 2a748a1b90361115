internal import FileNaming
internal import LinuxSystem
internal import StagingModel

/// Getting hold of what is offered.
extension StagingSession {
    func stage(
        _ offer: SendRequest.Offer, of request: SendRequest, grant: String, sent: Moment
    ) throws -> StagedOffer {
        let scope = try engine.scopes.resolve(offer.scope ?? request.scope, for: caller)
        switch offer.source {
        case .tree(let staging): return try stageTree(staging, offer, scope, request)
        case .promise:
            let findings = try engine.findings(ofPromise: offer.name, type: offer.type ?? "")
            return StagedOffer(
                record: RepresentationRecord(
                    shown: shown(
                        findings, size: max(0, offer.size ?? 0), scope: scope, kind: .promised, staged: .none,
                        consistency: nil),
                    scope: scope, object: nil, original: nil, supertypes: offer.supertypes),
                object: nil)
        case .stream(let descriptor):
            return try stageBytes(offer, scope, kind: .snapshot, request, grant, sent) { object, inspection in
                try checkStream(descriptor, offer.name)
                return try engine.bytes.stageStream(
                    descriptor.number, as: object, hangUp: hangUp, onProgress: onProgress, inspect: inspection)
            }
        case .file(let descriptor):
            let source = try sourceFile(descriptor, offer.name.map { Path($0).quoted } ?? "the file")
            if request.mode == .original { return try original(source, offer, scope, request) }
            let isMove = request.mode == .move
            // Only the user's own service may take a file over: it is its user's.
            let isTaking = isMove && caller.uid == OwnProcess.uid && !engine.configuration.isSystem
            return try stageBytes(offer, scope, kind: isMove ? .moved : .snapshot, request, grant, sent) {
                object, inspection in
                try engine.bytes.stageFile(source, as: object, taking: isTaking, inspect: inspection)
            }
        }
    }

    /// A passed descriptor, checked by what the kernel says of it (rule 7): regular, open for reading, no `O_PATH`.
    func sourceFile(_ descriptor: SharedDescriptor, _ label: String) throws -> SourceFile {
        do {
            try checkReadable(descriptor, label)
            let status = try FileStatus.of(descriptor.number)
            guard status.kind == .regular else {
                throw StagingError(
                    .unsupportedFile, "\(label) is a \(status.kind.words), not a regular file",
                    hint: "stage send - reads a stream: stage send - < FILE")
            }
            return SourceFile(
                descriptor: descriptor, status: status, label: label, onProgress: onProgress,
                hangUp: hangUp)
        } catch let error as SystemError {
            throw StagingError(system: error, "cannot look at \(label)")
        }
    }

    private func checkStream(_ descriptor: SharedDescriptor, _ label: String?) throws {
        try checkReadable(descriptor, label)
        guard try FileStatus.of(descriptor.number).kind != .directory else {
            throw StagingError(
                .unsupportedFile, "\(label ?? "the stream") is a directory, which cannot be read as a stream",
                hint: "send it as a tree")
        }
    }

    private func checkReadable(_ descriptor: SharedDescriptor, _ label: String?) throws {
        let access = try DescriptorAccess.of(descriptor.number)
        guard access.isReadable, !access.isPathOnly else {
            throw StagingError(
                .unreadable, "the descriptor of \(label ?? "the stream") is not open for reading",
                hint: "open it for reading; O_PATH proves no right to read")
        }
    }

    private func stageBytes(
        _ offer: SendRequest.Offer, _ scope: ResolvedScope, kind: Representation.Kind, _ request: SendRequest,
        _ grant: String, _ sent: Moment, _ stage: (String, Inspection) throws -> StagedObject
    ) throws -> StagedOffer {
        var findings: Findings?
        let staged = try stage(StoreName.random()) { descriptor, size in
            let found = try engine.inspect(
                descriptor, size: size, name: offer.name, claim: offer.type, supertypes: offer.supertypes,
                allowExecutable: request.allowsExecutable)
            findings = found
            return Provenance(
                grant: grant, sender: caller.uid, type: found.type, sent: TimeText.rfc3339(sent.wall))
        }
        guard let findings else { preconditionFailure("every staging inspects") }
        return StagedOffer(
            record: RepresentationRecord(
                shown: shown(
                    findings, size: staged.record.size, scope: scope, kind: kind,
                    staged: staged.staged, consistency: staged.consistency),
                scope: scope, object: staged.record, original: nil, supertypes: offer.supertypes),
            object: staged)
    }

    private func stageTree(
        _ staging: String, _ offer: SendRequest.Offer, _ scope: ResolvedScope, _ request: SendRequest
    ) throws -> StagedOffer {
        guard let tree = trees.removeValue(forKey: staging) else {
            throw StagingError(.invalidRequest, "no tree is being sent as \(Path(staging).quoted) over this connection")
        }
        let findings = try engine.findings(
            ofDirectory: offer.name, claim: offer.type, supertypes: offer.supertypes)
        let staged = try tree.finish()
        return StagedOffer(
            record: RepresentationRecord(
                shown: shown(
                    findings, size: staged.record.size, scope: scope, kind: .directory,
                    staged: staged.staged, consistency: staged.consistency),
                scope: scope, object: staged.record, original: nil),
            object: staged)
    }

    private func original(
        _ source: SourceFile, _ offer: SendRequest.Offer, _ scope: ResolvedScope, _ request: SendRequest
    ) throws -> StagedOffer {
        let findings = try engine.inspect(
            original: source, name: offer.name, claim: offer.type, allowExecutable: request.allowsExecutable)
        // The user's own service opens the path anew for each receive; the system-wide one may not.
        let isOwn = caller.uid == OwnProcess.uid && !engine.configuration.isSystem
        let path = isOwn ? path(of: source.descriptor.number, status: source.status) : nil
        let descriptor = try path == nil ? heldDescriptor(source, isOwn: isOwn) : source.descriptor
        return StagedOffer(
            record: RepresentationRecord(
                shown: shown(
                    findings, size: source.status.size, scope: scope, kind: .original,
                    staged: .none, consistency: nil),
                scope: scope, object: nil,
                original: OriginalRecord(
                    path: path?.bytes, device: source.status.device, inode: source.status.inode,
                    size: source.status.size, modified: source.status.modified.total)),
            object: nil, original: descriptor)
    }

    /// A descriptor that can be passed on: for reading only.
    private func heldDescriptor(_ source: SourceFile, isOwn: Bool) throws -> SharedDescriptor {
        guard try DescriptorAccess.of(source.descriptor.number).isWritable else { return source.descriptor }
        // The sender's own user may open its file again, and this process is the same user.
        guard isOwn, let again = try? OwnedDescriptor.openForReading(Path("/proc/self/fd/\(source.descriptor.number)"))
        else {
            throw StagingError(
                .originalWritable, "\(source.label) was opened for writing, and would be passed on so",
                hint: "open it for reading only")
        }
        return SharedDescriptor(again)
    }

    private func shown(
        _ findings: Findings, size: Int64, scope: ResolvedScope, kind: Representation.Kind,
        staged: Representation.Staged,
        consistency: Representation.Consistency?
    ) -> Representation {
        Representation(
            type: findings.type, mime: findings.mime, name: findings.name, size: size, scope: engine.shownScope(scope),
            kind: kind,
            staged: staged, consistency: consistency, declaredType: findings.declaredType,
            typeMismatch: findings.isMismatch)
    }
}
