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
        PageFrame(.upgradeTitle, site: site, width: .wide, formToken: formToken).document {
            p(.class("lead")) { site.text(isWeak ? .upgradeWeakLead : .upgradeLead) }
            section(.aria(.labelledby, "ways")) {
                h2(.id("ways")) { site.text(.upgradeOptions) }
                ul(.class("rows"), .role(.list)) {
                    SettingRow(.upgradePassword, .upgradePasswordDetail, link: .changePassword, to: PagePath.password)
                        .html(on: site)
                    appleRow(on: site)
                }
            }
            BackToAccount(.notNow).html(on: site)
        }
    }

    private func appleRow(on site: Site) -> HTML {
        switch apple {
        case .unavailable: .empty
        case .unlinked:
            SettingRow(
                .upgradeToApple, .upgradeToAppleLinks, link: .continueWithApple,
                to: PagePath.upgradeToApple.appending(query: FormField.next.rawValue, PageDestination.upgrade.rawValue),
                mark: .data("apple", "none")
            ).html(on: site)
        case .linked:
            li(.data("apple", "linked")) {
                div(.class("what")) {
                    p(.class("name")) { site.text(.upgradeToApple) }
                    p(.class("detail")) { site.text(.upgradeToAppleRemoves) }
                }
                PostButton(.removePassword, action: PagePath.upgradeToApple, formToken: formToken).html(on: site)
            }
        }
    }
}
