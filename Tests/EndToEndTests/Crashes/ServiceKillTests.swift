import Foundation
import LinuxSystem
import SQLite
import StagingClient
import StagingModel
import StagingTestSupport
import Testing

@Suite("A service that is killed")
struct ServiceKillTests {
    @Test("rules 1, 5, 6, 8, 11, 12: what was answered survives a kill at any instant, and nothing else is left")
    func kills() throws {
        try KillableService.with { service in
            let traffic = try Traffic(service)
            try traffic.start()
            defer { traffic.end() }
            let rounds = LoopBudget.rounds(50, full: 500)
            for round in 1...rounds {
                // At some instant after some answers.
                let enough = traffic.ledger.answers + Int.random(in: 0...25)
                traffic.open()
                while traffic.ledger.answers < enough, traffic.ledger.failures.isEmpty {
                    Waiting.pause(milliseconds: 1)
                }
                Waiting.pause(milliseconds: Int32.random(in: 0...10))
                service.kill()
                try traffic.close()
                try service.start()
                let audit = try Audit(service, traffic)
                let failures = try traffic.ledger.failures + audit.failures()
                try #require(failures.isEmpty, "kill \(round): \(failures.joined(separator: "\n"))")
                try audit.retire()
            }
        }
    }
}

/// A look at everything after a start, while nobody uses the service.
private struct Audit {
    private let service: KillableService
    private let traffic: Traffic
    private let connection: StagingConnection
    private let grants: [String: [Grant]]
    private let staged: [String: Path]

    init(_ service: KillableService, _ traffic: Traffic) throws {
        self.service = service
        self.traffic = traffic
        connection = service.connect()
        grants = Dictionary(grouping: try service.list().grants.filter { $0.state == .active }) {
            $0.representations.first?.name ?? ""
        }
        let objects = try service.withCatalogue { catalogue in
            try catalogue.rows(
                """
                SELECT name, object, is_tree FROM representations JOIN grants ON number = grant_number
                WHERE state = 'active' AND object IS NOT NULL
                """
            ) { ($0.text(0), "bytes/\($0.text(1))" + ($0.bool(2) ? "/content" : "")) }
        }
        let store = service.store
        staged = Dictionary(objects.map { ($0.0, store.appending(Path($0.1))) }) { first, _ in first }
    }

    func failures() throws -> [String] {
        var failures = try service.strayNames()
        for sent in traffic.ledger.sent {
            do {
                failures += try self.failures(of: sent).map { "\(sent.name): \($0)" }
            } catch { failures.append("\(sent.name): \(error)") }
        }
        for (path, placed) in traffic.ledger.placed {
            guard let found = TreeContent.of(Path(path)) else {
                if placed.isAnswered, !placed.mayBeGone { failures.append("\(path) is gone") }
                continue
            }
            // An area that may be gone may be going.
            if found != placed.content, !placed.mayBeGone { failures.append("\(path) is not whole") }
        }
        for name in try Scratch.names(in: traffic.out)
        where traffic.ledger.placed[traffic.out.appending(Path(name)).text] == nil {
            failures.append("out/\(name) is a stray name")
        }
        return failures
    }

    private func failures(of sent: Ledger.Sent) throws -> [String] {
        let active = grants[sent.name] ?? []
        guard active.count <= 1 else { return ["\(active.count) grants"] }
        var failures: [String] = []
        if let path = staged[sent.name], TreeContent.of(path) != sent.content {
            failures.append("not whole in the store")
        }
        if let path = sent.moved { failures += self.failures(ofMove: sent, path, active.first) }
        guard let grant = sent.grant, let token = grant.token else { return failures }
        if sent.isRevoked { return failures + (active.isEmpty ? [] : ["revoked and active"]) }
        if sent.mayBeRevoked { return failures }
        if let uses = sent.uses {
            let left = try connection.show(.id(grant.id)).usesLeft ?? -1
            if !(uses - sent.attempts...uses - sent.received).contains(left) {
                failures.append("\(left) uses left of \(uses), \(sent.received) to \(sent.attempts) were taken")
            }
            if left == 0 { return failures }
        }
        guard active.first?.id == grant.id else { return failures + ["answered and not active"] }
        if try received(token) != sent.content { failures.append("what is received is not what was sent") }
        return failures
    }

    private func failures(ofMove sent: Ledger.Sent, _ path: Path, _ grant: Grant?) -> [String] {
        let left = Scratch.content(of: path)
        let mayHaveEnded = sent.isRevoked || sent.mayBeRevoked
        if sent.grant != nil { return left == nil ? [] : ["moved and still there"] }
        if let left {
            if left != sent.content[""] { return ["a moved file is not whole"] }
            if grant?.representations.first?.staged == .rename { return ["both names of a moved file are there"] }
            let mode = (try? FileStatus.of(path))?.permissions
            return mode == 0o644 ? [] : ["a moved file has another mode: \(mode ?? 0)"]
        }
        return grant != nil || mayHaveEnded ? [] : ["a moved file is lost"]
    }

    /// Receives, and takes no use for it.
    private func received(_ token: Token) throws -> [String: [UInt8]]? {
        var options = ReceiveOptions()
        options.delivery = .descriptor
        let pending = try connection.receive(token, options)
        if pending.isTree { return pending.received.path.flatMap { TreeContent.of(Path($0)) } }
        return try pending.descriptor.map { ["": try $0.readAll()] }
    }

    /// Lets go of what was looked at, so that a round stays as long as the first.
    func retire() throws {
        for (path, placed) in traffic.ledger.placed {
            if placed.isArea {
                _ = try? connection.release(Path(path))
            } else {
                try? FileManager.default.removeItem(atPath: path)
            }
            traffic.ledger.forgetPlaced(path)
        }
        for sent in traffic.ledger.sent {
            let ends = sent.grant == nil || sent.isRevoked || sent.mayBeRevoked || Int.random(in: 0..<3) == 0
            guard ends else { continue }
            for grant in grants[sent.name] ?? [] { _ = try? connection.revoke(.id(grant.id)) }
            try? FileManager.default.removeItem(atPath: traffic.sources.appending(Path(sent.name)).text)
            traffic.ledger.forget(sent.name)
        }
    }
}
