internal import LinuxSystem
internal import StagingClient
internal import StagingModel
internal import StagingProtocol

extension CommandContext {
    /// `stage copy PATH...`
    func copy() throws -> Int32 {
        let pasteboard = try pasteboardName()
        let options = try copyOptions()
        let items = try arguments.isOn(.clear) ? [] : itemsToCopy()
        try withProgress("copying") { progress in
            _ = try connection.copy(items, to: pasteboard, options, progress: showsProgress ? progress : nil) {
                output.note($0)
            }
        }
        if isJSON {
            let there = try connection.pasteboard(pasteboard)?.contents
            try output.result(
                json: there
                    ?? PasteboardContents(name: pasteboard, owner: OwnProcess.uid, changeCount: 0, items: []))
        }
        return 0
    }

    private func pasteboardName() throws -> String {
        try arguments.value(.pasteboard, as: Values.text) ?? PasteboardContents.general
    }

    private func itemsToCopy() throws -> [[ItemToSend]] {
        var paths = arguments.paths
        if paths.isEmpty {
            guard !Terminal.isTerminal(0) else {
                throw UsageError("there is nothing to copy", hint: "give a PATH, or pipe something: date | stage copy")
            }
            paths = ["-"]
        }
        let name = try arguments.value(.name, as: Values.text)
        let type = try arguments.value(.type, as: Values.text)
        return try paths.map { [try ItemToSend(Self.source($0), name: name, type: type)] }
    }

    private func copyOptions() throws -> CopyOptions {
        var options = CopyOptions()
        (options.ttl, options.until) = try life()
        options.scope = try scope()
        options.isOriginal = arguments.isOn(.original)
        options.allowsExecutable = arguments.isOn(.allowExecutable)
        options.appends = arguments.isOn(.append)
        options.bind = try process(.whileProcess)
        return options
    }

    /// `stage paste`
    func paste() throws -> Int32 {
        let name = try pasteboardName()
        let owner = try arguments.value(.owner, as: Self.user)
        if arguments.isOn(.watch) { return try watchPasteboard(name, owner) }
        if arguments.isOn(.stdout) {
            var options = try receiveOptions()
            options.delivery = .descriptor
            let item = PasteboardItem(name: name, owner: owner == OwnProcess.uid ? nil : owner)
            return try printContents(of: try connection.receive(item, options))
        }
        guard let contents = try connection.pasteboard(name, owner: owner)?.contents, !contents.items.isEmpty else {
            throw StagingError.emptyPasteboard(name)
        }
        if arguments.isOn(.list) {
            if isJSON { try output.result(json: contents) } else { try output.result(PasteboardText.table(contents)) }
            return 0
        }
        return try paste(contents)
    }

    /// A user by name or number.
    private static func user(_ bytes: Bytes) throws(UsageError) -> UInt32 {
        let name = try Values.text(bytes)
        guard let uid = Accounts.user(named: name)?.uid ?? UInt32(name) else {
            throw UsageError("there is no user '\(DisplayText.escaped(name))'")
        }
        return uid
    }

    /// Receives every acceptable item.
    private func paste(_ contents: PasteboardContents) throws -> Int32 {
        let options = try receiveOptions()
        let destination = destination()
        if let destination, contents.items.count > 1, options.accept.isEmpty,
            (try? FileStatus.of(destination.path, followLinks: true))?.kind != .directory
        {
            throw StagingError(
                .failed,
                "\(contents.items.count) items are on the pasteboard, and \(destination.path.quoted) is no directory",
                hint: "name a directory that is there, or choose by --accept")
        }
        var isAnyAcceptable = false
        let status = try each(of: contents.items) { item in
            do {
                try paste(contents.name(of: item), options, to: destination)
                isAnyAcceptable = true
            } catch let error as StagingError where error.code == .nothingAcceptable {}
        }
        if !isAnyAcceptable, status == 0 {
            throw StagingError(
                .nothingAcceptable,
                "nothing acceptable: on the pasteboard is \(contents.types.joined(separator: ", "))",
                hint: "accept one of these, or a type that they conform to")
        }
        return status
    }

    private func paste(_ item: PasteboardItem, _ options: ReceiveOptions, to destination: Destination?) throws {
        guard let destination else { return try takeArea(try connection.receive(item, options)) }
        try Self.cleansUpWhenInterrupted()
        try print(
            try withProgress("pasting") {
                try connection.receive(item, options, to: destination, progress: $0)
            })
    }

    private func watchPasteboard(_ name: String, _ owner: UInt32?) throws -> Int32 {
        try PasteboardWatcher(connection.locator, name, owner: owner).run { contents in
            if isJSON { try output.result(json: contents) } else { try output.result(PasteboardText.line(contents)) }
            try output.flush()
            return true
        } ended: { service in
            output.note("\(service == .system ? "the system-wide" : "your own") service ended; the other is watched on")
        }
        return 0
    }
}

/// Pasteboards as people are shown them.
enum PasteboardText {
    static func table(_ contents: PasteboardContents) -> Table {
        var table = Table([
            .right("ITEM"), .left("TYPE"), .right("SIZE"), .left("COPIED"), .left("ENDS"), .flexible("NAME"),
        ])
        for (place, item) in contents.items.enumerated() {
            for (form, representation) in item.representations.enumerated() {
                let isFirst = form == 0
                table.add([
                    isFirst ? String(place + 1) : "", representation.type, GrantText.size(representation),
                    isFirst ? item.sent.map(GrantText.relative) ?? "-" : "",
                    isFirst ? GrantText.relative(item.expires) : "", representation.name,
                ])
            }
        }
        return table
    }

    /// The change count and the types, of each item those of its representations: `5  public.png|public.jpeg, public.text`.
    static func line(_ contents: PasteboardContents) -> String {
        let items = contents.items.map { $0.representations.map(\.type).joined(separator: "|") }
        return "\(contents.changeCount)  \(items.isEmpty ? "-" : items.joined(separator: ", "))"
    }
}
