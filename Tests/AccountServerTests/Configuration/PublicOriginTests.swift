import Testing

@testable import AccountServer

@Suite("The public origin")
struct PublicOriginTests {
    @Test(
        "an origin has one spelling",
        arguments: [
            ("https://accounts.example.com", "https://accounts.example.com"),
            ("HTTPS://Accounts.Example.COM", "https://accounts.example.com"),
            ("https://example.com:443", "https://example.com"),
            ("https://example.com:8443", "https://example.com:8443"),
            ("http://localhost:80", "http://localhost"),
            ("http://LOCALHOST:8080", "http://localhost:8080"),
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
            ("http://127.9.8.7", "http://127.9.8.7"),
            ("http://[::1]:8080", "http://[::1]:8080"),
            ("http://[0:0:0:0:0:0:0:1]", "http://[::1]"),
            ("https://[2001:DB8::1]", "https://[2001:db8::1]"),
            ("https://192.0.2.1", "https://192.0.2.1"),
            ("https://xn--bcher-kva.example", "https://xn--bcher-kva.example"),
            ("https://a1.2b", "https://a1.2b"),
        ])
    func oneSpelling(text: String, spelling: String) throws {
        let origin = try PublicOrigin(text)
        #expect(origin.description == spelling)
        #expect(try PublicOrigin(spelling) == origin)
    }

    @Test(
        "what is more or less than an origin is refused, with the reason and its place",
        arguments: [
            ("", .scheme, 0), ("example.com", .scheme, 0), ("ftp://example.com", .scheme, 0), ("https:/example.com", .scheme, 0),
            (" https://example.com", .scheme, 0),
            ("https://example.com/", .path, 19), ("https://example.com?a", .path, 19), ("https://example.com#a", .path, 19),
            ("https://example.com\\a", .path, 19), ("https://", .host, 8), ("https:///", .path, 8),
            ("https://anna@example.com", .userInformation, 12), ("https://anna:secret@example.com", .userInformation, 19),
            ("https://example.com:", .port, 19), ("https://example.com:0", .port, 19), ("https://example.com:08", .port, 19),
            ("https://example.com:65536", .port, 19), ("https://example.com:+80", .port, 19),
            ("https://example.com:8 0", .port, 19),
            ("https://example..com", .host, 8), ("https://.example.com", .host, 8), ("https://example.com.", .host, 8),
            ("https://-a.example", .host, 8), ("https://a-.example", .host, 8), ("https://a_b.example", .host, 8),
            ("https://exa mple.com", .host, 8), ("https://b\u{FC}cher.example", .internationalHost, 8),
            ("https://127.1", .numericHost, 8), ("https://0x7f.1", .numericHost, 8), ("https://2130706433", .numericHost, 8),
            ("https://1.2.3.04", .numericHost, 8), ("https://example.0x7f", .numericHost, 8),
            ("https://1.2.3.256", .numericHost, 8),
            ("https://[::1", .ipv6Host, 8), ("https://[127.0.0.1]", .ipv6Host, 8), ("https://[::ffff:127.0.0.1]", .ipv6Host, 8),
            ("https://[fe80::1%25eth0]", .ipv6Host, 8), ("https://[::1]8080", .port, 13), ("https://::1", .host, 8),
            ("http://example.com", .insecureScheme, 0), ("http://192.168.0.1", .insecureScheme, 0),
            ("http://localhost.example.com", .insecureScheme, 0), ("http://128.0.0.1", .insecureScheme, 0),
            ("http://[::2]", .insecureScheme, 0), ("http://alocalhost", .insecureScheme, 0),
        ] as [(String, PublicOriginError.Reason, Int)])
    func refused(text: String, reason: PublicOriginError.Reason, position: Int) {
        #expect(throws: PublicOriginError(reason, at: position)) { try PublicOrigin(text) }
    }

    @Test("labels and names have their greatest lengths")
    func lengths() throws {
        let label = String(repeating: "a", count: 63)
        _ = try PublicOrigin("https://\(label).example")
        #expect(throws: PublicOriginError(.host, at: 8)) { try PublicOrigin("https://\(label)a.example") }
        let name = Array(repeating: label, count: 3).joined(separator: ".") + "." + String(repeating: "b", count: 61)
        _ = try PublicOrigin("https://\(name)")
        #expect(throws: PublicOriginError(.host, at: 8)) { try PublicOrigin("https://\(name)b") }
    }

    @Test("https decides the cookies' prefix, and http has another")
    func cookies() throws {
        let secure = try PublicOrigin("https://127.0.0.1")
        let plain = try PublicOrigin("http://127.0.0.1")
        #expect(secure.isSecure)
        #expect(!plain.isSecure)
        #expect(secure.isLoopback && plain.isLoopback)
        #expect(try !PublicOrigin("https://example.com").isLoopback)
    }

    @Test("a URL is the origin and the path")
    func urls() throws {
        #expect(try PublicOrigin("http://[::1]:8080").url("/sign-in") == "http://[::1]:8080/sign-in")
        #expect(try PublicOrigin("https://Example.com:443").url("/") == "https://example.com/")
    }

    @Test("whatever is accepted is its own spelling, and nothing crashes", arguments: 0..<8 as Range<UInt64>)
    func fuzz(seed: UInt64) {
        var generator = SeededBytes(seed: seed)
        let pieces = [
            "https://", "http://", "localhost", "127.0.0.1", "[::1]", "example", ".com", ".", ":", "443", "8080", "/", "@", "a",
            "\u{FC}", " ", "[", "]", "0x", "%",
        ]
        for _ in 0..<2_000 {
            let text = (0..<generator.next(upTo: 6)).map { _ in pieces[generator.next(upTo: pieces.count)] }.joined()
            guard let origin = try? PublicOrigin(text) else { continue }
            #expect((try? PublicOrigin(origin.description)) == origin)
            #expect(origin.isSecure || origin.isLoopback)
        }
    }
}
