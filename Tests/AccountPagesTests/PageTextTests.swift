import AccountPages
import CatalogChecks
import Foundation
import Markup
import Testing
import Texts

@Suite("Texts of pages")
struct PageTextTests {
    private static let texts: [any CatalogText] = PageText.allCases.map { $0 } + PageMessage.samples.map { $0 }

    @Test("every catalog has the keys, arguments and plurals of the code")
    func catalogs() {
        #expect(findings(in: .accountPages, of: Self.texts) == [])
    }

    @Test("pages, messages and problem documents use every text")
    func usage() throws {
        let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources/Server")
        let folders = ["AccountPages", "AccountServer/API", "AccountServer/Mail", "AccountServer/Problems", "AccountServer/Web"]
        var unused = Self.texts.map(\.key)
        for folder in folders {
            unused = try unusedKeys(unused, in: sources.appending(path: folder), declaredIn: "PageText.swift")
        }
        #expect(unused == [])
    }

    @Test("the time to retry is in the largest unit that is precise enough")
    func retry() {
        func text(_ seconds: Int, _ language: Language = .english) -> String {
            let site = Site(serviceName: "S", format: ReaderFormat(ReaderLanguage(language)))
            return ErrorPage(.unavailable, requestID: "r", retryAfter: seconds).document(on: site).text
        }
        for (seconds, words) in [
            (0, "in a second."), (1, "in a second."), (2, "in 2 seconds."), (119, "in 119 seconds."), (120, "in 2 minutes."),
            (121, "in 3 minutes."), (7_199, "in 120 minutes."), (7_200, "in 2 hours."), (7_201, "in 3 hours."),
        ] {
            #expect(text(seconds).contains("<p>Try again \(words)</p>"), "\(seconds)")
        }
        #expect(text(122, .russian).contains("через 3 минуты."))
        #expect(text(300, .russian).contains("через 5 минут."))
        #expect(text(120, .hebrew).contains("שתי דקות"))
    }

    @Test("every text of a page for users is in a catalog: pseudo-English marks all of them", arguments: PageSample.users)
    func pseudo(_ sample: PageSample) {
        let site = Site(
            serviceName: "", visitor: sample.site.visitor, format: ReaderFormat(ReaderLanguage(.pseudo)),
            languagePicker: sample.site.languagePicker)
        let text = sample.page.document(on: site).text
        #expect(Self.unmarked(in: text) == "")
        let spoken = HTMLTag.all(in: text).flatMap { tag in ["aria-label", "alt", "placeholder", "title"].compactMap { tag[$0] } }
        #expect(spoken.allSatisfy { $0.hasPrefix("[") }, "\(spoken)")
    }

    /// Returns the letters and digits of a page outside the brackets of pseudo-English, except for codes, times, names of users, languages
    /// and devices, and the title of Apple's button.
    private static func unmarked(in page: String) -> String {
        var text = page.replacing(/(?s)<(option|a class="button apple)[ >].*?<\/(option|a)>/, with: "")
        // From the inside out, because a name can be in another one.
        for _ in 0..<3 { text = text.replacing(/(?s)<(bdi|code|time)( [^>]*)?>[^<]*<\/(bdi|code|time)>/, with: "") }
        return unmarkedCharacters(in: text)
    }

    @Test("a user's name in a page that is written from right to left is isolated", arguments: PageSample.all)
    func isolation(_ sample: PageSample) {
        guard sample.site.format.language == .arabic else { return }
        let text = sample.text.replacing(/="[^"]*"/, with: "")
        for part in text.components(separatedBy: "mira@example.com").dropLast() {
            #expect(part.hasSuffix("<bdi>") || part.hasSuffix("<bdi class>"), "\(part.suffix(40))")
        }
    }

    @Test("a page for developers is in English and says so")
    func developers() throws {
        let site = Site(serviceName: "S", format: ReaderFormat(ReaderLanguage(.arabic)))
        let sample = try #require(PageSample.all.first { $0.name == "passkey-tool-errors" })
        let text = sample.page.document(on: site).text
        #expect(text.contains("<html lang=\"en\">"))
        #expect(text.contains("<title>Error: Passkey responses · S</title>"))
    }

    @Test("a time of the last days is shown by its age, with the date as its title; an earlier and a future one by its date")
    func ages() throws {
        let now: Int64 = 1_800_000_000
        func text(_ seconds: Int64, _ language: Language = .english) -> String {
            let format = ReaderFormat(ReaderLanguage(language), zone: ReaderZone("Europe/Vienna") ?? .unknown)
            let site = Site(serviceName: "S", format: format, now: DisplayTime(seconds: now))
            let passkey = ShownPasskey(
                id: "p", name: "n", provider: nil, isSynced: true, added: DisplayTime(seconds: seconds), lastUse: nil)
            return PasskeyPage(passkey, formToken: FormToken("t")).document(on: site).text
        }
        #expect(
            text(now - 300).contains(
                "Added <time datetime=\"2027-01-15T07:55:00Z\" title=\"Jan 15, 2027, 8:55\u{202F}AM\">5 minutes ago</time>, not used yet"
            ))
        #expect(text(now - 86_400, .german).contains("title=\"14. Jan. 2027, 09:00\">gestern</time>"))
        for seconds in [now - 8 * 86_400, now + 3_600] { #expect(!text(seconds).contains("title=")) }
    }

    @Test("the time from which a password can be reset is a date, also when it is past")
    func announced() {
        let site = Site(serviceName: "S", now: DisplayTime(seconds: 1_800_000_000))
        let time = DisplayTime(seconds: 1_800_000_000 - 2 * 86_400)
        let token = FormToken("t")
        let pages: [any Page] = [
            AccountPage(username: "mira", waitsUntil: time, sessions: [], events: [], formToken: token),
            SecondFactorPage(.recovery(waitsUntil: time), method: .recoveryCode, formToken: token),
        ]
        for page in pages {
            let text = page.document(on: site).text
            #expect(text.contains("2027") && !text.contains("days ago"))
        }
    }

    @Test("times are in the reader's form and zone, and in UTC with its name if the zone is unknown")
    func times() throws {
        func text(_ language: Language, _ zone: ReaderZone) -> String {
            let site = Site(serviceName: "S", format: ReaderFormat(ReaderLanguage(language), zone: zone))
            let passkey = ShownPasskey(
                id: "p", name: "n", provider: nil, isSynced: true, added: DisplayTime(seconds: 1_800_000_000), lastUse: nil)
            return PasskeyPage(passkey, formToken: FormToken("t")).document(on: site).text
        }
        #expect(
            text(.english, .unknown).contains(
                "Added <time datetime=\"2027-01-15T08:00:00Z\">Jan 15, 2027, 8:00\u{202F}AM UTC</time>, not used yet"))
        #expect(text(.german, try #require(ReaderZone("Europe/Vienna"))).contains(">15. Jan. 2027, 09:00</time>"))
    }
}
