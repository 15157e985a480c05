import Markup

/// The settings of one Apple account: codes that its trusted devices show, and the apps that use it.
struct AccountSettingsPage {
    let account: AppleAccount
    let consents: [ConsentSummary]
    /// The codes that were asked for and are still taken.
    let codes: [TwoFactorCode]
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
            devices
            apps
            ending
        }
    }

    @HTMLBuilder private var devices: HTML {
        if !codes.isEmpty {
            section {
                h2 { "Your trusted devices show" }
                ul(.class("rows")) {
                    for code in codes {
                        li {
                            div(.class("what")) {
                                p(.class("name")) { code.code }
                                p(.class("detail")) {
                                    "to sign in to "
                                    bdi { code.appName }
                                    ", until "
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
                consent.sharedName ? ", knows your name" : ""
            }
            if let address = consent.address {
                p(.class("detail")) {
                    consent.email == .hide ? "Writes to " : "Knows your address "
                    bdi { address }
                }
            }
        }
        div(.class("acts")) {
            if let forwards = consent.forwards {
                postButton(
                    forwards ? "Stop forwarding" : "Forward mail again", spoken: "of \(consent.appName)",
                    action: PagePath.Account.forwarding, token: formToken, look: .small,
                    [(.client, consent.primary.rawValue), (.forwards, forwards ? "off" : "on")])
            }
            postButton(
                "Stop using", spoken: consent.appName, action: PagePath.Account.stopUsing, token: formToken, look: .smallDanger,
                [(.client, consent.primary.rawValue)])
        }
    }

    private var ending: HTML {
        section {
            h2 { "The account itself" }
            ul(.class("rows")) {
                li {
                    div(.class("what")) {
                        p(.class("name")) { "Change the password" }
                        p(.class("detail")) { "Every app’s refresh token for this account ends." }
                    }
                    postButton("Change password", action: PagePath.Account.password, token: formToken, look: .small)
                }
                li {
                    div(.class("what")) {
                        p(.class("name")) { "Somebody else" }
                    }
                    postButton("Choose another account", action: PagePath.Account.signOut, token: formToken, look: .small)
                }
                li {
                    div(.class("what")) {
                        p(.class("name")) { "Delete this Apple account" }
                        p(.class("detail")) { "Every app is told, and relay addresses stop working. Nobody can bring it back." }
                    }
                    postButton("Delete account", action: PagePath.Account.delete, token: formToken, look: .smallDanger)
                }
            }
        }
    }
}
