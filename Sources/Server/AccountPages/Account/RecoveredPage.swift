package import Markup

/// Reports that a recovery is complete, and which earlier passkeys and Apple Accounts it kept and suspended.
package struct RecoveredPage: Page, Hashable {
    package enum Credential: Hashable, Sendable {
        /// - name: the owner's name for it. Untrusted text.
        case passkey(name: String)
        /// - email: the e-mail address from Apple, if any.
        case appleAccount(email: String?)
    }

    /// The message that describes the recovery: ``MessagePage/newPasswordSet`` or ``MessagePage/passkeyRecovered``.
    package let message: MessagePage
    package let kept: [Credential]
    package let suspended: [Credential]

    package init(_ message: MessagePage, kept: [Credential], suspended: [Credential]) {
        self.message = message
        self.kept = kept
        self.suspended = suspended
    }

    package func document(on site: Site) -> HTMLDocument {
        PageFrame(message.title, site: site).document {
            p(.class("lead")) { site.text(message.message) }
            if !suspended.isEmpty {
                section(.aria(.labelledby, "suspended")) {
                    h2(.id("suspended")) { site.text(.recoveredSuspended) }
                    p(.class("detail")) { site.text(.recoveredSuspendedDetail) }
                    list(suspended, on: site)
                }
            }
            if !kept.isEmpty {
                section(.aria(.labelledby, "kept")) {
                    h2(.id("kept")) { site.text(.recoveredKept) }
                    list(kept, on: site)
                }
            }
            a(.class("button"), .href(.local(PagePath.signIn))) { site.text(.signIn) }
        }
    }

    private func list(_ credentials: [Credential], on site: Site) -> HTML {
        ul(.class("rows"), .role(.list)) {
            for credential in credentials {
                li {
                    p(.class("name")) {
                        switch credential {
                        case .passkey(let name): bdi { name }
                        case .appleAccount(nil): HTML(site.text(.appleAccount))
                        case .appleAccount(let email?):
                            site.text(.appleAccount) + " "
                            bdi { email }
                        }
                    }
                }
            }
        }
    }
}
