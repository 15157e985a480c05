import Chromium
import DeviceSimulator
import Testing

extension InBrowser {
    @Suite("The life of a passkey on two phones and the web", .timeLimit(.minutes(20)))
    struct PasskeyStoryTests {
        @Test(
            "a sign-in with a weak password makes a passkey on both phones, which the web signs in with, and its removal there reaches both"
        )
        func story() async throws {
            try await PasskeyPhones.run { scene in
                let anna = try await scene.newVisitor()
                try await anna.signInToJuice(as: PasskeyPhones.user)
                try await anna.dismissSavedPasskey()

                try await anna.openPasswords(on: 2)
                try await anna.sees("· Passkey", on: 2)
                #expect(scene.phones.allSatisfy { $0.device.savedPasskeys.map(\.site) == [PasskeyPhones.site] })

                let web = try await scene.apple.newVisitor()
                let authenticator = try await web.page.addAuthenticator()
                try await scene.synchronize(to: authenticator)
                // The authenticator would accept each offer at the field at once, also after the removal.
                try await web.page.withoutConditionalMediation {
                    try await web.open("/sign-in")
                    try await web.follow("form.passkey button")
                    #expect(try await web.path == "/account")
                    #expect(try await web.page.count("li[data-passkey]") == 1)
                    try await web.follow("li[data-passkey] a")
                    try await web.follow("section .single button")
                    // The session that the passkey opened ends with it. The response is the sign-in page, which notifies the browser.
                    #expect(try await web.codes == ["passkey-removed"])
                    #expect(try await web.page.count("form.passkey button") == 1)
                    try await web.open("/account")
                    #expect(try await web.path.hasPrefix("/sign-in"))
                }

                // Juice asks for the account's passkeys when the user returns. The list on the other phone is still open.
                try await anna.tap("Home")
                try await anna.tap("Juice")
                try await anna.sees("Not accepted by the website", on: 2)
                try await anna.openPasswords(on: 1)
                try await anna.sees("Not accepted by the website")
                #expect(scene.phones.allSatisfy { $0.device.hiddenPasskeys.map(\.user) == [PasskeyPhones.user] })
                try await anna.expectNoRemarks()
            }
        }

        @Test("the user deletes the passkey on one phone, and the other phone no longer has it")
        func deletion() async throws {
            try await PasskeyPhones.run { scene in
                let anna = try await scene.newVisitor()
                try await anna.signInToJuice(as: PasskeyPhones.user)
                try await anna.dismissSavedPasskey()
                for phone in 1...2 {
                    try await anna.openPasswords(on: phone)
                    try await anna.sees("· Passkey", on: phone)
                }
                try await scene.phones[1].tap("Delete the passkey of \(PasskeyPhones.user) for \(PasskeyPhones.site)")
                for phone in 1...2 { try await anna.seesNoMore("· Passkey", on: phone) }
                #expect(scene.phones.allSatisfy { $0.device.savedPasskeys.isEmpty })
                try await anna.expectNoRemarks()
            }
        }
    }
}
