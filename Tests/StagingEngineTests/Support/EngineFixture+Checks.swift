import LinuxSystem
import SQLite
@testable import StagingEngine
import StagingModel
import StagingTestSupport
import Testing

/// What has to hold of a store, whatever happened to it.
extension EngineFixture {
    func checkIntegrity() throws {
        let connection = try Connection(path: store.appending("catalogue").text)
        #expect(try connection.first("PRAGMA integrity_check") { $0.text(0) } == "ok")
        connection.close()
    }

    /// The counts that the catalogue keeps are those that counting gives.
    func checkCounts(_ comment: Comment = "") throws {
        let kept = try engine.counts()
        #expect(try count("grants WHERE state = 'active'") == kept.grants, comment)
        #expect(try count("areas") == kept.areas, comment)
    }

    /// All claims have been returned.
    func checkClaims() throws { #expect(try count("grants WHERE open_claims != 0") == 0) }

    private func count(_ rows: String) throws -> Int? {
        let connection = try Connection(path: store.appending("catalogue").text)
        defer { connection.close() }
        return try connection.first("SELECT count(*) FROM \(rows)") { $0.int(0) }
    }

    /// Everything in the store's folders has its record and every record its bytes, whole; nothing waits to be removed.
    /// - Parameter contents: what is right, by the suggested name; of a tree, of each file in it.
    func checkStore(_ contents: [String: String], _ comment: Comment) throws {
        let usual: Set = ["areas", "bytes", "incoming", "id", "catalogue", "catalogue-shm", "catalogue-wal"]
        #expect(try Set(names("")).subtracting(usual).isEmpty, comment)
        #expect(try names("incoming").isEmpty, comment)
        let (grants, areas, _) = try session().list(after: nil)
        let objects = try engine.catalogue.transact { transaction in
            #expect(try transaction.removals(limit: 9).isEmpty, comment)
            #expect(try transaction.moves(limit: 9).isEmpty, comment)
            return try grants.filter { $0.state == .active }.compactMap { try transaction.grant(id: $0.id) }
                .flatMap(\.representations).compactMap { form in form.object.map { ($0, form.shown.name) } }
        }
        let manifests = areas.filter { $0.type == "public.folder" }.map { "\($0.id).manifest" }
        #expect(try names("bytes") == (objects.map(\.0.id) + manifests).sorted(), comment)
        #expect(try names("areas") == areas.map(\.id).sorted(), comment)
        for (object, name) in objects {
            if object.isTree {
                _ = try engine.bytes.openManifest(object)
                try checkTree(store.appending(Path("bytes/\(object.id)/content")), contents, comment)
            } else {
                #expect(try engine.bytes.open(object).readAll() == Array((contents[name] ?? "").utf8), comment)
            }
        }
        for area in areas {
            let path = Path(area.path)
            if area.type == "public.folder" {
                try checkTree(path, contents, comment)
            } else {
                #expect(
                    Scratch.content(of: path) == Array((contents[path.lastComponent.text] ?? "").utf8), comment)
            }
        }
    }

    private func checkTree(_ path: Path, _ contents: [String: String], _ comment: Comment) throws {
        var files = contents.filter { $0.key.hasPrefix("tree/") }
        try visit(path) { file, name in
            #expect(Scratch.content(of: file) == files["tree/" + name].map { Array($0.utf8) }, comment)
            files["tree/" + name] = nil
        }
        #expect(files.isEmpty, comment)
    }

    private func visit(_ folder: Path, _ prefix: String = "", _ body: (Path, String) throws -> Void) throws {
        for name in try Scratch.names(in: folder) {
            let path = folder.appending(Path(name))
            if try FileStatus.of(path).kind == .directory {
                try visit(path, prefix + name + "/", body)
            } else {
                try body(path, prefix + name)
            }
        }
    }
}

/// A lease as a client takes one, on a file that was just written: a program that another test starts at this moment
/// has the writing descriptor until it runs.
func lease(on file: SharedDescriptor) throws -> LeaseHolder {
    for _ in 0..<200 {
        if let holder = LeaseHolder(file) { return holder }
        Waiting.pause(milliseconds: 10)
    }
    throw StagingError(.failed, "no lease on a file of this test's own")
}

final class LeaseHolder {
    private let lease: ReadLease

    init?(_ file: SharedDescriptor) {
        guard let lease = ReadLease.acquire(on: file.number) else { return nil }
        self.lease = lease
    }
}
