package import Markup

/// Offers to replace a weak password by a stronger one or by Sign in with Apple.
package struct UpgradePage: Page, Hashable {
    /// The state of Sign in with Apple for the account.
    package enum Apple: Hashable, Sendable {
        /// Sign in with Apple is off.
        case unavailable
        case unlinked
        case linked
    }

    /// Whether the user has just signed in with a weak password.
    package let isWeak: Bool
    package let apple: Apple
    package let formToken: FormToken

    package init(isWeak: Bool, apple: Apple, formToken: FormToken) {
        self.isWeak = isWeak
        self.apple = apple
        self.formToken = formToken
    }

    package func document(on site: Site) -> HTMLDocument {
        PageFrame(title: "Upgrade account security", site: site, width: .wide, formToken: formToken).document {
            p(.class("lead")) {
                isWeak
                    ? "The password that you just used is easy to guess or has appeared in a data leak. Choose one of these options to protect your account."
                    : "Choose one of these options to protect your account better."
            }
            section(.aria(.labelledby, "ways")) {
                h2(.id("ways")) { "Options" }
                ul(.class("rows"), .role(.list)) {
                    SettingRow(
                        "A stronger password", "Your device can suggest and save one. All other devices will be signed out.",
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
                "Use only Sign in with Apple",
                "Links your Apple Account and removes your password. All other devices will be signed out.",
                link: "Continue with Apple",
                to: PagePath.upgradeToApple.appending(query: FormField.next.rawValue, PageDestination.upgrade.rawValue),
                mark: .data("apple", "none")
            ).html
        case .linked:
            li(.data("apple", "linked")) {
                div(.class("what")) {
                    p(.class("name")) { "Use only Sign in with Apple" }
                    p(.class("detail")) {
                        "Removes your password. All other devices will be signed out."
                    }
                }
                PostButton("Remove password", action: PagePath.upgradeToApple, formToken: formToken).html
            }
        }
    }
}
