extension OwnProcess {
    /// The user's home: of the environment, unless that is another user's, as after `sudo -E` or `su`; else of the
    /// account. What root keeps in a user's home would shut that user out of it.
    /// - Parameters:
    ///   - account: the home that the user's account has; nil without an account.
    ///   - owner: whose a directory is; nil where there is none.
    package static func home(
        _ environment: (String) -> Path? = OwnProcess.environment,
        account: () -> Path? = { Accounts.user(uid)?.home },
        owner: (Path) -> UInt32? = { try? FileStatus.of($0, followLinks: true).user }
    ) -> Path? {
        guard let home = environment("HOME"), home.isAbsolute else { return account() }
        if let owner = owner(home), owner != uid { return account() ?? home }
        return home
    }
}
