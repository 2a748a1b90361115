// The two ends of the tutorial:
//   TutorialExample record FILE TITLE     prints a token, and stays
//   TutorialExample leave FILE TITLE      prints a token, and ends
//   TutorialExample encode TOKEN          receives what the token stands for
//   TutorialExample explain FILE TITLE    tells what would be exported
import CoreTransferable

func note(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }

let arguments = Array(CommandLine.arguments.dropFirst())
do {
    switch (arguments.first, arguments.count) {
    case ("record", 3): try await record(URL(filePath: arguments[1]), title: arguments[2])
    case ("leave", 3): try await recordAndLeave(URL(filePath: arguments[1]), title: arguments[2])
    case ("encode", 2): try await encode(arguments[1])
    case ("explain", 3): explain(Recording(title: arguments[2], file: URL(filePath: arguments[1])))
    default:
        note("usage: TutorialExample record FILE TITLE | leave FILE TITLE | encode TOKEN | explain FILE TITLE")
        exit(2)
    }
} catch {
    note("\(error)")
    exit(1)
}
