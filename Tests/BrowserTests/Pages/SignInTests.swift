import AccountServer
import Accounts
import Chromium
import Testing

extension InBrowser {
    @Suite("Signing in and out in a browser")
    struct SignInTests {
        @Test("after signing out, the account is not visible, and the user can sign in again", arguments: [true, false])
        func signOutAndIn(script: Bool) async throws {
            try await Scene.run { scene in
                let anna = try await scene.newVisitor(script: script)
                try await anna.signUp(as: "anna.k")
                try await anna.follow("header button")
                #expect(try await anna.heading == "You are signed out")
                try await anna.open("/account")
                #expect(try await anna.path == "/sign-in?next=account")
                try await anna.enter("anna.k")
                #expect(try await anna.path == "/account")
                #expect(try await anna.heading == "Your account")
            }
        }

        @Test(
            "after a wrong password, the form keeps the name, and nothing suggests success", arguments: [true, false])
        func wrongPassword(script: Bool) async throws {
            try await Scene.run { scene in
                try await scene.newVisitor().signUp(as: "anna.k")
                let anna = try await scene.newVisitor(script: script)
                try await anna.signIn(as: "anna.k", password: .secondPassword)
                #expect(anna.page.status == 403)
                #expect(try await anna.path == "/sign-in")
                #expect(try await anna.codes == ["invalid-credentials"])
                #expect(try await anna.page.value("#username") == "anna.k")
                #expect(try await anna.page.value("#password") == "")
                #expect(try await anna.page.count("form[action='/sign-in'] [autocomplete=current-password]") == 1)
                #expect(try await anna.serverCookies.map(\.name) == ["latchkey-form"])

                try await anna.page.fill("#password", .firstPassword)
                try await anna.submit()
                #expect(try await anna.path == "/account")
            }
        }

        @Test("an unknown name and a wrong password have the same response")
        func unknownName() async throws {
            try await Scene.run { scene in
                try await scene.newVisitor().signUp(as: "anna.k")
                let visitor = try await scene.newVisitor()
                var pages: [String] = []
                for name in ["anna.k", "nora.k"] {
                    try await visitor.signIn(as: name, password: .secondPassword)
                    #expect(visitor.page.status == 403)
                    pages.append(try await visitor.page.text("body"))
                }
                #expect(pages.first == pages.last)
            }
        }

        @Test("after too many wrong passwords, a page says when to try again", arguments: [true, false])
        func throttled(script: Bool) async throws {
            let one = try #require(Budget(burst: 1, refill: 1, per: .seconds(3_600)))
            try await Scene.run(adjust: { $0.throttles.failuresPerName = one }) { scene in
                let anna = try await scene.newVisitor(script: script)
                try await anna.signIn(as: "anna.k")
                #expect(anna.page.status == 403)
                try await anna.signIn(as: "anna.k")
                #expect(anna.page.status == 429)
                #expect(try await anna.heading == "Too many attempts")
                #expect(try await anna.page.text("main").contains("Try again in 60 minutes."))
            }
        }
    }
}
