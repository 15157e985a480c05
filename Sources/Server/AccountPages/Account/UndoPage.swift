package import Markup

/// Asks for a code from a mail that reports a change, to undo the change. Opening the page changes nothing.
package struct UndoPage: Page, Hashable {
    /// The change that the code undoes.
    package enum Change: Hashable, Sendable {
        /// An e-mail address was removed.
        case addressRemoval
        /// A recovery waits.
        case recovery
    }

    package let change: Change
    package let errors: [FormError]
    package let formToken: FormToken

    /// Creates a page for a code. The page never repeats an entered code.
    package init(_ change: Change, errors: [FormError] = [], formToken: FormToken) {
        self.change = change
        self.errors = errors
        self.formToken = formToken
    }

    package func document(on site: Site) -> HTMLDocument {
        PageFrame(title, site: site, formToken: formToken, errors: errors).document {
            p(.class("lead")) { site.text(lead) }
            FormFrame(action: change.path, formToken: formToken, errors: errors).html {
                CodeField(kind: .recovery, label: site.text(.code), hint: site.text(.secondFactorRecoveryHint), errors: errors)
                    .html(on: site)
                SubmitButton(site.text(button)).html
            }
        }
    }

    private var title: PageText {
        switch change {
        case .addressRemoval: .addressUndoTitle
        case .recovery: .recoveryCancelTitle
        }
    }

    private var lead: PageText {
        switch change {
        case .addressRemoval: .addressUndoLead
        case .recovery: .recoveryCancelLead
        }
    }

    private var button: PageText {
        switch change {
        case .addressRemoval: .restoreAddress
        case .recovery: .cancelRecovery
        }
    }
}

extension UndoPage.Change {
    /// The path of the page and its form.
    package var path: LocalPath {
        switch self {
        case .addressRemoval: PagePath.addressUndo
        case .recovery: PagePath.recoveryCancel
        }
    }

    /// The page after a code that worked.
    package var success: MessagePage {
        switch self {
        case .addressRemoval: .addressRestored
        case .recovery: .recoveryCancelled
        }
    }
}
