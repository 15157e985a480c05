import CatalogChecks
import DeviceScreens
import DeviceSimulator
import Foundation
@testable import JuiceApp
import JuiceCatalogs
@testable import Motivation
@testable import MotivationApp
import MotivationCatalogs
import MotivationServerCatalogs
import Testing
import Texts

/// A text of an app, with samples of its arguments.
private struct SampleText: CatalogText {
    let key: String
    let arguments: [String: TextArgument]

    init(_ key: String) {
        self.key = key
        arguments =
            switch key {
            case JuiceText.credentialUser.rawValue: ["user": .name("anna")]
            case JuiceText.credentialPassword.rawValue: ["password": .code("apple pie")]
            case JuiceText.recoveryWaits.rawValue, JuiceText.otherAccountQuestion.rawValue: ["time": .moment(1_800_000_000)]
            case MotivationText.unexpectedStatus.rawValue: ["status": .code("418")]
            case MotivationServerText.codeMessage.rawValue: ["code": .code("123456")]
            default: [:]
            }
    }
}

/// The texts of an app, its catalogs and its sources.
private struct TranslatedApp: Sendable, CustomTestStringConvertible {
    let name: String
    let keys: [String]
    let catalog: @Sendable (String) -> String?
    /// The folder of the sources, in `Examples`.
    let folder: String

    var testDescription: String { name }

    var sources: URL {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Examples/\(folder)").standardizedFileURL
    }

    static let apps = [
        TranslatedApp(
            name: "Juice", keys: JuiceText.allCases.map(\.rawValue), catalog: { juice_catalog($0).map { String(cString: $0) } },
            folder: "Juice/App"),
        TranslatedApp(
            name: "Motivation", keys: MotivationText.allCases.map(\.rawValue),
            catalog: { motivation_catalog($0).map { String(cString: $0) } }, folder: "MotivationApp"),
    ]

    /// The apps, and Motivation's server.
    static let all =
        apps + [
            TranslatedApp(
                name: "MotivationServer", keys: MotivationServerText.allCases.map(\.rawValue),
                catalog: { motivation_server_catalog($0).map { String(cString: $0) } }, folder: "Motivation")
        ]
}

@Suite("Texts of the example apps", .serialized, .timeLimit(.minutes(20)))
struct AppTextTests {
    @Test("every catalog has the keys and arguments of the code", arguments: TranslatedApp.all)
    private func catalogs(_ app: TranslatedApp) throws {
        let catalogs = try Catalogs { app.catalog($0.tag) }
        #expect(findings(in: catalogs, of: app.keys.map { SampleText($0) }) == [])
    }

    @Test("the app uses every text", arguments: TranslatedApp.all)
    private func usage(_ app: TranslatedApp) throws {
        #expect(try unusedKeys(app.keys, in: app.sources, declaredIn: app.name + "Text.swift") == [])
    }

    @Test("the app shows no words that are not in its catalogs, except for its name", arguments: TranslatedApp.apps)
    private func words(_ app: TranslatedApp) throws {
        let names = try FileManager.default.subpathsOfDirectory(atPath: app.sources.path(percentEncoded: false))
            .filter { $0.hasSuffix(".swift") }
        #expect(names.count > 5)
        for name in names {
            let source = try String(contentsOf: app.sources.appending(path: name), encoding: .utf8)
            for match in source.matches(of: /(AppText\(|title: |label: |message: |placeholder: |localizedReason: )"([^"]+)"/) {
                #expect(match.2 == app.name, "\(name)")
            }
        }
    }

    @Test("an app is in the language of the phone", arguments: Running.allCases)
    func language(running: Running) async throws {
        let device = try DeviceSimulator(app: "ABCDE12345.com.example.juice")
        let german = AppUser(running.juice, on: device, language: "de")
        let screen = try await german.shows("Anmelden")
        #expect(screen.buttons.map(\.title) == ["Mit Apple anmelden"])
        #expect(screen.texts == ["Juice", "Melde dich an, um deinen Account einzurichten."])

        let arabic = AppUser(running.motivation, on: device, settings: ["server": "http://127.0.0.1:9"], language: "ar")
        try await arabic.shows("تسجيل الدخول")
        try arabic.press("التسجيل")
        try await arabic.shows("التسجيل")

        let pseudo = AppUser(running.motivation, on: device, settings: ["server": "http://127.0.0.1:9"], language: "en-XA")
        let marked = try await pseudo.shows { $0.title.hasPrefix("[") }
        #expect((marked.fields.map(\.label) + marked.buttons.map(\.title)).allSatisfy { $0.hasPrefix("[") })
    }

    @Test("an app starts again in the language that the user chooses in Settings", arguments: Running.allCases)
    func settings(running: Running) async throws {
        let phone = try Phone()
        let app = "ABCDE12345.com.example.motivation"
        try await phone.install(
            PhoneApp(app, name: "Motivation", settings: ["server": "http://127.0.0.1:9"], program: running.motivation))
        try await phone.open(app)
        try await phone.screen(titled: "Log In")
        try await phone.perform(.openSettings(.language))
        try await phone.perform(.setLanguage(.french))
        try await phone.open(app)
        try await phone.screen(titled: "Se connecter")
    }
}
