internal import CLinux
internal import Glibc

/// What can be asked of a descriptor that may be a terminal. Blocks never.
package enum Terminal {
    /// Whether the descriptor is open on a terminal.
    package static func isTerminal(_ descriptor: CInt) -> Bool { isatty(descriptor) == 1 }

    /// The width of the terminal's window in columns; nil where it is no terminal or does not know.
    package static func columns(_ descriptor: CInt) -> Int? {
        let columns = clinux_terminal_columns(descriptor)
        return columns > 0 ? Int(columns) : nil
    }
}
