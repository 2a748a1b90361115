internal import Archives
internal import BatchImport
internal import LinuxSystem
internal import StagingClient
internal import StagingModel
internal import Synchronization

extension CommandContext {
    /// `stage import SOURCE...`
    func importFiles() throws -> Int32 {
        if let job = try arguments.value(.status, as: Values.text) { return try importStatus(job) }
        if let job = try arguments.value(.forget, as: Values.text) {
            try ImportJob(job).forget()
            return 0
        }
        loadDeclaredTypes()
        let options = try importOptions()
        let batch = ImportBatch(of: try importSources(), to: try importDestination(), options: options)
        let report = try arguments.path(.report).map {
            try ReportFile($0, appends: arguments.isOn(.job), isPrivate: arguments.path(.to) == nil)
        }
        let control = ImportControl()
        let interruption = Mutex<Int32?>(nil)
        try ProcessControl.onTermination { signal in
            interruption.withLock { $0 = signal }
            control.stop()
        } again: { signal in
            ProcessControl.die(bySignal: signal)
        }
        let summary: ImportSummary
        output.startProgress("importing")
        do {
            summary = try batch.run(listener(report, options), control: control)
        } catch {
            output.endProgress()
            throw isJob ? error : Self.withoutJob(error)
        }
        try output.flush()
        if let signal = interruption.withLock({ $0 }), !arguments.isOn(.watch) { ProcessControl.die(bySignal: signal) }
        return summary.failed + summary.stayed == 0 ? ExitStatus.done.rawValue : ExitStatus.failed.rawValue
    }

    private var isJob: Bool { arguments.isOn(.job) }

    /// A full disk ends a run that nobody can go on with: what it imported would be imported again.
    private static func withoutJob(_ error: any Error) -> any Error {
        guard let error = error as? StagingError, error.code == .noSpace else { return error }
        return StagingError(
            error.code, error.message,
            hint: "free some space; with --job NAME the same command goes on from where it was ended")
    }

    // MARK: What is asked for

    private func importSources() throws -> [ImportSource] {
        let paths = arguments.paths
        guard paths.count(where: { $0 == "-" }) <= 1 else {
            throw UsageError("standard input can be read once, but - is given several times")
        }
        return try paths.map { path in
            guard path == "-" else { return ImportSource(.path(path)) }
            return ImportSource(.list(try StandardInput.descriptor, endedByNull: arguments.isOn(.null)))
        }
    }

    private func importDestination() throws -> ImportDestination {
        if let directory = arguments.path(.to) { return ImportDestination(.directory(directory)) }
        if let name = try arguments.value(.drop, as: Values.text) {
            return ImportDestination(.drop(name, owner: try dropOwner(), try sendOptions()))
        }
        guard arguments.isOn(.grant) else {
            throw UsageError(
                "stage import needs --to DIR, --grant or --drop NAME",
                hint: "--to DIR places the files, --grant grants each, --drop NAME offers each to a destination")
        }
        return ImportDestination(.grants(try sendOptions()))
    }

    private func importOptions() throws -> ImportOptions {
        var options = ImportOptions()
        options.include = try arguments.values(.include, as: Values.text)
        options.exclude = try arguments.values(.exclude, as: Values.text)
        options.takesHidden = arguments.isOn(.hidden)
        options.takesSystemFiles = arguments.isOn(.systemFiles)
        options.unpacks = !arguments.isOn(.noUnpack)
        options.nesting = try arguments.value(.nested, as: Values.depth) ?? 0
        options.archiveLimits = try archiveLimits()
        options.accept = try arguments.values(.accept, as: Values.types).flatMap { $0 }
        options.leastSize = try arguments.value(.minSize, as: Values.byteCount)
        options.mostSize = try arguments.value(.maxSize, as: Values.byteCount)
        options.allowsExecutable = arguments.isOn(.allowExecutable)
        if let layout = try arguments.value(.layout, as: Values.text) {
            do { _ = try Layout(parsing: layout) } catch { throw UsageError(error.description, hint: error.hint) }
            options.layout = layout
        }
        options.moves = arguments.isOn(.move)
        options.links = arguments.isOn(.link)
        options.skipsDuplicates = arguments.isOn(.dedupe)
        options.wantsDigest = arguments.isOn(.sha256)
        options.keepsProvenance = !arguments.isOn(.noProvenance)
        options.isDurable = arguments.isOn(.sync)
        options.reject = arguments.path(.reject)
        options.workers = try arguments.value(.jobs, as: Values.count)
        options.job = try arguments.value(.job, as: Values.text)
        options.retriesFailed = arguments.isOn(.retryFailed)
        options.countsAhead = showsProgress
        if arguments.isOn(.watch) {
            var watching = ImportOptions.Watching()
            if let settle = try span(.settle) { watching.settle = settle }
            watching.doneSuffix = try arguments.value(.doneSuffix, as: Values.text)
            options.watching = watching
        }
        options.detector = OwnProcess.executable?.parent.appending("staged")
        return options
    }

    private func archiveLimits() throws -> ArchiveLimits {
        var limits = ArchiveLimits()
        if let entries = try arguments.value(.maxEntries, as: Values.count) { limits.entries = entries }
        if let bytes = try arguments.value(.maxBytes, as: Values.byteCount) { limits.totalBytes = bytes }
        if let ratio = try arguments.value(.maxRatio, as: Values.count) { limits.ratio = Int64(ratio) }
        if let depth = try arguments.value(.maxDepth, as: Values.count) { limits.pathDepth = depth }
        return limits
    }

    // MARK: What is told

    private func listener(_ report: ReportFile?, _ options: ImportOptions) -> ImportListener {
        let isJSON = isJSON
        return ImportListener { [output] outcome in
            if isJSON || report != nil {
                let line = ImportText.line(outcome)
                try report?.add(line)
                if isJSON { try output.result(line) }
            }
            if outcome.outcome == .imported, !isJSON {
                // What a run before has offered to a destination has told its token then.
                if let path = outcome.path {
                    try output.result(path)
                } else if let token = outcome.token {
                    try output.result(token)
                }
            } else if outcome.outcome == .failed,
                outcome.error.map({ options.isEnded(by: StagingError.Code(rawValue: $0)) }) != true
            {
                // What ends the run is told then, once.
                output.error(
                    ErrorReport(
                        error: outcome.error ?? "failed", message: outcome.reason ?? "it failed",
                        hint: outcome.hint))
            }
        } note: { [output] text in
            output.note(text)
        } progress: { [output] progress in
            output.progress(
                done: UInt64(clamping: progress.bytes), total: progress.allBytes.map { UInt64(clamping: $0) },
                label: ImportText.label(progress))
        } ended: { [output, isMove = arguments.isOn(.move)] summary in
            output.endProgress()
            if !isJSON {
                output.note(ImportText.summary(summary, isMove: isMove, isWatch: options.watching != nil))
            } else if !output.style.isQuiet, let line = try? JSONText.line(summary) {
                output.message(line)
            }
        }
    }

    private func importStatus(_ name: String) throws -> Int32 {
        let job = try ImportJob(name)
        let status = try job.status()
        if isJSON {
            try output.result(json: status)
        } else {
            for line in ImportText.lines(status) { try output.result(line) }
            for failure in try job.failures() {
                try output.result("  \(DisplayText.escaped(failure.reason ?? failure.entry))")
            }
        }
        return 0
    }
}

/// The report of an import, a JSON line for each file.
final class ReportFile: Sendable {
    private let path: Path
    private let file: SharedDescriptor

    /// - Parameters:
    ///   - appends: a job's report goes on where it was, and a line that was cut off is taken away first.
    ///   - isPrivate: nobody else may read it: it holds tokens.
    init(_ path: Path, appends: Bool, isPrivate: Bool) throws {
        self.path = path
        do {
            file = SharedDescriptor(
                try OwnedDescriptor.open(
                    path, appends ? [.readWrite, .create] : [.writeOnly, .create, .truncate],
                    mode: isPrivate ? 0o600 : 0o666))
            if appends { try file.withNumber { number throws(SystemError) in try Self.moveBehindLastLine(number) } }
        } catch { throw Self.failure(path, error) }
    }

    func add(_ line: String) throws {
        do {
            try file.withNumber { number throws(SystemError) in try writeAll(Array((line + "\n").utf8), to: number) }
        } catch { throw Self.failure(path, error) }
    }

    private static func moveBehindLastLine(_ number: Int32) throws(SystemError) {
        let status = try FileStatus.of(number)
        // A pipe or a device takes lines as they come.
        guard status.kind == .regular else { return }
        var end = status.size
        while end > 0 {
            let start = max(0, end - 65_536)
            let part = try readSome(of: number, at: start, count: Int(end - start))
            if let last = part.lastIndex(of: UInt8(ascii: "\n")) {
                end = start + Int64(last) + 1
                break
            }
            end = start
        }
        try setPosition(of: number, to: end)
        if end < status.size { try cut(number, to: end) }
    }

    private static func failure(_ path: Path, _ error: SystemError) -> StagingError {
        StagingError(error.isNoSpace ? .noSpace : .failed, "cannot write \(path.quoted): \(error.reason)")
    }
}
