internal import ContentTypes

/// Scripts that name their interpreter in the first line.
enum Interpreters {
    /// Bytes of the first line that the kernel reads.
    private static let mostBytes = 256

    /// The script that bytes are of which only the first line is text, as of one that unpacks what follows it.
    static func finding(inFirstLineOf bytes: [UInt8]) -> Finding? {
        guard bytes.has("#!"), let end = bytes.prefix(mostBytes).firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        return DecodedText(Array(bytes[..<end]), isWhole: true).flatMap(finding(in:))
    }

    static func finding(in text: DecodedText) -> Finding? {
        guard text.utf8.has("#!"), let line = text.lines(1).first else { return nil }
        var words = line.dropFirst(2).split { $0 == " " || $0 == "\t" }
        guard let path = words.first, path.hasPrefix("/") || path.hasPrefix(".") else { return nil }
        if path.hasSuffix("/env") {
            // What env is told first are its own options and settings of variables.
            words = Array(words.dropFirst().drop { $0.hasPrefix("-") || $0.contains("=") })
        }
        guard let program = words.first?.split(separator: "/").last else { return nil }
        let name = program.prefix { $0.isLetter || $0 == "+" || $0 == "_" }
        if program.hasPrefix("python2") { return Finding("org.python.python2-script", room: .textForm) }
        return Finding(types[String(name)] ?? "public.script", room: .textForm)
    }

    private static let types = [
        "sh": "public.shell-script", "dash": "public.shell-script", "ash": "public.shell-script",
        "bash": "public.bash-script", "zsh": "public.zsh-script", "ksh": "public.ksh-script",
        "mksh": "public.ksh-script", "csh": "public.csh-script", "tcsh": "public.tcsh-script",
        "fish": "com.fishshell.script", "nu": "sh.nushell.script", "python": "public.python-script",
        "pypy": "public.python-script", "perl": "public.perl-script", "ruby": "public.ruby-script",
        "jruby": "public.ruby-script", "php": "public.php-script", "node": "com.netscape.javascript-source",
        "nodejs": "com.netscape.javascript-source", "deno": "com.netscape.javascript-source",
        "bun": "com.netscape.javascript-source", "gjs": "com.netscape.javascript-source",
        "lua": "org.lua.source", "luajit": "org.lua.source", "texlua": "org.lua.source",
        "tclsh": "tk.tcl.source", "wish": "tk.tcl.source", "expect": "tk.tcl.source",
        "awk": "org.gnu.awk-script", "gawk": "org.gnu.gawk-script", "mawk": "org.gnu.awk-script",
        "nawk": "org.gnu.nawk-script", "tcl": "tk.tcl.source", "escript": "org.erlang.source",
        "elixir": "org.elixir-lang.source", "scala": "org.scala-lang.source", "kotlin": "org.kotlinlang.source",
        "runhaskell": "org.haskell.source", "ocaml": "org.ocaml.source", "racket": "org.racket-lang.source",
        "sbcl": "org.lisp.source", "crystal": "org.crystal-lang.source", "qml": "org.qt.qml-source",
        "gnuplot": "org.gnuplot.script", "scons": "org.scons.script",
        "sage": "org.sagemath.script", "rackup": "public.ruby-script",
        "dart": "org.dart.source", "swift": "public.swift-source", "sed": "org.gnu.sed-script",
        "make": "public.make-source",
        "rscript": "org.r-project.source", "Rscript": "org.r-project.source", "julia": "org.julialang.source",
        "guile": "org.gnu.guile-script", "pwsh": "com.microsoft.powershell-script",
        "groovy": "org.groovy-lang.source", "osascript": "com.apple.applescript.text",
    ]
}
