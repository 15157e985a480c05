package import Markup

/// A passkey of the account, as its pages show it.
package struct ShownPasskey: Hashable, Sendable {
    package let id: String
    /// The owner's name for it. Untrusted text.
    package let name: String
    /// The password manager or security key that made it, as it claims; nil if it is unknown.
    package let provider: String?
    /// Whether it is on all devices of the owner, rather than on one.
    package let isSynced: Bool
    package let added: DisplayTime
    package let lastUse: DisplayTime?

    package init(id: String, name: String, provider: String?, isSynced: Bool, added: DisplayTime, lastUse: DisplayTime?) {
        self.id = id
        self.name = name
        self.provider = provider
        self.isSynced = isSynced
        self.added = added
        self.lastUse = lastUse
    }

    var details: HTML {
        HTML {
            p(.class("detail")) {
                if let provider {
                    isSynced ? "\(provider), synced" : "\(provider), on this device only"
                } else {
                    isSynced ? "Synced" : "On this device only"
                }
            }
            p(.class("detail")) {
                "Added "
                Moment(added).html
                if let lastUse {
                    ", last used "
                    Moment(lastUse).html
                } else {
                    ", not used yet"
                }
            }
        }
    }
}

/// Renames or removes a passkey.
package struct PasskeyPage: Page, Hashable {
    package let passkey: ShownPasskey
    package let errors: [FormError]
    package let formToken: FormToken

    package init(_ passkey: ShownPasskey, errors: [FormError] = [], formToken: FormToken) {
        self.passkey = passkey
        self.errors = errors
        self.formToken = formToken
    }

    package func document(on site: Site) -> HTMLDocument {
        PageFrame(title: "Passkey", site: site, formToken: formToken, errors: errors).document {
            passkey.details
            FormFrame(action: PagePath.passkey(passkey.id), formToken: formToken, errors: errors).html {
                FieldFrame(field: .name, label: "Name", hint: nil, errors: errors).html { described, invalid in
                    input(
                        .type(.text), .id(FormField.name.id), .name(FormField.name.rawValue), .value(passkey.name),
                        .autocomplete(.off), .enterkeyhint(.done), .maxlength(100), .required, described, invalid)
                }
                SubmitButton("Rename").html
            }
            section(.aria(.labelledby, "removal")) {
                h2(.id("removal")) { "Remove this passkey" }
                p(.class("detail")) {
                    "It can no longer sign in, and the devices that it signed in are signed out. Delete it from your password "
                        + "manager too."
                }
                PostButton("Remove passkey", action: PagePath.removePasskey(passkey.id), formToken: formToken).html
            }
            BackToAccount().html
        }
    }
}

/// A passkey among those of the account.
struct PasskeyRow {
    let passkey: ShownPasskey

    var html: HTML {
        li(.data("passkey", passkey.id)) {
            div(.class("what")) {
                p(.class("name")) { bdi { passkey.name } }
                passkey.details
            }
            a(.class("button", "small", "quiet"), .href(.local(PagePath.passkey(passkey.id)))) {
                "Manage"
                span(.class("visually-hidden")) {
                    " "
                    bdi { passkey.name }
                }
            }
        }
    }
}
