import DeviceScreens
import DeviceSimulator
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The steps of the AutoFill article, with its app and its server.
@Suite("Phone with the app of the AutoFill article", .serialized, .timeLimit(.minutes(20)))
struct MotivationPhoneTests {
    private static let app = "ABCDE12345.com.example.motivation"
    private static let site = "motivation.example"

    private func phone(_ running: Running, _ motivation: MotivationProcess, name: String = "iPhone") async throws -> Phone {
        let phone = try Phone(name: name)
        try phone.device.put(SimulatedSite(.server(motivation.base)), at: Self.site)
        try await phone.install(
            PhoneApp(
                Self.app, name: "Motivation", associatedDomains: ["webcredentials:\(Self.site)"],
                settings: ["server": motivation.base], program: running.motivation))
        try await phone.open(Self.app)
        return phone
    }

    @Test(
        "the server answers in the language that the app sends",
        arguments: [
            ("de-AT", "de", "Wähle einen Benutzernamen mit mindestens"), (nil, "en", "Choose a user name of at least"),
            ("tlh", "en", "Choose a user name of at least"),
        ] as [(String?, String, String)])
    func language(accepted: String?, language: String, start: String) async throws {
        struct Reason: Decodable { let reason: String }
        struct Token: Decodable { let token: String }
        struct Sentence: Decodable { let motivation: String }
        try await MotivationProcess.run(apps: [Self.app], site: Self.site) { motivation in
            func send(_ method: String, _ path: String, _ body: [String: String]? = nil, token: String? = nil)
                async throws -> (Data, String?)
            {
                var request = URLRequest(url: try #require(URL(string: motivation.base + path)))
                request.httpMethod = method
                request.setValue(accepted ?? "*", forHTTPHeaderField: "Accept-Language")
                request.setValue("application/json", forHTTPHeaderField: "Content-Type")
                if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
                request.httpBody = try body.map { try JSONEncoder().encode($0) }
                let (data, response) = try await URLSession.shared.data(for: request)
                return (data, (response as? HTTPURLResponse)?.value(forHTTPHeaderField: "Content-Language"))
            }

            let (rejected, rejectedLanguage) = try await send(
                "POST", "/api/user", ["username": "a", "password": "Another-horse-8"])
            #expect(try JSONDecoder().decode(Reason.self, from: rejected).reason.hasPrefix(start))
            #expect(rejectedLanguage == language)

            let (created, _) = try await send("POST", "/api/user", ["username": "anna", "password": "Another-horse-8-battery"])
            let token = try JSONDecoder().decode(Token.self, from: created).token
            let (sentence, sentenceLanguage) = try await send("GET", "/api/motivation", token: token)
            #expect(try !JSONDecoder().decode(Sentence.self, from: sentence).motivation.isEmpty)
            #expect(sentenceLanguage == language)
            let (wrong, _) = try await send("PUT", "/api/code", ["code": "000000"], token: token)
            let expected = language == "de" ? "Der Code ist falsch oder abgelaufen." : "The code is wrong or expired."
            #expect(try JSONDecoder().decode(Reason.self, from: wrong).reason == expected)
        }
    }

    @Test(
        "the user signs up with a strong password, signs in with AutoFill, enters a code, and changes the password",
        arguments: Running.allCases)
    func article(running: Running) async throws {
        try await MotivationProcess.run(apps: [Self.app], site: Self.site) { motivation in
            let phone = try await phone(running, motivation)
            try await phone.screen(titled: "Log In")
            #expect(phone.bar.isEmpty)

            // A strong password is saved without a prompt.
            try await phone.tap("Sign Up")
            try await phone.screen(titled: "Sign Up")
            try await phone.type("anna", into: "User Name")
            try await phone.focus("Password")
            try await phone.tap("Use Strong Password")
            try await phone.screen { $0.fields.last?.text.isEmpty == false }
            try await phone.tap("Create Account")
            try await phone.screen { $0.title == "Motivation" && $0.isAtRest }
            await phone.isSettled()
            #expect(phone.view.overlays.isEmpty)
            #expect(phone.device.savedPasswords.map(\.user) == ["anna"])
            #expect(phone.device.savedPasswords.map(\.site) == [Self.site])

            // The QuickType bar, and Face ID.
            try await phone.tap("Log Out")
            try await phone.screen(titled: "Log In")
            try await phone.focus("User Name")
            try await phone.tap("anna")
            try await phone.showFace()
            // Text changes reach the app: with both fields filled in, the button is enabled.
            let filled = try await phone.screen { $0.buttons.contains { $0.title == "Log In" && $0.isEnabled } }
            try await phone.tap("Log In")
            try await phone.screen { $0.title == "Motivation" && $0.isAtRest }
            await phone.isSettled()
            #expect(phone.view.overlays.isEmpty, "a filled-in password is not new")

            // The code of a message, bound to the site.
            try await phone.tap("Enter Code")
            try await phone.screen { $0.title == "Security Code" && $0.isAtRest }
            let code = try await motivation.code()
            phone.receive(message: "\(code) is your Motivation code.\n\n@\(Self.site) #\(code)", from: "Motivation")
            try await phone.focus("Code")
            try await phone.tap(code)
            try await phone.screen { $0.fields.first?.text == code }
            try await phone.tap("Verify")
            try await phone.screen { $0.texts.contains("Your code was verified.") && $0.isAtRest }

            // Another password, typed by hand: the system asks whether to save it.
            try await phone.tap("Change Password")
            try await phone.screen(titled: "Change Password")
            try await phone.type(try #require(filled.fields.last?.text), into: "Current Password")
            try await phone.type("Another-horse-8-battery", into: "New Password")
            try await phone.tap("Change")
            try await phone.tap("Update Password")
            try await phone.screen { $0.texts.contains("Your password was changed.") && $0.isAtRest }
            #expect(phone.device.savedPasswords.map(\.user) == ["anna"])
        }
    }

    @Test("a password that the server rejected or the user cancelled is not saved", arguments: Running.allCases)
    func rejected(running: Running) async throws {
        try await MotivationProcess.run(apps: [Self.app], site: Self.site) { motivation in
            let phone = try await phone(running, motivation)
            try await phone.type("anna", into: "User Name")
            try await phone.type("wrong-Horse-7-battery", into: "Password")
            try await phone.tap("Log In")
            try await phone.screen { $0.failure != nil && $0.isAtRest }
            try await phone.tap("Sign Up")
            try await phone.screen(titled: "Sign Up")
            try await phone.type("anna", into: "User Name")
            try await phone.type("correct-Horse-7-battery", into: "Password")
            try await phone.tap("Cancel")
            try await phone.screen(titled: "Log In")
            await phone.isSettled()
            #expect(phone.view.overlays.isEmpty)
            #expect(phone.device.savedPasswords.isEmpty)
        }
    }

    @Test("the other phone of the account has the password")
    func twoPhones() async throws {
        try await MotivationProcess.run(apps: [Self.app], site: Self.site) { motivation in
            let (one, other) = (
                try await phone(.inThisProcess, motivation), try await phone(.inThisProcess, motivation, name: "Second iPhone")
            )
            for phone in [one, other] { try phone.device.signIn(toAppleAccount: "anna", service: "http://127.0.0.1:9") }
            one.device.shareKeychain(with: other.device)
            try await one.tap("Sign Up")
            try await one.screen(titled: "Sign Up")
            try await one.type("anna", into: "User Name")
            try await one.focus("Password")
            try await one.tap("Use Strong Password")
            try await one.tap("Create Account")
            try await one.screen { $0.title == "Motivation" && $0.isAtRest }

            try await other.focus("User Name")
            try await other.tap("anna")
            try await other.showFace()
            try await other.screen { $0.fields.map(\.text).allSatisfy { !$0.isEmpty } }
            try await other.tap("Log In")
            try await other.screen { $0.title == "Motivation" && $0.isAtRest }
        }
    }
}
