/// A configuration that cannot be followed: where, what is wrong, and what is possible.
package struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file, as text for a message.
    package let file: String
    /// The line, from 1; nil where the file as a whole is meant.
    package let line: Int?
    /// What is wrong, in one line.
    package let message: String
    /// What to write instead, where that can be said.
    package let hint: String?

    init(file: String, line: Int?, _ problem: Problem) {
        self.file = file
        self.line = line
        message = problem.message
        hint = problem.hint
    }

    /// `FILE:LINE: message (hint)`, as compilers write it, so that editors find the line.
    package var description: String {
        let place = line.map { "\(file):\($0)" } ?? file
        return "\(place): \(message)" + (hint.map { " (\($0))" } ?? "")
    }

    /// What is wrong, before it is known in which line.
    struct Problem: Error {
        let message: String
        let hint: String?

        init(_ message: String, hint: String? = nil) {
            self.message = message
            self.hint = hint
        }
    }
}
