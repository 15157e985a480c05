import CatalogChecks
import Foundation
import Testing
import Texts

@testable import AppleIdentityEmulator

@Suite("The language of the sheet")
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
        "each step is in the language that the browser accepts, with its direction",
        arguments: [
            (nil, "en", nil, "Sign in with your Apple Account", "First name"),
            ("tlh", "en", nil, "Sign in with your Apple Account", "First name"),
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
            form["email"] = "nobody@example.com"
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

    @Test("the English words of a rejection are those of the admin interface", arguments: SheetRejection.allCases)
    func words(rejection: SheetRejection) {
        #expect(rejection.words.hasSuffix(ReaderFormat.english.text(rejection.text)))
        #expect(rejection.words.hasSuffix("."))
    }

    @Test(
        "a name in Chinese, Japanese or Korean has the family name first",
        arguments: [
            ("小明", "王", "王小明"), ("さくら", "佐々木", "佐々木さくら"), ("민준", "김", "김민준"), ("Anna", "Lindqvist", "Anna Lindqvist"),
            ("Anna", "王", "Anna 王"), ("", "王", "王"), ("Anna", "", "Anna"),
        ])
    func names(given: String, family: String, full: String) async throws {
        try await EmulatorScene.run { scene in
            let person = try scene.apple.service.addPerson(
                AppleAccountDraft(id: PersonIdentifier("named"), givenName: given, familyName: family, email: "named@example.com"))
            #expect(person.fullName == full)
        }
    }
}
