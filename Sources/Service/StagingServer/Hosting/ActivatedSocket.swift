internal import LinuxSystem

/// The socket that a service manager passes (sd_listen_fds(3)).
enum ActivatedSocket {
    /// Takes the first passed descriptor, when it was passed to this very process.
    static func take() -> SharedDescriptor? {
        guard let pid = OwnProcess.environment("LISTEN_PID"), pid.text == String(OwnProcess.pid),
            let count = OwnProcess.environment("LISTEN_FDS").flatMap({ Int($0.text) }), count >= 1
        else { return nil }
        let socket = OwnedDescriptor(taking: 3)
        try? socket.setCloseOnExec()
        // The kernel names the process that last called listen(2) to those who connect: that has to be this one, and
        // not the service manager.
        try? UnixSocket.listenAgain(on: socket.number)
        return SharedDescriptor(socket)
    }
}
