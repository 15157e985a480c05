import Testing
import WebClient

@Suite("URLs of other servers")
struct WebURLTests {
    @Test(
        "a URL is split into its parts",
        arguments: [
            ("https://example.com", "example.com", 443, "/"),
            ("https://Example.COM/a?b=c", "example.com", 443, "/a?b=c"),
            ("HTTPS://example.com:8443/", "example.com", 8443, "/"),
            ("http://127.0.0.1:80/x", "127.0.0.1", 80, "/x"),
            ("https://[2001:DB8::1]:444?q", "2001:db8::1", 444, "/?q"),
            ("https://xn--bcher-kva.example/", "xn--bcher-kva.example", 443, "/"),
        ])
    func takenApart(text: String, host: String, port: Int, target: String) throws {
        let url = try WebURL(text)
        #expect(url.host == host)
        #expect(url.port == port)
        #expect(url.target == target)
        #expect(try WebURL(url.description) == url)
    }

    @Test(
        "a misleading URL is rejected",
        arguments: [
            ("example.com", WebURLError.schemeMissing),
            ("ftp://example.com/", .schemeUnsupported),
            ("file:///etc/passwd", .schemeUnsupported),
            ("https://trusted.example@evil.example/", .userInformation),
            ("https://example.com/#part", .fragment),
            ("https://example.com/a b", .unprintable),
            ("https://example.com/\r\nHost: other", .unprintable),
            ("https://bücher.example/", .unprintable),
            ("https://", .hostMalformed),
            ("https://-a.example/", .hostMalformed),
            ("https://a..example/", .hostMalformed),
            ("https://example.com./", .hostMalformed),
            ("https://2130706433/", .hostMalformed),
            ("https://127.1/", .hostMalformed),
            ("https://0x7f.0.0.1/", .hostMalformed),
            ("https://0177.0.0.1/", .hostMalformed),
            ("https://[::1/", .hostMalformed),
            ("https://[::1]x/", .hostMalformed),
            ("https://[127.0.0.1]/", .hostMalformed),
            ("https://example.com:/", .portMalformed),
            ("https://example.com:0/", .portMalformed),
            ("https://example.com:65536/", .portMalformed),
            ("https://example.com:+1/", .portMalformed),
            ("https://example.com/" + String(repeating: "a", count: WebURL.maximumLength), .tooLong),
        ])
    func rejected(text: String, error: WebURLError) {
        #expect(throws: error) { try WebURL(text) }
    }
}
