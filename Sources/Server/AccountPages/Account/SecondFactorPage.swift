package import Markup

/// Asks for a second factor: after the first factor at sign-in, before a sensitive operation, and in a recovery.
package struct SecondFactorPage: Page, Hashable {
    package enum Purpose: Hashable, Sendable {
        case signIn
        case confirmation
        /// - waitsUntil: when the password can be reset without a second factor; nil if the wait has not begun.
        case recovery(waitsUntil: DisplayTime?)
    }

    /// The factors that a browser can prove.
    package enum Method: String, Hashable, Sendable, CaseIterable {
        case authenticator
        case recoveryCode = "recovery-code"
    }

    package let purpose: Purpose
    /// The kind of code to enter. Nil if only a passkey is accepted.
    package let method: Method?
    /// The other method, if the account has it.
    package let other: Method?
    /// Whether the account has a device key. The page then says that the device can confirm the sign-in.
    package let hasDevices: Bool
    /// The request for a passkey of the account; nil if no passkey is accepted here.
    package let passkey: PasskeyPrompt?
    package let next: PageDestination
    package let errors: [FormError]
    package let formToken: FormToken

    /// Creates a page for a code. The page never repeats an entered code.
    package init(
        _ purpose: Purpose, method: Method?, other: Method? = nil, hasDevices: Bool = false, passkey: PasskeyPrompt? = nil,
        next: PageDestination = .account, errors: [FormError] = [], formToken: FormToken
    ) {
        self.passkey = passkey
        self.purpose = purpose
        self.method = method
        self.other = other
        self.hasDevices = hasDevices
        self.next = next
        self.errors = errors
        self.formToken = formToken
    }

    package var script: LocalPath? { passkey.map { _ in PagePath.passkeysScript } }

    package var learnsZone: Bool { if case .recovery = purpose { true } else { false } }

    package func document(on site: Site) -> HTMLDocument {
        PageFrame(
            purpose == .confirmation ? .confirmTitle : .twoFactor, site: site, formToken: formToken,
            errors: errors, script: script, learnsZone: learnsZone
        ).document {
            if let method {
                p(.class("lead")) { site.text(asksRecoveryCode ? .secondFactorRecoveryLead : .secondFactorCodeLead) }
                FormFrame(action: path, formToken: formToken, next: next, errors: errors).html {
                    HiddenField(.method, method.rawValue).html
                    CodeField(
                        kind: asksRecoveryCode ? .recovery : .generated,
                        label: site.text(asksRecoveryCode ? .secondFactorRecoveryCode : .code),
                        hint: site.text(asksRecoveryCode ? .secondFactorRecoveryHint : .secondFactorCodeHint), errors: errors
                    ).html(on: site)
                    SubmitButton(site.text(.continueButton)).html
                }
                AlternativeButtons(passkey: passkeyForm, apple: nil).html(on: site)
            } else if let passkeyForm {
                p(.class("lead")) { site.text(.resetPasskeyLead) }
                div(.class("fields")) { passkeyForm.html(on: site) }
                p(.class("notice"), PasskeyForm.hiddenByScript) { site.text(.passkeyUnusable) }
            }
            if let other {
                p(.class("aside")) {
                    a(
                        .href(
                            .local(
                                path.appending(query: FormField.method.rawValue, other.rawValue)
                                    .appending(query: FormField.next.rawValue, next.rawValue)))
                    ) { site.text(other == .recoveryCode ? .secondFactorUseRecoveryCode : .secondFactorUseAuthenticator) }
                }
            }
            if hasDevices, asksRecoveryCode {
                p(.class("aside")) { site.text(.secondFactorUseDevice) }
            }
            switch purpose {
            case .signIn: p(.class("aside")) { a(.href(.local(PagePath.signIn))) { site.text(.startOver) } }
            case .confirmation: BackToAccount().html(on: site)
            case .recovery(let end?):
                p(.class("notice"), .role(.status), .data("code", "waiting")) { site.dated.html(.waiting(time: end)) }
            case .recovery(nil):
                p(.class("aside")) { site.text(.waitLead) }
                PostButton(.waitBegin, action: PagePath.recoveryWait, formToken: formToken).html(on: site)
            }
        }
    }

    private var path: LocalPath {
        switch purpose {
        case .signIn: PagePath.secondFactor
        case .confirmation: PagePath.confirm
        case .recovery: PagePath.recoveryFactor
        }
    }

    private var passkeyForm: PasskeyForm? {
        passkey.map {
            PasskeyForm(
                label: .usePasskey, prompt: $0, action: path, formToken: formToken, next: next, isQuiet: method != nil)
        }
    }

    private var asksRecoveryCode: Bool { method == .recoveryCode }
}

/// The field for a one-time code. Devices offer a code from a message or generator for it. The server never fills it.
struct CodeField {
    enum Kind {
        /// Six digits.
        case generated
        /// Letters, digits and hyphens.
        case recovery
        /// Letters and digits, from a mail.
        case mailed
    }

    let kind: Kind
    let label: String
    let hint: String
    let errors: [FormError]

    func html(on site: Site) -> HTML {
        FieldFrame(field: .code, label: label, hint: hint, errors: errors).html(on: site) { described, invalid in
            input(
                .type(.text), .id(FormField.code.id), .name(FormField.code.rawValue),
                // Devices cannot offer a recovery code.
                .autocomplete(kind == .recovery ? .off : .oneTimeCode), .inputmode(kind == .generated ? .numeric : .text),
                .enterkeyhint(.go), .autocapitalizeNone, .autocorrectOff, .spellcheckOff, .required, .autofocus, described, invalid)
        }
    }
}
