// swift-tools-version: 6.2
import PackageDescription

// Figures of the libraries, measured in process through their public API; of the device and the stores; and a load generator for
// servers. `make bench` builds and runs it.

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

// The device has no public API below its simulator, and the stores have none below the server. Their figures belong to the main
// package by name, which for the compiler is the name of its folder, written as an identifier.
let folder = Context.packageDirectory.split(separator: "/").dropLast().last.map(String.init) ?? ""
let packageAbove = String(folder.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })

let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "latchkey", path: ".."),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.1"),
    ],
    targets: [
        .executableTarget(
            name: "LibraryFigures",
            dependencies: [
                .product(name: "AppleIdentity", package: "latchkey"),
                .product(name: "AssociatedDomains", package: "latchkey"),
                .product(name: "PasswordRules", package: "latchkey"),
                .product(name: "WebAuthn", package: "latchkey"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "JWTKit", package: "jwt-kit"),
            ],
            swiftSettings: settings),
        .target(
            name: "CBareTPM", linkerSettings: [.linkedLibrary("tss2-esys"), .linkedLibrary("tss2-tctildr")]),
        .executableTarget(
            name: "DeviceFigures",
            dependencies: [
                "CBareTPM",
                .product(name: "DeviceSimulator", package: "latchkey"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            packageAccess: false, swiftSettings: settings + [.unsafeFlags(["-package-name", packageAbove])]),
        .executableTarget(
            name: "StoreFigures",
            dependencies: [
                .product(name: "AccountServer", package: "latchkey"),
                .product(name: "AccountStorePostgreSQL", package: "latchkey"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
            ],
            packageAccess: false, swiftSettings: settings + [.unsafeFlags(["-package-name", packageAbove])]),
        .executableTarget(
            name: "EmptyRoute",
            dependencies: [
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "SessionLadder",
            dependencies: [
                .product(name: "AccountServer", package: "latchkey"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            packageAccess: false, swiftSettings: settings + [.unsafeFlags(["-package-name", packageAbove])]),
        .target(name: "CPolling"),
        .executableTarget(name: "LoadGenerator", dependencies: ["CPolling"], swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
