// swift-tools-version: 6.2
import PackageDescription

// What the libraries do in a second, measured in process through their public faces. `make bench` builds and runs it.

let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "latchkey", path: ".."),
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
        .package(url: "https://github.com/vapor/jwt-kit", exact: "5.7.1"),
    ],
    targets: [
        .executableTarget(
            name: "LibraryFigures",
            dependencies: [
                .product(name: "AppleIdentity", package: "latchkey"),
                .product(name: "AssociatedDomains", package: "latchkey"),
                .product(name: "PasswordRules", package: "latchkey"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "JWTKit", package: "jwt-kit"),
            ],
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .treatAllWarnings(as: .error),
            ])
    ],
    swiftLanguageModes: [.v6]
)
