import Chromium
import DeviceSimulator
import Foundation
import Testing

extension InBrowser {
    /// Both articles' stories on the simulated phones, from the first tap to the last.
    @Suite("Phones in a browser", .timeLimit(.minutes(20)))
    struct PhoneTests {
        @Test(
            "a user signs in to Juice with a hidden address, stays signed in after a relaunch, and is signed out after Stop Using in Settings"
        )
        func juice() async throws {
            try await PhoneScene.run { scene in
                let anna = try await scene.newVisitor()
                try await anna.tap("Juice")
                try await anna.tap("Sign in with Apple")
                try await anna.tap("Continue")
                try await anna.tap("Hide My Email")
                try await anna.tap("Continue")
                try await anna.tap("Your face")
                try await anna.sees("Your account was created.")
                try await anna.sees("@privaterelay.appleid.com")

                try await anna.tap("Home")
                try await anna.tap("Quit Juice")
                try await anna.tap("Juice")
                try await anna.sees("Sign Out")

                try await anna.tap("Home")
                try await anna.tap("Settings")
                try await anna.tap("anna")
                try await anna.tap("Stop using Shop")
                try await anna.sees("No app uses this account.")
                try await anna.tap("Home")
                try await anna.tap("Juice")
                try await anna.sees("Sign in with Apple")

                try await anna.tap("Sign in with Apple")
                try await anna.tap("Continue")
                try await anna.sees("Juice will receive")
                try await anna.tap("Continue")
                try await anna.tap("Your face")
                try await anna.sees("Welcome back.")
                try await anna.tap("Sign Out")
                try await anna.sees("Sign in with Apple")
                try await anna.expectNoRemarks()
            }
        }

        @Test(
            "a user signs up with a strong password, signs in by AutoFill with Face ID, fills in a code of a message, and has the password on the other phone"
        )
        func motivation() async throws {
            try await PhoneScene.run { scene in
                let anna = try await scene.newVisitor()
                try await anna.tap("Motivation")
                try await anna.tap("Sign Up")
                // The previous page has a field of the same name.
                try await anna.sees("Create Account")
                try await anna.type("anna", into: "user-name")
                try await anna.focus("new-password")
                try await anna.tap("Use Strong Password")
                try await anna.tap("Create Account")
                try await anna.sees("Welcome to Motivation.")
                try await anna.tap("Log Out")

                try await anna.focus("user-name")
                try await anna.tap("anna")
                try await anna.tap("Your face")
                try await anna.field("user-name", holds: "anna")
                try await anna.tap("Log In")
                try await anna.sees("Enter Code")

                try await anna.tap("Enter Code")
                try await anna.sees("is your Motivation code.")
                try await anna.focus("code")
                try await anna.tap("From Motivation for motivation.example")
                try await anna.tap("Verify")
                try await anna.sees("Your code was verified.")

                try await anna.tap("Passwords", on: 2)
                try await anna.tap("Your face", on: 2)
                try await anna.sees("motivation.example", on: 2)
                try await anna.expectNoRemarks()
            }
        }

        @Test("the phone's browser opens the site's pages, AutoFill fills in the sign-in page, and the site signs the user in")
        func browser() async throws {
            try await PhoneScene.run { scene in
                let anna = try await scene.newVisitor()
                try await anna.tap("Browser")
                try await anna.browse("\(PhoneScene.site)/sign-up")
                try await anna.sees("Create an account")
                try await anna.type("anna", into: "username")
                try await anna.focus("password")
                try await anna.tap("Use Strong Password")
                try await anna.tap("Create account")
                try await anna.sees("Your account")
                try await anna.tap("Sign out")
                try await anna.seesNoMore("Your account")

                try await anna.browse("\(PhoneScene.site)/sign-in")
                try await anna.sees("New here?")
                try await anna.focus("username")
                try await anna.tap("anna")
                try await anna.tap("Your face")
                try await anna.field("username", holds: "anna")
                try await anna.tap("Sign in")
                try await anna.sees("Your account")
                try await anna.expectNoRemarks()
            }
        }

        @Test("a code is no longer suggested three minutes after it arrived")
        func time() async throws {
            try await PhoneScene.run { scene in
                let anna = try await scene.newVisitor()
                try await anna.tap("Motivation")
                try await anna.tap("Sign Up")
                // The previous page has a field of the same name.
                try await anna.sees("Create Account")
                try await anna.type("anna", into: "user-name")
                try await anna.type("correct-Horse-7-battery", into: "new-password")
                try await anna.tap("Create Account")
                try await anna.tap("Save Password")
                try await anna.tap("Enter Code")
                try await anna.focus("code")
                try await anna.sees("From Motivation")
                try await anna.tap("3 min")
                try await anna.tap("1 min")
                try await anna.seesNoMore("From Motivation")
            }
        }

        @Test("the code of a message is underlined, and copied without the space that separates its groups")
        func copying() async throws {
            try await PhoneScene.run { scene in
                scene.phones[0].receive(message: "您的验证码是384 920,5分钟内有效", from: "Shop")
                let anna = try await scene.newVisitor()
                try await anna.tap("Messages")
                try await anna.sees("Copy Code")
                #expect(
                    try await anna.page.evaluate("getComputedStyle(document.querySelector('.found-code')).textDecorationLine")
                        .string
                        == "underline")
                // The result stays on the button until the timer ends.
                try await anna.page.evaluate(
                    """
                    window.timers = [];
                    window.setTimeout = work => timers.push(work);
                    window.clearTimeout = number => { delete timers[number - 1]; };
                    """)
                try await anna.tap("Copy Code")
                try await anna.sees("Copied")
                try await anna.tap("Copied")
                #expect(try await anna.page.evaluate("timers.flatMap(work => work()).length") == 1)
                try await anna.sees("Copy Code")
                try await anna.page.fill("#phone-1-text", "")
                try await anna.page.press(.paste)
                #expect(try await anna.page.value("#phone-1-text") == "384920")
                try await anna.expectNoRemarks()
            }
        }

        @Test("without script, everything works with forms")
        func noScript() async throws {
            try await PhoneScene.run { scene in
                let anna = try await scene.newVisitor(script: false)
                func press(_ selector: String) async throws {
                    try await anna.page.click("#phone-1 " + selector)
                    try await anna.page.waitForLoad()
                }
                // The app's reaction may come a moment later, so the user reloads.
                func look(for selector: String) async throws {
                    while try await anna.page.count("#phone-1 " + selector) == 0 { try await anna.page.reload() }
                }
                try await press(".apps li:nth-child(2) .app")
                try await look(for: "[data-button=to-sign-up]")
                try await press("[data-button=to-sign-up]")
                try await look(for: "input[data-field=new-password]")
                try await anna.page.fill("#phone-1 input[data-field=user-name]", "anna")
                try await anna.page.fill("#phone-1 input[data-field=new-password]", "correct-Horse-7-battery")
                // Return submits the typed text.
                try await anna.page.press(.enter)
                try await anna.page.waitForLoad()
                try await look(for: "[data-button=sign-up]:enabled")
                try await press("[data-button=sign-up]")
                try await look(for: ".veil.bottom")
                #expect(try await anna.page.text("#phone-1 .sheet h3") == "Save this password?")
                try await anna.expectNoRemarks()
            }
        }

        @Test("the keyboard suffices, and the focus follows the phone")
        func keyboard() async throws {
            try await PhoneScene.run { scene in
                let anna = try await scene.newVisitor()
                try await anna.wait(for: "the script", "document.documentElement.classList.contains('live')")
                try await anna.page.evaluate("document.querySelector('#phone-1 [data-app$=motivation]').focus()")
                try await anna.page.press(.enter)
                try await anna.sees("Log In")
                try await anna.page.evaluate("document.querySelector('#phone-1 input[data-field=user-name]').focus()")
                try await anna.wait(for: "the keyboard", "!!document.querySelector('#phone-1 .keyboard')")
                try await anna.page.type("anna")
                try await anna.page.press(.tab)
                try await anna.wait(
                    for: "the focus in the next field",
                    "document.querySelector('#phone-1 [data-focused]')?.dataset.field === 'password'")
                try await anna.page.type("wrong")
                try await anna.page.press(.enter)
                try await anna.sees("The user name or the password is wrong")
                try await anna.page.evaluate("document.querySelector('#phone-1').scrollIntoView()")
                #expect(try await anna.page.evaluate("document.activeElement.dataset.field").string == "password")
                try await anna.expectNoRemarks()
            }
        }

        @Test("fast typing arrives completely, also with the drawn keys")
        func typing() async throws {
            try await PhoneScene.run { scene in
                let anna = try await scene.newVisitor()
                try await anna.tap("Motivation")
                try await anna.focus("user-name")
                let text = "mira.rao@example.com"
                for letter in text { try await anna.page.type(String(letter)) }
                try await anna.field("user-name", holds: text)
                try await anna.page.click("#phone-1 .key[data-types=x]")
                try await anna.page.click("#phone-1 .key[data-types=erase]")
                try await anna.page.click("#phone-1 .key[data-types=y]")
                try await anna.wait(
                    for: "the text on the phone",
                    "document.querySelector('#phone-1 [data-field=user-name]').getAttribute('value') === '\(text)y'")
                try await anna.field("user-name", holds: text + "y")
            }
        }
    }
}
