internal import ContentTypes

/// The types that a file name speaks for.
enum NameEvidence {
    /// The declared types of the longest ending that has any, in lower case: `tar.gz` before `gz`; and of the few
    /// names that have a meaning as a whole, such as `Makefile`.
    static func types(of name: String?) -> [UTType] {
        guard let name else { return [] }
        let folded = name.asciiFolded
        if let build = ["sconstruct", "sconscript"].first(where: folded.hasPrefix),
            folded.utf8.count == build.utf8.count || folded.hasPrefix(build + "."),
            let type = UTType("org.scons.script")
        {
            return [type]
        }
        if let whole = wholeNames[folded], let type = UTType(whole) { return [type] }
        let parts = folded.split(separator: ".", omittingEmptySubsequences: false)
        // What stands before the first dot is no ending: a hidden file's name is not its type.
        for length in [2, 1] where parts.count > length && !(parts.count == length + 1 && parts[0].isEmpty) {
            let ending = parts.suffix(length).joined(separator: ".")
            let types = UTType.types(tag: ending, tagClass: .filenameExtension, conformingTo: nil)
            let declared = types.filter(\.isDeclared)
            if !declared.isEmpty { return declared }
        }
        return []
    }

    private static let wholeNames = [
        "makefile": "public.make-source", "gnumakefile": "public.make-source",
        "dockerfile": "com.docker.dockerfile", "containerfile": "com.docker.dockerfile",
        "cmakelists.txt": "org.kitware.cmake-source", "meson.build": "com.mesonbuild.source",
        "meson_options.txt": "com.mesonbuild.source", "configure.ac": "org.gnu.autoconf-source",
        "project.godot": "org.godot.project", "pom.xml": "org.apache.maven", "settings.xml": "org.apache.maven",
        "meson.options": "com.mesonbuild.source", "winmail.dat": "com.microsoft.tnef", "changelog": "org.gnu.changelog",
        "vagrantfile": "public.ruby-script", "gnumakefile.am": "public.make-source",
        "makefile.am": "public.make-source",
        "makefile.in": "public.make-source", "configure.in": "org.gnu.autoconf-source", "todo.txt": "org.todotxt.todo",
        "robots.txt": "public.plain-text", "go.mod": "public.plain-text", "go.sum": "public.plain-text",
        "build.bazel": "org.bazel.build", "justfile": "public.make-source", "jenkinsfile": "org.groovy-lang.source",
        "gemfile": "public.ruby-script", "rakefile": "public.ruby-script", "pkgbuild": "public.bash-script",
        ".bashrc": "public.bash-script", ".profile": "public.shell-script", ".zshrc": "public.zsh-script",
    ]
}
