import Foundation
import Testing

@testable import StageCommands

/// Runs a program of the machine with a text as standard input; answers with its status and what it printed.
private func run(_ program: String, _ arguments: [String], input: String) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program] + arguments
    let (standardInput, standardOutput) = (Pipe(), Pipe())
    process.standardInput = standardInput
    process.standardOutput = standardOutput
    process.standardError = standardOutput
    try process.run()
    // Shells read the script as they go and print little, so neither pipe fills up while the other is waited for.
    try standardInput.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try standardInput.fileHandleForWriting.close()
    let output = try standardOutput.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
}

private func isInstalled(_ shell: Shell) -> Bool {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return path.split(separator: ":").contains {
        FileManager.default.isExecutableFile(atPath: "\($0)/\(shell.rawValue)")
    }
}

@Suite("Completions", .timeLimit(.minutes(5)))
struct CompletionTests {
    @Test("section 4: bash reads its completions")
    func bashSyntax() throws {
        let result = try run("bash", ["-n"], input: Shell.bash.completions)
        #expect(result == (0, ""))
    }

    @Test("section 4: zsh reads its completions", .enabled(if: isInstalled(.zsh), "zsh is not installed"))
    func zshSyntax() throws {
        let result = try run("zsh", ["-fn"], input: Shell.zsh.completions)
        #expect(result == (0, ""))
    }

    @Test(
        "section 4: zsh takes its completions in", .enabled(if: isInstalled(.zsh), "zsh is not installed"))
    func zshRegisters() throws {
        let script = "autoload -U compinit; compinit -D -u\n" + Shell.zsh.completions + "print -r -- $_comps[stage]\n"
        let result = try run("zsh", ["-f"], input: script)
        #expect(result == (0, "_stage\n"))
    }

    @Test(
        "section 4: fish completes", .enabled(if: isInstalled(.fish), "fish is not installed"),
        arguments: [
            ("stage rec", ["receive"]), ("stage send --sc", ["--scope"]), ("stage send --scope te", ["team"]),
            ("stage completions z", ["zsh"]), ("stage help ke", ["keep"]),
        ])
    func fish(line: String, expected: [String]) throws {
        let script = Shell.fish.completions + "complete -C \(Shell.quoted(line))\n"
        let result = try run("fish", ["--no-config"], input: script)
        let offered = result.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
        #expect(result.status == 0)
        #expect(offered == expected)
    }

    @Test(
        "section 4: bash completes commands, options and values",
        arguments: [
            (["stage", "re"], ["receive", "release", "revoke", "renew"]),
            (["stage", "--js"], ["--json"]),
            (["stage", "-q", "st"], ["status", "stop"]),
            (["stage", "send", "--t"], ["--ttl", "--type", "--token-file"]),
            (["stage", "send", "film.mkv", "--o"], ["--once", "--original", "--owner"]),
            (["stage", "send", "--scope", ""], ["process", "team", "group", "all"]),
            (["stage", "send", "--scope", "=", "g"], ["group"]),
            (["stage", "send", "--scope", "="], ["process", "team", "group", "all"]),
            (["stage", "send", "--as", "t"], ["tar.zst", "tar.gz", "tar"]),
            (["stage", "receive", "--as", ""], ["zip", "tar.zst", "tar.gz", "tar"]),
            (["stage", "send", "--ttl", ""], []),
            (["stage", "send", "fi"], ["film one.mkv", "film two.mkv"]),
            (["stage", "receive", "--to", "mo"], ["movies"]),
            (["stage", "name", "x", "--in", ""], ["movies"]),
            (["stage", "receive", "fi"], []),
            (["stage", "receive", "--accept", "image/"], ["image/*"]),
            (["stage", "receive", "-", "--exec", "mapfil"], ["mapfile"]),
            (["stage", "receive", "-", "--exec", "cp", "mo"], ["movies"]),
            (["stage", "keep", "--no"], ["--no-provenance"]),
            (["stage", "completions", ""], ["bash", "zsh", "fish"]),
            (["stage", "help", "com"], ["completions"]),
        ])
    func bash(words: [String], expected: [String]) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "completions-\(UUID())")
        try FileManager.default.createDirectory(
            at: folder.appending(path: "movies"), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in ["film one.mkv", "film two.mkv"] { try Data().write(to: folder.appending(path: name)) }
        let script = """
            \(Shell.bash.completions)
            cd \(Shell.quoted(folder.path))
            COMP_WORDS=(\(words.map(Shell.quoted).joined(separator: " ")))
            COMP_CWORD=\(words.count - 1)
            _stage
            (( ${#COMPREPLY[@]} == 0 )) || printf '%s\\n' "${COMPREPLY[@]}"
            """
        let result = try run("bash", ["--norc"], input: script)
        #expect(result.status == 0)
        #expect(result.output.split(separator: "\n").map(String.init).sorted() == expected.sorted())
    }
}
