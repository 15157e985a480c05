import DevicePages
import DeviceScreens
@testable import DeviceSimulator
import Foundation
import Markup
import Testing
import Texts

/// Compares each sample with its file under `Snapshots`.
///
/// To accept changed pages, run the suite once with `LATCHKEY_REWRITE_SNAPSHOTS=1` in the environment: it writes the files and
/// fails, so that the variable cannot stay set. Then review the difference before committing it.
@Suite("Snapshots of phones")
struct SnapshotTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Snapshots")
    private static let rewrites = ProcessInfo.processInfo.environment["LATCHKEY_REWRITE_SNAPSHOTS"] == "1"

    @Test("each sample matches its snapshot", arguments: PhoneSample.all)
    func phone(_ sample: PhoneSample) throws {
        let text = sample.markup + "\n"
        let file = Self.folder.appending(path: sample.name + ".html")
        if Self.rewrites {
            try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
            Issue.record("the snapshot of \(sample.name) was written")
        } else {
            let known = try String(decoding: Data(contentsOf: file), as: UTF8.self)
            #expect(text == known, "\(sample.name) has changed; see SnapshotTests for how to accept it")
        }
    }

    @Test("every snapshot belongs to exactly one sample")
    func noStraySnapshots() throws {
        let names = PhoneSample.all.map { $0.name + ".html" }
        #expect(Set(names).count == names.count)
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(Set(files) == Set(names))
    }
}

@Suite("Every screen of a phone")
struct ScreenRuleTests {
    @Test("identifiers are unique, and every label names a field", arguments: PhoneSample.all)
    func ids(_ sample: PhoneSample) {
        let ids = sample.markup.matches(of: /[ ]id="([^"]*)"/).map { String($0.1) }
        #expect(Set(ids).count == ids.count)
        for match in sample.markup.matches(of: /[ ](?:for|aria-labelledby|form)="([^"]*)"/) {
            #expect(ids.contains(String(match.1)), "\(match.1)")
        }
    }

    @Test("no markup requires inline style or script", arguments: PhoneSample.all)
    func policy(_ sample: PhoneSample) {
        #expect(!sample.markup.contains(" style="))
        #expect(!sample.markup.contains("<script"))
        #expect(sample.markup.firstMatch(of: /[ ]on[a-z]+=/) == nil)
    }

    @Test("every button has an accessible name", arguments: PhoneSample.all)
    func buttons(_ sample: PhoneSample) {
        for match in sample.markup.matches(of: /(?s)<button([^>]*)>(.*?)<\/button>/) {
            let words = match.2.replacing(/(?s)<span[^>]*aria-hidden.*?<\/span>/, with: "").replacing(/<[^>]*>/, with: "")
            let isNamed = match.1.contains("aria-label=") || words.contains { !$0.isWhitespace }
            #expect(isNamed, "\(match.0)")
        }
    }

    @Test("every action of a button is a valid action", arguments: PhoneSample.all)
    func actions(_ sample: PhoneSample) {
        for match in sample.markup.matches(of: /name="action" value="([^"]*)"/) {
            let text = match.1.replacing("&quot;", with: "\"").replacing("&#39;", with: "'").replacing("&amp;", with: "&")
            #expect(PhoneAction(json: String(text)) != nil, "\(text)")
        }
    }

    @Test("text of apps and message senders is never markup", arguments: ["<b>&\"'", "\u{202E}abc", "</button><script>"])
    func escaping(_ text: String) {
        let screen = AppScreen(
            title: text,
            elements: [
                .text(AppText(text)), .button(AppButton(text, title: text)), .field(AppTextField(text, label: text, text: text)),
            ], alert: AppAlert(title: text, message: text, buttons: [text]))
        let view = PhoneView.sample(
            .app(.init(id: text, name: text, isRunning: true), screen),
            keyboard: .init(field: text, suggestions: [.credential(user: text, site: text)], hasKey: true),
            banner: .init(id: 1, sender: text, text: text, received: .now))
        let markup = PhonePanel(PagePhone(number: 1, view: view)).html.rendered
        #expect(!markup.contains("<b>"))
        #expect(!markup.contains("<script>"))
        #expect(markup.contains("<bdi>"))
    }

    @Test("markup and addresses in a mail are text: no element loads or opens anything", arguments: ["mail", "mail-open"])
    func mail(_ name: String) throws {
        let markup = try #require(PhoneSample.english.first { $0.name == name }).markup
        let content = try #require(markup.firstMatch(of: /(?s)<div class="mail">(.*?)<\/div>/)).1
        #expect(content.contains("&lt;img src=") && content.contains("https://quotes.example.com/account"))
        for part in ["<a", "<img", "<iframe", "href="] { #expect(!content.contains(part), "\(part)") }
    }

    @Test("a banner of a mail opens that mail, and has the subject or a replacement for it")
    func mailBanner() {
        let banner = PhoneView.MailBanner(id: 7, sender: "<b>", subject: "")
        let markup = PhonePanel(PagePhone(number: 1, view: .sample(.home([]), mailBanner: banner))).html.rendered
        #expect(markup.contains(#"value="{&quot;readMail&quot;:{&quot;id&quot;:7}}""#))
        #expect(markup.contains("No Subject") && !markup.contains("<b>"))
    }

    @Test("only the front-most overlay can be used")
    func inert() {
        let view = PhoneView.sample(
            .app(.juice, .juiceLogin), keyboard: .init(field: "x", suggestions: [], hasKey: false),
            overlays: [.sheet(.details), .prompt(.face(isRepeated: false))])
        let markup = PhonePanel(PagePhone(number: 1, view: view)).html.rendered
        #expect(markup.matches(of: /[ ]inert/).count == 3, "the content, the keyboard, and the sheet")
        #expect(PhonePanel(PagePhone(number: 1, view: .sample(.home([])))).html.rendered.contains(" inert") == false)
    }
}

extension PhoneSample {
    var markup: String { PhonePanel(pagePhone).html.rendered }

    var pagePhone: PagePhone {
        PagePhone(number: 1, view: view, passcode: "2468", reader: ReaderFormat(ReaderLanguage(language)))
    }
}
