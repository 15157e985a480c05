import DeviceScreens
import DeviceSimulator
import Testing

@Suite("App of the AutoFill article with its server", .serialized, .timeLimit(.minutes(20)))
struct MotivationAppTests {
    private static let identifier = "ABCDE12345.com.example.motivation"

    @Test("the app signs up, stays signed in, signs out and in, uses a code, and changes its password", arguments: Running.allCases)
    func whole(running: Running) async throws {
        try await MotivationProcess.run { motivation in
            let device = try DeviceSimulator(app: Self.identifier)
            let settings = ["server": motivation.base]
            var app = AppUser(running.motivation, on: device, settings: settings)
            let logIn = try await app.shows("Log In")
            #expect(logIn.fields.map(\.textContentType) == ["username", "password"])
            #expect(logIn.buttons.first?.isEnabled == false)

            try app.press("Sign Up")
            let signUp = try await app.shows("Sign Up")
            #expect(signUp.fields.map(\.textContentType) == ["username", "new-password"])
            try await app.type("anna", into: "User Name")
            try await app.type("correct-Horse-7-battery", into: "Password")
            try app.press("Create Account")
            let welcome = try await app.shows { $0.title == "Motivation" && $0.isAtRest }
            #expect(welcome.texts.contains("Welcome to Motivation."))
            await app.quit()

            app = AppUser(running.motivation, on: device, settings: settings)
            try await app.shows { $0.title == "Motivation" && $0.isAtRest }
            try app.press("Log Out")
            try await app.shows("Log In")

            try await app.type("anna", into: "User Name")
            try await app.type("wrong", into: "Password")
            try app.press("Log In")
            let rejected = try await app.shows { $0.failure != nil && $0.isAtRest }
            #expect(rejected.fields.map(\.text) == ["anna", "wrong"])
            try await app.type("correct-Horse-7-battery", into: "Password")
            try app.press("Log In")
            try await app.shows { $0.title == "Motivation" && $0.isAtRest }

            try app.press("Enter Code")
            let code = try await motivation.code()
            let asked = try await app.shows { $0.title == "Security Code" && $0.isAtRest }
            #expect(asked.fields.map(\.textContentType) == ["one-time-code"])
            for event in [AppEvent.changed(field: "code", text: "12a4"), .filled(field: "code", text: "12a4")] {
                app.send(event)
                let rejected = try await app.shows("Security Code")
                #expect(rejected.fields.map(\.text) == [""], "the app's text delegate rejects letters")
            }
            try await app.type(code == "000000" ? "000001" : "000000", into: "Code")
            try app.press("Verify")
            try await app.shows { $0.failure?.hasPrefix("The code is wrong") == true && $0.isAtRest }
            try await app.type(code, into: "Code")
            try app.press("Verify")
            try await app.shows { $0.texts.contains("Your code was verified.") && $0.isAtRest }

            try app.press("Change Password")
            let change = try await app.shows("Change Password")
            #expect(change.fields.map(\.text) == ["anna", "", ""])
            try await app.type("correct-Horse-7-battery", into: "Current Password")
            try await app.type("Another-horse-8-battery", into: "New Password")
            try app.press("Change")
            try await app.shows { $0.texts.contains("Your password was changed.") && $0.isAtRest }
        }
    }

    @Test("the app clears the fields of a failed form before it hides them", arguments: Running.allCases)
    func cancels(running: Running) async throws {
        let device = try DeviceSimulator(app: Self.identifier)
        let screens = ScreenLog()
        let app = AppUser(running.motivation, on: device, settings: ["server": "http://127.0.0.1:9"]) { screens.note($0) }
        try await app.shows("Log In")
        try app.press("Sign Up")
        try await app.shows("Sign Up")
        try await app.type("anna", into: "User Name")
        try await app.type("correct-Horse-7-battery", into: "Password")
        try app.press("Create Account")
        try await app.shows { $0.failure == "Could not connect to Motivation." && $0.isAtRest }
        try app.press("Cancel")
        try await app.shows("Log In")
        let last = try #require(screens.all.last { $0.title == "Sign Up" })
        #expect(last.fields.map(\.text) == ["", ""])
    }
}

extension AppScreen {
    /// Whether no request is pending: a button is enabled.
    var isAtRest: Bool { buttons.contains(where: \.isEnabled) }
}
