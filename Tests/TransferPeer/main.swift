// One end of a transfer, for the tests of two processes:
//   TransferPeer send KIND ARGUMENT [scope=S] [deadline=SECONDS] [materialize]    prints the token
//   TransferPeer receive KIND TOKEN [cancel=SECONDS]                               prints what came
// A sender stays until a signal ends it, or with `materialize` ends when everything is staged.
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
    if let seconds = options["cancel"].flatMap(Double.init) {
        try await Task.sleep(for: .seconds(seconds))
        progress.cancel()
    }
    let value = try await task.value
    print(try value.describe())
    print("progress \(progress.fractionCompleted)")
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
    if arguments.first == "send" {
        try await send(kind, argument, options)
    } else {
        try await receive(kind, argument, options)
    }
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}
