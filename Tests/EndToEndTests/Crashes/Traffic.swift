import Foundation
import LinuxSystem
import StagingClient
import StagingModel
import StagingTestSupport
import Synchronization
import Testing

/// Senders, receivers and owners that use a service all the time, on threads of their own.
final class Traffic: Sendable {
    let ledger = Ledger()
    private let fixture: StageFixture
    private let socket: Path
    private let numbers = Atomic<Int>(0)
    private let gate = Mutex(Gate())

    private struct Gate {
        var isOpen = false
        var hasEnded = false
        var busy = 0
        var threads = 0
    }

    init(_ service: borrowing KillableService) throws {
        fixture = service.fixture
        socket = service.socket
        for folder in ["sources", "out"] { try fixture.scratch.folder(folder) }
    }

    var sources: Path { fixture.scratch("sources") }
    var out: Path { fixture.scratch("out") }

    // MARK: Threads

    private enum Role: CaseIterable { case files, files2, mixed, programs, toPaths, areas, owner }

    func start() throws {
        for role in Role.allCases {
            gate.withLock { $0.threads += 1 }
            try BlockingThread.start(name: "traffic") { [self] in
                var connection = KillableService.connect(to: socket)
                while enter() {
                    work(role, connection)
                    // As a new process would, now and then.
                    if Int.random(in: 0..<8) == 0 { connection = KillableService.connect(to: socket) }
                    gate.withLock { $0.busy -= 1 }
                }
                gate.withLock { $0.threads -= 1 }
            }
        }
    }

    /// Waits for the gate.
    /// - Returns: false when all is over.
    private func enter() -> Bool {
        while true {
            let next = gate.withLock { gate -> Bool? in
                if gate.hasEnded { return false }
                guard gate.isOpen else { return nil }
                gate.busy += 1
                return true
            }
            if let next { return next }
            Waiting.pause(milliseconds: 2)
        }
    }

    func open() { gate.withLock { $0.isOpen = true } }

    /// Lets nothing new begin, and waits for what goes on: calls to a killed service end at once.
    func close() throws {
        gate.withLock { $0.isOpen = false }
        try #require(Patience.until { gate.withLock { $0.busy == 0 } }, "the clients come to an end")
    }

    func end() {
        gate.withLock { $0.hasEnded = true }
        _ = Patience.until { gate.withLock { $0.threads == 0 } }
    }

    // MARK: Work

    private func work(_ role: Role, _ connection: StagingConnection) {
        do {
            switch role {
            case .files, .files2: try sendFile(over: connection)
            case .mixed: try Bool.random() ? sendTree(over: connection) : sendStream(over: connection)
            case .programs: try runProgram()
            case .toPaths: try receiveToPath(connection)
            case .areas: try receiveIntoArea(connection)
            case .owner: try own(connection)
            }
        } catch let error as StagingError where error.code == .noService {
            // The service was killed: there is no answer, and nobody counts on one.
            Waiting.pause(milliseconds: 2)
        } catch { ledger.fail("\(role): \(error)") }
    }

    private func newName(_ ending: String) -> String {
        "item\(numbers.add(1, ordering: .relaxed).newValue)\(ending)"
    }

    /// Text, so that no sniffing gives it another ending.
    private static func content(_ name: String) -> [UInt8] {
        let size = [0, 100, 5000, 300_000].randomElement() ?? 0
        let line = Array("\(name) \(UInt64.random(in: 0 ... .max))\n".utf8)
        return Array(repeatElement(line, count: size / line.count + 1).joined())
    }

    private func sendFile(over connection: StagingConnection) throws {
        let name = newName(".txt")
        let content = Self.content(name)
        let path = try fixture.scratch.file("sources/\(name)", content)
        var options = SendOptions()
        var sent = Ledger.Sent(name: name, content: ["": content])
        let kind = Int.random(in: 0..<6)
        switch kind {
        case 0: options.mode = .original
        case 1, 2:
            options.mode = .move
            sent.moved = path
        case 3:
            options.uses = 3
            sent.uses = 3
        case 4: options.key = name
        default: break
        }
        ledger.note(sent)
        let grant = try connection.send([ItemToSend(.path(path))], options)
        sent.grant = grant
        // Nobody ends it before it was sent again.
        sent.isTaken = kind == 4
        ledger.note(sent)
        guard kind == 4 else { return }
        defer { ledger.change(name) { $0.isTaken = false } }
        let again = try connection.send([ItemToSend(.path(path))], options)
        if again.id != grant.id { ledger.fail("\(name): another grant under its key") }
        if again.token == grant.token { ledger.fail("\(name): no further token under its key") }
    }

    private func sendTree(over connection: StagingConnection) throws {
        let name = newName("")
        let folder = try fixture.scratch.folder("sources/\(name)")
        var content: [String: [UInt8]] = [:]
        try fixture.scratch.folder("sources/\(name)/sub")
        for file in ["a", "b", "sub/c", "sub/d"] {
            content[file] = Self.content(name)
            try fixture.scratch.file("sources/\(name)/\(file)", content[file] ?? [])
        }
        var sent = Ledger.Sent(name: name, content: content)
        ledger.note(sent)
        sent.grant = try connection.send([ItemToSend(.path(folder))], SendOptions())
        ledger.note(sent)
    }

    private func sendStream(over connection: StagingConnection) throws {
        let name = newName(".txt")
        let content = Self.content(name)
        var sent = Ledger.Sent(name: name, content: ["": content])
        ledger.note(sent)
        let stream = try Self.stream(of: content)
        do {
            sent.grant = try connection.send([ItemToSend(.descriptor(stream), name: name)], SendOptions())
            ledger.note(sent)
        } catch {
            // Lets the writer come to an end.
            while (try? readStream(stream.number, most: 65536).isEmpty) == false {}
            throw error
        }
    }

    /// A pipe that gives the content and ends.
    private static func stream(of content: [UInt8]) throws -> SharedDescriptor {
        let pipe = try LinuxSystem.Pipe()
        let writing = try #require(pipe.writing)
        pipe.closeWriting()
        try BlockingThread.start(name: "writer") {
            try? writeAll(content, to: writing.number)
            withExtendedLifetime(writing) {}
        }
        return pipe.reading
    }

    private func runProgram() throws {
        let program = fixture.programs.appending("stage").text
        let environment = ["STAGE_SOCKET": socket.text]
        if Bool.random(), let sent = ledger.take(where: { $0.uses == nil }), let token = sent.grant?.token {
            defer { ledger.change(sent.name) { $0.isTaken = false } }
            let path = out.appending(Path(newName("-\(sent.name)"))).text
            var placed = Ledger.Placed(content: sent.content)
            ledger.place(path, placed)
            let outcome = try fixture.run(
                [program, "receive", "-", "--to", path], input: Array("\(token.text)\n".utf8), environment: environment)
            if outcome.status == 7 { return }
            guard outcome.status == 0 else { return ledger.fail("stage receive: \(outcome)") }
            placed.isAnswered = true
            return ledger.place(path, placed)
        }
        let name = newName(".txt")
        let content = Self.content(name)
        var sent = Ledger.Sent(name: name, content: ["": content])
        let isMove = Bool.random()
        let path = try fixture.scratch.file("sources/\(name)", content)
        if isMove { sent.moved = path }
        ledger.note(sent)
        let outcome = try fixture.run(
            [program, "send", "--json", path.text] + (isMove ? ["--move"] : []), environment: environment)
        if outcome.status == 7 { return }
        guard outcome.status == 0 else { return ledger.fail("stage send: \(outcome)") }
        sent.grant = try JSONDecoder().decode(Grant.self, from: Data(outcome.output))
        ledger.note(sent)
    }

    private func receiveToPath(_ connection: StagingConnection) throws {
        guard let sent = take(), let token = sent.grant?.token else { return Waiting.pause(milliseconds: 1) }
        defer { ledger.change(sent.name) { $0.isTaken = false } }
        let path = out.appending(Path(newName("-\(sent.name)")))
        var placed = Ledger.Placed(content: sent.content)
        ledger.place(path.text, placed)
        ledger.change(sent.name) { $0.attempts += 1 }
        _ = try connection.receive(token, ReceiveOptions(), to: Destination(path)) { _, _ in }
        placed.isAnswered = true
        // Whether the use is spent is not certain: the service may have been killed when the file was in place.
        ledger.place(path.text, placed)
    }

    /// Something to receive; of what has few uses only as long as none of them can have been lost.
    private func take() -> Ledger.Sent? { ledger.take { sent in sent.uses.map { sent.attempts < $0 } ?? true } }

    private func receiveIntoArea(_ connection: StagingConnection) throws {
        guard let sent = take(), let token = sent.grant?.token else { return Waiting.pause(milliseconds: 1) }
        defer { ledger.change(sent.name) { $0.isTaken = false } }
        ledger.change(sent.name) { $0.attempts += 1 }
        let pending = try connection.receive(token, ReceiveOptions())
        try connection.confirm(pending)
        ledger.change(sent.name) { $0.received += 1 }
        guard let path = pending.received.path, pending.received.area != nil else { return }
        var area = Ledger.Placed(content: sent.content, isAnswered: true, isArea: true)
        ledger.place(path, area)
        switch Int.random(in: 0..<4) {
        case 0:
            area.mayBeGone = true
            ledger.place(path, area)
            let kept = out.appending(Path(newName("-kept-\(sent.name)")))
            var placed = Ledger.Placed(content: sent.content)
            ledger.place(kept.text, placed)
            _ = try connection.keep(Path(path), at: Destination(kept)) { _, _ in }
            placed.isAnswered = true
            ledger.place(kept.text, placed)
        case 1:
            area.mayBeGone = true
            ledger.place(path, area)
            _ = try connection.release(Path(path))
        case 2: _ = try connection.hold(Path(path), for: .seconds(3000))
        default: break
        }
    }

    private func own(_ connection: StagingConnection) throws {
        guard let sent = ledger.take(where: { _ in true }), let grant = sent.grant else {
            return Waiting.pause(milliseconds: 1)
        }
        defer { ledger.change(sent.name) { $0.isTaken = false } }
        // A last use that was taken has ended it.
        if let uses = sent.uses, sent.attempts >= uses { return }
        if Int.random(in: 0..<3) > 0 {
            _ = try connection.renew(.id(grant.id), for: .seconds(3000))
        } else {
            ledger.change(sent.name) { $0.mayBeRevoked = true }
            _ = try connection.revoke(.id(grant.id))
            ledger.change(sent.name) { $0.isRevoked = true }
        }
    }
}
