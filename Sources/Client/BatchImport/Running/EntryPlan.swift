internal import Archives
internal import ContentSniffing
internal import ContentTypes
internal import FileNaming
internal import LinuxSystem
internal import StagingModel

/// What the options come to, read once.
struct EntryPlan: Sendable {
    let sniffer: ContentSniffer
    let layout: Layout
    let accept: [TypePattern]
    let leastSize: Int64?
    let mostSize: Int64?
    let allowsExecutable: Bool
    let needsDigest: Bool
    let leftOut: LeftOut
    /// How many archives may be opened one in another; none where archives are taken as files.
    let archiveDepth: Int
    let archiveLimits: ArchiveLimits
    /// Takes what was refused; nil keeps nothing of it.
    let rejectTarget: (any EntryTarget)?

    /// - Throws: `StagingError` (`invalidRequest`) for a type or a layout that is none.
    init(
        _ options: ImportOptions, rejectTarget: (any EntryTarget)?, workers: Int,
        note: @escaping @Sendable (String) -> Void
    )
        throws(StagingError)
    {
        layout = try Self.layout(options)
        var accept: [TypePattern] = []
        for text in options.accept {
            do { accept.append(try TypePattern(parsing: text, allowUndeclared: true)) } catch {
                throw StagingError(.invalidRequest, error.description)
            }
        }
        self.accept = accept
        leastSize = options.leastSize
        mostSize = options.mostSize
        allowsExecutable = options.allowsExecutable
        needsDigest = options.wantsDigest || options.skipsDuplicates || layout.needsDigest
        self.rejectTarget = rejectTarget
        leftOut = LeftOut(options)
        archiveDepth = options.unpacks ? options.nesting + 1 : 0
        var limits = options.archiveLimits
        limits.nesting = max(limits.nesting, options.nesting)
        archiveLimits = limits
        if let program = options.detector {
            sniffer = ContentSniffer(
                detector: ConfinedDetector(
                    program: program, arguments: ["staged", "--detect-content"], count: workers, log: note))
        } else {
            sniffer = ContentSniffer(cookies: workers)
        }
    }

    /// The layout that the options ask for.
    /// - Throws: `StagingError` (`invalidRequest`).
    static func layout(_ options: ImportOptions) throws(StagingError) -> Layout { try layout(of: options.layout) }

    static func layout(of text: String) throws(StagingError) -> Layout {
        do { return try Layout(parsing: text) } catch {
            throw StagingError(.invalidRequest, error.description, hint: error.hint)
        }
    }

    /// Why a size is not wanted; nil where it is.
    func refusal(ofSize size: Int64) -> String? {
        if let leastSize, size < leastSize { return "smaller than \(leastSize) bytes" }
        if let mostSize, size > mostSize { return "larger than \(mostSize) bytes" }
        return nil
    }

    /// Why a content is not wanted; nil where it is.
    func refusal(of verdict: Verdict) -> String? {
        if !accept.isEmpty, !accept.contains(where: { $0.matches(verdict.type) }) {
            return "not acceptable: \(verdict.type.identifier)"
        }
        if verdict.isHiddenExecutable, !allowsExecutable {
            return "it is \(verdict.type.identifier), whatever its name says"
        }
        return nil
    }

    /// The name that the file should have (rules 18 and 20).
    func name(for kept: Path, _ verdict: Verdict) -> String {
        let own = kept.lastComponent
        let text = own.exactText ?? FileNaming.sanitize(own.bytes)
        let fitting = FittingExtension(for: verdict)
        // As a path: a text that is called README in a folder is meant to be.
        return FileNaming.suggestion(
            from: "./" + text,
            fitting: FileNaming.FittingExtensions(
                preferred: fitting.preferred, acceptable: fitting.acceptable, isGeneral: verdict.isGeneral))
    }
}
