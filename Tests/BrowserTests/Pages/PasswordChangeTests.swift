import Chromium
import Testing

extension InBrowser {
    @Suite("Changing the password in a browser")
    struct PasswordChangeTests {
        @Test("after a change, only the new password works, and other browsers are signed out", arguments: [true, false])
        func change(script: Bool) async throws {
            try await Scene.run { scene in
                let anna = try await scene.newVisitor(script: script)
                try await anna.signUp(as: "Anna.K")
                let elsewhere = try await scene.newVisitor(script: script)
                try await elsewhere.signIn(as: "anna.k")
                #expect(try await elsewhere.path == "/account")

                try await anna.follow("a[href='/account/password']")
                #expect(try await anna.page.value("#username") == "Anna.K", "the user name for password managers")
                try await anna.page.fill("#current-password", .firstPassword)
                try await anna.page.fill("#new-password", .secondPassword)
                try await anna.submit()
                #expect(try await anna.path == "/account?notice=password-changed")
                #expect(try await anna.codes == ["password-changed"])
                #expect(try await anna.page.count("[type=password]") == 0)

                try await elsewhere.open("/account")
                #expect(try await elsewhere.path == "/sign-in?next=account")
                try await elsewhere.enter("anna.k", .firstPassword)
                #expect(try await elsewhere.codes == ["invalid-credentials"])
                try await elsewhere.enter("anna.k", .secondPassword)
                #expect(try await elsewhere.path == "/account")
            }
        }

        @Test("a wrong current password changes nothing, and the form stays open", arguments: [true, false])
        func wrongCurrent(script: Bool) async throws {
            try await Scene.run { scene in
                let anna = try await scene.newVisitor(script: script)
                try await anna.signUp(as: "anna.k")
                try await anna.open("/account/password")
                try await anna.page.fill("#current-password", .secondPassword)
                try await anna.page.fill("#new-password", "quiet-lantern 58 forest")
                try await anna.submit()
                #expect(anna.page.status == 403)
                #expect(try await anna.path == "/account/password")
                #expect(try await anna.codes == ["invalid-credentials"])
                #expect(try await anna.page.attribute("aria-invalid", of: "#current-password") == "true")
                #expect(try await anna.page.value("#username") == "anna.k")

                let elsewhere = try await scene.newVisitor(script: script)
                try await elsewhere.signIn(as: "anna.k", password: .firstPassword)
                #expect(try await elsewhere.path == "/account")
            }
        }

        @Test("the well-known change-password address leads through sign-in to the form", arguments: [true, false])
        func wellKnownAddress(script: Bool) async throws {
            try await Scene.run { scene in
                try await scene.newVisitor().signUp(as: "anna.k")
                let anna = try await scene.newVisitor(script: script)
                try await anna.open("/.well-known/change-password")
                #expect(try await anna.path == "/sign-in?next=password")
                // A wrong password at sign-in keeps the destination.
                try await anna.enter("anna.k", .secondPassword)
                #expect(try await anna.codes == ["invalid-credentials"])
                try await anna.enter("anna.k")
                #expect(try await anna.path == "/account/password")
                #expect(try await anna.page.count("[autocomplete=new-password]") == 1)

                try await anna.open("/.well-known/change-password")
                #expect(try await anna.path == "/account/password")
                try await anna.open("/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200")
                #expect(anna.page.status == 404)
            }
        }
    }
}
