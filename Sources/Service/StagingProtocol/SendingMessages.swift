package import StagingModel

/// One form of the item to send.
package struct Offer: Codable, Hashable, Sendable {
    package enum Source: String, Codable, Sendable {
        case file, stream, tree, promise
    }

    package var source: Source
    /// For a tree: the staging id.
    package var staging: String?
    package var name: String?
    package var type: String?
    package var conformsTo: [String]?
    package var scope: String?
    /// Of a promise, in bytes.
    package var size: Int64?

    package init(
        source: Source, staging: String? = nil, name: String? = nil, type: String? = nil, conformsTo: [String]? = nil,
        scope: String? = nil, size: Int64? = nil
    ) {
        self.source = source
        self.staging = staging
        self.name = name
        self.type = type
        self.conformsTo = conformsTo
        self.scope = scope
        self.size = size
    }
}

/// How the bytes are sent.
package enum SendMode: String, Codable, Hashable, Sendable {
    case snapshot, original, move
}

/// The answer of every call that answers a grant.
package struct GrantAnswer: Codable, Sendable {
    package var grant: Grant

    package init(grant: Grant) { self.grant = grant }
}

/// The answer that says nothing.
package struct EmptyAnswer: Codable, Sendable {
    package init() {}
}

package struct BeginTreeCall: StagingCall {
    package struct Answer: Codable, Sendable {
        package var staging: String
        /// What one ``AddEntriesCall`` may bring at most: files, and bytes of its message; a service that does not say
        /// takes what is the default.
        package var files: Int?
        package var bytes: Int?

        package init(staging: String, files: Int? = nil, bytes: Int? = nil) {
            self.staging = staging
            self.files = files
            self.bytes = bytes
        }
    }

    package static let method = StagingInterface.name + ".BeginTree"

    package init() {}
}

package struct AddEntriesCall: StagingCall {
    package typealias Answer = EmptyAnswer
    package static let method = StagingInterface.name + ".AddEntries"

    package var staging: String
    package var entries: [EntryMessage]

    package init(staging: String, entries: [EntryMessage]) {
        self.staging = staging
        self.entries = entries
    }
}

package struct SendCall: StagingCall {
    package struct Answer: Codable, Sendable {
        /// The last answer has it.
        package var grant: Grant?
        /// Bytes, meanwhile.
        package var copied: Int64?
        package var total: Int64?

        package init(grant: Grant) { self.grant = grant }

        package init(copied: Int64, total: Int64) {
            self.copied = copied
            self.total = total
        }
    }

    package static let method = StagingInterface.name + ".Send"

    package var requestId: String
    package var offers: [Offer]
    package var mode: SendMode
    /// Milliseconds.
    package var ttl: Int64?
    package var untilNanoseconds: Int64?
    package var uses: Int?
    package var scope: String?
    package var key: String?
    package var sync: Bool?
    package var allowExecutable: Bool?
    package var exporter: String?

    package init(
        requestId: String, offers: [Offer], mode: SendMode, ttl: Int64? = nil, untilNanoseconds: Int64? = nil,
        uses: Int? = nil, scope: String? = nil, key: String? = nil, sync: Bool? = nil, allowExecutable: Bool? = nil,
        exporter: String? = nil
    ) {
        self.requestId = requestId
        self.offers = offers
        self.mode = mode
        self.ttl = ttl
        self.untilNanoseconds = untilNanoseconds
        self.uses = uses
        self.scope = scope
        self.key = key
        self.sync = sync
        self.allowExecutable = allowExecutable
        self.exporter = exporter
    }
}

/// A tree's entry as it travels: text where the bytes are UTF-8, else base64.
package struct EntryMessage: Codable, Hashable, Sendable {
    package var path: String?
    package var pathBytes: String?
    package var kind: TreeEntry.Kind
    package var permissions: UInt32
    package var modifiedNanoseconds: Int64
    package var target: String?
    package var targetBytes: String?

    package init(_ entry: TreeEntry) {
        kind = entry.kind
        permissions = entry.permissions
        modifiedNanoseconds = entry.modified
        (path, pathBytes) = Self.textOrBase64(entry.path)
        (target, targetBytes) = entry.target.map(Self.textOrBase64) ?? (nil, nil)
    }

    /// The entry; nil where a path is missing or its base64 is none.
    package var entry: TreeEntry? {
        guard let path = path.map({ Array($0.utf8) }) ?? pathBytes.flatMap(Base64.bytes) else { return nil }
        let target = target.map { Array($0.utf8) } ?? targetBytes.flatMap(Base64.bytes)
        return TreeEntry(
            path: path, kind: kind, permissions: permissions, modified: modifiedNanoseconds, size: 0, target: target)
    }

    private static func textOrBase64(_ bytes: [UInt8]) -> (String?, String?) {
        if let text = String(validating: bytes, as: UTF8.self) { return (text, nil) }
        return (nil, Base64.text(bytes))
    }
}
