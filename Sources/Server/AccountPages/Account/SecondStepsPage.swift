package import Markup

/// The second factors of an account, with the buttons to add and remove them.
package struct SecondStepsPage: Page, Hashable {
    package struct Device: Hashable, Sendable {
        package let id: String
        /// Untrusted text.
        package let name: String
        package let added: DisplayTime
        package let lastUse: DisplayTime?
        /// Whether a TPM that the operator trusts has attested the key.
        package let isAttested: Bool

        package init(id: String, name: String, added: DisplayTime, lastUse: DisplayTime?, isAttested: Bool) {
            self.id = id
            self.name = name
            self.added = added
            self.lastUse = lastUse
            self.isAttested = isAttested
        }
    }

    /// The last action, or the reason for showing the page.
    package enum Notice: String, Sendable, CaseIterable {
        case authenticatorRemoved = "authenticator-removed"
        case deviceRemoved = "device-removed"
        /// The account must have a second factor and has none.
        case required
    }

    package let hasAuthenticator: Bool
    package let devices: [Device]
    /// The number of unused codes.
    package let recoveryCodes: Int
    package let notice: Notice?
    package let formToken: FormToken

    package init(
        hasAuthenticator: Bool, devices: [Device], recoveryCodes: Int, notice: Notice? = nil, formToken: FormToken
    ) {
        self.hasAuthenticator = hasAuthenticator
        self.devices = devices
        self.recoveryCodes = recoveryCodes
        self.notice = notice
        self.formToken = formToken
    }

    package func document(on site: Site) -> HTMLDocument {
        PageFrame(title: "Two-factor authentication", site: site, width: .wide, formToken: formToken).document {
            if let notice {
                p(.class("notice"), .role(.status), .data("code", notice.rawValue)) { notice.sentence }
            }
            p(.class("lead")) {
                isOn
                    ? "To sign in, you need your password or Apple Account and one of these."
                    : "With two-factor authentication, a stolen password is not enough to sign in. To turn it on, set up an authenticator app."
            }
            section(.aria(.labelledby, "ways")) {
                h2(.id("ways")) { "Verification methods" }
                ul(.class("rows"), .role(.list)) {
                    if !hasAuthenticator { authenticator }
                    factorRows
                }
            }
            BackToAccount().html
        }
    }

    private var isOn: Bool { hasAuthenticator || !devices.isEmpty }

    /// The existing factors, each with the button that removes or replaces it. Empty if the account has no second factor.
    @HTMLBuilder var factorRows: HTML {
        if hasAuthenticator { authenticator }
        for device in devices { row(device) }
        if isOn { codes }
    }

    private var authenticator: HTML {
        li(.data("factor", "totp")) {
            div(.class("what")) {
                p(.class("name")) { "Authenticator app" }
                p(.class("detail")) { hasAuthenticator ? "Shows a new code every 30 seconds" : "Not set up" }
            }
            PostButton(
                hasAuthenticator ? "Remove" : "Set up", spokenDetail: "the authenticator app",
                action: hasAuthenticator ? PagePath.removeAuthenticator : PagePath.beginAuthenticator, formToken: formToken
            ).html
        }
    }

    private func row(_ device: Device) -> HTML {
        li(.data("factor", "device-key")) {
            div(.class("what")) {
                p(.class("name")) { bdi { device.name } }
                p(.class("detail")) {
                    device.isAttested ? "Device with a hardware-protected key, added " : "Device that can confirm sign-ins, added "
                    Moment(device.added).html
                }
                if let use = device.lastUse {
                    p(.class("detail")) {
                        "Last used "
                        Moment(use).html
                    }
                }
            }
            PostButton(
                "Remove", spokenDetail: device.name, action: PagePath.removeDeviceKey(device.id), formToken: formToken
            ).html
        }
    }

    private var codes: HTML {
        li(.data("factor", "recovery-code")) {
            div(.class("what")) {
                p(.class("name")) { "Recovery codes" }
                p(.class("detail")) {
                    recoveryCodes == 0 ? "None left" : "\(recoveryCodes) left; you can use each code once"
                }
                if recoveryCodes < 3 {
                    p(.class("detail", "warning")) { "Generate new codes before you run out." }
                }
            }
            PostButton("Generate new codes", action: PagePath.recoveryCodes, formToken: formToken).html
        }
    }
}

extension SecondStepsPage.Notice {
    fileprivate var sentence: String {
        switch self {
        case .authenticatorRemoved: "Your authenticator app was removed. You can now delete its entry in the app."
        case .deviceRemoved: "The device was removed. It can no longer confirm sign-ins."
        case .required: "This account requires two-factor authentication. Set it up to continue."
        }
    }
}
