// swift-tools-version: 6.2
import PackageDescription

// Fuzz targets, built by scripts/fuzz with `--sanitize fuzzer`, which adds libFuzzer and its `main`. Each target is one entry point
// that traps when the library violates a promise. The targets use the libraries' public API. The protocols inside the device have
// none, so their targets belong to the main package by name.

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

// The compiler knows a package by the name of its folder, written as an identifier.
let folder = Context.packageDirectory.split(separator: "/").dropLast().last.map(String.init) ?? ""
let packageAbove = String(folder.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })
let settingsInside = settings + [.unsafeFlags(["-package-name", packageAbove])]

/// A fuzz target that uses package declarations of the main package.
func fuzzInside(_ subject: String, of library: String = "DeviceSimulator", _ more: [Target.Dependency] = []) -> Target {
    .executableTarget(
        name: "Fuzz\(subject)", dependencies: ["FuzzInput", .product(name: library, package: "latchkey")] + more,
        packageAccess: false, swiftSettings: settingsInside)
}

let package = Package(
    name: "fuzz",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "latchkey", path: ".."),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    ],
    targets: [
        .target(name: "FuzzInput", swiftSettings: settings),
        .target(
            name: "SignedFixtures",
            dependencies: [
                .product(name: "AppleIdentity", package: "latchkey"), .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: settings),
        .target(
            name: "SampleDevice", dependencies: [.product(name: "DeviceSimulator", package: "latchkey")], packageAccess: false,
            swiftSettings: settingsInside),
        fuzzInside("AcceptLanguage", of: "AccountServer"),
        fuzz("AssociationFile", of: "AssociatedDomains"),
        fuzzInside("Authentication", of: "WebAuthn"),
        fuzzInside("BrokerMessage", ["SampleDevice"]),
        fuzz("Callback", of: "AppleIdentity"),
        fuzzInside("CBOR", of: "WebAuthn"),
        fuzzInside("Certificate", [.product(name: "OpenSecurity", package: "latchkey")]),
        fuzz("CodeMessage", of: "OneTimeCodes"),
        fuzz("ComponentPattern", of: "AssociatedDomains"),
        fuzzInside("CredentialDocument"),
        fuzzInside("CredentialRecord"),
        fuzzInside("DeviceMessage"),
        fuzz("Entitlement", of: "AssociatedDomains"),
        fuzzInside("FormPage"),
        fuzz("IdentityClaims", of: "AppleIdentity", ["SignedFixtures"]),
        fuzz("IdentityFile", of: "OpenSecurity", [.product(name: "Crypto", package: "swift-crypto")]),
        fuzz("IdentityToken", of: "AppleIdentity", ["SignedFixtures"]),
        fuzzInside("ItemQuery", ["SampleDevice", .product(name: "OpenSecurity", package: "latchkey")]),
        fuzz("KeyImport", of: "OpenSecurity"),
        fuzz("KeySet", of: "AppleIdentity"),
        fuzzInside("MailAddress", [.product(name: "AccountServer", package: "latchkey")]),
        fuzzInside("MailBounce", [.product(name: "AccountServer", package: "latchkey")]),
        fuzzInside("MailReply", [.product(name: "AccountServer", package: "latchkey")]),
        fuzz("Notification", of: "AppleIdentity", ["SignedFixtures"]),
        fuzz("OTPAuth", of: "OneTimeCodes"),
        fuzzInside("PageRequest"),
        fuzz("PasskeyOptions", of: "WebAuthn"),
        fuzzInside("PasswordFile"),
        fuzz("PasswordRules", of: "PasswordRules"),
        fuzzInside("Registration", of: "WebAuthn"),
        fuzzInside("SiteFile"),
        fuzzInside("TraceFile", of: "AccountServer"),
        fuzzInside("TraceParent", of: "AccountServer"),
    ],
    swiftLanguageModes: [.v6]
)
