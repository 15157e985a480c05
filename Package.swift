// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// For source written for Apple's platforms: maps Apple's module names to ours, and imports Security with Foundation, as Apple's does.
let appSettings: [SwiftSetting] = [
    .swiftLanguageMode(.v5),
    .unsafeFlags([
        "-module-alias", "AuthenticationServices=OpenAuthenticationServices", "-module-alias", "Security=OpenSecurity",
        "-module-alias", "LocalAuthentication=OpenLocalAuthentication",
        "-Xfrontend", "-import-module", "-Xfrontend", "OpenSecurity",
    ]),
]

/// A library target under `Sources/<house>/<name>`; the houses are the parties of docs/architecture.md.
func library(_ house: String, _ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: "Sources/\(house)/\(name)", swiftSettings: settings)
}

/// The tests of one target, in the folder of the same name.
func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(
        name: name, dependencies: ["TestKit"] + dependencies, path: "Tests/\(name)", exclude: exclude, swiftSettings: settings)
}

/// A target that several test targets share, such as a conformance suite or a driver of a real part.
func testSupport(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: "Tests/Support/\(name)", swiftSettings: settings)
}

/// Source of apps as it is written for Apple's platforms, which a test compiles and runs: the compiler maps Apple's module names to ours.
func appSources(_ name: String, _ dependencies: [Target.Dependency], _ mode: SwiftLanguageMode, aliases: [String]) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Tests/Support/\(name)", packageAccess: false,
        swiftSettings: [.swiftLanguageMode(mode), .unsafeFlags(aliases.flatMap { ["-module-alias", $0] })])
}

/// libpq if the trait is enabled. Otherwise the code that uses it is not compiled.
let libpq = Target.Dependency.target(name: "CPostgreSQL", condition: .when(traits: ["PostgreSQL"]))

/// libcrypto for WebAuthn if the trait is enabled. Otherwise WebAuthn does not support Ed448.
let libcrypto = Target.Dependency.target(name: "CLibcrypto", condition: .when(traits: ["Ed448"]))

let asyncHTTPClient = Target.Dependency.product(name: "AsyncHTTPClient", package: "async-http-client")
let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let configuration = Target.Dependency.product(name: "Configuration", package: "swift-configuration")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let cryptoExtras = Target.Dependency.product(name: "CryptoExtras", package: "swift-crypto")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let hummingbirdCore = Target.Dependency.product(name: "HummingbirdCore", package: "hummingbird")
let hummingbirdTLS = Target.Dependency.product(name: "HummingbirdTLS", package: "hummingbird")
let hummingbirdTesting = Target.Dependency.product(name: "HummingbirdTesting", package: "hummingbird")
let jwtKit = Target.Dependency.product(name: "JWTKit", package: "jwt-kit")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let metrics = Target.Dependency.product(name: "Metrics", package: "swift-metrics")
let coreMetrics = Target.Dependency.product(name: "CoreMetrics", package: "swift-metrics")
let nioConcurrencyHelpers = Target.Dependency.product(name: "NIOConcurrencyHelpers", package: "swift-nio")
let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let nioEmbedded = Target.Dependency.product(name: "NIOEmbedded", package: "swift-nio")
let nioHTTP1 = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio")
let nioHTTPTypes = Target.Dependency.product(name: "NIOHTTPTypes", package: "swift-nio-extras")
let nioSSL = Target.Dependency.product(name: "NIOSSL", package: "swift-nio-ssl")
let nioTLS = Target.Dependency.product(name: "NIOTLS", package: "swift-nio")
let serviceLifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let tracing = Target.Dependency.product(name: "Tracing", package: "swift-distributed-tracing")
let unixSignals = Target.Dependency.product(name: "UnixSignals", package: "swift-service-lifecycle")
let swiftASN1 = Target.Dependency.product(name: "SwiftASN1", package: "swift-asn1")
let x509 = Target.Dependency.product(name: "X509", package: "swift-certificates")
// Required by every trait that fetches swift-configuration through AsyncHTTPClient or Hummingbird. SwiftPM 6.3 resolves the dependency
// of its trait YAML even if only targets of disabled traits enable that trait, and fails without it.
let yams = Target.Dependency.product(name: "Yams", package: "Yams", condition: .when(traits: ["AppleClient", "Emulator"]))

let package = Package(
    name: "latchkey",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "latchkey", targets: ["latchkey"]),
        .library(name: "AccountServer", targets: ["AccountServer", "AccountStoreSQLite", "Accounts", "Mail"]),
        .library(name: "AccountStorePostgreSQL", targets: ["AccountStorePostgreSQL"]),
        .library(name: "AppleIdentity", targets: ["AppleIdentity"]),
        .library(name: "AppleIdentityClient", targets: ["AppleIdentityClient"]),
        .library(name: "AppleIdentityEmulator", targets: ["AppleIdentityEmulator"]),
        .library(name: "AppTexts", targets: ["AppTexts"]),
        .library(name: "AssociatedDomains", targets: ["AssociatedDomains"]),
        .library(name: "DeviceScreens", targets: ["DeviceScreens"]),
        .library(name: "DeviceSimulator", targets: ["DeviceSimulator"]),
        .library(name: "OneTimeCodes", targets: ["OneTimeCodes"]),
        .library(name: "OpenAuthenticationServices", targets: ["OpenAuthenticationServices"]),
        .library(name: "OpenCryptoKit", targets: ["OpenCryptoKit"]),
        .library(name: "OpenLocalAuthentication", targets: ["OpenLocalAuthentication"]),
        .library(name: "OpenSecurity", targets: ["OpenSecurity"]),
        .library(name: "PasswordRules", targets: ["PasswordRules"]),
        .library(name: "WebAuthn", targets: ["WebAuthn"]),
    ],
    traits: [
        .default(enabledTraits: ["Command", "Ed448", "PostgreSQL"]),
        .trait(name: "AppleClient", description: "AppleIdentityClient: Sign in with Apple over AsyncHTTPClient"),
        .trait(name: "Server", description: "AccountServer and its stores", enabledTraits: ["AppleClient", "Passkeys"]),
        .trait(name: "Emulator", description: "AppleIdentityEmulator"),
        .trait(name: "Frameworks", description: "OpenSecurity, OpenLocalAuthentication, OpenCryptoKit"),
        .trait(name: "Device", description: "DeviceSimulator", enabledTraits: ["AppleClient", "Frameworks", "Passkeys"]),
        .trait(name: "Passkeys", description: "WebAuthn"),
        .trait(name: "Command", description: "The command latchkey", enabledTraits: ["Device", "Emulator", "Passkeys", "Server"]),
        .trait(name: "Ed448", description: "WebAuthn verifies Ed448; needs libcrypto"),
        .trait(name: "PostgreSQL", description: "Accounts in a PostgreSQL database; needs libpq"),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0", traits: ["YAML"]),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.1"),
    ],
    targets: [
        // Formats
        library("Formats", "AssociatedDomains", ["JSONText"]),
        library("Formats", "OneTimeCodes", ["InternetAddresses", crypto]),
        library("Formats", "PasswordRules"),
        library("Formats", "WebAuthn", ["JSONText", "Secrets", libcrypto, crypto, cryptoExtras, swiftASN1, x509]),

        // Apple
        library("Apple", "AppleIdentity", ["InternetAddresses", "JSONText", "Secrets", crypto, cryptoExtras]),
        library("Apple", "AppleIdentityClient", ["AppleIdentity", "WebClient", httpTypes]),
        .target(name: "AppleEmulatorCatalogs", path: "Sources/Apple/AppleEmulatorCatalogs", exclude: ["Catalogs"]),
        library(
            "Apple", "AppleIdentityEmulator",
            [
                "AppleEmulatorCatalogs", "Markup", "PersonNames", "PrivateFiles", "Texts", "Traces", "WebServing", asyncHTTPClient,
                crypto, cryptoExtras, httpTypes,
                hummingbird, hummingbirdCore, hummingbirdTLS, jwtKit, logging, nioCore, nioHTTP1, nioPosix, nioSSL,
                serviceLifecycle, swiftASN1, x509,
            ]),

        library("Apple", "AppleButtons"),

        // Shared
        library("Shared", "InternetAddresses"),
        library("Shared", "JSONText"),
        library("Shared", "LocalAccess", ["Markup", "Secrets", "WebServing", httpTypes, hummingbird]),
        library("Shared", "Markup", ["InternetAddresses"]),
        library("Shared", "PersonNames"),
        library("Shared", "PrivateFiles"),
        library("Shared", "Secrets", [crypto]),
        library("Shared", "SiteChecks", ["AssociatedDomains", "WebClient", httpTypes]),
        .target(
            name: "CICU", path: "Sources/Shared/CICU", linkerSettings: [.linkedLibrary("icui18n"), .linkedLibrary("icuuc")]),
        library("Shared", "Texts", ["CICU", "JSONText"]),
        library("Shared", "Threads"),
        library("Shared", "Traces", ["JSONText"]),
        .systemLibrary(
            name: "CLibcrypto", path: "Sources/Shared/CLibcrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(
            name: "CSodium", path: "Sources/Shared/CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
        library("Shared", "PasswordHashing", ["Secrets", "CSodium", "Threads", cryptoExtras]),
        .systemLibrary(name: "CZxcvbn", path: "Sources/Shared/CZxcvbn", providers: [.apt(["libzxcvbn-dev"])]),
        library("Shared", "PasswordStrength", ["CZxcvbn", crypto]),
        library(
            "Shared", "WebClient",
            [
                "InternetAddresses", "Secrets", asyncHTTPClient, crypto, httpTypes, nioConcurrencyHelpers, nioCore, nioHTTP1,
                nioPosix,
                nioSSL, nioTLS, swiftASN1, x509,
            ]),
        library("Shared", "WebServing", ["Traces", httpTypes, hummingbird, nioCore, serviceLifecycle]),

        // Device
        library("Device", "DeviceProtocol", ["Traces"]),
        .systemLibrary(
            name: "CTSS2", path: "Sources/Device/CTSS2", pkgConfig: "tss2-esys", providers: [.apt(["libtss2-dev"])]),
        .systemLibrary(name: "CPAM", path: "Sources/Device/CPAM", providers: [.apt(["libpam0g-dev"])]),
        .systemLibrary(
            name: "CSystemd", path: "Sources/Device/CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        library(
            "Device", "DeviceBroker",
            [
                "CMalloc", "CPAM", "CSystemd", "CTSS2", "DeviceProtocol", "PasswordHashing", "PrivateFiles", "Secrets", "Threads",
                "Traces", crypto, grdb,
            ]),
        library("Device", "OpenSecurity", ["CLibcrypto", "DeviceProtocol", crypto, swiftASN1, x509]),
        library("Device", "OpenLocalAuthentication", ["DeviceProtocol", "OpenSecurity"]),
        library("Device", "OpenCryptoKit", ["DeviceProtocol", "OpenLocalAuthentication", "OpenSecurity", crypto]),
        library(
            "Device", "OpenAuthenticationServices",
            ["AppleButtons", "DeviceProtocol", "DeviceScreens", "OneTimeCodes", "Secrets", crypto]),
        .systemLibrary(
            name: "CGumbo", path: "Sources/Device/CGumbo", pkgConfig: "gumbo", providers: [.apt(["libgumbo-dev"])]),
        .systemLibrary(
            name: "CPublicSuffix", path: "Sources/Device/CPublicSuffix", pkgConfig: "libpsl", providers: [.apt(["libpsl-dev"])]),
        library(
            "Device", "PasswordManager",
            ["AssociatedDomains", "CGumbo", "CPublicSuffix", "DeviceProtocol", "OneTimeCodes", "PasswordRules", "PasswordStrength"]),
        library(
            "Device", "DeviceServices",
            [
                "AssociatedDomains", "DeviceBroker", "DeviceProtocol", "DeviceScreens", "JSONText", "OneTimeCodes",
                "PasswordManager", "PasswordRules", "PrivateFiles", "Secrets", "WebAuthn", "WebClient", crypto, httpTypes,
            ]),
        .systemLibrary(
            name: "CFIDO2", path: "Sources/Device/CFIDO2", pkgConfig: "libfido2", providers: [.apt(["libfido2-dev"])]),
        library(
            "Device", "HardwareSecurityKeys",
            ["CFIDO2", "DeviceBroker", "DeviceProtocol", "DeviceServices", "Secrets", "Threads", "WebAuthn", crypto, logging]),
        library("Device", "DeviceScreens", ["Traces"]),
        library("Device", "AppTexts", ["Texts"]),
        library(
            "Device", "DeviceSimulator",
            [
                "AssociatedDomains", "DeviceBroker", "DeviceProtocol", "DeviceScreens", "DeviceServices", "OneTimeCodes",
                "OpenAuthenticationServices", "OpenLocalAuthentication", "OpenSecurity", "PasswordHashing", "PasswordManager",
                "PasswordRules", "PasswordStrength", "PersonNames", "Secrets", "Traces", "WebClient", crypto, httpTypes,
            ]),
        // In C, because its compiler puts a file into a library as it is.
        .target(name: "DevicePageCatalogs", path: "Sources/Device/DevicePageCatalogs", exclude: ["Catalogs"]),
        library(
            "Device", "DevicePages",
            [
                "DevicePageCatalogs", "DeviceScreens", "DeviceSimulator", "LocalAccess", "Markup", "Texts", "WebServing", httpTypes,
                hummingbird, nioCore, serviceLifecycle,
            ]),

        // Server
        library(
            "Server", "Mail",
            [
                "InternetAddresses", "JSONText", "Markup", "OneTimeCodes", "Secrets", "Threads", "WebClient", crypto, cryptoExtras,
                httpTypes, nioCore, nioPosix, nioSSL, nioTLS, swiftASN1,
            ]),
        library(
            "Server", "Accounts",
            [
                "InternetAddresses", "OneTimeCodes", "PasswordHashing", "PasswordRules", "PasswordStrength", "Secrets", "WebAuthn",
                crypto,
            ]),
        library("Server", "AccountStore", ["Accounts", "InternetAddresses", "PasswordHashing", "Secrets", "Traces", "WebAuthn"]),
        library(
            "Server", "AccountStoreSQLite",
            ["AccountStore", "Accounts", "Secrets", grdb, sqlite]),
        .systemLibrary(
            name: "CPostgreSQL", path: "Sources/Server/CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        library(
            "Server", "AccountStorePostgreSQL",
            ["AccountStore", "Accounts", "InternetAddresses", "Threads", libpq]),
        .target(name: "AccountPageCatalogs", path: "Sources/Server/AccountPageCatalogs", exclude: ["Catalogs"]),
        library("Server", "AccountPages", ["AccountPageCatalogs", "AppleButtons", "Markup", "Texts"]),
        .systemLibrary(
            name: "CQRencode", path: "Sources/Server/CQRencode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        library(
            "Server", "AccountServer",
            [
                "AccountPages", "Accounts", "AppleButtons", "AppleIdentity", "AppleIdentityClient", "AssociatedDomains",
                "CQRencode",
                "InternetAddresses", "JSONText", "LocalAccess", "Mail", "Markup", "OneTimeCodes", "PasswordHashing",
                "PasswordRules",
                "PasswordStrength", "PersonNames", "Secrets",
                "SiteChecks", "Texts", "Traces", "WebAuthn", "WebClient", "WebServing",
                configuration, crypto, httpTypes,
                hummingbird, hummingbirdCore, logging,
                metrics, coreMetrics,
                nioCore, nioPosix, nioHTTP1, nioHTTPTypes, serviceLifecycle, tracing, yams,
            ]),

        // Tool
        .systemLibrary(name: "CMalloc", path: "Sources/Tool/CMalloc"),
        .target(name: "CResolver", path: "Sources/Tool/CResolver", linkerSettings: [.linkedLibrary("resolv")]),
        .executableTarget(
            name: "latchkey",
            dependencies: [
                "AccountServer", "AccountStore", "AccountStorePostgreSQL", "AccountStoreSQLite", "Accounts", "AppleIdentity",
                "AppleIdentityClient", "AppleIdentityEmulator",
                "AssociatedDomains", "CMalloc", "CResolver", "DeviceBroker", "DevicePages", "DeviceProtocol", "DeviceScreens",
                "DeviceServices",
                "DeviceSimulator", "HardwareSecurityKeys", "InternetAddresses", "JSONText", "LocalAccess", "Mail", "Markup",
                "OneTimeCodes",
                "PasswordHashing",
                "PasswordManager", "PasswordRules", "PasswordStrength", "PrivateFiles", "Secrets", "SiteChecks", "Threads",
                "Traces", "WebAuthn", "WebClient", argumentParser, configuration, httpTypes, hummingbird, hummingbirdTLS, logging,
                nioCore, nioPosix, serviceLifecycle, tracing, unixSignals,
            ],
            path: "Sources/Tool/latchkey", swiftSettings: settings),

        // Examples see what any other package would see.
        .executableTarget(
            name: "Motivation",
            dependencies: [
                "Accounts", "AccountServer", "AccountStoreSQLite", "AppTexts", "MotivationServerCatalogs", argumentParser,
                httpTypes,
                hummingbird, logging, nioCore,
            ],
            path: "Examples/Motivation", packageAccess: false, swiftSettings: settings),
        .executableTarget(
            name: "RightsDemo", dependencies: ["DeviceSimulator", "OpenLocalAuthentication", "OpenSecurity"],
            path: "Examples/RightsDemo", packageAccess: false, swiftSettings: settings),
        // Written for Apple's platforms. It compiles unchanged: only the compiler's flags map Apple's module names to ours.
        .executableTarget(
            name: "UntouchedSource",
            dependencies: [
                "DeviceSimulator", "OpenAuthenticationServices", "OpenCryptoKit", "OpenLocalAuthentication", "OpenSecurity",
            ],
            path: "Examples/UntouchedSource", packageAccess: false,
            swiftSettings: [
                .swiftLanguageMode(.v5),
                .unsafeFlags([
                    "-module-alias", "AuthenticationServices=OpenAuthenticationServices", "-module-alias", "Security=OpenSecurity",
                    "-module-alias", "LocalAuthentication=OpenLocalAuthentication", "-module-alias", "CryptoKit=OpenCryptoKit",
                ]),
            ]),
        // An app that signs in with Apple, and one that has its passwords filled, in source as it is written for a phone.
        .target(
            name: "JuiceApp",
            dependencies: [
                "AppTexts", "DeviceScreens", "JuiceCatalogs", "OpenAuthenticationServices", "OpenLocalAuthentication",
                "OpenSecurity",
            ],
            path: "Examples/Juice/App", packageAccess: false, swiftSettings: appSettings),
        .target(name: "JuiceCatalogs", path: "Examples/Juice/JuiceCatalogs", exclude: ["Catalogs"]),
        // Juice's account-modification extension, in a separate process.
        .executableTarget(
            name: "JuiceUpgrade", dependencies: ["JuiceApp"], path: "Examples/Juice/Upgrade", exclude: ["Info.plist"],
            packageAccess: false, swiftSettings: appSettings),
        .executableTarget(
            name: "Juice", dependencies: ["AppleIdentityEmulator", "DeviceScreens", "DeviceSimulator", "JuiceApp"],
            path: "Examples/Juice/Story", packageAccess: false, swiftSettings: settings),
        .executableTarget(
            name: "MotivationApp", dependencies: ["AppTexts", "DeviceScreens", "MotivationCatalogs", "OpenSecurity"],
            path: "Examples/MotivationApp", packageAccess: false, swiftSettings: appSettings),
        .target(name: "MotivationCatalogs", path: "Examples/MotivationCatalogs", exclude: ["Catalogs"]),
        .target(name: "MotivationServerCatalogs", path: "Examples/MotivationServerCatalogs", exclude: ["Catalogs"]),

        // Tests
        testSupport(
            "AccountStoreConformance", ["Accounts", "InternetAddresses", "PasswordHashing", "Secrets", "Traces", "WebAuthn"]),
        testSupport("EmulatedAuthenticator", ["Secrets", "WebAuthn", crypto]),
        testSupport("CatalogChecks", ["Texts"]),
        testSupport("Browsers", ["TestKit"]),
        testSupport("Chromium", ["Browsers"]),
        testSupport("Firefox", ["Browsers"]),
        testSupport("ConformanceData"),
        testSupport("MailPeers", ["ConformanceData", "TestKit"]),
        testSupport("PasskeyPeers", ["JSONText", "TestKit"]),
        testSupport("ReservedPorts"),
        testSupport("TestAuthority", [crypto, nioSSL, swiftASN1, x509]),
        testSupport("TestKit"),
        testSupport("UpgradeDriver", ["DeviceScreens", "DeviceSimulator"]),
        tests("AppleIdentityTests", ["AppleIdentity", "ConformanceData", "JSONText", "Secrets", crypto, cryptoExtras]),
        tests(
            "AppleIdentityClientTests",
            ["AppleIdentity", "AppleIdentityClient", "AppleIdentityEmulator", "ConformanceData", crypto]),
        tests(
            "AppleIdentityEmulatorTests",
            [
                "AppleIdentityEmulator", "CatalogChecks", "Markup", "ReservedPorts", "Texts", asyncHTTPClient, crypto, cryptoExtras,
                httpTypes,
                hummingbird,
                hummingbirdTesting, jwtKit,
                logging,
                nioCore, nioHTTP1, nioPosix, nioSSL, serviceLifecycle, swiftASN1, x509,
            ],
            exclude: ["Snapshots"]),
        tests("AssociatedDomainsTests", ["AssociatedDomains", "ConformanceData", "JSONText"]),
        tests("OneTimeCodesTests", ["ConformanceData", "OneTimeCodes"]),
        tests(
            "WebClientTests",
            [
                "AssociatedDomains", "DeviceServices", "InternetAddresses", "TestAuthority", "WebClient", httpTypes, nioCore,
                nioHTTP1,
                nioPosix, nioSSL,
            ]),
        tests(
            "LocalAccessTests",
            ["LocalAccess", "Markup", "PrivateFiles", "Secrets", hummingbird, hummingbirdTesting, httpTypes, nioCore]),
        tests("WebServingTests", ["Traces", "WebServing", httpTypes, hummingbird, hummingbirdTesting, nioCore, nioPosix]),
        tests("SiteChecksTests", ["AssociatedDomains", "SiteChecks", "WebClient", httpTypes]),
        tests("InternetAddressesTests", ["InternetAddresses"]),
        tests("JSONTextTests", ["JSONText"]),
        tests("MarkupTests", ["Markup"]),
        tests("PersonNamesTests", ["PersonNames"]),
        tests("SecretsTests", ["Secrets"]),
        tests("AppTextsTests", ["AppTexts"]),
        tests("TextsTests", ["CatalogChecks", "ConformanceData", "Texts"]),
        tests("TracesTests", ["JSONText", "Traces"]),
        tests("PasswordHashingTests", ["PasswordHashing", "Secrets"]),
        tests("PasswordStrengthTests", ["ConformanceData", "PasswordStrength", crypto]),
        tests("PasswordRulesTests", ["ConformanceData", "PasswordRules"]),
        tests(
            "WebAuthnTests",
            ["ConformanceData", "JSONText", "PasskeyPeers", "Secrets", "WebAuthn", crypto, cryptoExtras, swiftASN1, x509]),
        tests("DeviceProtocolTests", ["DeviceProtocol", "Traces"]),
        // The software enclave in a separate process, which the tests of the enclave start.
        .executableTarget(
            name: "SoftwareEnclaveHost", dependencies: ["DeviceBroker", "DeviceProtocol"],
            path: "Tests/DeviceBrokerTests/Enclave/Host",
            swiftSettings: settings),
        // Asks PAM as the broker does, with PAM's test double preloaded.
        .executableTarget(
            name: "PAMHost", dependencies: ["DeviceBroker", "Secrets"], path: "Tests/DeviceBrokerTests/Presence/PAM/Host",
            swiftSettings: settings),
        testSupport("DeviceParts", ["CTSS2", "DeviceBroker", "Secrets", "TestKit"]),
        tests(
            "DeviceBrokerTests",
            [
                "CPAM", "CTSS2", "ConformanceData", "DeviceBroker", "DeviceParts", "DeviceProtocol", "PAMHost", "PasswordHashing",
                "Secrets", "SoftwareEnclaveHost", "Threads", "Traces", crypto, grdb,
            ],
            exclude: ["Enclave/Host", "Presence/PAM/Host"]),
        // A broker in a separate process that ends at a chosen step, and an app that calls it.
        .executableTarget(
            name: "DeviceHost", dependencies: ["DeviceBroker", "DeviceProtocol", "PasswordHashing", "Secrets", grdb],
            path: "Tests/Support/DeviceHost", swiftSettings: settings),
        .executableTarget(
            name: "DeviceCaller", dependencies: ["KeptHeap", "OpenLocalAuthentication", "OpenSecurity"],
            path: "Tests/Support/DeviceCaller", swiftSettings: settings),
        // In C, because Swift cannot replace functions of the C library.
        .target(name: "KeptHeap", path: "Tests/Support/KeptHeap"),
        testSupport(
            "DeviceConformance",
            [
                "DeviceBroker", "DeviceParts", "DeviceProtocol", "DeviceSimulator", "OpenLocalAuthentication", "OpenSecurity",
                "PasswordHashing", "Secrets", "TestKit",
            ]),
        tests(
            "DeviceConformanceTests",
            [
                "DeviceBroker", "DeviceCaller", "DeviceConformance", "DeviceHost", "DeviceParts", "DeviceProtocol",
                "DeviceSimulator", "OpenLocalAuthentication", "OpenSecurity", "PasswordHashing", "Secrets", crypto, grdb,
            ]),
        tests(
            "PasswordManagerTests",
            [
                "AssociatedDomains", "CGumbo", "ConformanceData", "DeviceProtocol", "DeviceSimulator", "OneTimeCodes",
                "PasswordManager", "PasswordRules", "PasswordStrength", crypto,
            ]),
        // Saved passwords in a separate process that ends at a chosen step.
        .executableTarget(
            name: "CredentialHost",
            dependencies: [
                "AssociatedDomains", "DeviceBroker", "DeviceProtocol", "DeviceServices", "PasswordHashing", "PasswordManager",
                "Secrets", grdb,
            ],
            path: "Tests/Support/CredentialHost", swiftSettings: settings),
        tests(
            "DeviceServicesTests",
            [
                "AssociatedDomains", "ConformanceData", "CredentialHost", "DeviceBroker", "DeviceProtocol", "DeviceScreens",
                "DeviceServices", "DeviceSimulator", "JSONText", "PasswordManager", "PasswordRules", "Secrets", "WebClient", crypto,
                httpTypes,
            ]),
        tests(
            "HardwareSecurityKeysTests",
            [
                "CFIDO2", "DeviceBroker", "DeviceProtocol", "DeviceServices", "HardwareSecurityKeys", "Secrets", "WebAuthn", crypto,
                cryptoExtras, logging,
            ]),
        // An extension in a separate process.
        .executableTarget(
            name: "ExtensionHost", dependencies: ["DeviceScreens", "OpenAuthenticationServices"],
            path: "Tests/Support/ExtensionHost", packageAccess: false, swiftSettings: settings),
        .executableTarget(
            name: "ProviderHost", dependencies: ["DeviceScreens", "OpenAuthenticationServices"],
            path: "Tests/Support/ProviderHost", packageAccess: false, swiftSettings: settings),
        tests(
            "OpenAuthenticationServicesTests",
            [
                "AppleIdentityEmulator", "AssociatedDomains", "AsyncApps", "DelegateApps", "DeviceBroker", "DeviceParts",
                "DeviceProtocol", "DeviceScreens", "DeviceServices", "DeviceSimulator", "ExtensionHost", "JSONText", "Juice",
                "OpenAuthenticationServices", "PasskeyPeers", "PasswordManager", "Secrets", "WebAuthn", crypto, swiftASN1, x509,
            ]),
        // Apps with passkeys, in the shapes of Apple's sample and of open-source apps.
        appSources(
            "DelegateApps", ["OpenAuthenticationServices", "OpenCryptoKit"], .v5,
            aliases: ["AuthenticationServices=OpenAuthenticationServices", "CryptoKit=OpenCryptoKit"]),
        appSources(
            "AsyncApps", ["OpenAuthenticationServices"], .v6, aliases: ["AuthenticationServices=OpenAuthenticationServices"]),
        // As much of UIKit as the article's sample uses, and the process that its listings run in: a test compiles them into a shared library, which
        // finds the modules in this executable.
        testSupport("UIKitStub", ["DeviceScreens", "OpenAuthenticationServices"]),
        .executableTarget(
            name: "StoryboardApp", dependencies: ["OpenSecurity", "UIKitStub"],
            path: "Tests/Support/StoryboardApp", exclude: ["Storyboard"], swiftSettings: settings,
            linkerSettings: [.unsafeFlags(["-Xlinker", "--export-dynamic"])]),
        // The apps of Examples on simulated phones, against the real servers.
        tests(
            "DeviceAppsTests",
            [
                "AccountServer", "AccountStoreSQLite", "Accounts", "AppleIdentity", "AppleIdentityClient", "AppleIdentityEmulator",
                "CatalogChecks", "ConformanceData", "DeviceBroker", "DeviceProtocol", "DeviceScreens", "DeviceSimulator", "Juice",
                "JuiceApp", "JuiceCatalogs", "Motivation", "MotivationApp", "MotivationCatalogs", "MotivationServerCatalogs",
                "OpenAuthenticationServices", "PasswordHashing", "ReservedPorts", "Secrets", "StoryboardApp", "Texts", "Traces",
                "WebClient",
                hummingbird, logging, serviceLifecycle,
            ]),
        tests(
            "DevicePagesTests",
            [
                "CatalogChecks", "DevicePages", "DeviceProtocol", "DeviceScreens", "DeviceServices", "DeviceSimulator",
                "LocalAccess", "Markup", "Secrets", "Texts", "WebServing",
                hummingbird, hummingbirdTesting, httpTypes, logging, nioCore, nioEmbedded,
            ],
            exclude: ["Snapshots"]),
        tests("OpenCryptoKitTests", ["DeviceSimulator", "OpenCryptoKit", "OpenLocalAuthentication", "OpenSecurity"]),
        tests(
            "OpenSecurityTests",
            [
                "CLibcrypto", "ConformanceData", "DeviceProtocol", "DeviceSimulator", "OpenLocalAuthentication", "OpenSecurity",
                crypto, swiftASN1, x509,
            ],
            exclude: ["IndependentPeer"]),
        tests(
            "OpenLocalAuthenticationTests", ["DeviceProtocol", "DeviceSimulator", "OpenLocalAuthentication", "OpenSecurity"]),
        // An app whose accounts can be upgraded, on a phone.
        testSupport("UpgradableShop", ["DeviceScreens", "DeviceSimulator", "OpenAuthenticationServices"]),
        // A stored phone in a separate process that is killed.
        .executableTarget(
            name: "PhoneHost", dependencies: ["DeviceScreens", "DeviceSimulator", "PasswordManager", "UpgradeDriver"],
            path: "Tests/Support/PhoneHost", swiftSettings: settings),
        tests(
            "DeviceSimulatorTests",
            [
                "AssociatedDomains", "DeviceBroker", "DeviceProtocol", "DeviceScreens", "DeviceServices", "DeviceSimulator",
                "JSONText", "OneTimeCodes", "OpenAuthenticationServices", "OpenLocalAuthentication", "OpenSecurity", "PasskeyPeers",
                "PasswordManager", "PhoneHost", "ProviderHost", "RightsDemo", "Secrets", "Traces",
                "UntouchedSource", "UpgradableShop", "WebAuthn", "WebClient", crypto, httpTypes,
            ]),
        tests(
            "AccountsTests",
            [
                "Accounts", "AccountStoreSQLite", "EmulatedAuthenticator", "InternetAddresses", "OneTimeCodes", "PasswordHashing",
                "PasswordStrength", "Secrets", "WebAuthn", crypto,
            ]),
        tests(
            "AccountStoreSQLiteTests",
            [
                "Accounts", "AccountStore", "AccountStoreConformance", "AccountStoreSQLite", "InternetAddresses",
                "Secrets", "WebAuthn", grdb,
            ]),
        testSupport("PostgreSQLServer", ["TestKit"]),
        testSupport("DiskFaults", ["TestKit"]),
        testSupport("TestStores", ["AccountStorePostgreSQL", "AccountStoreSQLite", "Accounts", "PostgreSQLServer"]),
        // A server in a separate process whose courier is killed.
        .executableTarget(
            name: "CourierHost",
            dependencies: [
                "AccountServer", "Accounts", "InternetAddresses", "Mail", "PasswordHashing", "Secrets", "TestStores", logging,
            ],
            path: "Tests/Support/CourierHost", swiftSettings: settings),
        tests(
            "FleetTests",
            [
                "AppleIdentityEmulator", "DiskFaults", "JSONText", "OneTimeCodes", "PostgreSQLServer", "ReservedPorts", "WebClient",
                crypto, httpTypes,
            ]),
        tests(
            "AccountStorePostgreSQLTests",
            [
                "Accounts", "AccountStore", "AccountStoreConformance", "AccountStorePostgreSQL", "AccountStoreSQLite",
                "DiskFaults", "InternetAddresses", "PostgreSQLServer", "ReservedPorts", "Secrets", "Threads", "WebAuthn", libpq,
            ]),
        tests(
            "MailTests",
            [
                "ConformanceData", "InternetAddresses", "JSONText", "Mail", "MailPeers", "Markup", "OneTimeCodes", "ReservedPorts",
                "Secrets", "TestAuthority", "WebClient", crypto, cryptoExtras, httpTypes, nioCore, nioEmbedded, nioPosix, nioSSL,
            ]),
        tests(
            "AccountPagesTests", ["AccountPages", "AppleButtons", "CatalogChecks", "Markup", "Texts"], exclude: ["Snapshots"]),
        tests(
            "AccountServerTests",
            [
                "AccountPages", "AccountServer", "AccountStore", "AccountStoreSQLite", "Accounts", "AppleIdentity",
                "CourierHost", "EmulatedAuthenticator", "InternetAddresses", "JSONText", "LocalAccess", "Mail", "MailPeers",
                "Markup", "OneTimeCodes", "PasswordHashing", "PasswordRules",
                "PasswordStrength", "ReservedPorts", "Secrets", "TestAuthority", "TestStores", "Texts",
                "SiteChecks", "Traces", "WebAuthn", "WebClient", "WebServing", crypto, httpTypes, hummingbird,
                hummingbirdCore, hummingbirdTesting, logging, metrics, coreMetrics,
                nioCore, nioEmbedded, nioHTTP1, nioHTTPTypes, nioPosix, serviceLifecycle, tracing,
            ], exclude: ["Mail/Snapshots"]),
        tests(
            "BrowserTests",
            [
                "AccountPages", "AccountServer", "AccountStoreSQLite", "Accounts", "AppleIdentity", "AppleIdentityEmulator",
                "Browsers", "Chromium", "ConformanceData", "DevicePages", "DeviceProtocol", "DeviceScreens", "DeviceServices",
                "DeviceSimulator", "Firefox", "InternetAddresses", "JuiceApp", "LocalAccess", "Mail", "Markup", "Motivation",
                "MotivationApp", "OneTimeCodes", "OpenAuthenticationServices", "PasswordHashing", "PasswordStrength",
                "ReservedPorts", "Secrets", "TestAuthority", "TestStores", "Traces", "UpgradableShop", "WebAuthn", "WebClient",
                hummingbird, hummingbirdTLS, logging, nioCore, nioSSL, serviceLifecycle,
            ]),
        tests(
            "EndToEndTests",
            [
                "AccountServer", "AccountStoreSQLite", "Accounts", "AppleIdentity", "AppleIdentityClient", "AppleIdentityEmulator",
                "AssociatedDomains", "CredentialHost", "DeviceParts", "DeviceScreens", "DeviceServices", "DeviceSimulator",
                "EmulatedAuthenticator", "InternetAddresses", "JSONText", "JuiceApp", "JuiceUpgrade", "LocalAccess", "Mail",
                "OneTimeCodes",
                "OpenLocalAuthentication", "OpenSecurity", "PasswordHashing", "PasswordManager", "PhoneHost", "ReservedPorts",
                "Secrets",
                "TestStores", "Traces", "UpgradeDriver", "WebClient", crypto, cryptoExtras, httpTypes, hummingbird, logging,
                nioCore,
                serviceLifecycle,
            ]),
        tests("RelyingPartyTests", ["AppleIdentityEmulator"]),
        // An app of the running device that signs in and has its passwords filled.
        .executableTarget(
            name: "SystemCaller", dependencies: ["OpenAuthenticationServices", "OpenSecurity"], path: "Tests/Support/SystemCaller",
            packageAccess: false, swiftSettings: settings),
        tests(
            "ToolTests",
            [
                "AccountServer", "AccountStore", "AccountStoreSQLite", "Accounts", "ConformanceData", "DeviceParts",
                "DeviceSimulator", "ExtensionHost", "InternetAddresses", "JSONText", "Mail", "MailPeers",
                "PasswordRules", "PostgreSQLServer", "ReservedPorts", "Secrets", "SystemCaller", "WebAuthn", "WebClient",
                "latchkey", argumentParser, crypto, cryptoExtras, httpTypes, nioCore, nioPosix,
            ]),
    ],
    swiftLanguageModes: [.v6]
)

/// The targets of these names and all that they need, by name.
func closure(of names: [String], in targets: [Target]) -> Set<String> {
    var found: Set<String> = []
    var open = names
    while let name = open.popLast() {
        guard found.insert(name).inserted, let target = targets.first(where: { $0.name == name }) else { continue }
        for dependency in target.dependencies {
            switch dependency {
            case .targetItem(let name, _), .byNameItem(let name, _): open.append(name)
            default: break
            }
        }
    }
    return found
}

// A package that depends on one library fetches what this library needs: SwiftPM leaves out a package that only targets of disabled traits use.
// Each library belongs to a trait, or to none and then needs nothing but swift-crypto; targets of no library belong to the command.
let parts: [(trait: String?, libraries: [String])] = [
    (
        nil,
        [
            "AppTexts", "AppleIdentity", "AssociatedDomains", "DeviceScreens", "OneTimeCodes", "OpenAuthenticationServices",
            "PasswordRules",
        ]
    ),
    ("AppleClient", ["AppleIdentityClient"]),
    ("Server", ["AccountServer", "AccountStorePostgreSQL", "AccountStoreSQLite", "Mail"]),
    ("Emulator", ["AppleIdentityEmulator"]),
    ("Frameworks", ["OpenCryptoKit", "OpenLocalAuthentication", "OpenSecurity"]),
    ("Device", ["DeviceSimulator"]),
    ("Passkeys", ["WebAuthn"]),
].map { (trait: $0.0, libraries: closure(of: $0.1, in: package.targets).sorted()) }
for target in package.targets {
    let users = parts.filter { $0.libraries.contains(target.name) }.map(\.trait)
    guard !users.contains(nil) else { continue }
    let traits = users.isEmpty ? ["Command"] : Set(users.compactMap(\.self))
    target.dependencies = target.dependencies.map { dependency in
        guard case .productItem(let name, let package?, _, nil) = dependency, package != "swift-crypto" else { return dependency }
        return .product(name: name, package: package, condition: .when(traits: traits))
    }
}

// The plugin that scripts/docs runs, which no target uses and every dependent package would fetch.
if Context.environment["LATCHKEY_DOCS"] != nil {
    package.dependencies.append(.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"))
}

// Builds of a part have the targets of LATCHKEY_ONLY, separated by spaces, and what they need (scripts/variants).
if let only = Context.environment["LATCHKEY_ONLY"] {
    let wanted = closure(of: only.split(separator: " ").map(String.init), in: package.targets)
    package.targets.removeAll { !wanted.contains($0.name) }
    package.products.removeAll { product in
        !wanted.contains(product.name) || (product as? Product.Library)?.targets.allSatisfy(wanted.contains) == false
    }
}
