internal import LinuxSystem
internal import StagingModel

/// The socket that a service manager passes (sd_listen_fds(3)).
enum ActivatedSocket {
    /// Takes the first passed descriptor, when it was passed to this very process. To be called before anything is
    /// opened: what is not passed after all is a free number.
    /// - Throws: ``StagingError`` where it is no socket that listens.
    static func take() throws -> SharedDescriptor? {
        guard let pid = OwnProcess.environment("LISTEN_PID"), pid.text == String(OwnProcess.pid),
            let count = OwnProcess.environment("LISTEN_FDS").flatMap({ Int($0.text) }), count >= 1
        else { return nil }
        guard UnixSocket.isListening(3) else {
            throw StagingError(
                .failed, "LISTEN_FDS is set, and descriptor 3 is no Unix stream socket that listens",
                hint: "ListenStream= of the socket unit names the path")
        }
        let socket = OwnedDescriptor(taking: 3)
        try? socket.setCloseOnExec()
        // The kernel names the process that last called listen(2) to those who connect: that has to be this one, and
        // not the service manager.
        try? UnixSocket.listenAgain(on: socket.number)
        return SharedDescriptor(socket)
    }
}
