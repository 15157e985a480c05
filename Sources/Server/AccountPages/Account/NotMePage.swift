package import Markup

/// Ends all sessions of the signed-in user, who does not recognize what a mail about the account reports.
package struct NotMePage: Page, Hashable {
    /// The token that the form sends back.
    package let formToken: FormToken

    package init(formToken: FormToken) {
        self.formToken = formToken
    }

    /// Returns the consequence, the form, and a link back.
    package func document(on site: Site) -> HTMLDocument {
        PageFrame(.notMeTitle, site: site, formToken: formToken).document {
            p(.class("lead")) { site.text(.notMeLead) }
            FormFrame(action: PagePath.notMe, formToken: formToken, errors: []).html {
                SubmitButton(site.text(.signOutEverywhere), isDestructive: true).html
            }
            BackToAccount(.cancel).html(on: site)
        }
    }
}
