package import Markup

/// Asks for a code that was mailed: to recover an account, or to verify an e-mail address.
package struct EmailCodePage: Page, Hashable {
    package enum Purpose: Hashable, Sendable {
        case recovery
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
            p(.class("lead")) { site.text(isRecovery ? .resetCodeLead : .addressCodeLead) }
            FormFrame(
                action: isRecovery ? PagePath.recoveryEmailCode : PagePath.addressCode, formToken: formToken, errors: errors
            ).html {
                CodeField(kind: .mailed, label: site.text(.code), hint: site.text(.emailCodeHint), errors: errors).html(on: site)
                SubmitButton(site.text(isRecovery ? .continueButton : .verify)).html
            }
            p(.class("aside")) {
                a(.href(.local(isRecovery ? PagePath.recovery : PagePath.newAddress))) { site.text(.sendAnotherCode) }
            }
            if !isRecovery { BackToAccount().html(on: site) }
        }
    }

    private var isRecovery: Bool { purpose == .recovery }
}
