import AssociatedDomains
import Testing

@Suite("The parts of links")
struct LinkURLTests {
    @Test("all parts are parsed, and missing ones are absent")
    func parts() throws {
        let url = try LinkURL("HTTPS://user@Example.COM:8443/a/b?c=d?e#f#g")
        #expect(url.scheme == "https" && url.host == "example.com" && url.path == "/a/b")
        #expect(url.query == "c=d?e" && url.fragment == "f#g" && url.isAt(domain: "EXAMPLE.com"))
        let bare = try LinkURL("https://example.com")
        #expect(bare.path == "" && bare.query == nil && bare.fragment == nil && !bare.isAt(domain: "example.co"))
        #expect(try LinkURL("https://[::1]:80?a").host == "[::1]")
        #expect(try LinkURL("https://e.org#?").fragment == "?")
    }

    @Test("invalid characters are encoded, and everything else is unchanged")
    func encoding() throws {
        let url = try LinkURL("https://e.org/a b/é/%c3/%zz/../[x]?\"q\"#<f>")
        #expect(url.path == "/a%20b/%C3%A9/%c3/%zz/../[x]" && url.query == "%22q%22" && url.fragment == "%3Cf%3E")
    }

    @Test(
        "a text that is not a URL with a host is rejected",
        arguments: [
            ("", AssociatedDomainsError.Code.notAbsolute), ("/buy", .notAbsolute), ("example.com/buy", .notAbsolute),
            ("https:/e.org", .notAbsolute),
            ("://e.org", .notAbsolute), ("1https://e.org", .notAbsolute), ("https:///a", .missingHost), ("https://", .missingHost),
            ("https://:80/", .missingHost), ("https://e.org/" + String(repeating: "a", count: 65_536), .urlTooLong),
        ])
    func rejected(text: String, code: AssociatedDomainsError.Code) {
        #expect(throws: AssociatedDomainsError.self) { try LinkURL(text) }
        do { _ = try LinkURL(text) } catch { #expect(error.code == code && error.reason.hasSuffix(".")) }
    }
}
