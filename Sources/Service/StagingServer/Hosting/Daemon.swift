internal import LinuxSystem

/// Turning a process that a client started into a service that outlives it and keeps nothing of it (section 6).
enum Daemon {
    /// Leaves the client: a session of its own, nothing inherited but the descriptor that is told how the start went. To
    /// be called in a copy of the process that the client waits for.
    static func leaveClient(keeping ready: Int32) throws(SystemError) {
        try ProcessControl.startSession()
        try ProcessControl.closeOthers(than: ready)
        try ProcessControl.redirectStandardDescriptors(to: "/dev/null")
        ProcessControl.resetSignals()
    }

    /// What every service sets for itself, however it was started.
    static func prepare() {
        ProcessControl.useUTF8()
        ProcessControl.setFileModeMask(0o077)
        ProcessControl.raiseFileLimit()
        ProcessControl.ignore(.brokenPipe)
        ReadLease.ignoreSignals()
    }
}
