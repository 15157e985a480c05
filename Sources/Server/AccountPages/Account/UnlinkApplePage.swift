package import Markup

/// Asks before an Apple Account is removed from the account.
package struct UnlinkApplePage: Page, Hashable {
    /// The identifier of the Apple identity.
    package let id: String
    /// The name that the owner gave Apple for this app; nil without one. Untrusted text.
    package let name: String?
    /// The e-mail address from Apple, if any.
    package let email: String?
    /// Whether that is a relay address.
    package let isPrivate: Bool
    /// The time when the Apple Account was linked.
    package let linked: DisplayTime
    package let formToken: FormToken

    package init(id: String, name: String?, email: String?, isPrivate: Bool, linked: DisplayTime, formToken: FormToken) {
        self.id = id
        self.name = name
        self.email = email
        self.isPrivate = isPrivate
        self.linked = linked
        self.formToken = formToken
    }

    package var learnsZone: Bool { true }

    package func document(on site: Site) -> HTMLDocument {
        PageFrame(.removeAppleTitle, site: site, formToken: formToken, learnsZone: learnsZone).document {
            div(.class("what")) {
                AppleAccountDetails(name: name, email: email, isPrivate: isPrivate, linked: linked).html(on: site)
            }
            p(.class("lead")) { site.text(.removeAppleLead) }
            FormFrame(action: PagePath.unlinkApple(id), formToken: formToken, errors: []).html {
                SubmitButton(site.text(.removeAppleAccount), isDestructive: true).html
            }
            BackToAccount(.cancel).html(on: site)
        }
    }
}
