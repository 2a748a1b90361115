public import Foundation
internal import Glibc

extension URLResourceKey {
    /// Asks for `URLResourceValues.contentType`.
    ///
    /// Foundation on Linux has no such key and leaves out what it does not know, so this stands for `pathKey`, which
    /// is all that the answer is made of.
    public static var contentTypeKey: URLResourceKey { .pathKey }
}

extension URLResourceValues {
    /// The type of the file-system item, by its kind and extension; its bytes are not looked at.
    ///
    /// A directory is `UTType/folder`, or what its extension says where that is a directory's too (`.app`); a link
    /// is `UTType/symbolicLink`; a file without an extension is `UTType/data`, or
    /// `UTType/unixExecutable` where it may be run; one with an unknown extension has a dynamic type.
    ///
    /// - Returns: nil where the values were fetched without `contentTypeKey`, or nothing is there any more. Blocks as
    ///   `lstat` does.
    public var contentType: UTType? { path.flatMap(UTType.init(ofItemAt:)) }
}

extension UTType {
    init?(ofItemAt path: String) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return nil }
        let ending = (path as NSString).pathExtension
        switch status.st_mode & S_IFMT {
        case S_IFLNK: self = .symbolicLink
        case S_IFDIR:
            let known = UTType(filenameExtension: ending, conformingTo: .directory)
            if let known, known.isDeclared { self = known } else { self = .folder }
        case S_IFREG:
            let mayRun = status.st_mode & (S_IXUSR | S_IXGRP | S_IXOTH) != 0
            self = UTType(filenameExtension: ending) ?? (mayRun ? .unixExecutable : .data)
        default: self = .item
        }
    }
}
