import DeviceScreens
import DeviceSimulator
import Testing

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
}
