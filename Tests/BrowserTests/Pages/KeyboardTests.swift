import Chromium
import Testing

extension InBrowser {
    @Suite("The pages with the keyboard only")
    struct KeyboardTests {
        @Test("Tab follows the reading order of the form, and Enter submits it", arguments: [true, false])
        func signUpAndIn(script: Bool) async throws {
            try await Scene.run { scene in
                let anna = try await scene.newVisitor(script: script)
                try await anna.open("/sign-up")
                // The box that shows the password appears with the script.
                let box = script ? ["password-shown"] : []
                let stops = ["Latchkey", "username", "password"] + box + ["Create account", "Sign in"]
                #expect(try await anna.tab(stops.count) == stops)
                for _ in 0..<stops.count - 2 { try await anna.page.press(.shiftTab) }
                #expect(try await anna.focus == "username")
                try await anna.type("anna.k", thenTabTo: "password")
                try await anna.page.fill("#password", .firstPassword)
                try await anna.press(leading: .enter)
                #expect(try await anna.path == "/account?notice=account-created")

                #expect(try await anna.tab(2) == ["Latchkey", "Sign out"])
                try await anna.press(leading: .space)
                #expect(try await anna.heading == "You are signed out")
                #expect(try await anna.tab(2) == ["Latchkey", "Sign in again"])
                try await anna.press(leading: .enter)
                #expect(try await anna.tab(5) == ["Latchkey", "username", "password", "Sign in", "Create an account"])
                for _ in 0..<3 { try await anna.page.press(.shiftTab) }
                try await anna.type("anna.k", thenTabTo: "password")
                try await anna.page.fill("#password", .firstPassword)
                try await anna.press(leading: .enter)
                #expect(try await anna.path == "/account")
            }
        }

        @Test("after an error, the focus is on the summary, whose links lead to the fields", arguments: [true, false])
        func rejection(script: Bool) async throws {
            try await Scene.run { scene in
                let anna = try await scene.newVisitor(script: script)
                try await anna.signUp(as: "admin", password: "password1234")
                #expect(try await anna.focus == "errors")
                #expect(try await anna.codes == ["username-reserved", "password-common"])
                _ = try await anna.tab(2)
                try await anna.page.press(.enter)
                #expect(try await anna.focus == "password")
                try await anna.page.press(.shiftTab)
                #expect(try await anna.focus == "username")
            }
        }

        @Test("Tab skips the hidden user name")
        func hiddenName() async throws {
            try await Scene.run { scene in
                let anna = try await scene.newVisitor()
                try await anna.signUp(as: "anna.k")
                try await anna.open("/account/password")
                let stops = try await anna.tab(7)
                #expect(
                    stops == [
                        "Latchkey", "Sign out", "current-password", "current-password-shown", "new-password", "new-password-shown",
                        "Change password",
                    ])
            }
        }
    }
}

extension Visitor {
    /// Returns the focused element after each of several presses of Tab.
    fileprivate func tab(_ count: Int) async throws -> [String] {
        var stops: [String] = []
        for _ in 0..<count {
            try await page.press(.tab)
            stops.append(try await focus)
        }
        return stops
    }

    fileprivate func type(_ text: String, thenTabTo next: String) async throws {
        try await page.fill("#\(focus)", text)
        #expect(try await tab(1) == [next])
    }
}
