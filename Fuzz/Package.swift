// swift-tools-version: 6.2
import PackageDescription

// Fuzz targets over the public faces of the libraries, built by scripts/fuzz with `--sanitize fuzzer`, which brings libFuzzer and
// its `main`. Each target is one entry point that traps when a promise of the library does not hold.

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
    // libFuzzer owns `main`.
    .unsafeFlags(["-parse-as-library"]),
]

/// A fuzz target over one library, in `Sources/Fuzz<subject>`; its first inputs are in `Corpora/Fuzz<subject>`.
func fuzz(_ subject: String, of library: String, _ more: [Target.Dependency] = []) -> Target {
    .executableTarget(
        name: "Fuzz\(subject)", dependencies: ["FuzzInput", .product(name: library, package: "latchkey")] + more,
        swiftSettings: settings)
}

let package = Package(
    name: "fuzz",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "latchkey", path: ".."),
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
    ],
    targets: [
        .target(name: "FuzzInput", swiftSettings: settings),
        .target(
            name: "SignedSamples",
            dependencies: [
                .product(name: "AppleIdentity", package: "latchkey"), .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: settings),
        fuzz("AssociationFile", of: "AssociatedDomains"),
        fuzz("Callback", of: "AppleIdentity"),
        fuzz("CodeMessage", of: "OneTimeCodes"),
        fuzz("ComponentPattern", of: "AssociatedDomains"),
        fuzz("Entitlement", of: "AssociatedDomains"),
        fuzz("IdentityClaims", of: "AppleIdentity", ["SignedSamples"]),
        fuzz("IdentityToken", of: "AppleIdentity", ["SignedSamples"]),
        fuzz("KeySet", of: "AppleIdentity"),
        fuzz("Notification", of: "AppleIdentity", ["SignedSamples"]),
        fuzz("OTPAuth", of: "OneTimeCodes"),
        fuzz("PasswordRules", of: "PasswordRules"),
    ],
    swiftLanguageModes: [.v6]
)
