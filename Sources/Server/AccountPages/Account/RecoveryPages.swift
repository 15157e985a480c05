package import Markup

/// Asks for the account whose password is forgotten.
package struct ResetPasswordPage: Page, Hashable {
    package enum Notice: String, Sendable, CaseIterable {
        /// The code or the recovery has expired, or the code has no attempts left.
        case expired
    }

    package let notice: Notice?
    package let formToken: FormToken

    package init(notice: Notice? = nil, formToken: FormToken) {
        self.notice = notice
        self.formToken = formToken
    }

    package func document(on site: Site) -> HTMLDocument {
        PageFrame(.resetPasswordTitle, site: site).document {
            if let notice {
                p(.class("notice"), .role(.status), .data("code", notice.rawValue)) { site.text(.resetExpired) }
            }
            p(.class("lead")) { site.text(.resetPasswordLead) }
            FormFrame(action: PagePath.recovery, formToken: formToken, errors: []).html {
                UsernameField(value: "", rules: nil, errors: []).html(on: site)
                SubmitButton(site.text(.sendCode)).html
            }
            p(.class("aside")) { a(.href(.local(PagePath.signIn))) { site.text(.signIn) } }
        }
    }
}

/// Asks for a code that was mailed: to recover an account, or to verify an e-mail address.
package struct EmailCodePage: Page, Hashable {
    package enum Purpose: Hashable, Sendable {
        case recovery
        case address
    }

    package let purpose: Purpose
    package let errors: [FormError]
    package let formToken: FormToken

    /// Creates a page for a code. It cannot contain a code.
    package init(_ purpose: Purpose, errors: [FormError] = [], formToken: FormToken) {
        self.purpose = purpose
        self.errors = errors
        self.formToken = formToken
    }

    package func document(on site: Site) -> HTMLDocument {
        PageFrame(.emailCodeTitle, site: site, formToken: formToken, errors: errors).document {
            p(.class("lead")) { site.text(isRecovery ? .resetCodeLead : .addressCodeLead) }
            FormFrame(
                action: isRecovery ? PagePath.recoveryCode : PagePath.addressCode, formToken: formToken, errors: errors
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
