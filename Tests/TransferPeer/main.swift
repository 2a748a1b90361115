// One end of a transfer, for the tests of two processes:
//   TransferPeer send KIND ARGUMENT [scope=S] [deadline=SECONDS] [materialize]    prints the token
//   TransferPeer receive KIND TOKEN [cancel=FILE]                                  prints what came
//   TransferPeer offer KIND ARGUMENT to=NAME                                       prints what becomes of it
//   TransferPeer work KIND NAME [count=N] [refuse=REASON] [fail=REASON]            prints what it sees, and what came
// A sender stays until a signal ends it, or with `materialize` ends when everything is staged. A receiver cancels as
// soon as FILE is there.
import CoreTransferable
import StagingModel

let kinds: [String: any Kind.Type] = [
    "recipe": Recipe.self, "sticker": Sticker.self, "film": Film.self, "inplace": FilmInPlace.self,
    "open": FilmToOpen.self, "clip": Clip.self, "slow": Slow.self, "letter": Letter.self, "picky": Picky.self,
]

func send<Value: Kind>(_: Value.Type, _ argument: String, _ options: [String: String]) async throws {
    let sent = try await Stage.send(
        Value(argument: argument), scope: options["scope"].flatMap(Scope.init) ?? .team,
        materialize: options["materialize"] != nil,
        exportDeadline: options["deadline"].flatMap(Double.init).map { .seconds($0) })
    let exports = sent.exports
    print(sent.token.text)
    fflush(nil)
    if options["materialize"] != nil { return }
    for await event in exports {
        if case .staged = event { continue }
        FileHandle.standardError.write(Data("\(event)\n".utf8))
    }
    FileHandle.standardError.write(Data("ended\n".utf8))
}

func receive<Value: Kind>(_: Value.Type, _ token: String, _ options: [String: String]) async throws {
    let progress = Progress(totalUnitCount: 1)
    let task = Task { try await Stage.receive(Value.self, from: token, progress: progress) }
    if let file = options["cancel"] {
        while !FileManager.default.fileExists(atPath: file) { try await Task.sleep(for: .milliseconds(10)) }
        progress.cancel()
    }
    let value = try await task.value
    print(try value.describe())
    print("progress \(progress.fractionCompleted)")
}

func offer<Value: Kind>(_: Value.Type, _ argument: String, _ options: [String: String]) async throws {
    let sent = try await Stage.send(Value(argument: argument))
    for try await progress in try await sent.offer(to: options["to"] ?? "general") {
        print(progress.state.rawValue + (progress.reason.map { ": \($0)" } ?? ""))
        fflush(nil)
    }
}

struct Failure: Error, CustomStringConvertible {
    var description: String
}

func work<Value: Kind>(_: Value.Type, _ name: String, _ options: [String: String]) async throws {
    var left = options["count"].flatMap(Int.init) ?? 1
    let destination = try await DropDestination<Value>.open(name)
    print("open")
    fflush(nil)
    for try await drop in destination {
        let types = drop.contentTypes.map(\.identifier).joined(separator: " ")
        print("saw \(types) \(drop.suggestedName ?? "-") \(drop.size)")
        if let reason = options["refuse"] {
            try await drop.refuse(reason)
        } else if let reason = options["fail"] {
            try? await drop.accept { _ in throw Failure(description: reason) }
        } else {
            print(try await drop.accept { try $0.describe() })
        }
        fflush(nil)
        left -= 1
        if left == 0 { break }
    }
}

let arguments = CommandLine.arguments.dropFirst()
var options: [String: String] = [:]
for argument in arguments.dropFirst(3) {
    let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
    options[parts[0]] = parts.count > 1 ? parts[1] : ""
}
guard arguments.count >= 3, let kind = kinds[Array(arguments)[1]] else { exit(2) }
let argument = Array(arguments)[2]
do {
    switch arguments.first {
    case "send": try await send(kind, argument, options)
    case "offer": try await offer(kind, argument, options)
    case "work": try await work(kind, argument, options)
    default: try await receive(kind, argument, options)
    }
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}
