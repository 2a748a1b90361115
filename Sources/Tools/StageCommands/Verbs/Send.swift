internal import Glibc
internal import LinuxSystem
internal import StagingClient
internal import StagingModel

extension CommandContext {
    /// `stage send PATH...`
    func send() throws -> Int32 {
        let options = try sendOptions()
        let further = try arguments.values(.also, as: AlsoValue.parse)
        let name = try arguments.value(.name, as: Values.text)
        let type = try arguments.value(.type, as: Values.text)
        let tokens = try arguments.path(.tokenFile).map { try TokenFile($0) }
        let drop = try arguments.value(.drop, as: Values.text).map { try dropSend(to: $0) }
        let format = try archiveToSend()
        let status = try each(of: arguments.paths) { path in
            let others = try further.map { also in
                try ItemToSend(
                    Self.source(also.path), name: also.name.map { String(decoding: $0, as: UTF8.self) },
                    type: also.type, scope: also.scope.map(Scope.init))
            }
            var grant: Grant
            if let format {
                grant = try sendArchive(of: path, as: format, name: name, type: type, others, options)
            } else {
                let items = try [ItemToSend(Self.source(path), name: name, type: type)] + others
                grant = try withProgress("sending") { progress in
                    try connection.send(items, options, progress: showsProgress ? progress : nil) { output.note($0) }
                }
            }
            grant.source = path.text
            do {
                if let drop { try drop.handOver(grant) }
                try tokens?.add(grant.token)
                if isJSON { try output.result(json: grant) } else { try output.result(grant.token?.text ?? "") }
            } catch {
                // A grant whose token nobody got to know, or that its destination does not want, would be there for nothing.
                _ = try? connection.revoke(.id(grant.id))
                throw error
            }
            if arguments.isOn(.wait) { drop?.keep { report($0) } }
        }
        try tokens?.finish()
        let failed = drop?.waitUntilAllDone { report($0) } ?? 0
        return status == 0 ? failed : status
    }

    static func source(_ path: Path) throws -> ItemToSend.Source {
        try path == "-" ? .descriptor(StandardInput.descriptor) : .path(path)
    }

    /// The terms of a grant, as `send` and `import` take them.
    func sendOptions() throws -> SendOptions {
        var options = SendOptions()
        options.mode = arguments.isOn(.original) ? .original : arguments.isOn(.move) ? .move : .snapshot
        (options.ttl, options.until) = try life()
        options.uses = try arguments.isOn(.once) ? 1 : arguments.value(.uses, as: Values.count)
        options.scope = try scope()
        options.key = try arguments.value(.key, as: Values.text)
        options.isDurable = arguments.isOn(.sync)
        options.allowsExecutable = arguments.isOn(.allowExecutable)
        options.isSystemWide = arguments.isOn(.owner)
        return options
    }

    /// How long a grant lives, and the instant in nanoseconds since 1970 that this was reckoned to where one was asked for.
    func life() throws -> (Duration?, until: Int64?) {
        var until: Int64?
        if case .instant(let seconds)? = try arguments.value(.ttl, as: Lifetime.parse) {
            until = seconds.multipliedReportingOverflow(by: 1_000_000_000).partialValue
        }
        return (try span(.ttl), until)
    }

    /// Who may receive.
    func scope() throws(UsageError) -> Scope {
        try subject(arguments.value(.scope, as: ScopeText.parse).map(Scope.init) ?? .team(nil))
    }

    /// From the command line the subject of a process scope is whoever called `stage` (rule 16).
    func subject(_ scope: Scope) throws(UsageError) -> Scope {
        guard case .process(nil) = scope else { return scope }
        guard OwnProcess.parent > 1 else {
            throw UsageError(
                "no process is left that called stage, so there is none for the scope",
                hint: "name it: --scope process:PID, in a script --scope process:$$")
        }
        return .process(OwnProcess.parent)
    }
}

extension Scope {
    init(_ text: ScopeText) {
        switch text {
        case .process(let pid): self = .process(pid)
        case .team(let name): self = .team(name)
        case .group(let name): self = .group(name)
        case .all: self = .all
        }
    }
}

/// The file that tokens are written into, readable by its owner alone; it appears when all of them are in it.
final class TokenFile {
    private let path: Path
    private let folder: Directory
    private var file: UnpublishedFile
    private var isEmpty = true

    init(_ path: Path) throws {
        self.path = path
        // Told now: after the send the token would be lost.
        if (try? FileStatus.of(path))?.kind == .directory {
            throw StagingError(.failed, "cannot write \(path.quoted): it is a directory")
        }
        do {
            folder = try Directory.open(path.parent)
            file = try folder.makeUnpublishedFile(hiddenName: Path(".stage-token-\(OwnProcess.pid)"))
        } catch {
            throw StagingError(.failed, "cannot write \(path.quoted): \(error.reason)")
        }
    }

    func add(_ token: Token?) throws {
        guard let token else { return }
        do {
            try file.descriptor.write(Array((token.text + "\n").utf8))
        } catch { throw failure(error) }
        isEmpty = false
    }

    /// Gives the file its name, unless nothing was sent: then what had the name stays.
    func finish() throws {
        if isEmpty { return }
        do {
            try file.publish(in: folder, as: path.lastComponent, replacing: true)
        } catch { throw failure(error) }
    }

    private func failure(_ error: SystemError) -> StagingError {
        StagingError(
            error.isNoSpace ? .noSpace : .failed, "cannot write \(path.quoted): \(error.reason)",
            hint: error.isNoSpace ? "free some space, or choose another file" : nil)
    }
}

/// Standard input as a descriptor that can be shared.
enum StandardInput {
    /// Not close-on-exec, as it was inherited; nothing is closed that this program did not open.
    static var descriptor: SharedDescriptor {
        get throws {
            do {
                // What stands in for a closed one can only be looked at.
                if try DescriptorAccess.of(0).isPathOnly { throw SystemError(EBADF, "read") }
                return SharedDescriptor(try OwnedDescriptor.duplicating(0))
            } catch {
                throw StagingError(.unreadable, "standard input is closed", hint: "give a PATH, or redirect a file")
            }
        }
    }
}
