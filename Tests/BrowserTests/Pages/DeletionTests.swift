import Chromium
import Testing

extension InBrowser {
    @Suite("Deleting the account in a browser")
    struct DeletionTests {
        @Test("a while after the sign-in, the deletion requires the password and is final", arguments: [true, false])
        func afterReauthentication(script: Bool) async throws {
            try await Scene.run { scene in
                let anna = try await scene.newVisitor(script: script)
                try await anna.signUp(as: "anna.k")
                scene.site.clock.advance(by: .seconds(660))

                try await anna.follow("a[href='/account/delete']")
                #expect(try await anna.path == "/account/reauthenticate?next=delete")
                #expect(try await anna.page.value("#username") == "anna.k")
                try await anna.page.fill("#current-password", .secondPassword)
                try await anna.submit()
                #expect(anna.page.status == 403)
                #expect(try await anna.path == "/account/reauthenticate")
                #expect(try await anna.codes == ["invalid-credentials"])
                try await anna.page.fill("#current-password", .firstPassword)
                try await anna.submit()
                #expect(try await anna.path == "/account/delete")
                #expect(try await anna.page.text("main").contains("anna.k"))

                try await anna.submit()
                #expect(try await anna.heading == "Your account was deleted")
                try await anna.open("/account")
                #expect(try await anna.path == "/sign-in?next=account")
                try await anna.enter("anna.k")
                #expect(try await anna.codes == ["invalid-credentials"])
                try await anna.signUp(as: "anna.k", password: .secondPassword)
                #expect(try await anna.path == "/account?notice=account-created", "the name is available again")
            }
        }

        @Test("directly after the sign-in, the deletion requires no password, and the user can go back", arguments: [true, false])
        func recentlySignedIn(script: Bool) async throws {
            try await Scene.run { scene in
                let anna = try await scene.newVisitor(script: script)
                try await anna.signUp(as: "anna.k")
                try await anna.follow("a[href='/account/delete']")
                #expect(try await anna.path == "/account/delete")
                #expect(try await anna.page.count("[type=password]") == 0)
                try await anna.follow(".aside a")
                #expect(try await anna.heading == "Your account")
            }
        }
    }
}
