import Foundation
import Testing
import WebClient

@testable import DeviceSimulator

@Suite("Cookies of the browser") struct BrowserCookieTests {
    private func sent(
        _ fields: [String], from: String = "https://a.example/login", to: String = "https://a.example/x", isCrossSite: Bool = false,
        isPost: Bool = false, after seconds: Double = 0
    ) throws -> String? {
        var cookies = BrowserCookies()
        cookies.take(fields, from: try WebURL(from), at: at(0))
        return cookies.field(
            for: try WebURL(to), BrowserCookies.Purpose(isCrossSite: isCrossSite, isPost: isPost), at: at(seconds))
    }

    @Test("are sent only to their host and path, over the same kind of connection")
    func scope() throws {
        #expect(try sent(["a=1", "b=2; Path=/"]) == "a=1; b=2")
        #expect(try sent(["a=1; Domain=example"], to: "https://b.example/") == nil)
        #expect(try sent(["a=1"], to: "https://sub.a.example/") == nil)
        #expect(try sent(["a=1; Path=/x"]) == "a=1")
        #expect(try sent(["a=1; Path=/x"], to: "https://a.example/xy") == nil)
        #expect(try sent(["a=1; Path=/x"], to: "https://a.example/x/y?z") == "a=1")
        #expect(try sent(["a=1; Secure"], to: "http://a.example/x") == nil)
        #expect(try sent(["a=1"], to: "http://a.example/x") == "a=1")
        #expect(try sent(["a=1; Secure"], from: "http://a.example/") == nil)
    }

    @Test(
        "are sent with cross-site requests as SameSite permits",
        arguments: [
            ("", false, "a=1"), ("", true, nil), ("; SameSite=Lax", false, "a=1"), ("; SameSite=Strict", false, nil),
            ("; SameSite=None; Secure", true, "a=1"), ("; SameSite=Nonsense", true, nil),
        ])
    func sameSite(attributes: String, isPost: Bool, expected: String?) throws {
        #expect(try sent(["a=1\(attributes)"], isCrossSite: true, isPost: isPost) == expected)
        #expect(try sent(["a=1\(attributes)"], isPost: isPost) == "a=1")
    }

    @Test("expire at their time, or are deleted by a field")
    func ending() throws {
        #expect(try sent(["a=1; Max-Age=60"], after: 59) == "a=1")
        #expect(try sent(["a=1; Max-Age=60"], after: 60) == nil)
        #expect(try sent(["a=1", "a=; Max-Age=0"]) == nil)
        #expect(try sent(["a=1", "a=2"]) == "a=2")
    }

    @Test("with the attribute Secure are not replaced or deleted without encryption")
    func secure() throws {
        var cookies = BrowserCookies()
        cookies.take(["a=1; Path=/; Secure"], from: try WebURL("https://a.example/"), at: at(0))
        let plain = try WebURL("http://a.example/x/y")
        cookies.take(["a=2; Path=/", "a=3; Path=/x", "a=; Path=/; Max-Age=0", "b=1; Path=/"], from: plain, at: at(0))
        let purpose = BrowserCookies.Purpose(isCrossSite: false, isPost: false)
        #expect(cookies.field(for: try WebURL("https://a.example/x/y"), purpose, at: at(0)) == "a=1; b=1")
        cookies.take(["a=4; Path=/"], from: try WebURL("https://a.example/"), at: at(0))
        #expect(cookies.field(for: plain, purpose, at: at(0)) == "b=1; a=4")
        cookies.take(["b=2; Path=/"], from: try WebURL("http://b.example/"), at: at(0))
        #expect(cookies.field(for: try WebURL("http://b.example/"), purpose, at: at(0)) == "b=2")
    }

    @Test(
        "with a prefix must satisfy its requirements",
        arguments: [
            ("__Host-a=1; Secure; Path=/", true), ("__Host-a=1; Path=/", false), ("__Host-a=1; Secure", false),
            ("__Host-a=1; Secure; Path=/; Domain=a.example", false), ("__Secure-a=1; Secure", true), ("__Secure-a=1", false),
            ("=1", false), ("a", false), ("a=\u{7}", false),
        ])
    func prefixes(field: String, isKept: Bool) throws {
        #expect((try sent([field], to: "https://a.example/login") != nil) == isKept)
    }

    @Test("are limited in length and number")
    func bounds() throws {
        #expect(try sent(["a=" + String(repeating: "x", count: BrowserCookies.longest)]) == nil)
        let many = try sent((0..<80).map { "c\($0)=1" })
        #expect(many?.split(separator: ";").count == BrowserCookies.mostOfHost)
        var cookies = BrowserCookies()
        for host in 0..<20 { cookies.take((0..<50).map { "c\($0)=1" }, from: try WebURL("https://h\(host).example/"), at: at(0)) }
        let purpose = BrowserCookies.Purpose(isCrossSite: false, isPost: false)
        let kept = try (0..<20).filter { cookies.field(for: try WebURL("https://h\($0).example/"), purpose, at: at(0)) != nil }
        #expect(kept.count == BrowserCookies.most / BrowserCookies.mostOfHost)
    }

    @Test(
        "a typed address uses https, except on this machine",
        arguments: [
            ("example.com", "https://example.com/"), (" example.com/a?b#c ", "https://example.com/a?b"),
            ("localhost:8080/x", "http://localhost:8080/x"), ("127.0.0.1", "http://127.0.0.1/"),
            ("http://a.example", "http://a.example/"),
            ("javascript:alert(1)", nil), ("file:///etc/passwd", nil), ("two words", nil), ("", nil), ("https://a@b.example/", nil),
        ])
    func typed(text: String, expected: String?) {
        #expect(WebURL.typed(text)?.description == expected)
    }

    @Test(
        "a reference on a page is resolved as in browsers, to http and https only",
        arguments: [
            ("/x", "https://a.example/x"), ("y?z#f", "https://a.example/dir/y?z"), ("//b.example/", "https://b.example/"),
            ("?q", "https://a.example/dir/page?q"), ("", "https://a.example/dir/page"), ("http://c.example", "http://c.example/"),
            ("javascript:x", nil), ("mailto:a@b.c", nil), ("data:text/html,x", nil),
        ])
    func resolving(reference: String, expected: String?) throws {
        #expect(try WebURL("https://a.example/dir/page").resolving(reference)?.description == expected)
    }
}
