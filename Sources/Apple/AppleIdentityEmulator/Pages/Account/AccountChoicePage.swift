import Markup

/// Whose Apple account to look at. The page is for operators, who type no password.
struct AccountChoicePage {
    let accounts: [AppleAccount]
    let formToken: FormToken
    var problem: String?

    var document: HTMLDocument {
        PageFrame(title: "Apple accounts", width: .wide, place: .account, hasProblem: problem != nil).document {
            h1 { "Apple accounts" }
            p(.class("lead")) { "What a person sees in the settings of their Apple account. Choose whose." }
            problemNotice(problem)
            ul(.class("rows")) {
                if accounts.isEmpty { li(.class("empty")) { "There is no account yet. Make one below." } }
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
                h2 { "Make an account" }
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
                                "For signing a device in. At least 8 characters, with an upper-case letter, a lower-case letter and a digit.",
                            autocomplete: .newPassword, maxLength: 128)
                        submitButton("Make account", look: .quiet)
                    }
                }
            }
        }
    }
}

/// What is special about an account.
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
