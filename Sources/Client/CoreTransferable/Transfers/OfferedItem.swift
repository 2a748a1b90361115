internal import LinuxSystem
internal import StagingClient

/// An item as it is promised to a service: its forms, and what exports each of them when somebody asks.
package struct OfferedItem: Sendable {
    /// One form.
    package struct Form: Sendable {
        package var contentType: UTType
        /// Who may receive it; nil is what holds for the whole grant.
        package var scope: Scope?
        /// What the file that it becomes is called; nil where nobody says.
        package var name: String?
        /// Makes the content. May wait, work and throw.
        package var export: @Sendable () async throws -> ExportedContent

        package init(
            contentType: UTType, scope: Scope?, name: String?,
            export: @escaping @Sendable () async throws -> ExportedContent
        ) {
            self.contentType = contentType
            self.scope = scope
            self.name = name
            self.export = export
        }

        /// How it is offered.
        var offer: ItemToSend {
            var item = ItemToSend(
                .promise(size: nil), name: name, type: contentType.identifier, scope: scope)
            item.supertypes = contentType.offeredSupertypes
            return item
        }
    }

    package var forms: [Form]

    package init(forms: [Form]) { self.forms = forms }

    /// The forms in which a value is exported.
    package init<Item: Transferable>(_ item: Item) async {
        let name = item.suggestedFilename
        forms = []
        for representation in Item.representations where await representation.admitsExport(of: item) {
            let scope = representation.saysVisibility ? Scope(representation.visibility) : nil
            forms.append(
                Form(contentType: representation.contentType, scope: scope, name: name) {
                    try await representation.export(item)
                })
        }
    }
}

extension Scope {
    /// The scope that a visibility is on this machine.
    init(_ visibility: TransferRepresentationVisibility) {
        switch visibility {
        case .team: self = .team(nil)
        case .group: self = .group(nil)
        case .ownProcess: self = .process(nil)
        default: self = .all
        }
    }
}

extension UTType {
    /// What a service may need to be told of a type that it may have no declaration of, the nearest first.
    var offeredSupertypes: [String] {
        supertypes.sorted { one, other in
            one.supertypes.count != other.supertypes.count
                ? one.supertypes.count > other.supertypes.count : one.identifier < other.identifier
        }.prefix(64).map(\.identifier)
    }
}

extension ExportedContent {
    /// The content as it is sent, and how: an original where both the exporter and its representation allow that.
    /// - Throws: `StagingError`, ``TransferError/unreadable(_:reason:)``.
    func source(_ form: OfferedItem.Form) throws -> (item: ItemToSend, mode: SendOptions.Mode) {
        switch self {
        case .data(let data):
            do throws(SystemError) {
                let file = try OwnedDescriptor.memoryFile(named: "stage export")
                var rest = data[...]
                while !rest.isEmpty {
                    let part = rest.prefix(1 << 20)
                    try writeAll(Array(part)[...], to: file.number, at: Int64(part.startIndex - data.startIndex))
                    rest = rest.dropFirst(part.count)
                }
                let item = ItemToSend(
                    .descriptor(SharedDescriptor(file)), name: form.name, type: form.contentType.identifier)
                return (item, .snapshot)
            } catch {
                throw StagingError(.failed, "the exported bytes find no place in memory: \(error.reason)")
            }
        case .file(let sent, let allowsOpenInPlace):
            let path = try FileWork.path(of: sent.file)
            let opened = try FileWork.open(path)
            let isOriginal =
                sent.allowAccessingOriginalFile && allowsOpenInPlace && opened.status.kind == .regular
            let item = ItemToSend(
                .path(path), name: form.name ?? path.lastComponent.exactText, type: form.contentType.identifier)
            return (item, isOriginal ? .original : .snapshot)
        }
    }
}
