internal import FileNaming

/// Names for the files that items become.
package enum FileNames {
    /// A safe name with an extension that fits (rule 20).
    ///
    /// A suggested extension that is known to be of something else gives way; one that nobody declares stays, since
    /// whoever suggested it knows it.
    /// - Parameters:
    ///   - suggested: what the item or the exported file is called.
    ///   - contentType: what will be written; nil leaves the extension alone.
    ///   - file: what the file that will be written is called by its owner, whose extension counts where the type has
    ///     none of its own, such as that of any movie.
    package static func name(suggested: String?, for contentType: UTType?, like file: String? = nil) -> String {
        let safe = FileNaming.suggestion(from: suggested ?? file)
        guard let contentType else { return safe }
        let ending = Ending.split(safe).ending.dropFirst()
        if suggested != nil, !ending.isEmpty, !isDeclared(ending) { return safe }
        return FileNaming.suggestion(from: safe, fitting: fitting(contentType, name: safe, file: file))
    }

    private static func isDeclared(_ ending: Substring) -> Bool {
        words(of: ending).contains { !types(of: $0).isEmpty } || !types(of: ending.lowercased()).isEmpty
    }

    private static func fitting(_ type: UTType, name: String, file: String?) -> FileNaming.FittingExtensions {
        let own = type.tags[.filenameExtension] ?? []
        // A narrower name is right too, such as `.m4v` for a movie: of all that there are, those in the name matter.
        let narrower = words(of: name[...]).filter { word in types(of: word).contains { $0.conforms(to: type) } }
        let isText = own.isEmpty && type.conforms(to: .plainText)
        let isGeneral = isText || [.item, .content, .data, .text, .plainText, .archive, .zip, .gzip].contains(type)
        let ofFile = file.flatMap { words(of: Ending.split(FileNaming.suggestion(from: $0)).ending[...]).last }
        return FileNaming.FittingExtensions(
            preferred: type == .data ? nil : own.first ?? (isText ? "txt" : ofFile), acceptable: Set(own + narrower),
            isGeneral: isGeneral)
    }

    private static func words(of ending: Substring) -> [String] { ending.split(separator: ".").map { $0.lowercased() } }

    private static func types(of word: String) -> [UTType] {
        UTType.types(tag: word, tagClass: .filenameExtension, conformingTo: nil).filter(\.isDeclared)
    }
}
