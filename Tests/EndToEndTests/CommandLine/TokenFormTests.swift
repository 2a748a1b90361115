import Foundation
import LinuxSystem
import StagingTestSupport
import Testing

@Suite("Giving a token")
struct TokenFormTests {
    @Test(
        "section 4: a token comes as an argument, from standard input, a file, a descriptor or the environment",
        arguments: [
            #"stage receive "$t" --stdout"#,
            #"echo "$t" | stage receive - --stdout"#,
            // The first line alone, and blanks around it do no harm.
            #"printf ' %s \nsecond line\n' "$t" | stage receive - --stdout"#,
            #"printf '%s' "$t" | stage receive - --stdout"#,
            #"echo "$t" >t; stage receive @t --stdout"#,
            #"echo "$t" >t; stage receive fd:7 --stdout 7<t"#,
            #"STAGE_TOKEN=$t stage receive --stdout"#,
            #"STAGE_TOKEN=$t stage receive --exec cat"#,
            // What follows the line is left for the command.
            #"{ echo "$t"; echo rest; } | stage receive - --exec sh -c 'cat "$1"; read rest; test "$rest" = rest' sh"#,
            #"stage send --token-file t f.txt >/dev/null; stage receive @t --stdout"#,
        ])
    func forms(script: String) throws {
        try StageFixture.with { fixture in
            try fixture.scratch.file("f.txt", "content\n")
            let outcome = try fixture.run(["sh", "-c", "t=$(stage send f.txt); \(script)"])
            #expect(outcome.status == 0 && outcome.text == "content" && outcome.errors == "", "\(outcome)")
        }
    }

    @Test("section 4: show, revoke and renew take the same forms", arguments: ["show", "revoke", "renew --ttl 1h"])
    func otherCommands(command: String) throws {
        try StageFixture.with { fixture in
            try fixture.scratch.file("f.txt", "content\n")
            for script in [
                #"echo "$t" | stage \#(command) -"#, #"echo "$t" >t; stage \#(command) @t"#,
                #"STAGE_TOKEN=$t stage \#(command)"#, #"stage \#(command) "$t""#,
            ] {
                let outcome = try fixture.run(["sh", "-c", "t=$(stage send f.txt); \(script)"])
                #expect(outcome.status == 0, "\(script): \(outcome)")
            }
        }
    }

    @Test("an empty token, as of a send that failed, is told as such", arguments: ["", "\n", " \n"])
    func empty(text: String) throws {
        try StageFixture.with { fixture in
            let outcome = try fixture.stage("receive", "-", input: Array(text.utf8))
            #expect(outcome.status == 2, "\(outcome)")
            #expect(outcome.errors.contains("hint: did the command that should print it fail?"))
        }
    }

    @Test("section 4: a token in the arguments is blanked before anything else is done")
    func blanked() throws {
        try StageFixture.with { fixture in
            // More than a pipe holds, so that it waits for a reader that does not read.
            try fixture.scratch.file("f.txt", [UInt8](repeating: 65, count: 1 << 20))
            let token = try fixture.stage("send", "f.txt").text
            try fixture.run(["mkfifo", fixture.scratch("pipe").text])
            let reader = try fixture.start(["sh", "-c", "exec sleep 60 <pipe"])
            defer { reader.send(signal: SIGKILL) }
            let waiting = try fixture.start(["sh", "-c", "exec stage receive --stdout '\(token)' >pipe"])
            let isBlanked = Patience.until {
                let words = String(
                    decoding: (try? SmallFile.read(Path("/proc/\(waiting.pid)/cmdline"))) ?? [], as: UTF8.self)
                return words.hasPrefix("stage\0") && !words.contains(token) && words.contains("stg_*")
            }
            #expect(isBlanked)
            // It does not hold the use that it will not spend.
            reader.send(signal: SIGKILL)
            #expect(waiting.wait().status == 128 + SIGPIPE)
        }
    }

    @Test("section 4: a token file is its owner's alone, whole or not at all, and replaces a wider one")
    func tokenFile() throws {
        try StageFixture.with { fixture in
            try fixture.scratch.file("f.txt", "content\n")
            try fixture.scratch.file("t", "old\n", mode: 0o666)
            let sent = try fixture.run(["sh", "-c", "umask 000; stage send --token-file t f.txt f.txt"])
            #expect(sent.status == 0, "\(sent)")
            let file = fixture.scratch("t")
            #expect(try FileStatus.of(file).permissions == 0o600)
            #expect(Scratch.content(of: file) == sent.output)
            #expect(sent.lines.count == 2)
        }
    }
}
