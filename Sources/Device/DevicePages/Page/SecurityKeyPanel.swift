import DeviceSimulator
import Markup
import Texts

/// The security key in the user's hand: a section beside the phone that inserts and removes it, lists its passkeys, sets its PIN and
/// resets it.
struct SecurityKeyPanel {
    let pagePhone: PagePhone
    /// Whether the phone accepts the actions. A locked phone does not.
    let isEnabled: Bool
    private var reader: ReaderFormat { pagePhone.reader }

    var html: HTML {
        details(.class("security-key")) {
            summary {
                Glyph.key.html
                span { reader.text(.securityKeyTitle) }
                Glyph.down.html
            }
            let key = pagePhone.view.securityKey
            actionButton(
                key == nil ? .insertSecurityKey(pin: nil) : .removeSecurityKey, class: "chip", isEnabled: isEnabled,
                .form(pagePhone.id("form"))
            ) { reader.text(key == nil ? .insertSecurityKey : .removeSecurityKey) }
            if let key {
                credentials(of: key)
                p { state(of: key) }
                if isEnabled {
                    if key.remainingAttempts > 0 { pinForm(key) }
                    ResetControl(
                        action: PagePath.phone(pagePhone.number), title: .resetSecurityKey, lead: .resetSecurityKeyLead,
                        confirmation: .resetSecurityKeyNow, reader: reader, performs: .resetSecurityKey
                    ).html
                }
            }
        }
    }

    @HTMLBuilder private func credentials(of key: PhoneView.SecurityKeyView) -> HTML {
        if key.credentials.isEmpty {
            p { reader.text(.securityKeyEmpty) }
        } else {
            ul(.role(.list)) {
                for credential in key.credentials {
                    li {
                        strong { bdi { credential.site } }
                        " "
                        bdi { credential.user }
                    }
                }
            }
        }
    }

    private func state(of key: PhoneView.SecurityKeyView) -> String {
        if !key.hasPIN { return reader.text(.pinNotSet) }
        return key.remainingAttempts == 0 ? reader.text(.pinBlocked) : reader.text(.pinAttempts(count: key.remainingAttempts))
    }

    private func pinForm(_ key: PhoneView.SecurityKeyView) -> HTML {
        let title: PhoneText = key.hasPIN ? .changePIN : .setPIN
        return details(.class("pin")) {
            summary { reader.text(title) }
            form(.class("message-form"), .method(.post), .action(PagePath.phone(pagePhone.number)), .autocomplete(.off)) {
                input(.type(.hidden), .name(PageField.composition.rawValue), .value(Composition.securityKeyPIN.rawValue))
                if key.hasPIN { field(.pin, .currentPIN) }
                field(.newPIN, .newPIN)
                button(.type(.submit), .class("send")) { reader.text(title) }
            }
        }
    }

    @HTMLBuilder private func field(_ field: PageField, _ text: PhoneText) -> HTML {
        label(.for(pagePhone.id("key-\(field.rawValue)"))) { reader.text(text) }
        input(
            .type(.text), .id(pagePhone.id("key-\(field.rawValue)")), .name(field.rawValue), .class("secure"), .required,
            .minlength(4), .maxlength(63), .autocomplete(.off), .autocapitalizeNone, .spellcheckOff)
    }
}
