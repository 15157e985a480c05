import TestKit
import Testing

@testable import AccountServer

@Suite("The public origin")
struct PublicOriginTests {
    @Test(
        "an origin has one canonical form",
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
        "a text that is not exactly an origin is rejected with the reason and its position",
        arguments: [
            ("", .originScheme, 0), ("example.com", .originScheme, 0), ("ftp://example.com", .originScheme, 0),
            ("https:/example.com", .originScheme, 0),
            (" https://example.com", .originScheme, 0),
            ("https://example.com/", .originPath, 19), ("https://example.com?a", .originPath, 19),
            ("https://example.com#a", .originPath, 19),
            ("https://example.com\\a", .originPath, 19), ("https://", .originHost, 8), ("https:///", .originPath, 8),
            ("https://anna@example.com", .originUserInformation, 12),
            ("https://anna:secret@example.com", .originUserInformation, 19),
            ("https://example.com:", .originPort, 19), ("https://example.com:0", .originPort, 19),
            ("https://example.com:08", .originPort, 19),
            ("https://example.com:65536", .originPort, 19), ("https://example.com:+80", .originPort, 19),
            ("https://example.com:8 0", .originPort, 19),
            ("https://example..com", .originHost, 8), ("https://.example.com", .originHost, 8),
            ("https://example.com.", .originHost, 8),
            ("https://-a.example", .originHost, 8), ("https://a-.example", .originHost, 8), ("https://a_b.example", .originHost, 8),
            ("https://exa mple.com", .originHost, 8), ("https://b\u{FC}cher.example", .originInternationalHost, 8),
            ("https://127.1", .originNumericHost, 8), ("https://0x7f.1", .originNumericHost, 8),
            ("https://2130706433", .originNumericHost, 8),
            ("https://1.2.3.04", .originNumericHost, 8), ("https://example.0x7f", .originNumericHost, 8),
            ("https://1.2.3.256", .originNumericHost, 8),
            ("https://[::1", .originIPv6Host, 8), ("https://[127.0.0.1]", .originIPv6Host, 8),
            ("https://[::ffff:127.0.0.1]", .originIPv6Host, 8),
            ("https://[fe80::1%25eth0]", .originIPv6Host, 8), ("https://[::1]8080", .originPort, 13),
            ("https://::1", .originHost, 8),
            ("http://example.com", .insecureOrigin, 0), ("http://192.168.0.1", .insecureOrigin, 0),
            ("http://localhost.example.com", .insecureOrigin, 0), ("http://128.0.0.1", .insecureOrigin, 0),
            ("http://[::2]", .insecureOrigin, 0), ("http://alocalhost", .insecureOrigin, 0),
        ] as [(String, LatchkeyError.Code, Int)])
    func rejected(text: String, code: LatchkeyError.Code, position: Int) {
        let error = #expect(throws: LatchkeyError.self) { try PublicOrigin(text) }
        #expect(error?.code == code)
        #expect(error?.position == position)
    }

    @Test("labels and names have maximum lengths")
    func lengths() throws {
        let label = String(repeating: "a", count: 63)
        _ = try PublicOrigin("https://\(label).example")
        rejected(text: "https://\(label)a.example", code: .originHost, position: 8)
        let name = Array(repeating: label, count: 3).joined(separator: ".") + "." + String(repeating: "b", count: 61)
        _ = try PublicOrigin("https://\(name)")
        rejected(text: "https://\(name)b", code: .originHost, position: 8)
    }

    @Test("the cookie prefix of https differs from that of http")
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

    @Test("every accepted origin parses to its canonical form, and no text crashes the parser", arguments: 0..<8 as Range<UInt64>)
    func fuzz(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let pieces = [
            "https://", "http://", "localhost", "127.0.0.1", "[::1]", "example", ".com", ".", ":", "443", "8080", "/", "@", "a",
            "\u{FC}", " ", "[", "]", "0x", "%",
        ]
        for _ in 0..<2_000 {
            let text = (0..<Int.random(in: 0..<6, using: &generator)).compactMap { _ in pieces.randomElement(using: &generator) }
                .joined()
            guard let origin = try? PublicOrigin(text) else { continue }
            #expect((try? PublicOrigin(origin.description)) == origin)
            #expect(origin.isSecure || origin.isLoopback)
        }
    }
}
