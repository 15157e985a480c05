import CatalogChecks
@testable import DevicePages
import DeviceScreens
import DeviceServices
@testable import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Markup
import Testing
import Texts

@Suite("Texts of phones")
struct PhoneTextTests {
    private static let texts: [any CatalogText] = PhoneText.allCases.map { $0 } + PhoneMessage.samples.map { $0 }

    @Test("every catalog has the keys, arguments and plurals of the code")
    func catalogs() {
        #expect(findings(in: .devicePages, of: Self.texts) == [])
    }

    @Test("the pages use every text")
    func usage() throws {
        let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources/Device/DevicePages")
        #expect(try unusedKeys(Self.texts.map(\.key), in: sources, declaredIn: "PhoneText.swift") == [])
    }

    @Test(
        "every text of the system and the page around it is in a catalog: pseudo-English marks all of them",
        arguments: PhoneSample.english)
    func pseudo(_ sample: PhoneSample) {
        let pagePhone = PhoneSample(name: sample.name, view: sample.view, language: .pseudo).pagePhone
        let page = DevicePage(pagePhones: [pagePhone]).document.text
        #expect(Self.unmarked(in: page) == "")
        // The name of the phone is its owner's, and the placeholders of fields are examples or an app's.
        for match in page.matches(of: /<(\w+)[^>]*? aria-label="([^"]*)"/) where match.1 != "section" {
            #expect(match.2.hasPrefix("["), "\(match.2)")
        }
        for match in page.matches(of: /[ ]placeholder="([^"]*)"/) {
            #expect(match.1.hasPrefix("[") || match.1.contains("example"), "\(match.1)")
        }
    }

    @Test("the tour, the resets, the people and deep links are in a catalog too", arguments: ["juice", "mail", "none"])
    func pseudoStory(_ app: String) {
        let first = PhoneSample(name: "", view: .sample(.home([.juice])), language: .pseudo).pagePhone
        let pagePhone = PagePhone(number: 1, view: first.view, reader: first.reader, tour: [.autoFill])
        var page = DevicePage(
            pagePhones: [pagePhone], people: [.init(name: "Anna", phones: 1...1), .init(name: "Ben", phones: 2...2)])
        page.deepLink = DeepLink(app, among: [.juice])
        #expect(Self.unmarked(in: page.document.text) == "")
    }

    /// Returns the letters and digits of a page outside the brackets of pseudo-English, except for names, codes, times, the keys of the
    /// keyboard, the letters and numbers on icons, and diagnostics for developers, which are in English.
    private static func unmarked(in page: String) -> String {
        var text = page.replacing(/(?s)<ul [^>]*lang="en"[^>]*>.*?<\/ul>/, with: "")
            .replacing(/(?s)<p [^>]*lang="en"[^>]*>.*?<\/p>/, with: "")
            .replacing(/(?s)<span class="(key|pad-key|tile|count|found-code)[ "][^<]*<\/span>/, with: "")
            .replacing(/[\u{2066}-\u{2068}][^\u{2069}]*\u{2069}/, with: "")
        // From the inside out, because a name can be in another one.
        for _ in 0..<3 { text = text.replacing(/(?s)<(bdi|time)( [^>]*)?>[^<]*<\/(bdi|time)>/, with: "") }
        return unmarkedCharacters(in: text)
    }

    @Test("the setting has the languages of the catalogs")
    func languages() {
        #expect(Set(PhoneView.Language.allCases.map(\.rawValue)) == Set(Language.allCases.map(\.rawValue)))
    }

    static let subjects: [PhoneView.SheetView.Subject] = [
        .explanation(account: "a"), .details, .confirmation(account: "a"), .createPasskey(user: "u", site: "s.example"), .choice,
        .newAccount(site: "s.example"),
        .accountPassword(account: "a", isRepeated: false), .noAccount, .twoFactorNeeded, .accountLocked, .notCompleted,
        .webSignIn(host: "h.example"), .securityKey(site: "s.example"), .securityKeyTouch,
        .securityKeyPIN(isRepeated: false), .importCredentials(new: 3, known: 2, different: 1, rejected: 4),
        .importFile(new: 3, known: 2, different: 1, rejected: 4), .turnOnProvider,
    ]

    @Test("a sheet says in English what programs read", arguments: subjects)
    func sheets(_ subject: PhoneView.SheetView.Subject) throws {
        let (title, message) = subject.words("Shop")
        let sheet = PhoneView.SheetView(
            number: 1, app: "Shop", subject: subject, title: title, message: message, parts: [], buttons: [])
        let page = Self.words(.sample(.home([]), overlays: [.sheet(sheet)]))
        #expect(page.contains(title) && page.contains(message), "\(page)")
    }

    @Test("a sheet after a wrong PIN shows the attempts that are left, if the key reports them", arguments: [7, nil])
    func attempts(_ count: Int?) {
        let sheet = PhoneView.SheetView(
            number: 1, app: "Shop", subject: .securityKeyPIN(isRepeated: true), title: "", message: "",
            parts: [.pin(isRepeated: true, attempts: count)], buttons: [])
        let page = Self.words(.sample(.home([]), overlays: [.sheet(sheet)]))
        #expect(page.contains("Attempts left: 7") == (count == 7) && page.contains("Attempts left") == (count != nil))
    }

    static let purposes: [PhoneView.PromptView.Purpose] = [
        .proceed, .readItem, .useKey, .signInWithApple, .usePassword, .changePassword, .deletePassword, .createPasskey, .usePasskey,
        .viewPasswords, .exportPasswords, .importPasswords, .exportCredentials, .importCredentials,
        .fillPassword(user: "u", site: "s.example"),
    ]

    @Test("a prompt says in English what programs read", arguments: purposes)
    func prompts(_ purpose: PhoneView.PromptView.Purpose) {
        let prompt = PhoneView.PromptView(
            number: 1, app: "Shop", reason: "not shown", way: .passcode, cancelTitle: "Cancel", isRepeated: false, purpose: purpose)
        let page = Self.words(.sample(.home([]), overlays: [.prompt(prompt)]))
        #expect(page.contains(purpose.words) && !page.contains("not shown"), "\(page)")
    }

    @Test("a prompt about a saved password shows the purpose, then the site and the user name with labels of the system")
    func credential() throws {
        let page = Self.words(.sample(.home([]), overlays: [.prompt(.deletion(.passcode))]), .german)
        var rest = page[...]
        for words in ["Gesichertes Passwort löschen", "Website", "quotes.example.com", "Benutzername", "mira &lt;rao&gt;"] {
            let place = try #require(rest.range(of: words), "\(words): \(page)")
            rest = rest[place.upperBound...]
        }
    }

    static let notes: [BrowserNote] = [
        .loading, .incomplete, .siteError(status: 404), .notSecure(host: "h.example"), .notAnAddress(text: "a b"), .linkUnsupported,
        .notAPage(host: "h.example", type: ""), .tooLarge(host: "h.example"), .redirectUnsupported(host: "h.example"),
        .redirectInsecure(host: "h.example"), .tooManyRedirects(host: "h.example"), .unreachable(host: "h.example"),
        .passkeyNotUsed(host: "h.example"), .passkeyNotAllowed(host: "h.example"), .formUnsupported, .inputTooLong,
    ]

    @Test("texts of the browser that programs read are in English, and an app cannot supply them", arguments: notes)
    func browser(_ note: BrowserNote) {
        let screen = AppScreen(title: "Browser", elements: [.text(AppText(note, style: .error))])
        #expect(Self.words(.sample(.app(.browser, screen))).contains(note.words))
        #expect(!Self.words(.sample(.app(.browser, screen)), .german).contains(note.words))
        #expect(Self.words(.sample(.app(.juice, screen)), .german).contains(note.words))
    }

    @Test("the words of an app replace those of the system on a prompt, in every language")
    func appWords() {
        let prompt = PhoneView.PromptView(
            number: 1, app: "Shop", reason: "Open the shop", way: .biometry, cancelTitle: "Leave", fallbackTitle: "Knock",
            isRepeated: false, hasCancelTitleOfApp: true, hasFallbackTitleOfApp: true)
        let page = Self.words(.sample(.home([]), overlays: [.prompt(prompt)]), .german)
        #expect(["Open the shop", "Leave", "Knock", "Face ID für „Shop“"].allSatisfy(page.contains), "\(page)")
        #expect(!page.contains("Abbrechen"))
    }

    @Test("a failure of a password manager is in English what programs read", arguments: PhoneView.ProviderFailure.Cause.allCases)
    func failures(_ cause: PhoneView.ProviderFailure.Cause) throws {
        let kind = try #require(ProviderFault.Kind(rawValue: cause.rawValue))
        let failure = PhoneView.ProviderFailure(.setUp, "Vault", .noticed(kind))
        #expect(Self.words(.failed(failure)).contains(kind.words))
        #expect(!Self.words(.failed(failure), .german).contains(kind.words))
        #expect(Self.words(.failed(.init(.setUp, "Vault", .stated("No."))), .german).contains("No."))
    }

    @Test("the links to the parts of the desk are in English, below a name in the language of the page")
    func parts() throws {
        let address = try #require(WebLink("http://127.0.0.1:8080/"))
        let page = DevicePage(
            pagePhones: [PhoneSample(name: "", view: .sample(.home([])), language: .german).pagePhone],
            parts: [
                PartLink(name: "Timeline", address: address), PartLink(name: "Phones", address: address, isCurrent: true),
            ])
        let text = page.document.text
        #expect(text.contains("<summary>Übersicht</summary>") && text.contains("<nav lang=\"en\""))
        #expect(text.contains(">Timeline</a>") && text.contains("aria-current=\"true\">Phones</a>"))
    }

    static let causes: [(PhoneView.UpgradeProgress.Cause, Bool, [String])] = [
        (.cancelled, true, ["Cancelled.", "Your password was not changed."]),
        (.offline, true, ["Shop could not change the account: this device is offline.", "Your password was not changed."]),
        (.unknown, true, ["Shop could not change the account.", "Your password was not changed."]),
        (.unknown, false, ["Shop did not confirm the change.", "choose whether the new password works."]),
        (.offline, false, ["Shop did not confirm the change: this device is offline.", "Your saved password is kept."]),
        (.stated("No."), false, ["No.", "Your saved password is kept."]),
    ]

    @Test("the result of an upgrade has its cause and the state of the password", arguments: causes)
    func upgrades(_ cause: PhoneView.UpgradeProgress.Cause, _ isSettled: Bool, _ words: [String]) {
        let progress = PhoneView.UpgradeProgress(
            stage: .failed, text: "not shown", remedy: .strongPassword, app: "Shop", cause: cause, isSettled: isSettled)
        let page = Self.words(.sample(.home([]), overlays: [.upgradeQuestion(.sample(progress))]))
        #expect(words.allSatisfy(page.contains) && !page.contains("not shown"), "\(page)")
    }

    /// The visible text of a phone, without the characters that isolate names.
    private static func words(_ view: PhoneView, _ language: Language = .english) -> String {
        PhoneSample(name: "", view: view, language: language).markup.replacing(/<[^>]*>/, with: "")
            .replacing(/[\u{2066}-\u{2069}]/, with: "").replacing("&amp;", with: "&").replacing("&#39;", with: "'")
    }
}

@Suite("The language of a phone's page")
struct PhoneLanguageTests {
    @Test(
        "is the browser's until the user chooses another",
        arguments: [
            ("de-CH, en;q=0.5", "lang=\"de\" dir=\"ltr\""), ("he", "lang=\"he\" dir=\"rtl\""),
            ("zh-HK", "lang=\"zh-Hant\" dir=\"ltr\""), ("en-XA", "lang=\"en-XA\" dir=\"ltr\""), ("tlh", "lang=\"en\" dir=\"ltr\""),
            (";", "lang=\"en\" dir=\"ltr\""),
        ])
    func browser(_ accepted: String, _ attributes: String) async throws {
        try await DevicePagesScene.run { scene async throws in
            let page = try await scene.get("/device", headers: [.acceptLanguage: accepted]).text
            #expect(page.contains(attributes))
            await scene.phone.show { $0.language = .arabic }
            let chosen = try await scene.get("/device", headers: [.acceptLanguage: accepted]).text
            #expect(chosen.contains("<html lang=\"ar\" dir=\"rtl\">") && chosen.contains("lang=\"ar\" dir=\"rtl\""))
        }
    }

    @Test("is English for a browser that names none")
    func unknown() async throws {
        try await DevicePagesScene.run { scene async throws in
            #expect(try await scene.get("/device").text.contains("<html lang=\"en\">"))
        }
    }

    @Test(
        "of the browser is the language of the apps that it opens",
        arguments: [("de-CH, en;q=0.5", PhoneView.Language.german), ("en-XA", .pseudo), ("tlh", .english)])
    func apps(_ accepted: String, _ language: PhoneView.Language) async throws {
        try await DevicePagesScene.run { scene async throws in
            _ = try await scene.get("/device", headers: [.acceptLanguage: accepted])
            #expect(await scene.phone.suggested == [], "only an action decides")
            _ = try await scene.post(
                "/device/phones/1", form: "composition=passcode&passcode=1", headers: [.acceptLanguage: accepted])
            #expect(await scene.phone.suggested == [language])
        }
    }

    @Test("is an action of the settings page, where each language has its own name")
    func setting() {
        let markup = PhoneSample(name: "", view: .sample(.settings(.sample(.language))), language: .german).markup
        for language in Language.offered { #expect(markup.contains("<bdi>\(language.endonym)</bdi>"), "\(language)") }
        #expect(markup.matches(of: /[ ]aria-current="true"/).count == 1)
        #expect(!markup.contains("en-XA"))
    }
}
