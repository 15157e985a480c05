import AppleIdentity
import Testing

@Suite("Endpoints")
struct AppleEndpointsTests {
    @Test("Apple's own are the documented ones")
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
        "an https origin and an http one of this machine are taken",
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
        "everything else is refused",
        arguments: [
            ("http://appleid.apple.com", .insecure), ("http://127.0.0.1.example.com", .insecure), ("http://10.0.0.1", .insecure),
            ("http://localhost.example.com", .insecure), ("http://127.1", .insecure), ("http://127.0.0.256", .insecure),
            ("https://example.com/auth", .notAnOrigin), ("https://example.com?x", .notAnOrigin),
            ("https://example.com#", .notAnOrigin),
            ("ftp://example.com", .unsupportedScheme), ("example.com", .malformed), ("", .malformed), ("https://", .malformed),
            ("https://user@example.com", .malformed), ("https://exa mple.com", .malformed), ("https://example.com:0", .malformed),
            ("https://example.com:65536", .malformed), ("https://[::1", .malformed), ("https://-a.example", .malformed),
            ("https://a..b", .malformed),
        ] as [(String, EndpointError.Code)])
    func refused(text: String, code: EndpointError.Code) {
        #expect(failure { () throws(EndpointError) in try AppleEndpoints(baseURL: text) }?.code == code)
    }
}
