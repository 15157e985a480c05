import InternetAddresses
import Testing

@Suite("Percent-encoding") struct PercentEncodingTests {
    @Test(
        "encodes everything but the unreserved characters and decodes to the same text",
        arguments: [
            ("", ""), ("AZaz09-._~", "AZaz09-._~"), ("a b+c/d?e=f&g%", "a%20b%2Bc%2Fd%3Fe%3Df%26g%25"),
            ("\u{0}é€😀", "%00%C3%A9%E2%82%AC%F0%9F%98%80"),
        ])
    func roundTrip(text: String, encoded: String) throws {
        #expect(PercentEncoding.encode(text) == encoded)
        #expect(try PercentEncoding.decode(encoded.utf8, plusIsSpace: false, unencoded: 0x21...0x7E) == text)
        #expect(try PercentEncoding.decode(encoded.lowercased().utf8, plusIsSpace: false) == text.lowercased())
    }

    @Test("decodes a plus sign as a space only in forms")
    func plus() throws {
        #expect(try PercentEncoding.decode("a+b%2B".utf8, plusIsSpace: true) == "a b+")
        #expect(try PercentEncoding.decode("a+b%2B".utf8, plusIsSpace: false) == "a+b+")
    }

    @Test(
        "rejects a malformed escape, an unencoded byte and bytes that are not UTF-8, each with its position",
        arguments: [
            ("ab%", PercentEncoding.Failure.escape(at: 2)), ("%4", .escape(at: 0)), ("%41%g1", .escape(at: 3)),
            ("%%41", .escape(at: 0)),
            ("a%41 b", .unencoded(at: 4)), ("\u{7F}", .unencoded(at: 0)), ("é", .unencoded(at: 0)), ("a%FF", .notUTF8),
            ("%C3", .notUTF8),
        ])
    func rejected(text: String, failure: PercentEncoding.Failure) {
        #expect(throws: failure) { try PercentEncoding.decode(text.utf8, plusIsSpace: true, unencoded: 0x21...0x7E) }
    }

    @Test("finds the first malformed escape", arguments: [("%41%zz%", 3), ("100%", 3), ("%41", nil)])
    func malformed(text: String, index: Int?) {
        #expect(PercentEncoding.malformedEscape(in: Array(text.utf8)) == index)
    }
}

@Suite("Authorities of URLs") struct URLAuthorityTests {
    @Test(
        "are split into host and port",
        arguments: [
            ("example.com", "example.com", ""), ("example.com:8080", "example.com", "8080"), ("[::1]", "[::1]", ""),
            ("[2001:db8::1]:443", "[2001:db8::1]", "443"), (":", "", ""), ("", "", ""),
        ])
    func split(text: String, host: String, port: String) throws {
        let authority = try #require(URLAuthority(Array(text.utf8)[...]))
        #expect(Substring(decoding: authority.host, as: UTF8.self) == host)
        #expect(Substring(decoding: try #require(authority.portDigits), as: UTF8.self) == port)
    }

    @Test("have no port if other text follows the host", arguments: ["[::1]x", "a:8o", "a:80:90", "a:-1", "[::1]80"])
    func noPort(text: String) throws {
        #expect(try #require(URLAuthority(Array(text.utf8)[...])).portDigits == nil)
    }

    @Test("require a closing bracket")
    func openBracket() {
        #expect(URLAuthority(Array("[::1:80".utf8)[...]) == nil)
    }

    @Test(
        "have hosts of labels with letters, digits and inner hyphens",
        arguments: [
            ("a", true), ("A-1", true), (String(repeating: "a", count: 63), true), (String(repeating: "a", count: 64), false),
            ("", false),
            ("-a", false), ("a-", false), ("a_b", false), ("é", false),
        ])
    func label(text: String, isLabel: Bool) {
        #expect(URLAuthority.isLabel(Array(text.utf8)[...]) == isLabel)
    }

    @Test(
        "have the host of a web server as a name or an address",
        arguments: [
            ("Example.COM", "example.com"), ("127.0.0.1:80", "127.0.0.1"), ("[2001:DB8::1]:444", "2001:db8::1"),
            ("a.1b.example", "a.1b.example"), ("127.1", nil), ("example.1b", nil), ("[127.0.0.1]", nil), ("a..b", nil), ("", nil),
        ])
    func webHost(text: String, host: String?) throws {
        #expect(try #require(URLAuthority(Array(text.utf8)[...])).webHost == host)
    }

    @Test("have names of at most 253 bytes", arguments: [(126, true), (127, false)])
    func longName(labelCount: Int, isName: Bool) {
        let name = Array((String(repeating: "a.", count: labelCount) + "b").utf8)
        #expect(URLAuthority.isHostName(name[...]) == isName)
    }

    @Test(
        "have a port from 1 to 65535",
        arguments: [("a:1", 1), ("a:65535", 65_535), ("a:0", nil), ("a:65536", nil), ("a:", nil), ("a", nil), ("a:x", nil)])
    func port(text: String, port: Int?) throws {
        #expect(try #require(URLAuthority(Array(text.utf8)[...])).port == port)
    }
}
