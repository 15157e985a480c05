package import Markup

/// Adds an e-mail address to the account.
package struct NewAddressPage: Page, Hashable {
    /// The address typed before; empty on the first visit.
    package let address: String
    package let errors: [FormError]
    package let formToken: FormToken

    package init(address: String = "", errors: [FormError] = [], formToken: FormToken) {
        self.address = address
        self.errors = errors
        self.formToken = formToken
    }

    package func document(on site: Site) -> HTMLDocument {
        PageFrame(.addEmailAddress, site: site, formToken: formToken, errors: errors).document {
            p(.class("lead")) { site.text(.addEmailAddressLead) }
            FormFrame(action: PagePath.addresses, formToken: formToken, errors: errors).html {
                FieldFrame(field: .email, label: site.text(.emailAddress), hint: nil, errors: errors).html(on: site) {
                    described, invalid in
                    // The type is text, because browsers reject addresses that mail servers accept.
                    input(
                        .type(.text), .id(FormField.email.id), .name(FormField.email.rawValue),
                        address.isEmpty ? nil : .value(address), .autocomplete(.email), .inputmode(.email), .enterkeyhint(.go),
                        .autocapitalizeNone, .autocorrectOff, .spellcheckOff, .maxlength(254), .required, described, invalid)
                }
                SubmitButton(site.text(.sendCode)).html
            }
            BackToAccount().html(on: site)
        }
    }
}

/// An e-mail address on the account page.
package struct ShownAddress: Hashable, Sendable {
    package enum State: String, Hashable, Sendable {
        case verified
        case unverified
        /// Verified once, but mail servers reject messages to it.
        case unreachable
    }

    package let id: String
    package let address: String
    package let state: State

    package init(id: String, address: String, state: State) {
        self.id = id
        self.address = address
        self.state = state
    }
}

/// An e-mail address with the button that removes it.
struct AddressRow {
    let address: ShownAddress
    let formToken: FormToken

    func html(on site: Site) -> HTML {
        li(.data("address", address.state.rawValue)) {
            div(.class("what")) {
                p(.class("name")) { bdi { address.address } }
                switch address.state {
                case .verified: p(.class("detail")) { site.text(.addressVerified) }
                case .unverified: p(.class("detail")) { site.text(.addressUnverified) }
                case .unreachable: p(.class("detail", "warning")) { site.text(.addressUnreachable) }
                }
            }
            PostButton(
                .remove, spokenDetail: bdi { address.address }, action: PagePath.removeAddress(address.id), formToken: formToken
            ).html(on: site)
        }
    }
}
