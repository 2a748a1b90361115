// swift-tools-version: 6.2
// Targets stand bottom layer first; each names exactly what it may import, and the build fails on any other import.

import PackageDescription

let swiftSettings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
]

/// Programs carry the Swift runtime in them: they start in a third of the time and run where no toolchain is.
/// The libraries after the first flag are those that FoundationEssentials needs when it is linked this way.
let programSettings: [LinkerSetting] = [
    .unsafeFlags([
        "-static-stdlib", "-l_FoundationCShims", "-l_FoundationCollections", "-lswiftSynchronization",
    ])
]

func library(_ name: String, in folder: String, uses dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: "Sources/\(folder)/\(name)", swiftSettings: swiftSettings)
}

func program(_ name: String, uses dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, path: "Sources/Tools/\(name)", swiftSettings: swiftSettings,
        linkerSettings: programSettings)
}

func systemLibrary(_ name: String, pkgConfig: String, apt: String) -> Target {
    .systemLibrary(
        name: name, path: "Sources/CLibraries/\(name)", pkgConfig: pkgConfig, providers: [.apt([apt])])
}

func tests(_ name: String, uses dependencies: [Target.Dependency], excluding excluded: [String] = []) -> Target {
    .testTarget(
        name: name, dependencies: dependencies, path: "Tests/\(name)", exclude: excluded, swiftSettings: swiftSettings)
}

/// Code as users of the library write it, in a language mode of theirs and with none of our settings: it has to compile.
func samples(_ name: String, in mode: SwiftLanguageMode) -> Target {
    .testTarget(
        name: name, dependencies: ["CoreTransferable", "UniformTypeIdentifiers"], path: "Tests/\(name)",
        swiftSettings: [.swiftLanguageMode(mode)])
}

let package = Package(
    name: "stage",
    products: [
        .library(name: "StagingClient", targets: ["StagingClient", "StagingModel"]),
        .library(name: "UniformTypeIdentifiers", targets: ["UniformTypeIdentifiers"]),
        .library(name: "CoreTransferable", targets: ["CoreTransferable"]),
        .library(name: "BatchImport", targets: ["BatchImport", "StagingClient", "StagingModel"]),
        .executable(name: "stage", targets: ["stage"]),
        .executable(name: "staged", targets: ["staged"]),
    ],
    targets: [
        // C libraries
        systemLibrary("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
        systemLibrary("CMagic", pkgConfig: "libmagic", apt: "libmagic-dev"),
        systemLibrary("CCrypto", pkgConfig: "libcrypto", apt: "libssl-dev"),
        systemLibrary("CACL", pkgConfig: "libacl", apt: "libacl1-dev"),
        systemLibrary("CJansson", pkgConfig: "jansson", apt: "libjansson-dev"),
        systemLibrary("CArchive", pkgConfig: "libarchive", apt: "libarchive-dev"),
        systemLibrary("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev"),
        systemLibrary("CLZ4", pkgConfig: "liblz4", apt: "liblz4-dev"),
        .target(name: "CLinux", path: "Sources/CLibraries/CLinux"),
        .target(
            name: "CArchiveWorker", dependencies: ["CArchive", "CZlib", "CLZ4"],
            path: "Sources/CLibraries/CArchiveWorker",
            linkerSettings: [.linkedLibrary("archive"), .linkedLibrary("z"), .linkedLibrary("lz4")]),

        // Wrappers: no word of staging in them
        library("LinuxSystem", in: "Wrappers", uses: ["CLinux", "CACL"]),
        library("SQLite", in: "Wrappers", uses: ["CSQLite"]),
        library("Magic", in: "Wrappers", uses: ["CMagic", "LinuxSystem"]),
        library("Digests", in: "Wrappers", uses: ["CCrypto", "LinuxSystem"]),
        library("Varlink", in: "Wrappers", uses: ["CJansson", "LinuxSystem"]),
        library("Archives", in: "Wrappers", uses: ["CArchive", "CArchiveWorker", "LinuxSystem"]),

        // Content: what bytes are and what to call them
        library("ContentTypes", in: "Content", uses: ["LinuxSystem"]),
        // What people import: the same, with all of Foundation, whose start-up no program of ours pays for.
        library("UniformTypeIdentifiers", in: "Content", uses: ["ContentTypes"]),
        library("ContentSniffing", in: "Content", uses: ["ContentTypes", "Magic", "LinuxSystem"]),
        library("FileNaming", in: "Content"),

        // Staging: grants, scopes, areas; no sockets
        library("StagingModel", in: "Staging"),
        library(
            "StagingEngine", in: "Staging",
            uses: [
                "StagingModel", "LinuxSystem", "SQLite", "Digests", "ContentSniffing", "ContentTypes",
                "FileNaming",
            ]),

        // Service and client share the protocol and the model, and nothing else
        .target(
            name: "StagingProtocol", dependencies: ["StagingModel", "Varlink", "LinuxSystem"],
            path: "Sources/Service/StagingProtocol", resources: [.embedInCode("io.stage.Staging.varlink")],
            swiftSettings: swiftSettings),
        library(
            "StagingServer", in: "Service",
            uses: [
                "StagingProtocol", "StagingEngine", "StagingModel", "ContentSniffing", "ContentTypes",
                "Varlink",
                "LinuxSystem",
            ]),
        library(
            "StagingClient", in: "Client",
            uses: ["StagingProtocol", "StagingModel", "Varlink", "LinuxSystem", "FileNaming"]),
        library(
            "CoreTransferable", in: "Client",
            uses: [
                "UniformTypeIdentifiers", "FileNaming", "Archives", "LinuxSystem", "StagingClient", "StagingModel",
                "StagingProtocol",
            ]),
        library(
            "BatchImport", in: "Client",
            uses: [
                "StagingClient", "StagingProtocol", "StagingModel", "ContentSniffing", "ContentTypes", "FileNaming",
                "SQLite", "Digests", "Archives", "LinuxSystem",
            ]),

        // Tools
        library(
            "StageCommands", in: "Tools",
            uses: [
                "BatchImport",
                "StagingClient", "StagingProtocol", "StagingModel", "Varlink", "ContentSniffing",
                "ContentTypes",
                "FileNaming", "Digests", "Archives", "LinuxSystem",
            ]),
        program("stage", uses: ["StageCommands", "LinuxSystem"]),
        program("staged", uses: ["StagingServer", "LinuxSystem"]),
        program(
            "StagingBenchmarks",
            uses: ["StagingClient", "StagingModel", "LinuxSystem"]),

        // Tests
        library(
            "StagingTestSupport", in: "Support",
            uses: ["StagingModel", "LinuxSystem"]),
        tests(
            "StagingEngineTests",
            uses: ["StagingEngine", "StagingModel", "LinuxSystem", "SQLite", "ContentSniffing", "StagingTestSupport"]),
        tests("StagingModelTests", uses: ["StagingModel"]),
        tests(
            "EndToEndTests",
            uses: [
                "StagingTestSupport", "StagingClient", "StagingModel", "SQLite", "LinuxSystem", "TransferPeer",
                "TutorialExample",
            ],
            excluding: ["Protocol/Scripts", "Surroundings/Scripts"]),
        tests("LinuxSystemTests", uses: ["LinuxSystem", "StagingTestSupport"]),
        tests("SQLiteTests", uses: ["SQLite"]),
        tests("ArchivesTests", uses: ["Archives", "LinuxSystem", "StagingTestSupport"]),
        tests("VarlinkTests", uses: ["Varlink", "LinuxSystem"]),
        tests("ContentTypesTests", uses: ["ContentTypes", "LinuxSystem"]),
        tests("UniformTypeIdentifiersTests", uses: ["UniformTypeIdentifiers"]),
        tests(
            "ContentSniffingTests",
            uses: ["ContentSniffing", "ContentTypes", "Magic", "LinuxSystem", "StagingTestSupport"]),
        tests("FileNamingTests", uses: ["FileNaming", "StagingTestSupport"]),
        tests("StagingProtocolTests", uses: ["StagingProtocol", "StagingModel", "Varlink", "LinuxSystem"]),
        tests("StagingServerTests", uses: ["StagingServer", "StagingModel", "LinuxSystem"]),
        .executableTarget(
            name: "TransferPeer", dependencies: ["CoreTransferable", "StagingModel"], path: "Tests/TransferPeer",
            swiftSettings: swiftSettings),
        .executableTarget(
            name: "TutorialExample", dependencies: ["CoreTransferable"], path: "Tests/TutorialExample",
            swiftSettings: swiftSettings),
        tests("TutorialTests", uses: ["TutorialExample"]),
        tests(
            "CoreTransferableTests",
            uses: ["CoreTransferable", "Archives", "StagingModel", "LinuxSystem", "StagingTestSupport"]),
        samples("TransferableSamplesSwift5Tests", in: .v5),
        samples("TransferableSamplesSwift6Tests", in: .v6),
        tests(
            "BatchImportTests",
            uses: ["BatchImport", "Archives", "StagingClient", "StagingModel", "LinuxSystem", "StagingTestSupport"]),
        tests("StageCommandsTests", uses: ["StageCommands", "Archives", "StagingModel"]),
        tests("ArchitectureTests", uses: []),
    ],
    swiftLanguageModes: [.v6]
)
