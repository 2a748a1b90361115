import LinuxSystem
import StagingModel
import Testing

@testable import StagingServer

/// Reads one text as the only configuration file, on a machine whose users are alice (1001) and bob (1002).
private func configuration(_ text: String) throws(ConfigurationError) -> ServiceConfiguration {
    try configuration([("staged.conf", text, true)])
}

private func configuration(
    _ files: [(name: String, text: String, takesService: Bool)]
) throws(ConfigurationError) -> ServiceConfiguration {
    var reader = ConfigurationReader()
    reader.userID = { ["alice": 1001, "bob": 1002][$0] }
    for file in files { try reader.read(file.text, file: file.name, takesService: file.takesService) }
    return try reader.finish()
}

@Suite("Configuration file")
struct ConfigurationTests {
    @Test("nothing said gives the defaults of rule 21")
    func defaults() throws {
        #expect(try configuration("") == ServiceConfiguration())
        #expect(try configuration("").limits == Limits())
        #expect(try configuration("# only a comment\n\n[limits]\n[service]\n") == ServiceConfiguration())
    }

    @Test(
        "rule 21: each limit can be set",
        arguments: [
            ("default-ttl = 90s", \Limits.defaultTTL, 90), ("max-ttl=30d", \.maximumTTL, 30 * 86_400),
            ("default-lease = 2m", \.defaultLease, 120), ("max-lease = 2h", \.maximumLease, 7200),
            ("free-space = 10M", \.freeBytes, 10 << 20), ("free-space = 0", \.freeBytes, 0),
        ] as [(String, any KeyPath<Limits, Int64> & Sendable, Int64)])
    func spans(line: String, field: any KeyPath<Limits, Int64> & Sendable, value: Int64) throws {
        #expect(try configuration("[limits]\n\(line)").limits[keyPath: field] == value)
    }

    @Test(
        "rule 21: each count can be set",
        arguments: [
            ("grants-per-user = 7", \Limits.grantsPerUser, 7), ("areas-per-user = 8", \.areasPerUser, 8),
            ("connections-per-user = 9", \.connectionsPerUser, 9), ("connections = 10", \.connections, 10),
            ("message-size = 512K", \.messageBytes, 512 << 10),
            ("descriptors-per-message = 253", \.descriptorsPerMessage, 253), ("name-size = 143", \.nameBytes, 143),
            ("tree-entries = 12", \.treeEntries, 12), ("representations = 13", \.representations, 13),
        ] as [(String, any KeyPath<Limits, Int> & Sendable, Int)])
    func counts(line: String, field: any KeyPath<Limits, Int> & Sendable, value: Int) throws {
        #expect(try configuration("[limits]\n\(line)").limits[keyPath: field] == value)
    }

    @Test("an item may be limited, and unlimited again")
    func itemSize() throws {
        #expect(try configuration("[limits]\nitem-size = 2G").limits.itemBytes == 2 << 30)
        #expect(try configuration("[limits]\nitem-size = unlimited").limits.itemBytes == nil)
        let both = [("a", "[limits]\nitem-size = 2G", true), ("b", "[limits]\nitem-size = unlimited", true)]
        #expect(try configuration(both).limits.itemBytes == nil)
    }

    @Test("the service's own settings")
    func service() throws {
        let read = try configuration(
            """
            [service]
              store  =  /srv/my store \r
            socket = /run/stage/stage.sock
            annex = /data/.stage
            annex = /media/.stage
            idle = 5m
            system = yes
            """)
        #expect(read.store == "/srv/my store")
        #expect(read.socket == "/run/stage/stage.sock")
        #expect(read.annexes == ["/data/.stage", "/media/.stage"])
        #expect(read.idleSeconds == 300)
        #expect(read.isSystem)
    }

    @Test("rule 16: teams have their members by name or number")
    func teams() throws {
        let read = try configuration("[team film]\nmembers = alice, bob,1003\n[team empty]\n[team x-1.y_z]\nmembers=")
        #expect(read.teams == ["film": [1001, 1002, 1003], "empty": [], "x-1.y_z": []])
    }

    @Test("a later file overrides an earlier one, setting by setting and team by team")
    func laterFileWins() throws {
        let first = """
            [limits]
            max-ttl = 2d
            connections = 5
            [service]
            annex = /one
            [team a]
            members = alice
            [team b]
            members = alice
            """
        let second = "[limits]\nmax-ttl = 3d\n[service]\nannex = /two\nannex = /three\n[team b]\nmembers = bob"
        let read = try configuration([("first", first, true), ("second", second, true)])
        #expect(read.limits.maximumTTL == 3 * 86_400)
        #expect(read.limits.connections == 5)
        #expect(read.annexes == ["/two", "/three"])
        #expect(read.teams == ["a": [1001], "b": [1002]])
    }

    @Test("a name without a value has its default again")
    func reset() throws {
        let first =
            "[limits]\nmax-ttl = 2d\ndefault-ttl = 2h\nitem-size = 1G\n[service]\nstore = /s\nannex = /a\nidle = 1s"
        let second = "[limits]\nmax-ttl =\ndefault-ttl =\nitem-size =\n[service]\nstore =\nannex =\nidle ="
        #expect(try configuration([("1", first, true), ("2", second, true)]) == ServiceConfiguration())
    }

    @Test("the user's own service takes limits and teams from the machine's file, but checks all of it")
    func serviceOfAnother() throws {
        let machine = "[service]\nstore = /srv/stage\nannex = /data\n[limits]\nconnections = 9\n[team a]\nmembers = bob"
        let read = try configuration([("machine", machine, false), ("own", "[service]\nidle = 1m", true)])
        #expect(read.store == nil)
        #expect(read.annexes.isEmpty)
        #expect(read.idleSeconds == 60)
        #expect(read.limits.connections == 9)
        #expect(read.teams == ["a": [1002]])
        #expect(throws: ConfigurationError.self) {
            try configuration([("machine", "[service]\nstore = nowhere", false)])
        }
    }

    @Test("a default that nobody chose follows a lower limit; one that somebody chose is an error")
    func defaultsBelowMaxima() throws {
        let read = try configuration("[limits]\nmax-ttl = 10m\nmax-lease = 60s")
        #expect(read.limits.defaultTTL == 600)
        #expect(read.limits.defaultLease == 60)
        let error = #expect(throws: ConfigurationError.self) {
            try configuration([("a", "[limits]\n\ndefault-ttl = 2h", true), ("b", "[limits]\nmax-ttl = 90m", true)])
        }
        #expect(error?.description == "a:3: default-ttl is more than max-ttl, which is 90m")
    }

    @Test(
        "what cannot be followed is told with its line and what is possible",
        arguments: [
            (
                "max-ttl = 1d",
                "1: 'max-ttl' stands before any section (the sections are [limits], [service] and [team NAME])"
            ),
            ("[limits]\nmax-tll = 1d", "2: [limits] has no setting 'max-tll' (did you mean max-ttl?)"),
            ("[limits]\nidle = 1m", "2: idle stands in the wrong section (it belongs into [service])"),
            ("[service]\nhello = 1", "2: [service] has no setting 'hello' (it has store, socket, annex, idle, system)"),
            ("[limits]\nmax-ttl 1d", "2: 'max-ttl 1d' is no setting (name = value)"),
            ("[limits]\nconnections = 1\n\nconnections = 2", "4: connections stands in line 2 already"),
            ("[limits]\nmax-ttl = 5", "2: max-ttl: '5' is no duration (such as 90s, 15m, 2h or 1d)"),
            (
                "[limits]\nmax-ttl = 1d # x",
                "2: max-ttl: '1d # x' is no duration (a comment stands on a line of its own)"
            ),
            ("[limits]\nmax-ttl = 0s", "2: max-ttl: '0s' is too little (at least 1s)"),
            (
                "[limits]\nmax-ttl = 99999999999999999999d",
                "2: max-ttl: '99999999999999999999d' is too much (at most 36525d)"
            ),
            (
                "[limits]\nmax-ttl = 9223372036854775807d",
                "2: max-ttl: '9223372036854775807d' is too much (at most 36525d)"
            ),
            ("[limits]\nmax-ttl = unlimited", "2: max-ttl: this has to have a limit"),
            ("[limits]\nitem-size = big", "2: item-size: 'big' is no size (such as 512K, 10M or 2G, or unlimited)"),
            ("[limits]\nfree-space = 10MB", "2: free-space: '10MB' is no size (such as 512K, 10M or 2G)"),
            ("[limits]\nconnections = many", "2: connections: 'many' is no count (a whole number)"),
            ("[limits]\nconnections = -1", "2: connections: '-1' is no count (a whole number)"),
            ("[limits]\nconnections = 0", "2: connections: '0' is too little (at least 1)"),
            ("[limits]\nconnections = ٣", "2: connections: '٣' is no count (a whole number)"),
            ("[limits]\ndescriptors-per-message = 254", "2: descriptors-per-message: '254' is too much (at most 253)"),
            ("[limits]\nname-size = 256", "2: name-size: '256' is too much (at most 255)"),
            (
                "[service]\nstore = srv",
                "2: store: 'srv' is no absolute path (a path from the root, such as /srv/stage)"
            ),
            ("[service]\nannex = /a\nannex = /a", "3: annex: '/a' is an annex already"),
            ("[service]\nsystem = true", "2: system: 'true' is neither yes nor no"),
            ("[limit]", "1: there is no section [limit] (did you mean [limits]?)"),
            ("[x]", "1: there is no section [x] (the sections are [limits], [service] and [team NAME])"),
            ("[limits", "1: '[limits' lacks the closing bracket"),
            ("[team]", "1: [team] names no team ([team NAME], of letters, digits, dots, dashes and underscores)"),
            (
                "[team a,b]",
                "1: [team a,b] names no team ([team NAME], of letters, digits, dots, dashes and underscores)"
            ),
            ("[team a]\n[team a]", "2: [team a] stands in line 1 already"),
            ("[team a]\nmembers = eve", "2: there is no user 'eve' (members are user names or numbers, with commas)"),
            (
                "[team a]\nmembers = 4294967295",
                "2: there is no user '4294967295' (members are user names or numbers, with commas)"
            ),
            ("[team a]\nmember = bob", "2: a team has no setting 'member' (members = alice, bob, 1003)"),
            ("[team a]\nmembers = bob\nmembers = bob", "3: members of team a stands in line 2 already"),
            ("[limits]\n\u{1B}[2J = 1", "2: [limits] has no setting '\\u{1B}[2J' (it has"),
        ])
    func errors(text: String, expected: String) throws {
        let error = #expect(throws: ConfigurationError.self) { try configuration(text) }
        #expect(error?.description.hasPrefix("staged.conf:\(expected)") == true, "\(error?.description ?? "")")
    }

    @Test("rule 21: status shows every limit by the name that sets it")
    func limitValues() throws {
        let values = try configuration("[limits]\nmax-ttl = 1h\nmessage-size = 2M").limitValues
        #expect(values["max-ttl"] == 3600)
        #expect(values["message-size"] == 2 << 20)
        #expect(values["item-size"] == -1)
        // One for each field of the model, so that a field added there needs a setting here.
        #expect(values.count == Mirror(reflecting: Limits()).children.count)
    }
}
