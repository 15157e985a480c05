import AppleIdentity
import Testing

@Suite("Endpoints")
struct AppleEndpointsTests {
    @Test("Apple's endpoints match the documentation")
    func apples() {
        let apple = AppleEndpoints.apple
        #expect(apple.authorize == "https://appleid.apple.com/auth/authorize")
        #expect(apple.token == "https://appleid.apple.com/auth/token")
        #expect(apple.keys == "https://appleid.apple.com/auth/keys")
        #expect(apple.revoke == "https://appleid.apple.com/auth/revoke")
        #expect(apple.userMigration == "https://appleid.apple.com/auth/usermigrationinfo")
        #expect(apple.areApples)
    }

    @Test(
        "https origins and loopback http origins are accepted",
        arguments: [
            ("https://emulator.example:8443/", "https://emulator.example:8443"), ("http://localhost:9000", "http://localhost:9000"),
            ("http://127.0.0.1:9000/", "http://127.0.0.1:9000"), ("http://127.8.9.10", "http://127.8.9.10"),
            ("http://[::1]:9000", "http://[::1]:9000"), ("http://apple.localhost", "http://apple.localhost"),
            ("HTTPS://appleid.apple.com", "https://appleid.apple.com"),
        ])
    func taken(text: String, base: String) throws {
        let endpoints = try AppleEndpoints(baseURL: text)
        #expect(endpoints.baseURL == base && endpoints.token == base + "/auth/token")
        #expect(endpoints.areApples == (base == "https://appleid.apple.com"))
    }

    @Test(
        "any other URL is rejected",
        arguments: [
            ("http://appleid.apple.com", .notHTTPS), ("http://127.0.0.1.example.com", .notHTTPS), ("http://10.0.0.1", .notHTTPS),
            ("http://localhost.example.com", .notHTTPS), ("http://127.1", .notHTTPS), ("http://127.0.0.256", .notHTTPS),
            ("https://example.com/auth", .notAnOrigin), ("https://example.com?x", .notAnOrigin),
            ("https://example.com#", .notAnOrigin),
            ("ftp://example.com", .notHTTPS), ("example.com", .notAbsolute), ("", .notAbsolute), ("https://", .malformedHost),
            ("https://user@example.com", .userInformation), ("https://exa mple.com", .unprintable),
            ("https://example.com:0", .malformedPort),
            ("https://example.com:65536", .malformedPort), ("https://[::1", .malformedHost), ("https://-a.example", .malformedHost),
            ("https://a..b", .malformedHost),
        ] as [(String, AppleIdentityError.Code)])
    func rejected(text: String, code: AppleIdentityError.Code) {
        #expect(failure { try AppleEndpoints(baseURL: text) }?.code == code)
    }
}
