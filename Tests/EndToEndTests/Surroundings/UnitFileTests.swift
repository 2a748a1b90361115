import LinuxSystem
import StagingTestSupport
import Testing

@Suite("The units of systemd")
struct UnitFileTests {
    private static func folder(_ name: String, file: String = #filePath) -> Path {
        Path(file).parent.parent.parent.parent.appending(Path("Config/systemd/\(name)"))
    }

    @Test(
        "section 6: systemd takes the units as they are", Needs.program("systemd-analyze"),
        arguments: ["system", "user"])
    func verified(manager: String) throws {
        try StageFixture.with { fixture in
            let units = Self.folder(manager)
            try fixture.scratch.folder("units")
            try fixture.scratch.folder("run", mode: 0o700)
            // The programs are not installed here, and systemd looks.
            let outcome = try fixture.run(
                [
                    "sh", "-c",
                    """
                    for unit in '\(units.text)'/*; do
                        sed 's|/usr/bin/staged\\{0,1\\}|/bin/true|' "$unit" >units/"${unit##*/}"
                    done
                    SYSTEMD_UNIT_PATH="$PWD/units:" systemd-analyze --\(manager) --man=no verify units/*
                    """,
                ], environment: ["XDG_RUNTIME_DIR": fixture.scratch("run").text])
            #expect(outcome.status == 0 && outcome.errors == "" && outcome.text == "", "\(outcome)")
        }
    }

    @Test(
        "section 6: the account is made from the drop-in", Needs.program("systemd-sysusers"),
        .enabled(if: StageFixture.isRoot, "needs root"))
    func account() throws {
        try StageFixture.with { fixture in
            try fixture.scratch.folder("root")
            try fixture.scratch.folder("root/etc")
            let outcome = try fixture.run([
                "systemd-sysusers", "--root=\(fixture.scratch("root").text)", Self.folder("sysusers.d/stage.conf").text,
            ])
            #expect(outcome.status == 0, "\(outcome)")
            let accounts = String(
                decoding: Scratch.content(of: fixture.scratch("root/etc/passwd")) ?? [], as: UTF8.self)
            #expect(accounts.contains(":/var/lib/stage:"), "\(accounts)")
        }
    }
}
