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
