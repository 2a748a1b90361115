import Foundation
import LinuxSystem
import StagingModel
import Testing

@testable import StagingServer

@Suite("Places of the configuration")
struct ConfigurationFileTests {
    private func places(chosen: Path? = nil, isSystem: Bool = false, _ variables: [String: Path]) -> [ConfigurationFile]
    {
        ConfigurationFile.places(chosen: chosen, isSystem: isSystem) { variables[$0] }
    }

    @Test("the user's own service reads the machine's file, then the user's")
    func own() {
        let machine = ConfigurationFile("/etc/stage/staged.conf", takesService: false)
        #expect(
            places(["XDG_CONFIG_HOME": "/c", "HOME": "/h"]) == [machine, ConfigurationFile("/c/stage/staged.conf")])
        #expect(places(["HOME": "/h"]) == [machine, ConfigurationFile("/h/.config/stage/staged.conf")])
        #expect(places(["XDG_CONFIG_HOME": "c", "HOME": "/h"]).last?.path == "/h/.config/stage/staged.conf")
        // Without the variables, the home that the account has.
        let home = Accounts.user(OwnProcess.uid)?.home.appending(".config/stage/staged.conf")
        #expect(places([:]) == [machine] + (home.map { [ConfigurationFile($0)] } ?? []))
    }

    @Test("the system-wide service reads the machine's file alone")
    func system() {
        #expect(places(isSystem: true, ["HOME": "/h"]) == [ConfigurationFile("/etc/stage/staged.conf")])
    }

    @Test("a chosen file is the only one and has to exist")
    func chosen() {
        #expect(places(chosen: "my.conf", ["HOME": "/h"]) == [ConfigurationFile("my.conf", isRequired: true)])
        let missing = ConfigurationFile("/nowhere/staged.conf", isRequired: true)
        let error = #expect(throws: ConfigurationError.self) { try ServiceConfiguration.load([missing]) }
        #expect(error?.description == "/nowhere/staged.conf: cannot be read: No such file or directory")
    }

    @Test("a file that is missing and may be changes nothing")
    func missing() throws {
        #expect(try ServiceConfiguration.load([ConfigurationFile("/nowhere/x")]) == ServiceConfiguration())
    }

    @Test("a file that cannot be read as text is an error")
    func unreadable() throws {
        let folder = try Folder()
        let directory = #expect(throws: ConfigurationError.self) {
            try ServiceConfiguration.load([ConfigurationFile(Path(folder.path))])
        }
        #expect(directory?.message == "cannot be read: Is a directory")

        let binary = try folder.write("binary", Data("[limits]\nmax-ttl = \u{E9}".utf8) + [0xC3])
        let error = #expect(throws: ConfigurationError.self) { try ServiceConfiguration.load([binary]) }
        #expect(error?.description == "\(binary.path):2: is not UTF-8")

        let large = try folder.write("large", Data(repeating: UInt8(ascii: "#"), count: (1 << 20) + 1))
        #expect(throws: ConfigurationError.self) { try ServiceConfiguration.load([large]) }
    }

    @Test("files are read from disk in turn, with the users that this machine has")
    func load() throws {
        let folder = try Folder()
        let first = try folder.write("1", Data("[limits]\nconnections = 5\n[team a]\nmembers = root".utf8))
        let second = try folder.write("2", Data("[limits]\nconnections = 6\n".utf8))
        let read = try ServiceConfiguration.load([first, second])
        #expect(read.limits.connections == 6)
        #expect(read.teams == ["a": [0]])
    }

    /// A folder that ends with the value.
    private final class Folder {
        let path = NSTemporaryDirectory() + "staged-configuration-" + UUID().uuidString

        init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false) }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        func write(_ name: String, _ content: Data) throws -> ConfigurationFile {
            let file = path + "/" + name
            try content.write(to: URL(fileURLWithPath: file))
            return ConfigurationFile(Path(file))
        }
    }
}

@Suite("Example of the configuration")
struct ConfigurationExampleTests {
    private let example: String

    init() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        example = try String(contentsOf: root.appending(path: "Config/staged.conf"), encoding: .utf8)
    }

    /// The settings that the example has commented out: lines that are `#name = value` without a space behind `#`.
    private var commentedOut: [String] {
        example.split(separator: "\n").map(String.init).filter { $0.wholeMatch(of: /#[a-z-]+ =.*/) != nil }
    }

    @Test("every setting stands in the example with its default, in the order of the table")
    func complete() {
        let expected = Setting.all.flatMap { setting in
            setting.written(ServiceConfiguration()).map {
                $0.isEmpty ? "#\(setting.name) =" : "#\(setting.name) = \($0)"
            }
        }
        #expect(commentedOut == expected)
    }

    @Test("the example as it is, and with every setting uncommented, gives the defaults")
    func parses() throws {
        var reader = ConfigurationReader()
        try reader.read(example, file: "as it is")
        #expect(try reader.finish() == ServiceConfiguration())

        var uncommented = example
        for line in commentedOut { uncommented.replace(line, with: line.dropFirst()) }
        #expect(uncommented != example)
        reader = ConfigurationReader()
        try reader.read(uncommented, file: "uncommented")
        #expect(try reader.finish() == ServiceConfiguration())
    }

    @Test("what a setting writes is read back as the same", arguments: Setting.all.map(\.name))
    func roundTrip(name: String) throws {
        let setting = try #require(Setting.named(name))
        let other = [
            "item-size": "3K", "store": "/a", "socket": "/b", "annex": "/c", "system": "yes", "name-size": "100",
            "representations": "100",
        ]
        var changed = ServiceConfiguration()
        let defaults = setting.written(changed)
        let value = other[name] ?? defaults.joined().replacing(/^[0-9]+/, with: "200")
        try setting.assign(&changed, value)
        #expect(setting.written(changed) == [value])
        #expect(setting.written(changed) != defaults)
        setting.copy(ServiceConfiguration(), &changed)
        #expect(changed == ServiceConfiguration())
    }
}
