import DeviceScreens
import DeviceSimulator
import Testing

/// Section 4 of the AutoFill article, on the account server's own pages, which Motivation serves.
@Suite("Browser of a phone, on the account server's pages", .serialized, .timeLimit(.minutes(20)))
struct BrowserPhoneTests {
    private static let site = "motivation.example"

    private func opened(_ phone: Phone, _ address: String, _ text: String) async throws {
        try await phone.perform(.browse(address: address))
        // The previous page may have the same text.
        try await phone.screen { $0.texts.contains(text) && $0.fields.first?.text.hasSuffix(address) == true }
        await phone.isSettled()
    }

    private func fill(_ password: String, of phone: Phone, from field: String) async throws {
        try await phone.focus(field)
        try await phone.tap("anna")
        try await phone.showFace()
        try await phone.screen { $0.fields.contains { $0.label == password && !$0.text.isEmpty } }
        await phone.isSettled()
    }

    @Test("the user signs up with a strong password, signs in with AutoFill, and changes a leaked password on the site")
    func whole() async throws {
        try await MotivationProcess.run(site: Self.site) { motivation in
            let phone = try Phone()
            try phone.device.put(SimulatedSite(.server(motivation.base)), at: Self.site)
            try await opened(phone, "\(Self.site)/sign-up", "Create an account")
            try await phone.type("anna", into: "User name or e-mail")
            try await phone.focus("Password")
            try await phone.tap("Use Strong Password")
            await phone.isSettled()
            let first = try #require(phone.screen?.fields.last?.text)
            #expect(first.count >= 12)
            try await phone.tap("Create account")
            try await phone.screen { $0.texts.contains("Your account") }
            await phone.isSettled()
            #expect(phone.view.overlays.isEmpty)
            #expect(phone.device.savedPasswords.map(\.site) == [Self.site])

            try await phone.tap("Sign out")
            try await phone.screen { !$0.texts.contains("Your account") }
            try await opened(phone, "\(Self.site)/sign-in", "Sign in")
            try await fill("Password", of: phone, from: "User name or e-mail")
            #expect(phone.screen?.fields.map(\.text).suffix(2) == ["anna", first])
            try await phone.tap("Sign in")
            try await phone.screen { $0.texts.contains("Your account") }
            await phone.isSettled()
            #expect(phone.view.overlays.isEmpty, "a filled-in password is not new")

            phone.device.leakedPasswords = [first: 3]
            try await phone.perform(.openSettings(.recommendations))
            try await phone.showFace()
            try await phone.tap("anna")
            try await phone.tap("Change Password on Website")
            try await phone.screen { $0.texts.contains("Change password") }
            #expect(phone.screen?.fields.first?.text == "https://\(Self.site)/account/password")
            try await fill("Current password", of: phone, from: "Current password")
            #expect(phone.screen?.fields.map(\.text)[1] == first)
            try await phone.focus("New password")
            try await phone.tap("Use Strong Password")
            await phone.isSettled()
            let second = try #require(phone.screen?.fields.last?.text)
            #expect(second != first)
            try await phone.tap("Change password")
            try await phone.screen { $0.texts.contains("Your account") }
            await phone.isSettled()
            #expect(phone.view.overlays.isEmpty)

            // The server has it too.
            try await phone.perform(.quit(app: PhoneView.browser))
            await phone.isSettled()
            try await opened(phone, "\(Self.site)/sign-in", "Sign in")
            try await fill("Password", of: phone, from: "Password")
            #expect(phone.screen?.fields.last?.text == second)
            try await phone.tap("Sign in")
            try await phone.screen { $0.texts.contains("Your account") }
        }
    }

    @Test("the browser opens a server of this machine by its loopback names only")
    func thisMachine() async throws {
        try await MotivationProcess.run(site: Self.site) { motivation in
            let phone = try Phone()
            try await opened(phone, "http://127.0.0.1:\(motivation.port)/sign-in", "Sign in")
            // Linux connects this address to the same server.
            try await phone.perform(.browse(address: "http://0.0.0.0:\(motivation.port)/sign-in"))
            let screen = try await phone.screen { $0.failure != nil || $0.fields.first?.text.hasPrefix("http://0.0.0.0") == true }
            #expect(screen.failure == "Could not connect to 0.0.0.0.")
        }
    }

    @Test("a wrong password is not saved, and AutoFill fills neither another site nor the server's bare address")
    func rejected() async throws {
        try await MotivationProcess.run(site: Self.site) { motivation in
            let phone = try Phone()
            try phone.device.put(SimulatedSite(.server(motivation.base)), at: Self.site)
            try phone.device.put(SimulatedSite(.server(motivation.base)), at: "other.example")
            try await opened(phone, "\(Self.site)/sign-in", "Sign in")
            try await phone.type("anna", into: "User name or e-mail")
            try await phone.type("wrong-Horse-7-battery", into: "Password")
            try await phone.tap("Sign in")
            try await phone.screen { $0.failure?.contains("(403)") == true }
            await phone.isSettled()
            #expect(phone.view.overlays.isEmpty)
            #expect(phone.device.savedPasswords.isEmpty)

            phone.device.savePassword("secret", user: "anna", site: Self.site)
            for address in ["other.example/sign-in", "\(motivation.base)/sign-in".replacing("localhost", with: "127.0.0.1")] {
                try await opened(phone, address, "Sign in")
                try await phone.focus("Password")
                await phone.isSettled()
                #expect(phone.bar.isEmpty, "\(address)")
            }
        }
    }
}
