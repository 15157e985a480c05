import Chromium
import Testing

extension InBrowser {
    @Suite("Signing up in a browser")
    struct SignUpTests {
        @Test("a new account is shown to its owner, who stays signed in", arguments: [true, false])
        func signUp(script: Bool) async throws {
            try await Scene.run { scene in
                let anna = try await scene.newVisitor(script: script)
                try await anna.open("/")
                #expect(try await anna.path == "/sign-in")
                try await anna.follow(".aside a")
                #expect(try await anna.path == "/sign-up")
                try await anna.page.fill("#username", "Anna.K")
                try await anna.page.fill("#password", .firstPassword)
                try await anna.submit()

                #expect(try await anna.path == "/account?notice=account-created")
                #expect(try await anna.heading == "Your account")
                #expect(try await anna.page.text("main").contains("Anna.K"))
                #expect(try await anna.page.count("[type=password]") == 0)
                try await anna.page.reload()
                #expect(try await anna.heading == "Your account")
                try await anna.open("/sign-up")
                #expect(try await anna.path == "/account", "a signed-in user is redirected from sign-up")
            }
        }

        @Test("scripts and other sites cannot read the session cookie")
        func cookies() async throws {
            try await Scene.run { scene in
                let anna = try await scene.newVisitor()
                try await anna.signUp(as: "anna.k")
                let cookies = try await anna.serverCookies
                #expect(Set(cookies.map(\.name)) == ["latchkey-session", "latchkey-device", "latchkey-form"])
                for cookie in cookies { #expect(cookie.isHTTPOnly && cookie.sameSite == "Lax" && cookie.path == "/") }
            }
        }

        @Test("a rejected form keeps the name, clears the password, and can be corrected", arguments: [true, false])
        func rejected(script: Bool) async throws {
            try await Scene.run { scene in
                let anna = try await scene.newVisitor(script: script)
                try await anna.signUp(as: "anna.k", password: "password1234")
                #expect(anna.page.status == 422)
                #expect(try await anna.path == "/sign-up")
                #expect(try await anna.codes == ["password-common"])
                #expect(try await anna.page.value("#username") == "anna.k")
                #expect(try await anna.page.value("#password") == "")
                #expect(try await anna.serverCookies.allSatisfy { $0.name == "latchkey-form" })

                try await anna.page.fill("#password", .firstPassword)
                try await anna.submit()
                #expect(try await anna.path == "/account?notice=account-created")
            }
        }

        @Test("a name that is already in use is rejected, in upper and lower case", arguments: [true, false])
        func taken(script: Bool) async throws {
            try await Scene.run { scene in
                let anna = try await scene.newVisitor(script: script)
                try await anna.signUp(as: "anna.k")
                let other = try await scene.newVisitor(script: script)
                try await other.signUp(as: "ANNA.K", password: .secondPassword)
                #expect(try await other.path == "/sign-up")
                #expect(try await other.codes == ["username-taken"])
                #expect(try await other.page.value("#username") == "ANNA.K")
            }
        }
    }
}
