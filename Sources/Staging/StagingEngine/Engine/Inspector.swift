internal import ContentSniffing
internal import FileNaming
internal import LinuxSystem
internal import StagingModel
internal import Synchronization
internal import ContentTypes

/// What was found out about some bytes.
struct Findings: Sendable {
    var type: String
    var mime: String
    var name: String
    var declaredType: String?
    var isMismatch: Bool
}

extension StagingEngine {
    /// Looks at bytes: their type, and the name that they should have (rules 18 to 20).
    /// - Parameters:
    ///   - name: what the sender calls the file; nil where it has no name.
    ///   - claim: the type that the sender claims, in any form that a type can be given in.
    /// - Throws: ``StagingError``: `executableRefused` (rule 19), `invalidRequest` for a claim that is no type.
    func inspect(
        _ descriptor: Int32, size: Int64, name: String?, claim: String?, supertypes: [String] = [],
        allowExecutable: Bool
    ) throws -> Findings {
        let claimed = try claim.map(Self.claimedType)
        // Of a type that only the sender declares, what it conforms to is checked.
        let known = claimed.flatMap { $0.isDeclared ? nil : supertypes.lazy.compactMap { UTType($0) }.first }
        let verdict = try verdict(descriptor, size: size, name: name, claim: known ?? claimed)
        if verdict.isHiddenExecutable, !allowExecutable {
            throw StagingError(
                .executableRefused,
                "\(name.map { Path($0).quoted } ?? "the file") is \(verdict.type.identifier), whatever its name or claim says",
                hint: "send it with --allow-executable if that is meant")
        }
        var findings = findings(verdict, name: name)
        if known != nil, let claimed {
            findings.declaredType = claimed.identifier
            if !verdict.mismatch { findings.type = claimed.identifier }
        }
        return findings
    }

    /// What a promise is said to be: nobody can look at it yet.
    func findings(ofPromise name: String?, type: String) throws -> Findings {
        let type = try Self.claimedType(type)
        let preferred = type.preferredFilenameExtension
        return Findings(
            type: type.identifier,
            mime: type.preferredMIMEType ?? (type.conforms(to: .text) ? "text/plain" : "application/octet-stream"),
            name: FileNaming.suggestion(
                from: name,
                fitting: FileNaming.FittingExtensions(
                    preferred: preferred, acceptable: Set(type.tags[.filenameExtension] ?? []),
                    isGeneral: preferred == nil),
                fallbackBase: name == nil ? FileNaming.base(forKind: "file", at: nowText()) : "file",
                limit: configuration.limits.nameBytes),
            declaredType: type.identifier, isMismatch: false)
    }

    /// The same for a directory, whose content is not looked at: what it is as a document, only its sender knows.
    func findings(ofDirectory name: String?, claim: String?, supertypes: [String]) throws -> Findings {
        let claimed = try claim.map(Self.claimedType)
        let isDirectory =
            claimed.map { claimed in
                ([claimed] + supertypes.compactMap { UTType($0) }).contains { $0.conforms(to: .directory) }
            } ?? false
        let saysNothing = claimed.map { [.item, .data, .content, .directory].contains($0) } ?? true
        let type = saysNothing || !isDirectory ? UTType.folder : claimed ?? .folder
        return Findings(
            type: type.identifier, mime: "inode/directory",
            name: FileNaming.suggestion(from: name, fitting: nil, limit: configuration.limits.nameBytes),
            declaredType: claimed?.identifier, isMismatch: !saysNothing && !isDirectory)
    }

    private func verdict(_ descriptor: Int32, size: Int64, name: String?, claim: UTType?) throws -> Verdict {
        do {
            return try sniffer.verdict(descriptor: descriptor, size: size, name: name, claim: claim)
        } catch {
            throw StagingError(.failed, "cannot tell what \(name.map { Path($0).quoted } ?? "the file") is: \(error)")
        }
    }

    private func findings(_ verdict: Verdict, name: String?) -> Findings {
        let fitting = FittingExtension(for: verdict)
        return Findings(
            type: verdict.type.identifier, mime: verdict.mime,
            name: FileNaming.suggestion(
                from: name,
                fitting: FileNaming.FittingExtensions(
                    preferred: fitting.preferred, acceptable: fitting.acceptable, isGeneral: verdict.isGeneral),
                fallbackBase: name == nil ? FileNaming.base(forKind: verdict.kindName, at: nowText()) : "file",
                limit: configuration.limits.nameBytes),
            declaredType: verdict.declared?.identifier, isMismatch: verdict.mismatch)
    }

    /// Looks at an original, whose file may come again and again: what was found is kept as long as the file's stamp is
    /// the same. A file's owner can change it under an unchanged stamp, but of an original that is the owner's right.
    func inspect(
        original source: SourceFile, name: String?, claim: String?, allowExecutable: Bool
    ) throws -> Findings {
        let key = VerdictCache.Key(
            stamp: source.status.stamp, name: name, claim: claim, allowExecutable: allowExecutable)
        if let known = originalVerdicts[key] { return known }
        let findings = try inspect(
            source.descriptor.number, size: source.status.size, name: name, claim: claim,
            allowExecutable: allowExecutable)
        originalVerdicts[key] = findings
        return findings
    }

    private static func claimedType(_ text: String) throws(StagingError) -> UTType {
        do {
            if let type = try TypePattern(parsing: text, allowUndeclared: true).types.first { return type }
        } catch {
            throw StagingError(.invalidRequest, "\(error)")
        }
        throw StagingError(
            .invalidRequest, "\(Path(text).quoted) is a family of types, not the type of a file",
            hint: "give one type, such as image/png")
    }
}

/// A few hundred of the latest findings about originals.
final class VerdictCache: Sendable {
    struct Key: Hashable, Sendable {
        var stamp: ContentStamp
        var name: String?
        var claim: String?
        var allowExecutable: Bool
    }

    private static let most = 512
    private let entries = Mutex<[Key: Findings]>([:])

    subscript(key: Key) -> Findings? {
        get { entries.withLock { $0[key] } }
        set {
            entries.withLock { entries in
                if entries.count >= Self.most { entries.removeAll(keepingCapacity: true) }
                entries[key] = newValue
            }
        }
    }
}
