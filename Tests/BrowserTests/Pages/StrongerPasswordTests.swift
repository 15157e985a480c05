import Accounts
import AccountServer
import Chromium
import InternetAddresses
import Secrets
import Testing

extension InBrowser {
    @Suite("Replacing a weak password with a stronger one, in a browser")
    struct StrongerPasswordTests {
        @Test(
            "a user with a weak password sees a notice and what the upgrade does, and then signs in with a stronger one",
            arguments: [true, false])
        func upgrade(script: Bool) async throws {
            try await Scene.run { scene in
                try await scene.importAccount("Anna.K")
                let elsewhere = try await scene.newVisitor(script: script)
                try await elsewhere.signIn(as: "anna.k", password: .weakPassword)
                let anna = try await scene.newVisitor(script: script)
                try await anna.signIn(as: "anna.k", password: .weakPassword)
                #expect(try await anna.path == "/account?notice=weak-password")
                #expect(try await anna.codes == ["weak-password"])
                let banner = "[role=status][data-code=weak-password]"
                #expect(try await anna.page.text(banner).hasPrefix("Your password is easy to guess."))
                #expect(try await anna.page.text("\(banner) a") == "Upgrade now")

                try await anna.follow("\(banner) a")
                #expect(try await anna.path == "/account/upgrade?notice=weak-password")
                #expect(try await anna.heading == "Upgrade account security")
                let reason = try await anna.page.text(".lead")
                #expect(reason.contains("easy to guess") && reason.contains("Choose one of these options"))
                #expect(try await anna.page.text("main .rows").contains("All other devices will be signed out."))
                #expect(try await anna.advice.first == "password", "a weak password is replaced first")
                #expect(try await anna.page.count("main [data-apple]") == 0, "Sign in with Apple is off")

                try await anna.follow("main a[href='/account/password']")
                #expect(try await anna.path == "/account/password")
                #expect(try await anna.page.text(".lead") == "All other devices will be signed out.")
                #expect(try await anna.page.value("#username") == "Anna.K", "the user name for password managers")
                try await anna.expectLabelledPasswords()
                try await anna.changePassword(from: .weakPassword, to: .secondPassword)
                #expect(try await anna.path == "/account?notice=password-changed")
                #expect(try await anna.codes == ["password-changed"])
                #expect(try await anna.page.text("[data-code]").contains("All other devices were signed out."))

                try await elsewhere.open("/account")
                #expect(try await elsewhere.path == "/sign-in?next=account")
                try await anna.follow("header button")
                #expect(try await anna.heading == "You are signed out")
                try await anna.follow("main .button")
                try await anna.enter("anna.k", .weakPassword)
                #expect(anna.page.status == 403)
                #expect(try await anna.codes == ["invalid-credentials"])
                try await anna.enter("anna.k", .secondPassword)
                #expect(try await anna.path == "/account")
                #expect(try await anna.codes == [])
            }
        }

        @Test(
            "a user who declines the upgrade can continue, finds it again on the account page, and sees the notice at the next sign-in",
            arguments: [true, false])
        func notNow(script: Bool) async throws {
            try await Scene.run { scene in
                let anna = try await scene.newAnnaWithWeakPassword(script: script)
                try await anna.follow("[data-code=weak-password] a")
                #expect(try await anna.page.text("main .aside a") == "Not now")
                try await anna.follow("main .aside a")
                #expect(try await anna.path == "/account")
                #expect(try await anna.codes == [])

                try await anna.follow("main a[href='/account/upgrade']")
                #expect(try await anna.heading == "Upgrade account security")
                #expect(try await anna.page.text(".lead").hasPrefix("Choose one of these options"))
                #expect(try await anna.advice.last == "password", "the page does not know that the password is weak")
                try await anna.follow("main .aside a")
                try await anna.follow("header button")
                try await anna.signIn(as: "anna.k", password: .weakPassword)
                #expect(try await anna.codes == ["weak-password"])
            }
        }

        @Test(
            "while a phone's upgrade is unconfirmed, the former password opens the pages but cannot change anything",
            arguments: [true, false])
        func upgradedByPhone(isConfirmed: Bool) async throws {
            try await Scene.run { scene in
                try await scene.importAccount("anna.k")
                let phone = UpgradeByPhone(scene: scene)
                try await phone.commit()
                let anna = try await scene.newVisitor()
                try await anna.signIn(as: "anna.k", password: .weakPassword)
                #expect(try await anna.heading == "Your account")
                #expect(try await anna.codes == [])
                #expect(try await anna.page.text("main").contains("Password upgraded"))
                try await anna.open("/account/password")
                try await anna.changePassword(from: .weakPassword, to: .firstPassword)
                #expect(anna.page.status == 403)
                #expect(try await anna.codes == ["invalid-credentials"])

                if isConfirmed { try await phone.confirm() } else { scene.site.clock.advance(by: AccountUpgrade.grace) }
                let elsewhere = try await scene.newVisitor()
                try await elsewhere.signIn(as: "anna.k", password: .weakPassword)
                #expect(try await elsewhere.codes == ["invalid-credentials"])
                try await elsewhere.enter("anna.k", .secondPassword)
                #expect(try await elsewhere.path == "/account")
                #expect(try await elsewhere.codes == [])
                try await elsewhere.open("/account/password")
                try await elsewhere.changePassword(from: .secondPassword, to: .firstPassword)
                #expect(try await elsewhere.codes == ["password-changed"])
            }
        }
    }
}

extension Visitor {
    /// Checks the labels of the two password fields on the change-password page, for users and password managers.
    fileprivate func expectLabelledPasswords(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let found = try await page.evaluate(
            """
            [...document.querySelectorAll("main [type=password]")]
            .map(e => [e.labels[0].textContent, e.autocomplete, e.getAttribute("passwordrules")])
            """)
        let expected: ProtocolValue = [
            ["Current password", "current-password", .null],
            ["New password", "new-password", "allowed: unicode; minlength: 12; maxlength: 1024;"],
        ]
        #expect(found == expected, sourceLocation: sourceLocation)
    }
}

/// The upgrade of anna.k's weak password as a phone requests it, with its saved password.
private struct UpgradeByPhone: Sendable {
    let scene: Scene
    let key = UpgradeKey(random: PredictableRandomBytes(seed: 7))
    let phone = Client(address: IPAddress(v4: 0xC000_0202), deviceName: "Anna's phone")

    func commit() async throws {
        let request = PasswordUpgrade(key: key, authority: showing(.weakPassword), new: Password(.secondPassword), client: phone)
        let outcome = try await scene.site.system.service.upgradePassword(request, now: scene.site.clock.now)
        guard case .committed = outcome else {
            Issue.record("the upgrade failed")
            return
        }
    }

    func confirm() async throws {
        let outcome = try await scene.site.system.service.confirmUpgrade(
            key, authority: showing(.secondPassword), now: scene.site.clock.now)
        guard case .confirmed = outcome else {
            Issue.record("the upgrade was not confirmed")
            return
        }
    }

    private func showing(_ password: String) -> UpgradeAuthority {
        .password(SignIn(userName: "anna.k", password: Password(password), deviceToken: nil, client: phone))
    }
}

extension Visitor {
    /// The pieces of advice on the upgrade page, in order.
    fileprivate var advice: [String] {
        get async throws {
            let found = try await page.evaluate("[...document.querySelectorAll('[data-advice]')].map(e => e.dataset.advice)")
            return found.array?.compactMap(\.string) ?? []
        }
    }
}
