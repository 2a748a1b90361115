internal import LinuxSystem

// Measures one part of Stage against what the kernel alone needs for the same, in one run, and prints JSON lines.
// See --help. Never part of the tests: figures depend on the machine, ratios less so.

let arguments = OwnProcess.arguments.map(\.text)
switch arguments.first {
case "hand-off": try await HandOffBenchmark(rounds: arguments.dropFirst().first.flatMap { Int($0) } ?? 2000).run()
case "copies": try CopyBenchmark(arguments.dropFirst()).run()
case "programs": try ProgramBenchmark(rounds: arguments.dropFirst().first.flatMap { Int($0) } ?? 30).run()
case "expiry": try ExpiryBenchmark(arguments.dropFirst()).run()
case "line": print("a line")
default:
    print(
        """
        Usage: StagingBenchmarks hand-off [ROUNDS]        an original, client library, warm, against a bare descriptor pass
               StagingBenchmarks copies [DIR] [MIB]       send and receive of a large file in DIR, against cp
               StagingBenchmarks programs [ROUNDS]        stage --help and stage send of a small file, against cp
               StagingBenchmarks expiry [COUNT] [grants|areas]   other requests while so many end at once, against before
        Each uses a service and a store of its own, in DIR or below TMPDIR, and leaves nothing behind.
        """)
}
