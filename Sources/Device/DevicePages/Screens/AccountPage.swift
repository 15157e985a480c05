import DeviceSimulator
import Markup
import Texts

/// The Apple Account page of Settings: the signed-in account, or the sign-in form.
struct AccountPage {
    let settings: PhoneView.SettingsView
    let pagePhone: PagePhone
    private var reader: ReaderFormat { pagePhone.reader }

    @HTMLBuilder var html: HTML {
        switch (settings.accountSignIn, settings.account) {
        case (.code(let name), _): code(name)
        case (.locked(let name), _): unlock(name, isSignedIn: false)
        case (nil, let name?): account(name)
        case (nil, nil): signIn
        }
    }

    // MARK: - The signed-in account

    @HTMLBuilder private func account(_ name: String) -> HTML {
        div(.class("profile")) {
            span(.class("face"), .aria(.hidden, "true")) { Glyph.person.html }
            p { bdi { settings.accountDetails.map { $0.name.isEmpty ? name : $0.name } ?? name } }
        }
        if settings.accountDetails?.isLocked == true { unlock(name, isSignedIn: true) }
        if let details = settings.accountDetails {
            addresses(details.emails)
            security(details)
        }
        apps
        div(.class("cells")) {
            actionButton(.signOutOfAppleAccount, class: "cell centred destructive") { reader.text(.signOut) }
        }
    }

    @HTMLBuilder private func addresses(_ emails: [String]) -> HTML {
        p(.class("cells-title")) { reader.text(.emailAddresses) }
        div(.class("cells")) {
            for (index, email) in emails.enumerated() {
                div(.class("cell"), .data("key", "address \(email)")) {
                    span(.class("what")) { bdi { email } }
                    if index > 0 {
                        actionButton(
                            .removeAddress(email), class: "small destructive", spoken: reader.text(.removeAddress(address: email))
                        ) {
                            reader.text(.remove)
                        }
                    }
                }
            }
            entry(
                .accountAddress, label: .addEmail, isSecure: false, submits: .accountAddress, .inputmode(.email),
                .placeholder("name@example.com"))
            composingButton(.accountAddress, class: "cell centred") { reader.text(.add) }
        }
    }

    @HTMLBuilder private func security(_ details: PhoneView.SettingsView.AccountDetails) -> HTML {
        p(.class("cells-title")) { reader.text(.signInSecurity) }
        div(.class("cells")) {
            if details.hasTwoFactor {
                div(.class("cell")) {
                    span(.class("what")) { reader.text(.twoFactor) }
                    small { reader.text(.stateOn) }
                }
            } else {
                actionButton(.turnOnTwoFactor, class: "cell centred") { reader.text(.turnOnTwoFactor) }
            }
        }
    }

    @HTMLBuilder private var apps: HTML {
        p(.class("cells-title")) { reader.text(.signInWithApple) }
        if let apps = settings.appsUsingAccount {
            div(.class("cells")) {
                if apps.isEmpty { p(.class("cell empty")) { reader.text(.noAppsUseAccount) } }
                for app in apps {
                    div(.class("cell"), .data("key", app.id)) {
                        AppTile(id: app.id).html
                        span(.class("what")) {
                            strong { bdi { app.name } }
                            if let email = app.email { small { bdi { email } } }
                        }
                        actionButton(
                            .stopUsing(app: app.id), class: "small destructive", spoken: reader.text(.stopUsingApp(app: app.name))
                        ) {
                            reader.text(.stopUsing)
                        }
                    }
                }
            }
        } else {
            p(.class("footnote")) { reader.text(.appsUnavailable) }
        }
    }

    // MARK: - Sign-in

    @HTMLBuilder private var signIn: HTML {
        p(.class("footnote")) { reader.text(.accountLead) }
        div(.class("cells")) {
            entry(
                .account, label: .account, isSecure: false, submits: .account, .placeholder(reader.text(.emailOrName)),
                .inputmode(.email))
            entry(.password, label: .password, isSecure: true, submits: .account, .placeholder(reader.text(.required)))
        }
        composingButton(.account, class: "app-button prominent") { reader.text(.signIn) }
    }

    @HTMLBuilder private func code(_ name: String) -> HTML {
        p(.class("footnote")) { reader.html(.accountCodeLead(account: name)) }
        div(.class("cells")) {
            entry(
                .accountCode, label: .code, isSecure: false, submits: .accountCode, .inputmode(.numeric),
                .placeholder(reader.text(.required)))
        }
        composingButton(.accountCode, class: "app-button prominent") { reader.text(.continueButton) }
        actionButton(.cancelAccountSignIn, class: "plain") { reader.text(.cancel) }
    }

    @HTMLBuilder private func unlock(_ name: String, isSignedIn: Bool) -> HTML {
        p(.class("footnote"), .role(.alert)) { reader.html(.accountUnlockLead(account: name)) }
        div(.class("cells")) {
            entry(.password, label: .password, isSecure: true, submits: .accountUnlock, .placeholder(reader.text(.required)))
        }
        composingButton(.accountUnlock, class: "app-button prominent") { reader.text(.unlockAccount) }
        if !isSignedIn { actionButton(.cancelAccountSignIn, class: "plain") { reader.text(.cancel) } }
    }

    private func entry(
        _ field: PageField, label text: PhoneText, isSecure: Bool, submits: Composition, _ extra: HTMLAttribute?...
    ) -> HTML {
        div(.class("cell entry")) {
            label(.for(pagePhone.id(field.rawValue))) { reader.text(text) }
            input(
                .type(.text), .id(pagePhone.id(field.rawValue)), .name(field.rawValue), .autocomplete(.off), .autocapitalizeNone,
                .spellcheckOff, isSecure ? .class("secure") : nil, .data("submits", submits.rawValue), extra.first ?? nil,
                extra.dropFirst().first ?? nil)
        }
    }
}
