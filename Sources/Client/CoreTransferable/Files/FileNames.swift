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
        let own = file.map { Ending.split(FileNaming.suggestion(from: $0)).ending.dropFirst().lowercased() } ?? ""
        return FileNaming.suggestion(from: safe, fitting: fitting(contentType, own: own.isEmpty ? nil : own))
    }

    private static func isDeclared(_ ending: Substring) -> Bool {
        let words = [ending, ending.split(separator: ".").last ?? ending]
        return words.contains { word in
            !TypeRegistry.shared.identifiers(tag: word.lowercased(), tagClass: .filenameExtension).isEmpty
        }
    }

    private static func fitting(_ type: UTType, own ofFile: String?) -> FileNaming.FittingExtensions {
        let own = type.tags[.filenameExtension] ?? []
        // A narrower name is right too: `.m4v` for a movie.
        let narrower = TypeRegistry.shared.subtypes(of: type).flatMap(\.extensions)
        let isText = own.isEmpty && type.conforms(to: .plainText)
        let isGeneral = [.item, .content, .data, .text, .archive, .zip, .gzip].contains(type)
        return FileNaming.FittingExtensions(
            preferred: type == .data ? nil : own.first ?? (isText ? "txt" : ofFile),
            acceptable: Set(own + narrower), isGeneral: isText || type == .plainText || isGeneral)
    }
}
