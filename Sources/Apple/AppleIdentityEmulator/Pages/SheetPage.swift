import Markup

/// The sign-in sheet as a page. It shows one step at a time and needs no script.
struct SheetPage {
    let sheet: AuthorizationSheet
    /// The reason why the last step was rejected.
    var problem: String?
    /// The code on the user's trusted device, which the page shows next to the step that asks for it.
    var deviceCode: TwoFactorCode?
    let formToken: FormToken

    var document: HTMLDocument {
        PageFrame(title: title, hasProblem: problem != nil).document {
            asker
            h1 { title }
            problemNotice(problem)
            switch sheet.step {
            case .account(let choices): accountStep(choices)
            case .twoFactor(let account): codeStep(account)
            case .consent(let form): ConsentStep(sheet: sheet, form: form, formToken: formToken).html
            }
            div(.class("buttons split")) {
                if hasAccount {
                    postButton("Other account", action: PagePath.Sheet.switchAccount, token: formToken, authorization)
                }
                postButton("Cancel", action: PagePath.Sheet.cancel, token: formToken, authorization)
            }
            exceptionNotes
        }
    }

    private var title: String {
        switch sheet.step {
        case .account: "Sign in with your Apple Account"
        case .twoFactor: "Two-factor authentication"
        case .consent(let form): form.isFirst ? "Create an account for \(sheet.appName)" : "Sign in to \(sheet.appName)"
        }
    }

    private var hasAccount: Bool {
        if case .account = sheet.step { false } else { true }
    }

    private var authorization: [(field: PageField, value: String)] { [(.authorization, sheet.id.rawValue)] }

    private var asker: HTML {
        div(.class("asker")) {
            span(.class("tile"), .aria(.hidden, "true")) { String(sheet.appName.prefix(1)).uppercased() }
            p {
                strong { bdi { sheet.appName } }
                br()
                span(.class("detail")) { sheet.client.rawValue }
            }
        }
    }

    private func accountStep(_ choices: [AccountChoice]) -> HTML {
        HTML {
            if choices.isEmpty {
                p(.class("lead")) {
                    "This emulator has no Apple Account. Create one on its pages, then open this sheet again."
                }
            } else {
                ul(.class("accounts"), .role(.list)) {
                    for choice in choices { li { row(choice) } }
                }
            }
            fieldsForm(PagePath.Sheet.account, token: formToken) {
                hiddenField(.authorization, sheet.id.rawValue)
                textField(
                    .email, label: "Or enter the e-mail address of the account", type: .email, autocomplete: .username,
                    isRequired: true)
                submitButton("Continue", look: .quiet)
            }
        }
    }

    private func row(_ choice: AccountChoice) -> HTML {
        form(.method(.post), .action(PagePath.Sheet.account)) {
            hiddenField(.formToken, formToken.value)
            hiddenField(.authorization, sheet.id.rawValue)
            hiddenField(.person, choice.id.rawValue)
            button(.type(.submit), .class("row"), .data("person", choice.id.rawValue)) { AccountLabel(choice).html }
        }
    }

    private func codeStep(_ account: AccountChoice) -> HTML {
        HTML {
            p(.class("lead")) {
                "Enter the code that the trusted devices of "
                strong { bdi { account.name } }
                " show."
            }
            fieldsForm(PagePath.Sheet.code, token: formToken) {
                hiddenField(.authorization, sheet.id.rawValue)
                div(.class("field")) {
                    label(.for(PageField.code.rawValue)) { "Verification code" }
                    input(
                        .type(.text), .id(PageField.code.rawValue), .name(PageField.code.rawValue), .class("code"),
                        .inputmode(.numeric), .autocomplete(.oneTimeCode), .maxlength(16), .required, .autofocus,
                        problem == nil ? nil : .aria(.invalid, "true"))
                }
                submitButton("Continue")
            }
            if let deviceCode { TrustedDevice(account: account, code: deviceCode).html }
        }
    }

    @HTMLBuilder private var exceptionNotes: HTML {
        for exception in sheet.exceptions {
            p(.class("reference"), .data("exception", exception.rawValue)) { exception.explanation }
        }
    }
}

/// An account with its initial, name and address.
struct AccountLabel {
    let account: AccountChoice

    init(_ account: AccountChoice) {
        self.account = account
    }

    var html: HTML {
        HTML {
            span(.class("face"), .aria(.hidden, "true")) { String(account.name.prefix(1)).uppercased() }
            span(.class("text")) {
                strong { bdi { account.name } }
                span(.class("detail")) { bdi { account.email ?? account.id.rawValue } }
            }
        }
    }
}

/// The user's trusted device, which the emulator shows next to the sheet.
struct TrustedDevice {
    let account: AccountChoice
    let code: TwoFactorCode

    var html: HTML {
        section(.class("device"), .aria(.label, "A trusted device of \(account.name)")) {
            h2 { "Trusted device" }
            p(.class("digits")) { code.code }
            p(.class("detail")) {
                bdi { account.name }
                ": code for sign-in to "
                bdi { code.appName }
                "."
            }
        }
    }
}

extension EmulatorException {
    /// The description of the waived rule, for the reader of the page.
    var explanation: String {
        switch self {
        case .loopbackReturnURL:
            "The return URL of this app has a loopback host. Apple rejects it; the emulator’s settings allow it."
        }
    }
}

/// The last step of the sheet: what to share at the first sign-in, later only a confirmation.
struct ConsentStep {
    let sheet: AuthorizationSheet
    let form: ConsentForm
    let formToken: FormToken

    var html: HTML {
        HTML {
            p(.class("lead")) { lead }
            fieldsForm(PagePath.Sheet.consent, token: formToken) {
                hiddenField(.authorization, sheet.id.rawValue)
                if form.isFirst, form.asksName { nameFields }
                if form.isFirst, form.asksEmail { emailChoice }
                submitButton("Continue")
            }
        }
    }

    private var lead: HTML {
        HTML {
            "Signed in as "
            strong { bdi { form.account.name } }
            if let email = form.account.email {
                ", "
                bdi { email }
            }
            "."
        }
    }

    private var nameFields: HTML {
        fieldset {
            legend { "Name" }
            p(.class("hint")) { "You can edit the name that the app receives." }
            div(.class("pair")) {
                textField(.givenName, label: "First name", value: form.givenName, autocomplete: .givenName, maxLength: 100)
                textField(.familyName, label: "Last name", value: form.familyName, autocomplete: .familyName, maxLength: 100)
            }
        }
    }

    @HTMLBuilder private var emailChoice: HTML {
        fieldset {
            legend { "E-mail" }
            radioChoice(
                .emailChoice, value: EmailChoice.share.rawValue, isChosen: true, label: "Share my e-mail", detail: form.email)
            radioChoice(
                .emailChoice, value: EmailChoice.hide.rawValue, isChosen: false, label: "Hide my e-mail",
                detail: "The app gets a relay address that forwards to yours.")
        }
        if form.emails.count > 1 {
            fieldset {
                legend { "Address to share or forward to" }
                for email in form.emails {
                    radioChoice(.address, value: email, isChosen: email == form.email, label: email, detail: nil)
                }
            }
        }
    }
}
