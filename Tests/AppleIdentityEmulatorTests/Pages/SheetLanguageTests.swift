import CatalogChecks
import Foundation
import Markup
import Testing
import Texts

@testable import AppleIdentityEmulator

@Suite("The language of the emulator's pages for users")
struct SheetLanguageTests {
    private static let texts: [any CatalogText] = EmulatorText.allCases.map { $0 } + EmulatorMessage.samples.map { $0 }

    @Test("every catalog has the keys, arguments and plurals of the code")
    func catalogs() {
        #expect(findings(in: .appleEmulator, of: Self.texts) == [])
    }

    @Test("the pages use every text")
    func usage() throws {
        let sources = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/Apple/AppleIdentityEmulator").standardizedFileURL
        #expect(try unusedKeys(Self.texts.map(\.key), in: sources, declaredIn: "EmulatorText.swift") == [])
    }

    @Test(
        "the sheet and the sheet of a phone use the same words, in every language",
        arguments: ["ar", "de", "en", "es", "fr", "he", "it", "ja", "ko", "pt-BR", "ru", "zh-Hans", "zh-Hant"])
    func sameWords(tag: String) throws {
        let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Sources").standardizedFileURL
        func catalog(_ folder: String) throws -> [String: Any] {
            let file = sources.appending(path: "\(folder)/Catalogs/\(tag).arb")
            return try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
        }
        let (web, phone) = (try catalog("Apple/AppleEmulatorCatalogs"), try catalog("Device/DevicePageCatalogs"))
        for key in [
            "cancel", "continueButton", "email", "firstName", "hideEmail", "lastName", "name", "shareEmail", "twoFactor",
        ] {
            let word = try #require(web[key] as? String, "\(key)")
            #expect(phone[key] as? String == word, "\(key)")
        }
    }

    @Test("the sheet names the website, not the app that leads its group")
    func websiteName() async throws {
        try await EmulatorScene.run { scene in
            let party = try scene.apple.service.addRelyingParty(
                named: "Juice", bundleID: "com.example.juice", websiteName: "Latchkey", returnURLs: [EmulatorScene.callback])
            let website = try #require(party.website)
            let sheet = try await Caller(scene.apple.baseURL).get(scene.authorizeURL(["client_id": "\(website)"])).text
            #expect(sheet.contains("<bdi>Latchkey</bdi>") && !sheet.contains("Juice"))
            try scene.apple.service.setName("Orchard", of: website)
            let renamed = try await Caller(scene.apple.baseURL).get(scene.authorizeURL(["client_id": "\(website)"])).text
            #expect(renamed.contains("<bdi>Orchard</bdi>"))
            #expect(throws: EmulatorError.self) { try scene.apple.service.setName(" ", of: website) }
            let unknown = try #require(ClientID("com.example.unknown"))
            #expect(throws: EmulatorError.self) { try scene.apple.service.setName("Name", of: unknown) }
            try scene.apple.service.setName("Apple Juice", of: party.app)
            #expect(scene.apple.service.appIDs.first { $0.id == party.app }?.name == "Apple Juice")
        }
    }

    @Test(
        "each step is in the language that the browser accepts, with its direction",
        arguments: [
            (nil, "en", nil, "Sign in with your Apple Account", "First Name"),
            ("tlh", "en", nil, "Sign in with your Apple Account", "First Name"),
            ("de-CH, en;q=0.5", "de", nil, "Mit deinem Apple Account anmelden", "Vorname"),
            ("zh-CN", "zh-Hans", nil, "使用你的 Apple 账户登录", nil), ("ar", "ar", "rtl", "تسجيل الدخول باستخدام حساب Apple", nil),
            ("he", "he", "rtl", "התחברות באמצעות חשבון Apple שלך", nil),
        ] as [(String?, String, String?, String, String?)])
    func language(accepted: String?, tag: String, direction: String?, title: String, firstName: String?) async throws {
        try await EmulatorScene.run { scene in
            let headers = accepted.map { [("Accept-Language", $0)] } ?? []
            let browser = Caller(scene.apple.baseURL)
            let page = try await browser.get(scene.authorizeURL(), headers: headers)
            #expect(page.header("Content-Language") == tag && page.header("Vary") == "Accept-Language")
            #expect(page.text.contains("lang=\"\(tag)\""))
            #expect(page.text.contains("dir=\"rtl\"") == (direction == "rtl"))
            #expect(page.text.contains(title))
            guard let firstName else { return }
            let consent = try await scene.reachConsent(browser, headers: headers)
            #expect(consent.text.contains(">\(firstName)<"))
        }
    }

    @Test("an error on the sheet and a sheet that is over are in the language that the browser accepts")
    func errors() async throws {
        try await EmulatorScene.run { scene in
            let headers = [("Accept-Language", "fr")]
            let browser = Caller(scene.apple.baseURL)
            let page = try await browser.get(scene.authorizeURL(), headers: headers)
            var form = try #require(page.form("/sheet/account", holding: "name=\"email\""))
            form["email"] = "unknown@example.com"
            let unknown = try await browser.post("/sheet/account", form: form, headers: headers)
            #expect(unknown.status == 422 && unknown.text.contains("Aucun compte Apple n’a cette adresse."))
            form["authorization"] = "unknown"
            let over = try await browser.post("/sheet/account", form: form, headers: headers)
            #expect(over.status == 410 && over.text.contains("Cette connexion est terminée"))
            form["form-token"] = "other"
            let foreign = try await browser.post("/sheet/account", form: form, headers: headers)
            #expect(foreign.status == 403 && foreign.text.contains("Le formulaire a été refusé"))
            let invalid = try await browser.get("/auth/authorize?client_id=unknown", headers: headers)
            #expect(invalid.text.contains("Votre demande n’a pas pu aboutir") && invalid.header("Content-Language") == "fr")
        }
    }

    @Test("every word of a page for users is in the catalog: pseudo-English marks all of them", arguments: SamplePage.allCases)
    func pages(sample: SamplePage) throws {
        let text = try sample.document(for: ReaderFormat(ReaderLanguage(.pseudo))).text
        #expect(Self.unmarked(in: text) == "")
        for spoken in text.matches(of: /[ ]aria-label="([^"]*)"/) { #expect(spoken.1.hasPrefix("["), "\(spoken.1)") }
    }

    /// Returns the letters and digits of a page outside the brackets of pseudo-English, except for names, codes, times, error codes, and
    /// sentences for developers.
    private static func unmarked(in page: String) -> String {
        var text = page.replacing(/(?s)<title>[^<]*<\/title>|<script>.*?<\/script>/, with: "")
            .replacing(/(?s)<p [^>]*lang="en"[^>]*>.*?<\/p>/, with: "")
            .replacing(/(?s)<(p|span) class="(reference|digits|tile|face)"[^>]*>[^<]*<\/(p|span)>/, with: "")
            .replacing(/(?s)<span class="detail">com[^<]*<\/span>/, with: "").replacing("123456", with: "")
            // The addresses of a choice.
            .replacing(/<span>anna@[^<]*<\/span>/, with: "")
        for _ in 0..<2 { text = text.replacing(/(?s)<(bdi|time)( [^>]*)?>[^<]*<\/(bdi|time)>/, with: "") }
        return unmarkedCharacters(in: text)
    }

    @Test(
        "the account pages are in the language that the browser accepts, with its direction",
        arguments: [
            (nil, "en", "Apple Accounts", "Apps using your Apple Account"),
            ("de-AT", "de", "Apple Accounts", "Apps, die deinen Apple Account verwenden"),
            ("zh-TW", "zh-Hant", "Apple 帳號", "使用你的 Apple 帳號的 App"),
            ("ar", "ar", "حسابات Apple", "التطبيقات التي تستخدم حساب Apple الخاص بك"),
        ] as [(String?, String, String, String)])
    func account(accepted: String?, tag: String, choice: String, apps: String) async throws {
        try await EmulatorScene.run { scene in
            let headers = accepted.map { [("Accept-Language", $0)] } ?? []
            let browser = try await scene.openAccount()
            let accounts = try await Caller(scene.apple.baseURL).get("/account", headers: headers)
            let settings = try await browser.get("/account", headers: headers)
            let mail = try await browser.get("/account/mail", headers: headers)
            let list = try await browser.get("/people", headers: headers)
            let person = try await browser.get("/people/anna", headers: headers)
            let messages = try await browser.get("/people/anna/mail", headers: headers)
            for page in [accounts, settings, mail, list, person, messages] {
                #expect(page.status == 200 && page.header("Content-Language") == tag && page.header("Vary") == "Accept-Language")
                #expect(page.text.contains("lang=\"\(tag)\"") && page.text.contains("dir=\"rtl\"") == (tag == "ar"))
            }
            #expect(accounts.text.contains("<h1>\(choice)</h1>") && settings.text.contains("<h2>\(apps)</h2>"))
        }
    }

    @Test("a rejected account form is explained in the language that the browser accepts, with the rule in English")
    func accountErrors() async throws {
        try await EmulatorScene.run { scene in
            let headers = [("Accept-Language", "fr")]
            let browser = try await scene.openAccount()
            var form = try #require(try await browser.get("/account").form("/account/password"))
            form["password"] = "short"
            let malformed = try await browser.post("/account/password", form: form, headers: headers)
            #expect(malformed.status == 400 && malformed.text.contains("Le mot de passe doit comporter au moins 8 caractères"))
            #expect(malformed.header("Content-Language") == "fr" && malformed.text.contains(AccountPassword.rule))
            let stranger = Caller(scene.apple.baseURL)
            var other = try #require(try await stranger.get("/account").form("/account/make"))
            other["password"] = "short"
            let refused = try await stranger.post("/account/password", form: other, headers: headers)
            #expect(refused.status == 409 && refused.text.contains("L’opération a échoué"))
            form["form-token"] = "other"
            let foreign = try await browser.post("/account/password", form: form, headers: headers)
            #expect(foreign.status == 403 && foreign.text.contains("Le formulaire a été refusé"))
        }
    }

    @Test("numbers select the plural, and times have the reader's form and name the zone")
    func plurals() {
        func text(_ count: Int, _ language: Language) -> String {
            ReaderFormat(ReaderLanguage(language)).text(.messageCount(count))
        }
        #expect(text(0, .english) == "0 messages" && text(1, .english) == "1 message")
        #expect(text(2, .russian) == "2 письма" && text(5, .russian) == "5 писем" && text(21, .russian) == "21 письмо")
        #expect(text(2, .arabic) == "رسالتان")
        let german = ReaderFormat(ReaderLanguage(.german)).html(.since(Date(timeIntervalSince1970: 1_772_366_400))).rendered
        #expect(german.hasPrefix("Seit <time datetime=\"2026-03-01T12:00:00Z\">") && german.contains("UTC"))
    }

    @Test("every word on the sheet is in the catalog")
    func pseudo() async throws {
        try await EmulatorScene.run { scene in
            let page = try await Caller(scene.apple.baseURL).get(scene.authorizeURL(), headers: [("Accept-Language", "en-XA")])
            #expect(page.header("Content-Language") == "en-XA")
            for text in ["Continue", "Cancel", "This is not Apple", "Sign in with your"] { #expect(!page.text.contains(text)) }
        }
    }

    @Test("the pages for developers stay in English")
    func developers() async throws {
        try await EmulatorScene.run { scene in
            for path in ["/", "/console", "/console/log"] {
                let page = try await Caller(scene.apple.baseURL).get(path, headers: [("Accept-Language", "de")])
                #expect(page.header("Content-Language") == "en" && page.text.contains("lang=\"en\""))
            }
        }
    }

    @Test(
        "an English rejection on a page has the words of the admin interface",
        arguments: SheetRejection.Value.allCases.map(SheetRejection.init))
    func words(rejection: SheetRejection) {
        #expect(rejection.words.hasSuffix(ReaderFormat.english.text(rejection.text)))
        #expect(rejection.words.hasSuffix("."))
    }

    @Test(
        "an account shows its full name, or its identifier if it has no name",
        arguments: [("小明", "王", "王小明"), ("Anna", "Lindqvist", "Anna Lindqvist"), ("", "", "named")])
    func names(given: String, family: String, full: String) async throws {
        try await EmulatorScene.run { scene in
            let person = try scene.apple.service.addPerson(
                AppleAccountDraft(id: PersonIdentifier("named"), givenName: given, familyName: family, email: "named@example.com"))
            #expect(person.fullName == full)
        }
    }
}
