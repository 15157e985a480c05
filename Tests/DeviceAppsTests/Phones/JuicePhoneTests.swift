import DeviceScreens
import DeviceSimulator
import Foundation
import Testing

@testable import JuiceApp

/// The steps of the sign-in article.
@Suite("Phone with the sample app", .serialized, .timeLimit(.minutes(20)))
struct JuicePhoneTests {
    @Test(
        "the user signs in with a hidden address, relaunches the app, revokes it in Settings, and sees the login again",
        arguments: Running.allCases)
    func article(running: Running) async throws {
        try await AppleParty.run { party in
            let phone = try Phone()
            try phone.device.signIn(toAppleAccount: "anna", service: party.appleBase)
            let app = "\(party.team).\(AppleParty.bundle)"
            try await phone.install(
                PhoneApp(app, name: "Juice", settings: ["server": party.server], program: running.juice))
            try await phone.open(app)
            try await phone.screen(titled: "Sign In")
            try await phone.tap("Sign in with Apple")
            try await phone.answerSheet(.proceed)
            try await phone.answerSheet(.details(givenName: "Anna", familyName: "L.", hidesEmail: true))
            try await phone.showFace()
            let result = try await phone.screen { $0.texts.contains("Your account was created.") }
            #expect(result.texts.contains("L."))
            #expect(!result.texts.contains("anna@example.com"))

            try await phone.perform(.quit(app: app))
            try await phone.open(app)
            try await phone.screen(titled: "Juice")

            try await phone.perform(.openSettings(.account))
            try await phone.wait { view in
                guard case .settings(let settings) = view.content else { return false }
                return settings.appsUsingAccount?.map(\.id) == [AppleParty.bundle]
            }
            try await phone.perform(.stopUsing(app: AppleParty.bundle))
            try await phone.open(app)
            try await phone.screen(titled: "Sign In")
        }
    }

    @Test(
        "the user creates an account with a passkey, and gets Sign in with Apple where that account exists",
        arguments: Running.allCases)
    func newAccount(running: Running) async throws {
        try await AppleParty.run { party in
            let (site, app) = ("accounts.example.com", "\(party.team).\(AppleParty.bundle)")
            let phone = try Phone()
            try phone.device.signIn(toAppleAccount: "anna", service: party.appleBase)
            try phone.device.put(SimulatedSite(.file(#"{"webcredentials":{"apps":["\#(app)"]}}"#)), at: site)
            try await phone.install(
                PhoneApp(
                    app, name: "Juice", associatedDomains: ["webcredentials:\(site)"], settings: ["server": party.server],
                    program: running.juice))
            try await phone.open(app)
            try await phone.screen(titled: "Sign In")
            try await phone.tap("Create Account with Passkey")
            try await phone.answerSheet(.cancel)
            #expect(phone.device.savedPasskeys.isEmpty)

            // The server rejects a taken name, and the passkey for it disappears.
            let server = AccountServerClient(base: try #require(URL(string: party.server)))
            let taken = RequestBody(["username": "taken@example.com", "password": "plum-Orchard-2026"])
            _ = try await server.send("POST", "v1/accounts", taken)
            try await phone.tap("Create Account with Passkey")
            try await phone.answerSheet(.account(givenName: "Anna", familyName: "L.", contact: "taken@example.com"))
            try await phone.showFace()
            try await phone.screen { $0.title == "Sign In" && $0.failure != nil }
            #expect(phone.device.hiddenPasskeys.map(\.user) == phone.device.savedPasskeys.map(\.user))

            try await phone.tap("Create Account with Passkey")
            try await phone.answerSheet(.proceed)
            try await phone.showFace()
            let result = try await phone.screen { $0.texts.contains("Your account was created.") }
            #expect(result.texts.contains("Lindqvist") && result.texts.contains("anna@example.com"))
            #expect(phone.device.savedPasskeys.contains { $0.user == "anna@example.com" && $0.site == site })

            // The user has an account by Sign in with Apple now.
            try await phone.tap("Sign Out")
            try await phone.tap("Sign in with Apple")
            try await phone.answerSheet(.proceed)
            try await phone.answerSheet(.details(givenName: "Anna", familyName: "L.", hidesEmail: true))
            try await phone.showFace()
            try await phone.screen { $0.texts.contains("Your account was created.") }
            try await phone.tap("Sign Out")
            // The login screen offers the existing account at once.
            try await phone.answerSheet(.cancel)
            try await phone.tap("Create Account with Passkey")
            try await phone.answerSheet(.proceed)
            try await phone.showFace()
            try await phone.screen { $0.texts.contains("Welcome back.") }
        }
    }

    @Test("the first sign-in with a passkey that the phone made by itself removes the password, on the server and from the offers")
    func replacedPassword() async throws {
        try await AppleParty.run { party in
            let (site, user, password) = ("accounts.example.com", "anna.l", "plum-Orchard-2026")
            let server = AccountServerClient(base: try #require(URL(string: party.server)))
            _ = try await server.send("POST", "v1/accounts", RequestBody(["username": user, "password": password]))
            let app = "\(party.team).\(AppleParty.bundle)"
            let phone = try Phone()
            try phone.device.signIn(toAppleAccount: "anna", service: party.appleBase)
            try phone.device.put(SimulatedSite(.file(#"{"webcredentials":{"apps":["\#(app)"]}}"#)), at: site)
            phone.device.savePassword(password, user: user, site: site, for: app)
            try await phone.install(
                PhoneApp(
                    app, name: "Juice", associatedDomains: ["webcredentials:\(site)"],
                    settings: ["server": party.server, "replaces-password": "yes"], program: Running.inThisProcess.juice))
            try await phone.open(app)
            try await phone.tap(user)
            try await phone.showFace()
            try await phone.tap("Sign In")
            try await phone.screen { $0.texts.contains("You can sign in with a passkey now.") }
            _ = try await server.signIn(user, password: password)
            #expect(phone.device.unusedPasswords.isEmpty)

            try await phone.tap("Sign Out")
            try await phone.answerSheet(.cancel)
            try await phone.tap("Sign In with Passkey")
            try await phone.tap(user)
            try await phone.showFace()
            try await phone.screen { $0.texts.contains("Welcome back.") }
            await #expect(throws: ServerProblem.self) { _ = try await server.signIn(user, password: password) }
            #expect(phone.device.unusedPasswords.map(\.user) == [user])
        }
    }

    @Test("a sign-in with a saved password makes a passkey by itself, and the server adds it", arguments: Running.allCases)
    func silentPasskey(running: Running) async throws {
        try await AppleParty.run { party in
            let (site, user, password) = ("accounts.example.com", "anna.l", "plum-Orchard-2026")
            let server = AccountServerClient(base: try #require(URL(string: party.server)))
            _ = try await server.send("POST", "v1/accounts", RequestBody(["username": user, "password": password]))
            let app = "\(party.team).\(AppleParty.bundle)"
            let phone = try Phone()
            try phone.device.signIn(toAppleAccount: "anna", service: party.appleBase)
            try phone.device.put(SimulatedSite(.file(#"{"webcredentials":{"apps":["\#(app)"]}}"#)), at: site)
            phone.device.savePassword(password, user: user, site: site, for: app)
            try await phone.install(
                PhoneApp(
                    app, name: "Juice", associatedDomains: ["webcredentials:\(site)"], settings: ["server": party.server],
                    program: running.juice))
            try await phone.open(app)
            try await phone.tap(user)
            try await phone.showFace()
            try await phone.tap("Sign In")
            try await phone.screen { $0.texts.contains("You can sign in with a passkey now.") }
            #expect(phone.device.savedPasskeys.map(\.user) == [user] && phone.device.savedPasskeys.map(\.site) == [site])
            #expect(phone.view.notification == .passkeySaved(user: user, site: site))

            struct Passkeys: Decodable {
                struct Passkey: Decodable {
                    let id: String
                }

                let passkeys: [Passkey]
            }
            let session = try await server.signIn(user, password: password)
            let listed = try await server.send("GET", "v1/account/passkeys", session: session.token).decoded(Passkeys.self)
            #expect(listed.passkeys.count == 1)

            // The next sign-in with the password creates no second one.
            try await phone.tap("Sign Out")
            try await phone.tap(user)
            try await phone.showFace()
            try await phone.tap("Sign In")
            try await phone.screen { $0.texts.contains("Welcome back.") }
            await phone.isSettled()
            #expect(phone.device.savedPasskeys.count == 1)

            // The user removes the passkey elsewhere. The next sign-in hides it on the phone, and another one replaces it.
            let removed = try #require(listed.passkeys.first?.id)
            _ = try await server.send("DELETE", "v1/account/passkeys/\(removed)", session: session.token)
            try await phone.tap("Sign Out")
            try await phone.tap(user)
            try await phone.showFace()
            try await phone.tap("Sign In")
            try await phone.screen { $0.texts.contains("You can sign in with a passkey now.") }
            let renewed = try await server.send("GET", "v1/account/passkeys", session: session.token).decoded(Passkeys.self)
            #expect(renewed.passkeys.count == 1 && renewed.passkeys.first?.id != removed)
            #expect(phone.device.savedPasskeys.count == 1)
        }
    }
}
