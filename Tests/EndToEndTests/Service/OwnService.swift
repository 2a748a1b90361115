import Foundation
import LinuxSystem
import StagingTestSupport
import Testing

/// The user's own service of a fixture, looked at from outside.
extension StageFixture {
    /// The default store's folder.
    var ownStore: Path { scratch("state/stage") }

    /// Sends a file of the scratch folder and answers the token.
    func sent(_ name: String = "f.txt", _ options: String..., environment: [String: String] = [:]) throws -> String {
        try scratch.file(name, "content\n")
        let outcome = try run(["stage", "send"] + options + [name], environment: environment)
        try #require(outcome.status == 0, "\(outcome)")
        return outcome.text
    }

    /// The processes whose working directory is this store: its services.
    func services(of store: Path) throws -> [Int32] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { Int32($0) }.filter { pid in
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(pid)/cwd")) == store.text
                && ProcessIdentity(of: pid) != nil
        }
    }

    /// The one service of the default store.
    func ownService() throws -> Int32 {
        let all = try services(of: ownStore)
        try #require(all.count == 1, "\(all)")
        return all[0]
    }

    /// Kills the own service, and waits until it is gone.
    func killOwnService() throws {
        let pid = try ownService()
        kill(pid, SIGKILL)
        try #require(Patience.until { ProcessIdentity(of: pid) == nil })
    }
}
