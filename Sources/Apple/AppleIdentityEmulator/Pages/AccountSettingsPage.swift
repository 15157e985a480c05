import Markup

/// The settings of one Apple Account: codes on its trusted devices, and the apps that use it.
struct AccountSettingsPage {
    let account: AppleAccount
    let consents: [ConsentSummary]
    /// The valid codes.
    let codes: [TwoFactorCode]
    /// The signed-in devices.
    let trusted: [AccountDevice]
    /// The number of forwarded messages.
    let mailCount: Int
    let formToken: FormToken
    var notice: String?

    var document: HTMLDocument {
        PageFrame(title: account.fullName, width: .wide, place: .account).document {
            h1 { bdi { account.fullName } }
            p(.class("lead")) {
                bdi { account.email ?? "no e-mail address" }
                " "
                AccountBadges(account).html
            }
            if let notice { p(.class("note"), .role(.status)) { notice } }
            shownCodes
            apps
            mail
            addresses
            devices
            ending
        }
    }

    @HTMLBuilder private var shownCodes: HTML {
        if !codes.isEmpty {
            section {
                h2 { "Codes on your trusted devices" }
                ul(.class("rows")) {
                    for code in codes {
                        li {
                            div(.class("what")) {
                                p(.class("name")) { code.code }
                                p(.class("detail")) {
                                    "for sign-in to "
                                    bdi { code.appName }
                                    ", valid until "
                                    DateText(code.expiresAt).html
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    private var apps: HTML {
        section {
            h2 { "Apps using your Apple Account" }
            ul(.class("rows")) {
                if consents.isEmpty { li(.class("empty")) { "No app uses this account." } }
                for consent in consents { li(.data("app", consent.primary.rawValue)) { row(consent) } }
            }
        }
    }

    @HTMLBuilder private func row(_ consent: ConsentSummary) -> HTML {
        div(.class("what")) {
            p(.class("name")) { bdi { consent.appName } }
            p(.class("detail")) {
                "Since "
                DateText(consent.since).html
                consent.sharedName ? ", has your name" : ""
            }
            if let address = consent.address {
                p(.class("detail")) {
                    consent.email == .hide ? "Relay address " : "Has your address "
                    bdi { address }
                    if let ownAddress = consent.forwardsTo {
                        ", forwarded to "
                        bdi { ownAddress }
                    }
                }
            }
        }
        div(.class("acts")) {
            if let forwards = consent.forwards {
                postButton(
                    forwards ? "Stop forwarding" : "Resume forwarding", spoken: "of \(consent.appName)",
                    action: PagePath.Account.forwarding, token: formToken, look: .small,
                    [(.client, consent.primary.rawValue), (.forwards, forwards ? "off" : "on")])
            }
            postButton(
                "Stop using", spoken: consent.appName, action: PagePath.Account.stopUsing, token: formToken, look: .smallDanger,
                [(.client, consent.primary.rawValue)])
        }
    }

    private var mail: HTML {
        section {
            h2 { "Mail" }
            ul(.class("rows")) {
                li {
                    div(.class("what")) {
                        p(.class("name")) { mailCount == 1 ? "1 message" : "\(mailCount) messages" }
                        p(.class("detail")) { "What apps sent to your relay addresses." }
                    }
                    a(.class("button quiet small"), .href(.local(PagePath.Account.mail))) { "Read mail" }
                }
            }
        }
    }

    private var addresses: HTML {
        section {
            h2 { "E-mail addresses" }
            ul(.class("rows")) {
                if let email = account.email {
                    li {
                        div(.class("what")) {
                            p(.class("name")) { bdi { email } }
                            p(.class("detail")) { "Apps receive this address unless you choose another." }
                        }
                    }
                }
                for email in account.otherEmails {
                    li {
                        div(.class("what")) { p(.class("name")) { bdi { email } } }
                        postButton(
                            "Remove", spoken: email, action: PagePath.Account.addresses, token: formToken, look: .smallDanger,
                            [(.address, email), (.change, "remove")])
                    }
                }
            }
            div(.class("card")) {
                fieldsForm(PagePath.Account.addresses, token: formToken) {
                    textField(.address, label: "Another address", type: .email, isRequired: true)
                    submitButton("Add address", look: .quiet)
                }
            }
        }
    }

    private var devices: HTML {
        section {
            h2 { "Devices" }
            ul(.class("rows")) {
                if trusted.isEmpty { li(.class("empty")) { "No device is signed in. This page shows the codes." } }
                for device in trusted {
                    li {
                        div(.class("what")) {
                            p(.class("name")) { bdi { device.name } }
                            p(.class("detail")) {
                                "Signed in "
                                DateText(device.since).html
                            }
                        }
                    }
                }
            }
        }
    }

    @HTMLBuilder private var security: HTML {
        li {
            div(.class("what")) {
                p(.class("name")) { "Two-factor authentication" }
                p(.class("detail")) {
                    account.hasTwoFactor ? "On. A new device requires a code." : "Off. Sign in with Apple requires it."
                }
            }
            postButton(
                account.hasTwoFactor ? "Turn off" : "Turn on", spoken: "two-factor authentication",
                action: PagePath.Account.security,
                token: formToken, look: .small, [(.change, account.hasTwoFactor ? "two-factor-off" : "two-factor-on")])
        }
        li {
            div(.class("what")) {
                p(.class("name")) { account.isLocked ? "Locked" : "Not locked" }
                p(.class("detail")) { "\(ServiceLimits.signInFailures) wrong passwords or codes in a row lock an account." }
            }
            postButton(
                account.isLocked ? "Unlock account" : "Lock account", action: PagePath.Account.security, token: formToken,
                look: .small,
                [(.change, account.isLocked ? "unlock" : "lock")])
        }
    }

    private var ending: HTML {
        section {
            h2 { "Account" }
            div(.class("card")) {
                fieldsForm(PagePath.Account.password, token: formToken) {
                    textField(
                        .password, label: "New password", hint: "The refresh tokens of all apps are revoked.",
                        autocomplete: .newPassword, isRequired: true, maxLength: 128)
                    submitButton("Change password", look: .quiet)
                }
            }
            ul(.class("rows")) {
                security
                li {
                    div(.class("what")) {
                        p(.class("name")) { "Another account" }
                    }
                    postButton("Choose another account", action: PagePath.Account.signOut, token: formToken, look: .small)
                }
                li {
                    div(.class("what")) {
                        p(.class("name")) { "Delete this Apple Account" }
                        p(.class("detail")) { "All apps are notified, and relay addresses stop working. This cannot be undone." }
                    }
                    postButton("Delete account", action: PagePath.Account.delete, token: formToken, look: .smallDanger)
                }
            }
        }
    }
}

/// The list of Apple Accounts. The page is for operators, who enter no password.
struct AccountChoicePage {
    let accounts: [AppleAccount]
    let formToken: FormToken
    var problem: String?

    var document: HTMLDocument {
        PageFrame(title: "Apple Accounts", width: .wide, place: .account, hasProblem: problem != nil).document {
            h1 { "Apple Accounts" }
            p(.class("lead")) { "The settings of an Apple Account, as its user sees them. Choose an account." }
            problemNotice(problem)
            ul(.class("rows")) {
                if accounts.isEmpty { li(.class("empty")) { "No accounts. Create one below." } }
                for account in accounts {
                    li {
                        div(.class("what")) {
                            p(.class("name")) { bdi { account.fullName } }
                            p(.class("detail")) { bdi { account.email ?? "no e-mail address" } }
                            p(.class("detail")) { AccountBadges(account).html }
                        }
                        postButton(
                            "Open", spoken: "the account of \(account.fullName)", action: PagePath.Account.signIn, token: formToken,
                            look: .small, [(.person, account.id.rawValue)])
                    }
                }
            }
            section {
                h2 { "Create an account" }
                div(.class("card")) {
                    fieldsForm(PagePath.Account.make, token: formToken) {
                        div(.class("pair")) {
                            textField(.givenName, label: "First name", isRequired: true, maxLength: 100)
                            textField(.familyName, label: "Last name", maxLength: 100)
                        }
                        textField(.email, label: "E-mail address", type: .email, isRequired: true)
                        textField(
                            .password, label: "Password",
                            hint:
                                "For sign-in on a device. At least 8 characters, with an upper-case letter, a lower-case letter and a digit.",
                            autocomplete: .newPassword, maxLength: 128)
                        submitButton("Create account", look: .quiet)
                    }
                }
            }
        }
    }
}

/// The badges of an account.
struct AccountBadges {
    let account: AppleAccount

    init(_ account: AppleAccount) {
        self.account = account
    }

    @HTMLBuilder var html: HTML {
        if account.hasTwoFactor {
            span(.class("badge good")) { "two-factor" }
        } else {
            span(.class("badge bad")) { "no two-factor" }
        }
        if account.isUnderAge {
            " "
            span(.class("badge")) { "child" }
        }
        if let organization = account.organization {
            " "
            span(.class("badge")) { "Work & School \(organization)" }
        }
        if account.isLocked {
            " "
            span(.class("badge bad")) { "locked" }
        }
    }
}
