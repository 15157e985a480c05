package import Markup

/// A passkey of the account, as its pages show it.
package struct ShownPasskey: Hashable, Sendable {
    package let id: String
    /// The owner's name for it. Untrusted text.
    package let name: String
    /// The device that registered it; nil if the name is the device's.
    package let device: ShownDevice?
    /// The password manager or security key that made it, as it claims; nil if it is unknown.
    package let provider: String?
    /// Whether it is on all devices of the owner, rather than on one.
    package let isSynced: Bool
    package let added: DisplayTime
    package let lastUse: DisplayTime?
    /// Whether a recovery suspended it.
    package let isSuspended: Bool

    package init(
        id: String, name: String, device: ShownDevice? = nil, provider: String?, isSynced: Bool, added: DisplayTime,
        lastUse: DisplayTime?,
        isSuspended: Bool = false
    ) {
        self.id = id
        self.name = name
        self.device = device
        self.provider = provider
        self.isSynced = isSynced
        self.added = added
        self.lastUse = lastUse
        self.isSuspended = isSuspended
    }

    func details(on site: Site) -> HTML {
        HTML {
            p(.class("detail")) {
                if let provider {
                    site.html(isSynced ? .passkeySyncedBy(provider: provider) : .passkeySingleBy(provider: provider))
                } else {
                    site.text(isSynced ? .passkeySynced : .passkeySingle)
                }
            }
            if let device { p(.class("detail")) { device.html(on: site) } }
            p(.class("detail")) {
                site.html(lastUse.map { .passkeyAddedAndUsed(added: added, used: $0) } ?? .passkeyAdded(added: added))
            }
            if isSuspended { p(.class("detail", "warning")) { site.text(.credentialSuspended) } }
        }
    }
}

/// Renames or removes a passkey, or confirms one that a recovery suspended.
package struct PasskeyPage: Page, Hashable {
    package let passkey: ShownPasskey
    package let errors: [FormError]
    package let formToken: FormToken

    package init(_ passkey: ShownPasskey, errors: [FormError] = [], formToken: FormToken) {
        self.passkey = passkey
        self.errors = errors
        self.formToken = formToken
    }

    package var learnsZone: Bool { true }

    package func document(on site: Site) -> HTMLDocument {
        PageFrame(.passkeyTitle, site: site, formToken: formToken, errors: errors, learnsZone: learnsZone).document {
            passkey.details(on: site)
            if passkey.isSuspended {
                PostButton(.confirmCredential, action: PagePath.confirmPasskey(passkey.id), formToken: formToken).html(on: site)
            }
            FormFrame(action: PagePath.passkey(passkey.id), formToken: formToken, errors: errors).html {
                let frame = FieldFrame(field: .name, label: site.text(.passkeyName), hint: nil, errors: errors)
                frame.html(on: site) { described, invalid in
                    input(
                        .type(.text), .id(FormField.name.id), .name(FormField.name.rawValue), .value(passkey.name),
                        .autocomplete(.off), .enterkeyhint(.done), .maxlength(100), .required, described, invalid)
                }
                SubmitButton(site.text(.rename)).html
            }
            section(.aria(.labelledby, "removal")) {
                h2(.id("removal")) { site.text(.passkeyRemoval) }
                p(.class("detail")) { site.text(.passkeyRemovalDetail) }
                PostButton(.removePasskey, action: PagePath.removePasskey(passkey.id), formToken: formToken).html(on: site)
            }
            BackToAccount().html(on: site)
        }
    }
}

/// A passkey among those of the account.
struct PasskeyRow {
    let passkey: ShownPasskey

    func html(on site: Site) -> HTML {
        li(.data("passkey", passkey.id)) {
            div(.class("what")) {
                p(.class("name")) { bdi { passkey.name } }
                passkey.details(on: site)
            }
            a(.class("button", "small", "quiet"), .href(.local(PagePath.passkey(passkey.id)))) {
                site.text(.manage)
                span(.class("visually-hidden")) {
                    " "
                    bdi { passkey.name }
                }
            }
        }
    }
}
