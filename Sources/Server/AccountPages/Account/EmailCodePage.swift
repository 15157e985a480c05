package import Markup

/// Asks for a code that was mailed: to recover an account, to sign in, or to verify an e-mail address.
package struct EmailCodePage: Page, Hashable {
    package enum Purpose: Hashable, Sendable {
        case recovery
        /// - next: the page to continue with.
        case signIn(next: PageDestination)
        case address
    }

    package let purpose: Purpose
    package let errors: [FormError]
    package let formToken: FormToken

    /// Creates a page for a code. The page never repeats an entered code.
    package init(_ purpose: Purpose, errors: [FormError] = [], formToken: FormToken) {
        self.purpose = purpose
        self.errors = errors
        self.formToken = formToken
    }

    package func document(on site: Site) -> HTMLDocument {
        PageFrame(.emailCodeTitle, site: site, formToken: formToken, errors: errors).document {
            p(.class("lead")) { site.text(isAddress ? .addressCodeLead : .resetCodeLead) }
            FormFrame(action: action, formToken: formToken, next: next, errors: errors).html {
                CodeField(kind: .mailed, label: site.text(.code), hint: site.text(.emailCodeHint), errors: errors).html(on: site)
                SubmitButton(site.text(submitLabel)).html
            }
            p(.class("aside")) { a(.href(.local(requestPath))) { site.text(.sendAnotherCode) } }
            if isAddress { BackToAccount().html(on: site) }
        }
    }

    private var isAddress: Bool { purpose == .address }

    private var next: PageDestination? { if case .signIn(let next) = purpose { next } else { nil } }

    private var action: LocalPath {
        switch purpose {
        case .recovery: PagePath.recoveryEmailCode
        case .signIn: PagePath.signInCode
        case .address: PagePath.addressCode
        }
    }

    private var submitLabel: PageText {
        switch purpose {
        case .recovery: .continueButton
        case .signIn: .signIn
        case .address: .verify
        }
    }

    /// The page that sends another code.
    private var requestPath: LocalPath {
        switch purpose {
        case .recovery: PagePath.recovery
        case .signIn(let next): PagePath.emailSignIn.appending(query: FormField.next.rawValue, next.rawValue)
        case .address: PagePath.newAddress
        }
    }
}
