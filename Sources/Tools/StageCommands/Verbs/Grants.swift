internal import LinuxSystem
internal import StagingClient
internal import StagingModel

extension CommandContext {
    /// `stage list`
    func list() throws -> Int32 {
        var grants: [Grant] = []
        var areas: [Area] = []
        try connection.list(includingEnded: arguments.isOn(.all)) { someGrants, someAreas in
            if isJSON {
                for grant in someGrants { try output.result(json: grant) }
                for area in someAreas { try output.result(json: area) }
            } else {
                grants += someGrants
                areas += someAreas
            }
        }
        if isJSON { return 0 }
        if grants.isEmpty && areas.isEmpty {
            output.note("you have no grants and no areas")
        }
        if !grants.isEmpty { try output.result(GrantText.table(grants)) }
        if !areas.isEmpty {
            if !grants.isEmpty { try output.result("") }
            try output.result(GrantText.table(areas))
        }
        return 0
    }

    /// `stage show TOKEN|ID`
    func show() throws -> Int32 {
        let grant = try connection.show(try grantName(arguments.positionals.first))
        if isJSON {
            try output.result(json: grant)
        } else {
            for line in GrantText.details(grant) { try output.result(line) }
        }
        return 0
    }

    /// `stage revoke TOKEN|ID...`
    func revoke() throws -> Int32 {
        let names: [Bytes?] = arguments.positionals.isEmpty ? [nil] : arguments.positionals
        return try each(of: names, hasResults: false) { name in
            let grant = try connection.revoke(try grantName(name))
            if isJSON { try output.result(json: grant) }
        }
    }

    /// `stage renew TOKEN|ID --ttl D`
    func renew() throws -> Int32 {
        guard let span = try span(.ttl) else {
            preconditionFailure("the parser wants --ttl")
        }
        let grant = try connection.renew(try grantName(arguments.positionals.first), for: span)
        if isJSON { try output.result(json: grant) } else { output.note("ends at \(grant.expires)") }
        return 0
    }
}

/// Grants and areas as people are shown them.
enum GrantText {
    static func table(_ grants: [Grant]) -> Table {
        var table = Table([
            .left("ID"), .left("STATE"), .left("SCOPE"), .left("ENDS"), .right("USES"), .right("SIZE"),
            .left("TYPE"), .flexible("NAME"),
        ])
        for grant in grants {
            let first = grant.representations.first
            table.add([
                grant.id, grant.state.rawValue, grant.scope.description, expiry(grant),
                grant.usesLeft.map(String.init) ?? "-", first.map(size) ?? "-",
                first?.type ?? "-", name(grant),
            ])
        }
        return table
    }

    static func table(_ areas: [Area]) -> Table {
        var table = Table([.left("GRANT"), .left("LEASE ENDS"), .right("SIZE"), .flexible("AREA")])
        for area in areas {
            table.add([
                area.grant, relative(area.leaseExpires) + (area.damaged ? ", damaged" : ""), ByteText.size(area.size),
                DisplayText.escaped(area.path),
            ])
        }
        return table
    }

    static func details(_ grant: Grant) -> [String] {
        var lines = [
            "grant     \(grant.id)",
            "state     \(grant.state.rawValue)\(grant.ended.map { " since \($0)" } ?? "")",
            "scope     \(grant.scope)",
            "expires   \(grant.expires)\(grant.state == .active ? " (\(relative(grant.expires)))" : "")",
            "uses      \(grant.usesLeft.map { "\($0) left" } ?? "unlimited")",
            "sender    \(grant.sender.user ?? "user \(grant.sender.uid)"), process \(grant.sender.pid)",
        ]
        for (place, representation) in grant.representations.enumerated() {
            let claim =
                representation.typeMismatch
                ? ", not what its \(representation.declaredType.map { "claim \($0)" } ?? "name") says" : ""
            lines += [
                "",
                "\(place + 1). \(DisplayText.escaped(representation.name))",
                "   type   \(representation.type) (\(representation.mime))\(claim)",
                "   size   \(isUnknown(representation) ? "known when it is exported" : "\(size(representation)) (\(representation.size) bytes)")",
                "   scope  \(representation.scope)",
                "   kind   \(representation.kind.rawValue)\(staging(representation))",
            ]
        }
        if let receptions = grant.receptions, !receptions.isEmpty {
            lines += ["", "received by"]
            for reception in receptions {
                lines.append(
                    "   \(reception.at)  \(reception.user ?? "user \(reception.uid)"), process \(reception.pid), \(reception.type)"
                )
            }
        }
        return lines
    }

    static func size(_ representation: Representation) -> String {
        isUnknown(representation) ? "?" : ByteText.size(representation.size)
    }

    /// Whether nobody knows the size yet: of a promise that its sender said nothing of.
    private static func isUnknown(_ representation: Representation) -> Bool {
        representation.kind == .promised && representation.size == 0
    }

    /// How it was staged, and what kept its bytes those of one instant.
    private static func staging(_ representation: Representation) -> String {
        if representation.staged == .none { return "" }
        let guarded =
            switch representation.consistency {
            case .lease: " under a read lease"
            case .checked: ", compared before and after"
            case .reflink, nil: ""
            }
        return ", staged by \(representation.staged.rawValue)\(guarded)"
    }

    private static func name(_ grant: Grant) -> String {
        let first = DisplayText.escaped(grant.representations.first?.name ?? "-")
        let more = grant.representations.count - 1
        return more > 0 ? "\(first) (+\(more))" : first
    }

    private static func expiry(_ grant: Grant) -> String {
        grant.state == .active ? relative(grant.expires) : grant.ended.map(relative) ?? "-"
    }

    /// "in 59 min", of an instant as the service writes it.
    static func relative(_ instant: String) -> String {
        guard let then = try? InstantParser.parse(Array(instant.utf8)) else { return instant }
        return DurationText.relative(then - SystemClock.wall() / 1_000_000_000)
    }
}
