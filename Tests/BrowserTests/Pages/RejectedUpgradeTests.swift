import Accounts
import AccountServer
import Chromium
import Testing

extension InBrowser {
    @Suite("Rejected stronger passwords in a browser")
    struct RejectedUpgradeTests {
        @Test("a wrong current password is reported at its field, and the user can correct it", arguments: [true, false])
        func wrongCurrent(script: Bool) async throws {
            try await Scene.run { scene in
                let anna = try await scene.newAnnaWithWeakPassword(script: script)
                try await anna.open("/account/password")
                try await anna.changePassword(from: .firstPassword, to: .secondPassword)
                #expect(anna.page.status == 403)
                #expect(try await anna.codes == ["invalid-credentials"])
                try await anna.expectRejection(at: "current-password", "The password is wrong. Try again.")
                #expect(try await anna.page.attribute("aria-invalid", of: "#new-password") == nil)

                try await anna.changePassword(from: .weakPassword, to: .secondPassword)
                #expect(try await anna.path == "/account?notice=password-changed")
            }
        }

        @Test(
            "a proposed password that violates the rules or is easy to guess is reported at its field, and a good one is accepted",
            arguments: [true, false])
        func rejectedProposals(script: Bool) async throws {
            let rules = try PasswordRequirements("required: digit; allowed: unicode; minlength: 12; maxlength: 64;")
            try await Scene.run(adjust: { $0.passwords.rules = rules }) { scene in
                let anna = try await scene.newAnnaWithWeakPassword(script: script)
                try await anna.open("/account/password")
                #expect(try await anna.page.attribute("passwordrules", of: "#new-password") == rules.text)
                for proposal in Self.proposals {
                    try await anna.changePassword(from: .weakPassword, to: proposal.password)
                    #expect(anna.page.status == 422, "\(proposal.code)")
                    #expect(try await anna.path == "/account/password")
                    #expect(try await anna.codes == [proposal.code])
                    try await anna.expectRejection(at: "new-password", proposal.reason)
                    #expect(try await anna.page.attribute("aria-invalid", of: "#current-password") == nil)
                }
                try await anna.changePassword(from: .weakPassword, to: .secondPassword)
                #expect(try await anna.path == "/account?notice=password-changed")
            }
        }

        @Test("the browser itself rejects a password that is too short, and every field keeps its text", arguments: [true, false])
        func tooShort(script: Bool) async throws {
            try await Scene.run { scene in
                let anna = try await scene.newAnnaWithWeakPassword(script: script)
                try await anna.open("/account/password")
                try await anna.page.fill("#current-password", .weakPassword)
                try await anna.page.fill("#new-password", "qZ7#vN2!kLp")
                // The form is not submitted. A submitted form would return with empty fields.
                try await anna.page.click("main .fields button")
                let isTooShort = try await anna.page.evaluate("document.querySelector('#new-password').validity.tooShort")
                #expect(isTooShort.boolean == true)
                #expect(try await anna.page.value("#current-password") == String.weakPassword)

                try await anna.page.fill("#new-password", "qZ7#vN2!kLp9")
                try await anna.submit()
                #expect(try await anna.path == "/account?notice=password-changed")
            }
        }

        private struct Proposal: Sendable {
            let password: String
            let code: String
            let reason: String
        }

        private static let proposals = [
            Proposal(
                password: "copper-heron meadow", code: "password-rules",
                reason: "The password must contain at least one of these: digits from 0 to 9 (required: digit)."),
            Proposal(
                password: "correcthorse1", code: "password-weak",
                reason: "This password is easy to guess. Make it longer or less predictable, or use a suggested strong password."),
            Proposal(
                password: "password1234", code: "password-common",
                reason: "This password is too common. Choose another one."),
            Proposal(
                password: "otter-anna.k-42#Zq", code: "password-contains-user-name",
                reason: "The password contains your user name. Choose another one."),
            Proposal(
                password: .weakPassword, code: "password-unchanged", reason: "This is your current password. Choose another one."),
        ]
    }
}

extension Visitor {
    /// The reason is at the field and is part of its description. The focus is on the summary that leads there. The page contains
    /// the user name, but no password, because passwords are never sent back.
    fileprivate func expectRejection(
        at field: String, _ reason: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let described = try await page.attribute("aria-describedby", of: "#\(field)") ?? ""
        #expect(described.hasSuffix("\(field)-error"), sourceLocation: sourceLocation)
        #expect(try await page.text("#\(field)-error") == reason, sourceLocation: sourceLocation)
        #expect(try await page.attribute("aria-invalid", of: "#\(field)") == "true", sourceLocation: sourceLocation)
        #expect(try await focus == "errors", sourceLocation: sourceLocation)
        #expect(try await page.attribute("href", of: "#errors a") == "#\(field)", sourceLocation: sourceLocation)
        #expect(try await page.value("#username") == "anna.k", sourceLocation: sourceLocation)
        for id in ["current-password", "new-password"] {
            #expect(try await page.value("#\(id)") == "", sourceLocation: sourceLocation)
        }
    }
}
