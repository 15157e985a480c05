import Markup
import Texts

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
    let reader: ReaderFormat
    let formToken: FormToken

    var document: HTMLDocument {
        PageFrame(title: account.fullName, width: .wide, place: .account, reader: reader).document {
            h1 { bdi { account.fullName } }
            p(.class("lead")) {
                bdi { account.email ?? reader.text(.noAddress) }
                " "
                AccountBadges(account: account, reader: reader).html
            }
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
                h2 { reader.text(.codesTitle) }
                ul(.class("rows")) {
                    for code in codes {
                        li {
                            rowText(
                                HTML(code.code), details: reader.html(.codeDetail(app: code.appName, expiresAt: code.expiresAt)))
                        }
                    }
                }
            }
        }
    }

    private var apps: HTML {
        section {
            h2 { reader.text(.appsTitle) }
            ul(.class("rows")) {
                if consents.isEmpty { li(.class("empty")) { reader.text(.appsEmpty) } }
                for consent in consents { li(.data("app", consent.primary.rawValue)) { row(consent) } }
            }
        }
    }

    @HTMLBuilder private func row(_ consent: ConsentSummary) -> HTML {
        rowText(
            bdi { consent.appName },
            details: reader.html(consent.sharedName ? .sinceWithName(consent.since) : .since(consent.since)),
            consent.address.map { reader.html(detail(of: $0, consent)) })
        div(.class("acts")) {
            if let forwards = consent.forwards {
                postButton(
                    reader.text(forwards ? .stopForwarding : .resumeForwarding), spoken: consent.appName,
                    action: PagePath.Account.forwarding, token: formToken, look: .small,
                    [(.client, consent.primary.rawValue), (.forwards, forwards ? "off" : "on")])
            }
            postButton(
                reader.text(.stopUsing), spoken: consent.appName, action: PagePath.Account.stopUsing, token: formToken,
                look: .smallDanger, [(.client, consent.primary.rawValue)])
        }
    }

    private func detail(of address: String, _ consent: ConsentSummary) -> EmulatorMessage {
        guard consent.email == .hide else { return .sharedAddress(address) }
        guard let own = consent.forwardsTo else { return .relayAddress(address) }
        return .relayAddressTo(address, own: own)
    }

    private var mail: HTML {
        section {
            h2 { reader.text(.mail) }
            ul(.class("rows")) {
                li {
                    rowText(HTML(reader.text(.messageCount(mailCount))), details: HTML(reader.text(.mailDetail)))
                    a(.class("button quiet small"), .href(.local(PagePath.mail(of: account.id)))) { reader.text(.readMail) }
                }
            }
        }
    }

    private var addresses: HTML {
        section {
            h2 { reader.text(.addressesTitle) }
            ul(.class("rows")) {
                if let email = account.email {
                    li { rowText(bdi { email }, details: HTML(reader.text(.addressDetail))) }
                }
                for email in account.otherEmails {
                    li {
                        rowText(bdi { email })
                        postButton(
                            reader.text(.remove), spoken: email, action: PagePath.Account.addresses, token: formToken,
                            look: .smallDanger, [(.address, email), (.change, "remove")])
                    }
                }
            }
            div(.class("card")) {
                fieldsForm(PagePath.Account.addresses, token: formToken) {
                    textField(.address, label: reader.text(.addressLabel), type: .email, isRequired: true)
                    submitButton(reader.text(.addAddress), look: .quiet)
                }
            }
        }
    }

    private var devices: HTML {
        section {
            h2 { reader.text(.devicesTitle) }
            ul(.class("rows")) {
                if trusted.isEmpty { li(.class("empty")) { reader.text(.devicesEmpty) } }
                for device in trusted {
                    li { rowText(bdi { device.name }, details: reader.html(.signedInSince(device.since))) }
                }
            }
        }
    }

    @HTMLBuilder private var security: HTML {
        li {
            rowText(
                HTML(reader.text(.twoFactor)), details: HTML(reader.text(account.hasTwoFactor ? .twoFactorOn : .twoFactorOff)))
            postButton(
                reader.text(account.hasTwoFactor ? .turnOff : .turnOn), spoken: reader.text(.twoFactor),
                action: PagePath.Account.security,
                token: formToken, look: .small, [(.change, account.hasTwoFactor ? "two-factor-off" : "two-factor-on")])
        }
        li {
            rowText(
                HTML(reader.text(account.isLocked ? .locked : .notLocked)),
                details: HTML(reader.text(.lockDetail(failures: ServiceLimits.signInFailures))))
            postButton(
                reader.text(account.isLocked ? .unlockAccount : .lockAccount), action: PagePath.Account.security, token: formToken,
                look: .small,
                [(.change, account.isLocked ? "unlock" : "lock")])
        }
    }

    private var ending: HTML {
        section {
            h2 { reader.text(.accountTitle) }
            div(.class("card")) {
                fieldsForm(PagePath.Account.password, token: formToken) {
                    textField(
                        .password, label: reader.text(.newPassword), hint: reader.text(.newPasswordHint),
                        autocomplete: .newPassword, isRequired: true, maxLength: 128)
                    submitButton(reader.text(.changePassword), look: .quiet)
                }
            }
            ul(.class("rows")) {
                security
                li {
                    rowText(HTML(reader.text(.otherAccount)))
                    postButton(
                        reader.text(.chooseAccount), action: PagePath.Account.signOut, token: formToken, look: .small)
                }
                li {
                    rowText(HTML(reader.text(.deleteTitle)), details: HTML(reader.text(.deleteDetail)))
                    postButton(
                        reader.text(.deleteAccount), action: PagePath.Account.delete, token: formToken, look: .smallDanger)
                }
            }
        }
    }
}

/// The list of Apple Accounts. The page is for operators, who enter no password.
struct AccountChoicePage {
    let accounts: [AppleAccount]
    let reader: ReaderFormat
    let formToken: FormToken

    var document: HTMLDocument {
        PageFrame(title: reader.text(.accountsTitle), width: .wide, place: .account, reader: reader).document {
            h1 { reader.text(.accountsTitle) }
            p(.class("lead")) { reader.text(.accountsLead) }
            ul(.class("rows")) {
                if accounts.isEmpty { li(.class("empty")) { reader.text(.accountsEmpty) } }
                for account in accounts {
                    li {
                        rowText(
                            bdi { account.fullName }, details: bdi { account.email ?? reader.text(.noAddress) },
                            AccountBadges(account: account, reader: reader).html)
                        postButton(
                            reader.text(.open), spoken: account.fullName, action: PagePath.Account.signIn, token: formToken,
                            look: .small, [(.person, account.id.rawValue)])
                    }
                }
            }
            section {
                h2 { reader.text(.createAccountTitle) }
                div(.class("card")) {
                    fieldsForm(PagePath.Account.make, token: formToken) {
                        div(.class("pair")) {
                            if reader.hasFamilyNameFirst { familyName }
                            textField(.givenName, label: reader.text(.firstName), isRequired: true, maxLength: 100)
                            if !reader.hasFamilyNameFirst { familyName }
                        }
                        textField(.email, label: reader.text(.emailAddress), type: .email, isRequired: true)
                        textField(
                            .password, label: reader.text(.password), hint: reader.text(.passwordHint),
                            autocomplete: .newPassword, maxLength: 128)
                        submitButton(reader.text(.createAccount), look: .quiet)
                    }
                }
            }
        }
    }

    private var familyName: HTML { textField(.familyName, label: reader.text(.lastName), maxLength: 100) }
}

/// The badges of an account.
struct AccountBadges {
    let account: AppleAccount
    let reader: ReaderFormat

    @HTMLBuilder var html: HTML {
        if account.hasTwoFactor {
            span(.class("badge good")) { reader.text(.twoFactorBadge) }
        } else {
            span(.class("badge bad")) { reader.text(.noTwoFactorBadge) }
        }
        if account.isUnderAge {
            " "
            span(.class("badge")) { reader.text(.childBadge) }
        }
        if let organization = account.organization {
            " "
            span(.class("badge")) { reader.html(.schoolBadge(organization: organization)) }
        }
        if account.isLocked {
            " "
            span(.class("badge bad")) { reader.text(.locked) }
        }
    }
}
