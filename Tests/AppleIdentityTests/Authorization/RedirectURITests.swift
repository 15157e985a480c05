import AppleIdentity
import Testing

@Suite("Redirect URIs")
struct RedirectURITests {
    private static func error(_ text: String, _ loopback: RedirectURI.LoopbackException = .rejected) -> AppleIdentityError? {
        failure { try RedirectURI(text, loopback: loopback) }
    }

    @Test(
        "https URLs with a domain name are accepted unchanged",
        arguments: [
            "https://example.com", "https://example.com/", "https://Example.com/a/b?c=d&e=%20", "https://example.com:8443/cb",
            "https://xn--bcher-kva.example/cb", "HTTPS://example.com", "https://a.b.c.d.example/~x;y=1,2!$'()*+@:",
            "https://example.com/" + String(repeating: "a", count: 2_028),
        ])
    func taken(text: String) throws {
        #expect(try RedirectURI(text).text == text)
    }

    @Test(
        "URLs that Apple rejects are rejected",
        arguments: [
            ("http://example.com/cb", .notHTTPS), ("ftp://example.com", .notHTTPS), ("app://example.com", .notHTTPS),
            ("com.example.app:/cb", .notAbsolute), ("/cb", .notAbsolute), ("//example.com", .notAbsolute), ("", .notAbsolute),
            ("https:example.com", .notAbsolute), ("https:/example.com", .notAbsolute), ("example.com", .notAbsolute),
            ("https://localhost/cb", .localhost), ("https://LOCALHOST/cb", .localhost), ("https://app.localhost", .localhost),
            ("https://127.0.0.1/cb", .ipAddress), ("https://10.0.0.1", .ipAddress), ("https://[::1]/cb", .ipAddress),
            ("https://[2001:db8::1]", .ipAddress), ("https://127.1", .ipAddress), ("https://0x7f000001", .ipAddress),
            ("https://2130706433", .ipAddress), ("https://example.1", .ipAddress), ("http://localhost/cb", .notHTTPS),
            ("https://intranet/cb", .singleLabel), ("https://example.com/cb#", .fragment), ("https://example.com/cb#a", .fragment),
            ("https://example.com#", .fragment), ("https://user@example.com", .userInformation),
            ("https://example.com@evil.example", .userInformation), ("https://example.com\\@evil.example", .unprintable),
            ("https://exa mple.com", .unprintable), ("https://example.com/ä", .unprintable),
            ("https://example.com/\n", .unprintable),
            ("https://example.com/<", .unprintable), ("https://example.com/\"", .unprintable), ("https://", .malformedHost),
            ("https:///cb", .malformedHost), ("https://.example.com", .malformedHost), ("https://example..com", .malformedHost),
            ("https://example.com.", .malformedHost), ("https://-example.com", .malformedHost),
            ("https://ex_ample.com", .malformedHost),
            ("https://[::1", .malformedHost), ("https://[]", .malformedHost), ("https://*.example.com", .malformedHost),
            ("https://example.com:", .malformedPort), ("https://example.com:0", .malformedPort),
            ("https://example.com:65536", .malformedPort),
            ("https://example.com:1x", .malformedPort), ("https://example.com:-1", .malformedPort),
            ("https://example.com/%", .malformedPercent), ("https://example.com/%2", .malformedPercent),
            ("https://example.com/%zz", .malformedPercent),
            ("https://example.com/" + String(repeating: "a", count: 2_029), .tooLong),
        ] as [(String, AppleIdentityError.Code)])
    func rejected(text: String, code: AppleIdentityError.Code) {
        #expect(Self.error(text)?.code == code)
        #expect(Self.error(text).map { !$0.description.contains("example") } == true)
    }

    @Test("the error has the position")
    func positions() {
        #expect(Self.error("https://example.com/a#b")?.position == 21)
        #expect(Self.error("https://127.0.0.1/")?.position == 8)
        #expect(Self.error("https://example.com/a b")?.position == 21)
        #expect(Self.error("https://example.com/%zz")?.position == 20)
    }

    @Test(
        "loopback hosts are accepted only with the option",
        arguments: [
            "http://localhost:8080/cb", "https://localhost/cb", "http://127.0.0.1:8080/cb", "http://[::1]/cb",
            "http://app.localhost/cb",
        ])
    func loopback(text: String) {
        #expect(Self.error(text, .allowedForDevelopment) == nil)
        #expect(Self.error(text) != nil)
    }

    @Test(
        "the option accepts no other hosts",
        arguments: [
            "http://example.com/cb", "http://10.0.0.1/cb", "https://10.0.0.1/cb", "http://localhost.example.com", "http://127.1/cb",
            "http://0.0.0.0/cb", "http://localhost/cb#x", "http://localhost@example.com/", "ftp://localhost/cb",
            "https://intranet/",
        ])
    func loopbackTwins(text: String) {
        #expect(Self.error(text, .allowedForDevelopment) != nil)
    }
}
