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

    /// An RSA key of 2048 bits.
    static let rsaSigningKey = """
        -----BEGIN PRIVATE KEY-----
        MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSkAgEAAoIBAQClzPxem0bb8fyB
        MFdQq0YdIoyY4a8QpjsD/tx3iobYxomr9+XuzPdExCB3PWF80G/CytDeVPuHITfK
        eMEAi2HRvqW3mSnv4TFOdnTU8XB55dvXUYMxnOgt6D08/8q7zN5cRusaHGXfsg6/
        G0fYsLwgRNgwAUsvUNvVPqDfGM3gzLPAa6q3gy6NhOfQnfc5RDT4m0AUeCXIOsfg
        9JbMDL/4Y+wJ+t2afaDM+KQ+6svlZQ2BBSUTk3Ig+c7MfAUMPxJ1e5/SZpi/fHxH
        nWs+3nJ9hrelaM0NVaOcIiWb5KHm8oBiV7IXjs78vcFdttMdeHgu+ubwwly0YBec
        9nM0x+q9AgMBAAECggEAC7NgqAiLQqBcMn3H27CKnSnABFYA9crVZV3KD0GebJPu
        SU2QU37xgE/a/q89PwKysGuBu/8BVTL57fcBn9k2SQgMR92uQPiCc0gWzKRRTLj0
        /8gH2yt4kyzNjY17sC8wDhEPLGOOqO+27LOvKVKnpBtXqmOc+7TYHr9xuOzWMqQC
        ggunIeWjkDeFpeZOK4J3qHM0yG+OS2DX3NUEBpOhOOGztI7wYM4/ws88X67VAAzT
        +5NAsrl32EiG3EDVM5UyOLNM4WYFIjAv+b43luQLjhYxEsWFsn5bLKI9S5u2R9xN
        3btiPVvfRjvabpzjyoPYsFkpsDmfg0VdMMHuEZgqoQKBgQDR2k7nL8qpgh+jvZAw
        VYosLrf9IQjX1A1uGjfne93oWPRBZ0u0ofa/Du+gv3+tTvWe26euDgaScY2x+GLd
        FwlMSfSHXIomQzIapSfhfR9YJk8rstU5TBNrt/uWi1Rk6y/cQufT+wLYwPurbqYB
        8JAXJ+HaRVtUr8OmFYnJpHy+FQKBgQDKQsL5W0lLGYFkUigs97qF8U4v/DeGeKAU
        qRNRSzht35e1W/cCddzr+qUmUXcl9LVIpxFlpIKaLX37r2rUWrPR6QWYueS4cCad
        h1OIsvzn2lu80yjHSUEE25qGGzDDZnICYlfKljPrC+1xvGbBYLyVtiCFF7UzsjMj
        wO2HqNtMCQKBgQCKBj15X3y7iuOGjerlb42my7+mFPE9C7MdpM76SQVGiiN1VRx9
        HT4uogNIRkwS0GlK6AxctcrqzRc2ZDmaU0mBTO8xjNMsoWu2DMSzUdmo3+GYy1Hl
        Er1/Tw6CEPgcPHhJNhRG38Uajau6MNetVO1g3ZF2P8H3bHeRqH7tCmwllQKBgC++
        XqPZ5o0xshdqRU2IFKF1eo1dLgYyByeZWZQA+4sEEp2e3cnY5JNXkRBgfo2ZHAnQ
        Vgz2LlYSkwCMQd1qo7PTG50XlGPtJVBeF1vXVFeudaU2+xM/uXdaFzm8xV/6mMLz
        T+HkXtEG+b+1R1Qyb5GvcjG4jO9tCyFPc0Jom4txAoGBAKQ9UDOLMQJEEu9kxT0x
        G99KxNMZlf8qSU5Zozft2qAecgN2FUg9J4W5JWBKeM+4EoJQihwS5bPifaOuslAM
        qNytCFX6tf4rV6pjh3Fpv96JYPbq/ZaU//W+OO/6jnRXETfrjNEVQ70+p0Q4zKe8
        AWYpEalO80gSMp8Oe6u2tLWz
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
