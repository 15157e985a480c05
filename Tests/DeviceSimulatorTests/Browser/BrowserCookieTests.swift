import Foundation
import TestKit
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
            ("; samesite=none; secure", true, "a=1"),
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

    @Test("with SameSite=None require Secure")
    func insecureNone() throws {
        #expect(try sent(["a=1; SameSite=None"]) == nil)
        #expect(try sent(["a=1; SameSite=None; Secure"]) == "a=1")
    }

    @Test(
        "expire by Max-Age, then Expires, within 400 days",
        arguments: [
            ("Expires=Fri, 15 Jan 2027 08:00:10 GMT", 9, true), ("Expires=Fri, 15 Jan 2027 08:00:10 GMT", 10, false),
            ("Expires=Thu, 01 Jan 1970 00:00:00 GMT", 0, false), ("Expires=never", 500 * 86_400, true),
            ("Max-Age=20; Expires=Thu, 01 Jan 1970 00:00:00 GMT", 19, true),
            ("Max-Age=+1; Expires=Fri, 15 Jan 2027 08:00:10 GMT", 9, true),
            ("Max-Age=+1; Expires=Fri, 15 Jan 2027 08:00:10 GMT", 10, false), ("Max-Age=nan", 1, true),
            ("Max-Age=-1", 0, false), ("Max-Age=99999999999999999999", 399 * 86_400, true),
            ("Max-Age=99999999999999999999", 400 * 86_400, false),
            ("Expires=Fri, 15 Jan 2099 08:00:00 GMT", 400 * 86_400, false),
        ] as [(String, Double, Bool)])
    func expiry(attributes: String, seconds: Double, isKept: Bool) throws {
        #expect((try sent(["a=1; \(attributes)"], after: seconds) != nil) == isKept)
    }

    @Test(
        "have dates in several forms",
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
            ("Sun Nov  6 08:49:37 1994", 784_111_777), ("6 november 1994 8:49:37Z", 784_111_777),
            ("29 Feb 2000 00:00:00", 951_782_400), ("1 Jan 00 0:0:0", 946_684_800), ("29 Feb 2001 00:00:00", nil),
            ("1 Jan 1600 00:00:00", nil), ("1 Jan 2000 24:00:00", nil), ("1 Jan 2000 00:60:00", nil), ("1 Jan 2000 00:00:60", nil),
            ("1 Jan 2000 00:00", nil), ("Jan 2000 00:00:00", nil), ("1 2000 00:00:00", nil), ("1 Jan 00:00:00", nil),
            ("1 Jan 20000 00:00:00", nil), ("0 Jan 2000 00:00:00", nil), ("1 Jan 2000 0x:00:00", nil), ("", nil),
        ] as [(String, Double?)])
    func dates(text: String, expected: Double?) {
        #expect(Date(cookieDate: text)?.timeIntervalSince1970 == expected)
    }

    @Test("have dates whose parser accepts or rejects any text")
    func anyDates() {
        var random = SeededGenerator(seed: 11)
        let parts = ["1", "31", "Feb", "2000", "99", "08:49:37", ":", "\u{E9}", "jan", "999999999999999999999", "24:00:00"]
        let separators = [" ", "-", ", ", ""]
        var accepted = 0
        for _ in 0..<5_000 {
            let text = (0..<6).reduce(into: "") { text, _ in
                text += (parts.randomElement(using: &random) ?? "") + (separators.randomElement(using: &random) ?? "")
            }
            guard let date = Date(cookieDate: text) else { continue }
            accepted += 1
            #expect(date >= Date(timeIntervalSince1970: -11_644_473_600), "\(text)")
        }
        #expect(accepted > 0)
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
            ("__HOST-a=1; Path=/", false), ("__host-a=1; Secure; Path=/", true), ("__secure-a=1", false),
            ("=1", false), ("a", false), ("a=\u{7}", false),
        ])
    func prefixes(field: String, isKept: Bool) throws {
        #expect((try sent([field], to: "https://a.example/login") != nil) == isKept)
    }

    @Test("are limited in length and number")
    func bounds() throws {
        #expect(try sent(["a=" + String(repeating: "x", count: BrowserCookies.longest)]) == nil)
        let many = try #require(try sent((0..<80).map { "c\($0)=1" }))
        #expect(many.split(separator: ";").count == BrowserCookies.mostOfHost)
        #expect(many.hasPrefix("c30=1;") && many.hasSuffix("c79=1"))
    }

    private let purpose = BrowserCookies.Purpose(isCrossSite: false, isPost: false)

    private func count(_ cookies: BrowserCookies, _ host: String, after seconds: Double = 0) throws -> Int {
        let field = cookies.field(for: try WebURL("https://\(host)/"), purpose, at: at(seconds))
        return field?.split(separator: ";").count ?? 0
    }

    @Test("of a site with many hosts evict its own when the jar is full")
    func fullJar() throws {
        var cookies = BrowserCookies()
        cookies.take(["a=1", "b=1"], from: try WebURL("https://good.example/"), at: at(0))
        for host in 0..<20 {
            cookies.take((0..<50).map { "c\($0)=1" }, from: try WebURL("https://h\(host).bad.example/"), at: at(0))
        }
        #expect(try count(cookies, "good.example") == 2)
        #expect(try count(cookies, "h0.bad.example") == 0)
        #expect(try count(cookies, "h19.bad.example") == 50)
        cookies.take(["n=1"], from: try WebURL("https://new.example/"), at: at(0))
        #expect(try count(cookies, "new.example") == 1)
        let all = try (0..<20).reduce(0) { try $0 + count(cookies, "h\($1).bad.example") }
        #expect(all + 3 == BrowserCookies.most)
    }

    @Test("that expired are evicted before others")
    func expiredFirst() throws {
        var cookies = BrowserCookies()
        let url = try WebURL("https://a.example/")
        cookies.take((0..<25).map { "c\($0)=1" } + (0..<25).map { "e\($0)=1; Max-Age=5" }, from: url, at: at(0))
        cookies.take((0..<25).map { "n\($0)=1" }, from: url, at: at(5))
        let field = try #require(cookies.field(for: url, purpose, at: at(5)))
        #expect(field.hasPrefix("c0=1; ") && field.hasSuffix("; n24=1"))
        #expect(try count(cookies, "a.example", after: 5) == BrowserCookies.mostOfHost)
    }

    @Test(
        "a typed address uses https, except on this machine",
        arguments: [
            ("example.com", "https://example.com/"), (" example.com/a?b#c ", "https://example.com/a?b"),
            ("localhost:8080/x", "http://localhost:8080/x"), ("127.0.0.1", "http://127.0.0.1/"),
            ("shop.localhost:8080", "http://shop.localhost:8080/"), ("notlocalhost", "https://notlocalhost/"),
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
