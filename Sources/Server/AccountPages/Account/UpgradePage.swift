package import Markup

/// Ways out of a weak password: a stronger one, or Sign in with Apple in its place.
package struct UpgradePage: Page, Hashable {
    /// How far the account is from doing without a password.
    package enum Apple: Hashable, Sendable {
        /// Sign in with Apple is off.
        case unavailable
        case unlinked
        case linked
    }

    /// Whether the password was found weak just now, when it was typed.
    package let isWeak: Bool
    package let apple: Apple
    package let formToken: FormToken

    package init(isWeak: Bool, apple: Apple, formToken: FormToken) {
        self.isWeak = isWeak
        self.apple = apple
        self.formToken = formToken
    }

    package func document(on site: Site) -> HTMLDocument {
        PageFrame(title: "A safer way to sign in", site: site, width: .wide, formToken: formToken).document {
            p(.class("lead")) {
                isWeak
                    ? "The password that you just used is easy to guess, or known to those who guess. Nothing has happened yet; either of these puts it right."
                    : "A password is as safe as it is hard to guess. Either of these makes your account safer."
            }
            section(.aria(.labelledby, "ways")) {
                h2(.id("ways")) { "What you can do" }
                ul(.class("rows"), .role(.list)) {
                    SettingRow(
                        "A stronger password", "Let your device make one up and remember it. Every other device is signed out.",
                        link: "Change password", to: PagePath.password
                    ).html
                    appleRow
                }
            }
            BackToAccount("Not now").html
        }
    }

    private var appleRow: HTML {
        switch apple {
        case .unavailable: .empty
        case .unlinked:
            SettingRow(
                "Sign in with Apple alone",
                "Links your Apple Account and removes the password in one step. Every other device is signed out.",
                link: "Continue with Apple",
                to: PagePath.upgradeToApple.appending(query: FormField.next.rawValue, PageDestination.upgrade.rawValue),
                mark: .data("apple", "none")
            ).html
        case .linked:
            li(.data("apple", "linked")) {
                div(.class("what")) {
                    p(.class("name")) { "Sign in with Apple alone" }
                    p(.class("detail")) {
                        "Removes the password: nobody can guess what is not there. Every other device is signed out."
                    }
                }
                PostButton("Remove the password", action: PagePath.upgradeToApple, formToken: formToken).html
            }
        }
    }
}
