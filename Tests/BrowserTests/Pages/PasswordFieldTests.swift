import Chromium
import ConformanceData
import Foundation
import PasswordStrength
import Synchronization
import Testing

extension InBrowser {
    @Suite("Fields for new passwords in a browser")
    struct PasswordFieldTests {
        @Test("the box shows the password and hides it, and the form is sent with a hidden one")
        func box() async throws {
            try await Scene.run { scene in
                let anna = try await scene.newVisitor()
                try await anna.open("/sign-up")
                try await anna.page.fill("#username", "anna.k")
                try await anna.page.fill("#password", .firstPassword)
                #expect(try await anna.page.attribute("type", of: "#password") == "password")
                try await anna.page.click("#password-shown")
                #expect(try await anna.page.attribute("type", of: "#password") == "text")
                try await anna.page.click("#password-shown")
                #expect(try await anna.page.attribute("type", of: "#password") == "password")

                try await anna.page.click("#password-shown")
                try await anna.page.evaluate(
                    """
                    document.querySelector("#password").form.addEventListener("submit", event => {
                      if (document.querySelector("#password").type === "text") event.preventDefault();
                    })
                    """)
                try await anna.submit()
                #expect(try await anna.path == "/account?notice=account-created")
            }
        }

        @Test("both passwords of a change can be shown, one by one")
        func change() async throws {
            try await Scene.run { scene in
                let anna = try await scene.newVisitor()
                try await anna.signUp(as: "anna.k")
                try await anna.open("/account/password")
                try await anna.page.click("#new-password-shown")
                #expect(try await anna.page.attribute("type", of: "#new-password") == "text")
                #expect(try await anna.page.attribute("type", of: "#current-password") == "password")
                #expect(try await anna.page.count("[data-measures]") == 1, "only a new password is rated")
            }
        }

        @Test("without script, the form has neither the box nor the meter")
        func withoutScript() async throws {
            try await Scene.run { scene in
                let anna = try await scene.newVisitor(script: false)
                try await anna.open("/sign-up")
                let shown = "[...document.querySelectorAll('.reveal, .meter')].filter(e => e.offsetParent !== null).length"
                #expect(try await anna.page.evaluate(shown) == .number(0))
            }
        }

        @Test("the meter follows the password and the user name, says the result, and sends nothing")
        func meter() async throws {
            try await Scene.run { scene in
                let anna = try await scene.newVisitor()
                try await anna.open("/sign-up")
                #expect(try await anna.meter == "")
                for (password, level, words) in [
                    ("password1234", "weak", "Easy to guess."), ("correcthorsebatterystaple", "fair", "Almost strong enough."),
                    (String.firstPassword, "strong", "Strong password"), ("x7#Qm", "weak", "Easy to guess."),
                ] {
                    try await anna.page.fill("#password", password)
                    #expect(try await anna.meter == level, "\(password)")
                    #expect(try await anna.page.text(".meter [role=status]").hasPrefix(words))
                }
                try await anna.page.fill("#password", .firstPassword)
                try await anna.page.fill("#username", "velvet-otter")
                #expect(try await anna.meter != "strong", "the password contains the user name")
                try await anna.page.fill("#password", "")
                #expect(try await anna.meter == "")
                #expect(try await anna.page.text(".meter [role=status]") == "")
                let sent = """
                    performance.getEntriesByType("resource")
                      .filter(entry => ["fetch", "xmlhttprequest", "beacon"].includes(entry.initiatorType)).map(entry => entry.name)
                    """
                #expect(try await anna.page.evaluate(sent) == [])
            }
        }

        @Test("the meter calls no password strong that the server's estimate rejects, and generated ones and phrases strong")
        func agreement() async throws {
            let recorded: [RecordedPassword] = try ConformanceData.json("passwords/zxcvbn-4.4.2.json")
            let passwords = recorded.map(\.password) + Self.guessable + Self.strong
            let levels = try await levels(of: passwords)
            try #require(levels.count == passwords.count)
            for (password, level) in zip(passwords, levels) where level == "strong" {
                #expect(try StrengthEstimator().estimate(password).score >= 3, "\(password)")
            }
            for (password, level) in zip(passwords, levels) where Self.strong.contains(password) {
                #expect(level == "strong", "\(password)")
            }
            for (password, level) in zip(passwords, levels) where Self.guessable.contains(password) {
                #expect(level != "strong", "\(password)")
            }
        }

        private struct RecordedPassword: Decodable {
            let password: String
        }

        private static let guessable = [
            "password1234", "qwertyuiop123", "1q2w3e4r5t6y", "aaaaaaaaaaaa", "abcdefghijkl", "01/02/1990 01/02/1990",
            "Summer2026!!", "P@ssw0rd123!", "monkeyspring1", "iloveyou iloveyou", "zxcvbnm,./123456", "19871987198719",
            "correcthorsebatterystaple", "TrustNo1TrustNo1",
        ]

        private static let strong = [
            "velvet-otter 41 harbour", "copper-heron 72 meadow", "correct horse battery staple", "7fzdkg-fiqumw-xmpzav",
            "hupvEw-fodne1-qabjyg", "xJ4#kQ9!mW2z", "Zufall-Kaffee-7-Brücke", "собака телевизор облако",
        ]

        /// Returns the levels of passwords, without regard to the minimum length of the field.
        private func levels(of passwords: [String]) async throws -> [String] {
            let list = String(decoding: try JSONEncoder().encode(passwords), as: UTF8.self)
            let found = Mutex<[String]>([])
            try await Scene.run { scene in
                let anna = try await scene.newVisitor()
                try await anna.open("/sign-up")
                let levels = try await anna.page.evaluate(
                    """
                    (() => {
                      const field = document.querySelector("#password");
                      field.removeAttribute("minlength");
                      return \(list).map(password => {
                        field.value = password;
                        field.dispatchEvent(new Event("input"));
                        return document.querySelector(".meter").dataset.level;
                      });
                    })()
                    """)
                found.withLock { $0 = levels.array?.compactMap(\.string) ?? [] }
            }
            return found.withLock { $0 }
        }
    }
}

extension Visitor {
    /// The level that the meter shows; empty for none.
    fileprivate var meter: String {
        get async throws { try await page.evaluate("document.querySelector('.meter').dataset.level ?? ''").string ?? "" }
    }
}
