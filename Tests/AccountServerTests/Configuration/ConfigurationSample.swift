import Foundation

@testable import AccountServer

/// Sample sources that a test changes in one place.
enum ConfigurationSample {
    /// A self-signed certificate of a certificate authority.
    static let rootCertificate = """
        -----BEGIN CERTIFICATE-----
        MIIBfjCCASWgAwIBAgIUR8VyhqdXygViiUDndzLGjICFzdUwCgYIKoZIzj0EAwIw
        FDESMBAGA1UEAwwJVGVzdCByb290MCAXDTI2MTEyNzA0MTAxMVoYDzIxMjYxMTAz
        MDQxMDExWjAUMRIwEAYDVQQDDAlUZXN0IHJvb3QwWTATBgcqhkjOPQIBBggqhkjO
        PQMBBwNCAARxsdkdq+wEIqaDdORWz4KnbiDS4r146x3wskErt84qUxWoUe8OTpsi
        kM9pISVbrCYrkLSehnXdPF/8ihyfv3mlo1MwUTAdBgNVHQ4EFgQUlCmMaCu8q/cX
        5ipnxBRbrtpWeaQwHwYDVR0jBBgwFoAUlCmMaCu8q/cX5ipnxBRbrtpWeaQwDwYD
        VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNHADBEAiBnTxK+dFA6Zecs49kLaIVw
        0EZxOWXLpI5HZ4G8kyedGgIgLhqZddh6j1G3mtYjg9y5532lzEEIZRhRtsjtjwwV
        B98=
        -----END CERTIFICATE-----
        """

    /// The Ed25519 key of RFC 8463, appendix A.
    static let signingKey = """
        -----BEGIN PRIVATE KEY-----
        MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g
        -----END PRIVATE KEY-----

        """

    static let key = "q3Xy1nC0c9m5Yv4e0iY1kq0bVnq5c0Wm8s2Z7J1x3hA="
    static let otherKey = "7Jm0tq5rV9y2c8Wl4n1Xz6Hd3Kf0Pb5Sg8Ru2Ta4YeM="

    /// The names of the ranges that identify a folder of leaked passwords.
    static let ranges = "0123456789ABCDEF".map { "\($0)0000" } + ["FFFFF"]
    /// A line of such a range.
    static let row = "1D2DA4053E34E76F6576ED1DA63134B5E2A:1"

    /// Returns the smallest valid configuration with `yaml` added.
    static func sources(_ yaml: String = "", environment: [String: String] = [:], flags: [String] = []) -> ConfigurationSources {
        ConfigurationSources(
            presets: ["site.publicOrigin": "https://accounts.example.com", "keys.current": key, "store.path": "accounts.sqlite"],
            file: ConfigurationFile(path: "etc/latchkey.yaml", text: yaml), environment: environment, flags: flags)
    }

    /// Returns the problems of the sources, one a line.
    static func problems(_ sources: ConfigurationSources) -> [String] {
        do throws(ConfigurationProblems) {
            _ = try ConfigurationReading(sources)
            return []
        } catch {
            return error.problems.map(\.description)
        }
    }

    static func problems(_ yaml: String) -> [String] {
        problems(sources(yaml))
    }
}

extension ConfigurationReading {
    func entry(_ name: String) -> ConfigurationEntry? {
        entries.first { $0.key.name == name }
    }
}

/// A folder for one test, removed with it.
final class ConfigurationFolder: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "latchkey-configuration-\(UUID())").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Writes a file and returns its path.
    @discardableResult
    func write(_ text: String, to name: String, mode: Int = 0o600) throws -> String {
        let file = path + "/" + name
        try Data(text.utf8).write(to: URL(filePath: file))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
        return file
    }
}
