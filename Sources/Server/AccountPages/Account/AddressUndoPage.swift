package import Markup

/// Asks for the code that restores a removed e-mail address. Opening the page changes nothing.
package struct AddressUndoPage: Page, Hashable {
    package let errors: [FormError]
    package let formToken: FormToken

    /// Creates a page for a code. The page never repeats an entered code.
    package init(errors: [FormError] = [], formToken: FormToken) {
        self.errors = errors
        self.formToken = formToken
    }

    package func document(on site: Site) -> HTMLDocument {
        PageFrame(.addressUndoTitle, site: site, formToken: formToken, errors: errors).document {
            p(.class("lead")) { site.text(.addressUndoLead) }
            FormFrame(action: PagePath.addressUndo, formToken: formToken, errors: errors).html {
                CodeField(kind: .recovery, label: site.text(.code), hint: site.text(.secondFactorRecoveryHint), errors: errors)
                    .html(on: site)
                SubmitButton(site.text(.restoreAddress)).html
            }
        }
    }
}
