import Markup
import Texts

/// The sign-in sheet as a page. It shows one step at a time and needs no script.
struct SheetPage {
    let sheet: AuthorizationSheet
    let reader: ReaderFormat
    /// The code on the user's trusted device, which the page shows next to the step that asks for it.
    var deviceCode: TwoFactorCode?
    let formToken: FormToken

    var document: HTMLDocument {
        PageFrame(title: title, reader: reader).document {
            asker
            h1 { heading }
            switch sheet.step {
            case .account(let choices): accountStep(choices)
            case .twoFactor(let account): codeStep(account)
            case .consent(let form): ConsentStep(sheet: sheet, form: form, reader: reader, formToken: formToken).html
            }
            div(.class("buttons split")) {
                if hasAccount {
                    postButton(
                        reader.text(.otherAccount), action: PagePath.Sheet.switchAccount, token: formToken, authorization)
                }
                postButton(reader.text(.cancel), action: PagePath.Sheet.cancel, token: formToken, authorization)
            }
            exceptionNotes
        }
    }

    private var title: String {
        switch sheet.step {
        case .account: reader.text(.signInTitle)
        case .twoFactor: reader.text(.twoFactor)
        case .consent(let form): reader.text(consentTitle(form))
        }
    }

    private var heading: HTML {
        if case .consent(let form) = sheet.step { reader.html(consentTitle(form)) } else { HTML(title) }
    }

    private func consentTitle(_ form: ConsentForm) -> EmulatorMessage {
        form.isFirst ? .createTitle(app: sheet.appName) : .signInToTitle(app: sheet.appName)
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
                p(.class("lead")) { reader.text(.noAccounts) }
            } else {
                ul(.class("accounts"), .role(.list)) {
                    for choice in choices { li { row(choice) } }
                }
            }
            fieldsForm(PagePath.Sheet.account, token: formToken) {
                hiddenField(.authorization, sheet.id.rawValue)
                textField(
                    .email, label: reader.text(.enterEmail), type: .email, autocomplete: .username,
                    isRequired: true)
                submitButton(reader.text(.continueButton), look: .quiet)
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
            p(.class("lead")) { reader.html(.codeLead(name: account.name)) }
            fieldsForm(PagePath.Sheet.code, token: formToken) {
                hiddenField(.authorization, sheet.id.rawValue)
                div(.class("field")) {
                    label(.for(PageField.code.rawValue)) { reader.text(.verificationCode) }
                    codeField
                }
                submitButton(reader.text(.continueButton))
            }
            if let deviceCode { TrustedDevice(account: account, code: deviceCode, reader: reader).html }
        }
    }

    /// The field for the code. A wrong code is not kept, because its user enters another one.
    private var codeField: HTML {
        let id = PageField.code.rawValue
        let state = FieldState(.code, id: id, hasHint: false)
        return HTML {
            input(
                .type(.text), .id(id), .name(id), .class("code"), .inputmode(.numeric), .autocomplete(.oneTimeCode), .maxlength(16),
                .required, .autofocus, state.invalid, state.description)
            state.problem
        }
    }

    @HTMLBuilder private var exceptionNotes: HTML {
        for exception in sheet.exceptions {
            // For the developer of the app.
            p(.class("reference"), .lang("en"), .data("exception", exception.rawValue)) { exception.explanation }
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
    let reader: ReaderFormat

    var html: HTML {
        section(.class("device"), .aria(.label, reader.text(.trustedDeviceOf(name: account.name)))) {
            h2 { reader.text(.trustedDevice) }
            p(.class("digits")) { code.code }
            p(.class("detail")) { reader.html(.trustedCode(name: account.name, app: code.appName)) }
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
    let reader: ReaderFormat
    let formToken: FormToken

    var html: HTML {
        HTML {
            p(.class("lead")) { lead }
            fieldsForm(PagePath.Sheet.consent, token: formToken) {
                hiddenField(.authorization, sheet.id.rawValue)
                if form.isFirst, form.asksName || form.asksEmail { hiddenField(.choices, "true") }
                if form.isFirst, form.asksName { nameFields }
                if form.isFirst, form.asksEmail { emailChoice }
                submitButton(reader.text(.continueButton))
            }
        }
    }

    private var lead: HTML {
        let name = form.account.name
        guard let email = form.account.email else { return reader.html(.signedInAs(name: name)) }
        return reader.html(.signedInAsAt(name: name, email: email))
    }

    private var nameFields: HTML {
        fieldset {
            legend { reader.text(.name) }
            p(.class("hint")) { reader.text(.nameHint) }
            div(.class("pair")) {
                if reader.hasFamilyNameFirst { familyName }
                textField(
                    .givenName, label: reader.text(.firstName), value: form.givenName, autocomplete: .givenName, maxLength: 100)
                if !reader.hasFamilyNameFirst { familyName }
            }
        }
    }

    private var familyName: HTML {
        textField(.familyName, label: reader.text(.lastName), value: form.familyName, autocomplete: .familyName, maxLength: 100)
    }

    @HTMLBuilder private var emailChoice: HTML {
        fieldset {
            legend { reader.text(.email) }
            radioChoice(
                .emailChoice, value: EmailChoice.share.rawValue, isChosen: true, label: reader.text(.shareEmail), detail: form.email
            )
            radioChoice(
                .emailChoice, value: EmailChoice.hide.rawValue, isChosen: false, label: reader.text(.hideEmail),
                detail: reader.text(.hideDetail))
        }
        if form.emails.count > 1 {
            fieldset {
                legend { reader.text(.addressChoice) }
                for email in form.emails {
                    radioChoice(.address, value: email, isChosen: email == form.email, label: email, detail: nil)
                }
                problem(at: .address)
            }
        }
    }
}
