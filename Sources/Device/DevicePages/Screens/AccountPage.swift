import DeviceSimulator
import Markup

/// The Apple Account page of Settings: the signed-in account, or the sign-in form.
struct AccountPage {
    let settings: PhoneView.SettingsView
    let pagePhone: PagePhone

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
            actionButton(.signOutOfAppleAccount, class: "cell centred destructive") { "Sign Out" }
        }
    }

    @HTMLBuilder private func addresses(_ emails: [String]) -> HTML {
        p(.class("cells-title")) { "Email Addresses" }
        div(.class("cells")) {
            for (index, email) in emails.enumerated() {
                div(.class("cell"), .data("key", "address \(email)")) {
                    span(.class("what")) { bdi { email } }
                    if index > 0 {
                        actionButton(.removeAddress(email), class: "small destructive", spoken: "Remove \(email)") { "Remove" }
                    }
                }
            }
            entry(
                .accountAddress, label: "Add Email", isSecure: false, submits: .accountAddress, .inputmode(.email),
                .placeholder("name@example.com"))
            composingButton(.accountAddress, class: "cell centred") { "Add" }
        }
    }

    @HTMLBuilder private func security(_ details: PhoneView.SettingsView.AccountDetails) -> HTML {
        p(.class("cells-title")) { "Sign-In & Security" }
        div(.class("cells")) {
            if details.hasTwoFactor {
                div(.class("cell")) {
                    span(.class("what")) { "Two-Factor Authentication" }
                    small { "On" }
                }
            } else {
                actionButton(.turnOnTwoFactor, class: "cell centred") { "Turn On Two-Factor Authentication" }
            }
        }
    }

    @HTMLBuilder private var apps: HTML {
        p(.class("cells-title")) { "Sign in with Apple" }
        if let apps = settings.appsUsingAccount {
            div(.class("cells")) {
                if apps.isEmpty { p(.class("cell empty")) { "No app uses this account." } }
                for app in apps {
                    div(.class("cell"), .data("key", app.id)) {
                        AppTile(id: app.id).html
                        span(.class("what")) {
                            strong { bdi { app.name } }
                            if let email = app.email { small { bdi { email } } }
                        }
                        actionButton(.stopUsing(app: app.id), class: "small destructive", spoken: "Stop using \(app.name)") {
                            "Stop Using"
                        }
                    }
                }
            }
        } else {
            p(.class("footnote")) { "Apple’s service did not respond, so the apps cannot be shown." }
        }
    }

    // MARK: - Sign-in

    @HTMLBuilder private var signIn: HTML {
        p(.class("footnote")) { "Sign in to use Sign in with Apple and to sync passwords with your other devices." }
        div(.class("cells")) {
            entry(.account, label: "Account", isSecure: false, submits: .account, .placeholder("Email or name"), .inputmode(.email))
            entry(.password, label: "Password", isSecure: true, submits: .account, .placeholder("Required"))
        }
        composingButton(.account, class: "app-button prominent") { "Sign In" }
    }

    @HTMLBuilder private func code(_ name: String) -> HTML {
        p(.class("footnote")) {
            "A message with a verification code has been sent to your other devices. Enter the code to sign in to "
            bdi { name }
            "."
        }
        div(.class("cells")) {
            entry(
                .accountCode, label: "Code", isSecure: false, submits: .accountCode, .inputmode(.numeric), .placeholder("Required"))
        }
        composingButton(.accountCode, class: "app-button prominent") { "Continue" }
        actionButton(.cancelAccountSignIn, class: "plain") { "Cancel" }
    }

    @HTMLBuilder private func unlock(_ name: String, isSignedIn: Bool) -> HTML {
        p(.class("footnote"), .role(.alert)) {
            "The Apple Account "
            bdi { name }
            " has been locked for security reasons. Enter its password to unlock it."
        }
        div(.class("cells")) {
            entry(.password, label: "Password", isSecure: true, submits: .accountUnlock, .placeholder("Required"))
        }
        composingButton(.accountUnlock, class: "app-button prominent") { "Unlock Account" }
        if !isSignedIn { actionButton(.cancelAccountSignIn, class: "plain") { "Cancel" } }
    }

    private func entry(
        _ field: PageField, label text: String, isSecure: Bool, submits: Composition, _ extra: HTMLAttribute?...
    ) -> HTML {
        div(.class("cell entry")) {
            label(.for(pagePhone.id(field.rawValue))) { text }
            input(
                .type(.text), .id(pagePhone.id(field.rawValue)), .name(field.rawValue), .autocomplete(.off), .autocapitalizeNone,
                .spellcheckOff, isSecure ? .class("secure") : nil, .data("submits", submits.rawValue), extra.first ?? nil,
                extra.dropFirst().first ?? nil)
        }
    }
}
