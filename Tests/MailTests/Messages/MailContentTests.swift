import Foundation
import Markup
import OneTimeCodes
import Testing

@testable import Mail

@Suite("Content of messages")
struct MailContentTests {
    @Test("both forms have the code, the facts, the link and the domain-bound last line")
    func bothForms() throws {
        let content = try Sample.content(code: Sample.code(.subject))
        #expect(content.subject == "418293 is your Example code")
        #expect(
            content.text == """
                Use this code to sign in to Example.

                    418293

                When: 3 May, 14:05
                Device: “\u{2068}Ada’s iPhone\u{2069}”

                If this wasn’t you, review your devices
                https://accounts.example.com/account/devices

                @accounts.example.com #418293

                """)
        for piece in [
            "<bdi>418293</bdi>", "<dt>When</dt>", "<dd>“<bdi>Ada’s iPhone</bdi>”</dd>", "@accounts.example.com #418293",
            "<html lang=\"en\">",
        ] {
            #expect(content.html.contains(piece), "\(piece)")
        }
        let received = try #require(
            ReceivedCode(message: String(content.text.dropLast()), receivedAt: Date(timeIntervalSince1970: 0)))
        #expect(received.code == "418293")
        #expect(DomainBoundCode(message: String(content.text.dropLast()))?.host.text == "accounts.example.com")
    }

    @Test("the HTML form has one link, to the site, and no remote content")
    func noRemoteContent() throws {
        let html = try Sample.content(code: Sample.code(.subject)).html
        #expect(html.components(separatedBy: "href=").count == 2)
        #expect(html.contains("href=\"https://accounts.example.com/account/devices\""))
        for remote in ["src=", "url(", "@import", "<link", "<script", "<img", "<form", "http:"] {
            #expect(!html.contains(remote), "\(remote)")
        }
    }

    @Test("a code that locked phones must not show is in neither the subject nor the first 200 characters")
    func codeInBodyOnly() throws {
        let long = MailText(
            "\(PersonalText("Ada")) asked to recover the account on this device. Enter the code on the page that asked for it, and nowhere else. Our staff never asks for the code, and a person who has it and your second factor can set a new password."
        )
        let content = try Sample.content(code: Sample.code(.bodyOnly), [.paragraph(long)])
        #expect(content.subject == "is your Example code")
        let place = try #require(content.text.range(of: "418293"))
        #expect(content.text.distance(from: content.text.startIndex, to: place.lowerBound) >= 200)
        #expect(try #require(content.html.range(of: "418293")).lowerBound > content.html.range(of: "second factor")!.lowerBound)
        #expect(content.text.hasSuffix("\n\n    418293\n\n@accounts.example.com #418293\n"))

        #expect(throws: MailContentError.codeInPreview) {
            try Sample.content(code: Sample.code(.bodyOnly), [.paragraph("Recover your account.")])
        }
        _ = try Sample.content(code: Sample.code(.subject), [.paragraph("Recover your account.")])
    }

    @Test("a message without a code has no domain-bound line")
    func withoutCode() throws {
        let content = try MailContent(
            site: Sample.site(), language: Sample.language(), subject: "New sign-in to Example",
            [.paragraph("A new device signed in.")])
        #expect(content.text == "A new device signed in.\n")
        #expect(!content.html.contains("#"))
    }

    @Test(
        "the site must be https or on this machine",
        arguments: [
            ("https://example.com", true), ("https://example.com:8443", true), ("http://localhost:8080", true),
            ("http://example.com", false), ("http://localhost.example.com", false), ("ftp://example.com", false),
        ])
    func sites(origin: String, isAccepted: Bool) throws {
        let site = try #require(WebOrigin(origin))
        let content = try? MailContent(
            site: site, language: Sample.language(), subject: "Notice", [.link(label: "Open", "/account")])
        #expect((content != nil) == isAccepted)
        if let content { #expect(content.text == "Open\n\(origin)/account\n") }
    }

    @Test(
        "text of another party stays one line, is escaped, and does not become a link",
        arguments: [
            ("Ada", "Ada"),
            ("Ada\r\nBcc: eve@example.com", "Ada Bcc:\u{200C} eve@\u{200C}example.\u{200C}com"),
            ("  a \u{202E}b\u{200B}\tc\u{2028}d ", "a b c d"),
            ("https://evil.example/", "https:\u{200C}/\u{200C}/\u{200C}evil.\u{200C}example/\u{200C}"),
            ("你好。example。com", "你好。\u{200C}example。\u{200C}com"),
            (String(repeating: "x", count: 1_500), String(repeating: "x", count: 64)),
            ("", ""),
        ])
    func personalText(written: String, shown: String) throws {
        #expect(Array(PersonalText(written).text.unicodeScalars) == Array(shown.unicodeScalars))
        let content = try MailContent(
            site: Sample.site(), language: Sample.language(), subject: "Notice", [.paragraph("\(PersonalText(written)) signed in")])
        #expect(content.text == "\u{2068}\(shown)\u{2069} signed in\n")
    }

    @Test("a message that is written from right to left says so, and isolates names, codes and addresses")
    func rightToLeft() throws {
        let hebrew = try #require(MailLanguage("he", isRightToLeft: true, colon: " = "))
        let content = try MailContent(
            site: Sample.site(), language: hebrew, subject: "Notice", code: Sample.code(.subject),
            [.facts([("מכשיר", "\(PersonalText("iPhone (2)"))")]), .link(label: "לא אני", "/account")])
        #expect(content.text.hasPrefix("מכשיר = \u{2068}iPhone (2)\u{2069}\n"))
        for piece in [
            "<html lang=\"he\" dir=\"rtl\">", "<dd><bdi>iPhone (2)</bdi></dd>", "<bdi>418293</bdi>",
            "<bdi>@accounts.example.com #418293</bdi>", "<bdi><a href=\"https://accounts.example.com/account\"",
        ] {
            #expect(content.html.contains(piece), "\(piece)")
        }
        #expect(content.text.hasSuffix("\n@accounts.example.com #418293\n"))
    }

    @Test("ideographs before a code count twice, because a preview has room for half as many")
    func widePreview() throws {
        func content(_ count: Int) throws -> MailContent {
            try Sample.content(
                code: Sample.code(.bodyOnly), [.paragraph(MailText(words: String(repeating: "字", count: count)))])
        }
        #expect(throws: MailContentError.codeInPreview) { try content(99) }
        _ = try content(100)
    }

    @Test("text of another party is escaped in HTML")
    func escaping() throws {
        let content = try MailContent(
            site: Sample.site(), language: Sample.language(), subject: "Notice",
            [.facts([("Device", "\(PersonalText("<a href=\"x\">&'"))")])])
        #expect(content.html.contains("<bdi>&lt;a href=&quot;x&quot;&gt;&amp;&#39;</bdi>"))
    }

    @Test(
        "a line with a control character or outside its length is rejected",
        arguments: [
            ("Example", true), ("Beispiel für Ädä", true), (String(repeating: "x", count: 300), true),
            ("", false), ("a\nb", false), ("a\rb", false), ("a\0b", false), ("a\u{85}b", false), ("a\u{2028}b", false),
            ("a\u{202E}b", false),
            (String(repeating: "x", count: 301), false),
        ])
    func lines(text: String, isAccepted: Bool) {
        #expect((MailLine(text) != nil) == isAccepted)
    }

    @Test(
        "a code must have 4 to 32 letters, digits and hyphens",
        arguments: [
            ("1234", true), ("ABCD-EFGH", true), ("123", false), ("12 34", false), ("1234\r\n", false), ("１２３４", false),
            (String(repeating: "1", count: 33), false),
        ])
    func codes(text: String, isAccepted: Bool) {
        #expect((MailCode(text, exposure: .subject) != nil) == isAccepted)
    }

    @Test(
        "a language must be a tag of well-formed subtags",
        arguments: [
            ("en", true), ("pt-BR", true), ("zh-Hant-TW", true), ("", false), ("en_US", false), ("en-", false), ("en\r\n", false),
            ("abcdefghi", false),
        ])
    func languages(tag: String, isAccepted: Bool) {
        #expect((MailLanguage(tag) != nil) == isAccepted)
    }
}
