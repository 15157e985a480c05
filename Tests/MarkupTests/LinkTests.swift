import Markup
import Testing

@Suite("Addresses")
struct LinkTests {
    @Test(
        "a path on our own server is accepted",
        arguments: ["/", "/sign-in", "/account/sessions/3?from=1&to=2#x", "/a%20b", "/a//b", "/~x/@y;z=1,2", "/a:b"])
    func localPath(_ text: String) {
        #expect(LocalPath(text)?.text == text)
        #expect(WebLink(text) == nil)
    }

    @Test(
        "a path that a browser could read as another server is rejected",
        arguments: [
            "", "sign-in", "//evil.example", "/\\evil.example", "\\\\evil.example", " /a", "/a b", "/\t/evil.example", "/\n",
            "/a\0", "/%", "/%2", "/%zz",
            "/é", "/<script>", "/\"", "javascript:alert(1)", "https://evil.example", "?a", "#a",
        ])
    func noLocalPath(_ text: String) {
        #expect(LocalPath(text) == nil)
    }

    @Test(
        "a web address is accepted",
        arguments: [
            "https://example.com", "http://127.0.0.1:8080/a?b=c#d", "HTTPS://Example.COM/", "https://xn--bcher-kva.example/",
            "http://[::1]:80/", "https://a.example/@b", "https://a.example?x", "https://a.example:65535",
        ])
    func webURL(_ text: String) {
        #expect(WebLink(text)?.text == text)
        #expect(LocalPath(text) == nil)
    }

    @Test(
        "an address that is not plain http or https is rejected",
        arguments: [
            "", "example.com", "javascript:alert(1)", "data:text/html,x", "ftp://example.com", "https:example.com",
            "https:/example.com", "https://",
            "https:///a", "https://user@example.com", "https://user:pw@example.com/", "https://exa mple.com",
            "https://example.com\\@evil.example",
            "https://bücher.example", "https://example.com:65536", "https://example.com:+1", "https://example.com:8a",
            "https://example.com:",
            "https://[::1", "https://[]", "https://[::1]x", "https://[1]", "https://%65xample.com", "https://ex\nample.com",
            " https://a.example", "https://-a.example", "https://example.com.", "https://127.1", "https://[127.0.0.1]",
            "https://a.example:0",
        ])
    func noWebLink(_ text: String) {
        #expect(WebLink(text) == nil)
    }

    @Test("an address of an authenticator app is otpauth with a type and a label; its description does not contain the secret")
    func authenticatorURL() throws {
        let text = "otpauth://totp/Latchkey:mira?secret=JBSWY3DPEHPK3PXP&issuer=Latchkey"
        let url = try #require(AuthenticatorURL(text))
        #expect(
            a(.href(.authenticator(url))) { "x" }.rendered
                == #"<a href="otpauth://totp/Latchkey:mira?secret=JBSWY3DPEHPK3PXP&amp;issuer=Latchkey">x</a>"#)
        var printed = "\(url) \(String(reflecting: url))"
        dump(url, to: &printed)
        #expect(!printed.contains("JBSW"))
    }

    @Test(
        "an address of another scheme, another type or a malformed one does not open an authenticator app",
        arguments: [
            "", "otpauth://totp/", "otpauth://hotp/a?secret=b", "OTPAUTH://totp/a", "javascript:alert(1)", "otpauth:totp/a",
            "otpauth://totp/a b", "otpauth://totp/a\"b", "otpauth://totp/%zz", "https://totp/a",
        ])
    func noAuthenticatorURL(_ text: String) {
        #expect(AuthenticatorURL(text) == nil)
    }

    @Test("segments and query items are percent-encoded")
    func appending() {
        let base: LocalPath = "/account"
        #expect(base.appending(segment: "a/b?c#d é%").text == "/account/a%2Fb%3Fc%23d%20%C3%A9%25")
        #expect(base.appending(segment: "..").text == "/account/~..")
        #expect(base.appending(segment: "...").text == "/account/...")
        #expect(LocalPath("/").appending(segment: "/evil.example").text == "/%2Fevil.example")
        #expect(base.appending(query: "a", "1&b=2").appending(query: "c", "").text == "/account?a=1%26b%3D2&c=")
        for made in [base.appending(segment: "a/b é"), base.appending(query: "&", "=")] { #expect(LocalPath(made.text) == made) }
    }

    @Test("attributes with an address render it")
    func attributes() {
        let elsewhere = WebLink("https://example.com/?a=1&b=2").map(LinkTarget.web) ?? "/"
        #expect(
            a(.href(elsewhere), .rel(.elsewhere)) { "x" }.rendered
                == #"<a href="https://example.com/?a=1&amp;b=2" rel="noopener noreferrer">x</a>"#)
        #expect(a(.href(fragment: "a b")) { "x" }.rendered == ##"<a href="#a%20b">x</a>"##)
        #expect(form(.method(.post), .action("/sign-in")) {}.rendered == #"<form method="post" action="/sign-in"></form>"#)
    }
}
