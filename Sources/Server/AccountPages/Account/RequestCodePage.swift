package import Markup

/// Asks for the account to which a code is mailed: to reset a forgotten password, or to sign in.
package struct RequestCodePage: Page, Hashable {
    package enum Purpose: Hashable, Sendable {
        case recovery
        /// - next: the page to continue with; nil for the account page.
        case signIn(next: PageDestination?)
    }

    package enum Notice: String, Sendable, CaseIterable {
        /// The code or the recovery has expired, or the code has no attempts left.
        case expired
    }

    package let purpose: Purpose
    package let notice: Notice?
    package let formToken: FormToken

    package init(_ purpose: Purpose, notice: Notice? = nil, formToken: FormToken) {
        self.purpose = purpose
        self.notice = notice
        self.formToken = formToken
    }

    package func document(on site: Site) -> HTMLDocument {
        PageFrame(isRecovery ? .resetPasswordTitle : .codeSignInTitle, site: site).document {
            if let notice {
                p(.class("notice"), .role(.status), .data("code", notice.rawValue)) {
                    site.text(isRecovery ? .resetExpired : .codeSignInExpired)
                }
            }
            p(.class("lead")) { site.text(.resetPasswordLead) }
            FormFrame(
                action: isRecovery ? PagePath.recovery : PagePath.emailSignIn, formToken: formToken, next: next, errors: []
            ).html {
                UsernameField(value: "", rules: nil, errors: []).html(on: site)
                SubmitButton(site.text(.sendCode)).html
            }
            p(.class("aside")) { a(.href(.local(PagePath.signIn))) { site.text(.signIn) } }
        }
    }

    private var isRecovery: Bool { purpose == .recovery }

    private var next: PageDestination? { if case .signIn(let next) = purpose { next } else { nil } }
}
