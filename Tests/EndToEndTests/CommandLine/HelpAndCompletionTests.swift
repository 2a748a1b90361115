import Foundation
import LinuxSystem
import StagingTestSupport
import Testing

@Suite("Help and completions")
struct HelpAndCompletionTests {
    private static let commands = [
        "send", "receive", "keep", "hold", "release", "list", "show", "revoke", "renew", "type", "name", "watch",
        "status", "stop", "completions", "help",
    ]

    @Test("section 4: every command has help with examples, on standard output, and needs no service")
    func help() throws {
        try StageFixture.with { fixture in
            let overview = try fixture.stage("--help")
            #expect(overview.status == 0 && overview.errors == "", "\(overview)")
            for command in Self.commands {
                #expect(overview.text.contains("\n  \(command) "), "\(command) is missing in stage --help")
                let help = try fixture.stage(command, "--help")
                #expect(help.status == 0 && help.errors == "", "\(help)")
                #expect(help.text.contains("stage \(command)"), "\(help)")
                #expect(help.text.contains("Example"), "\(help)")
                #expect(help.lines.allSatisfy { $0.count <= 80 }, "\(help)")
                #expect(try fixture.stage("help", command).text == help.text)
                // Whatever else is there.
                #expect(try fixture.stage(command, "--help", "--nonsense").text == help.text)
            }
            for status in 1...8 { #expect(overview.text.contains("\n  \(status)  "), "status \(status)") }
            #expect((try? FileStatus.of(fixture.ownStore)) == nil)
        }
    }

    @Test("completions are read by their shell without a word", arguments: ["bash", "zsh", "fish"])
    func completions(shell: String) throws {
        try StageFixture.with { fixture in
            let script = try fixture.stage("completions", shell)
            #expect(script.status == 0 && script.output.count > 500, "\(script)")
            for command in Self.commands { #expect(script.text.contains(command)) }
            guard Needs.has(shell) else { return }
            try fixture.scratch.file("script", script.text + "\n")
            let read = try fixture.run([shell, "-n", "script"])
            #expect(read.status == 0 && read.errors == "", "\(read)")
        }
    }

    @Test("bash completes commands, options, their values and files", Needs.program("bash"))
    func bash() throws {
        try StageFixture.with { fixture in
            try fixture.scratch.file("a file.txt", "")
            let script = """
                source <(stage completions bash)
                complete -p stage >/dev/null || exit 1
                try() {
                    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}; COMPREPLY=()
                    $(complete -p stage | sed 's/.*-F \\([^ ]*\\).*/\\1/') stage "${COMP_WORDS[COMP_CWORD]}" \
                        "${COMP_WORDS[COMP_CWORD - 1]}"
                    printf '%s|' "${COMPREPLY[@]}"; echo
                }
                try stage se
                try stage send --sco
                try stage send --scope pro
                try stage completions z
                """
            let outcome = try fixture.run(["bash", "-c", script])
            #expect(outcome.status == 0, "\(outcome)")
            let offered = outcome.lines.map { line in
                line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            }
            #expect(offered == [["send"], ["--scope"], ["process"], ["zsh"]], "\(outcome)")
        }
    }
}
