package import Markup

/// Advises how to protect the account better: first what helps most in its state.
package struct UpgradePage: Page, Hashable {
    /// The state of Sign in with Apple for the account.
    package enum Apple: Hashable, Sendable {
        /// Sign in with Apple is off.
        case unavailable
        case unlinked
        case linked
    }

    /// How well the account is protected.
    package let protection: AccountProtection
    package let apple: Apple
    /// Whether the account can add its first passkey.
    package let offersPasskey: Bool
    /// Whether the account can turn on two-factor authentication.
    package let offersSecondFactor: Bool
    /// Whether the account has a second factor and fewer than three recovery codes.
    package let lacksRecoveryCodes: Bool
    package let formToken: FormToken

    package init(
        _ protection: AccountProtection, apple: Apple, offersPasskey: Bool = false, offersSecondFactor: Bool = false,
        lacksRecoveryCodes: Bool = false, formToken: FormToken
    ) {
        self.protection = protection
        self.apple = apple
        self.offersPasskey = offersPasskey
        self.offersSecondFactor = offersSecondFactor
        self.lacksRecoveryCodes = lacksRecoveryCodes
        self.formToken = formToken
    }

    package func document(on site: Site) -> HTMLDocument {
        PageFrame(.upgradeTitle, site: site, width: .wide, formToken: formToken).document {
            p(.class("lead"), .data("protection", protection.rawValue)) { site.text(protection.lead) }
            section(.aria(.labelledby, "ways")) {
                h2(.id("ways")) { site.text(.upgradeOptions) }
                ul(.class("rows"), .role(.list)) {
                    // A weak password is replaced first. A strong one is the last that an account needs to change.
                    if protection == .weak { passwordRow(on: site) }
                    if lacksRecoveryCodes {
                        SettingRow(.codesName, .codesLow, link: .manage, to: PagePath.secondFactors, mark: .data("advice", "codes"))
                            .html(on: site)
                    }
                    if offersPasskey {
                        SettingRow(
                            .addPasskey, .passkeysNone, link: .createPasskeyTitle, to: PageDestination.passkeyUpgrade.path,
                            mark: .data("advice", "passkey")
                        ).html(on: site)
                    }
                    if offersSecondFactor {
                        SettingRow(
                            .twoFactor, .twoFactorOffLead, link: .turnOn, to: PagePath.secondFactors,
                            mark: .data("advice", "second-factor")
                        ).html(on: site)
                    }
                    if protection != .weak { passwordRow(on: site) }
                    appleRow(on: site)
                }
            }
            BackToAccount(.notNow).html(on: site)
        }
    }

    private func passwordRow(on site: Site) -> HTML {
        SettingRow(
            .upgradePassword, .upgradePasswordDetail, link: .changePassword, to: PagePath.password,
            mark: .data("advice", "password")
        ).html(on: site)
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

/// The protection of an account with a password.
package enum AccountProtection: String, Hashable, Sendable, CaseIterable {
    /// The user has just signed in with a password that the service would now reject.
    case weak
    /// Only the password protects the account, or an Apple Account.
    case basic
    /// The account has a second factor or a passkey.
    case strong

    /// - Parameter hasWeakPassword: whether the user has just signed in with a weak password. A second factor does not make up for
    ///   it.
    package init(hasWeakPassword: Bool, hasSecondFactor: Bool, hasPasskey: Bool) {
        self = hasWeakPassword ? .weak : hasSecondFactor || hasPasskey ? .strong : .basic
    }

    fileprivate var lead: PageText {
        switch self {
        case .weak: .upgradeWeakLead
        case .basic: .upgradeLead
        case .strong: .upgradeStrongLead
        }
    }
}
