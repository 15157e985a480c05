package import Markup

/// The second factors of an account: what there is, and how to add and to remove it.
package struct SecondStepsPage: Page, Hashable {
    package struct Device: Hashable, Sendable {
        package let id: String
        /// Foreign text.
        package let name: String
        package let added: DisplayTime
        package let lastUse: DisplayTime?
        /// Whether a TPM that the operator trusts has stated that it holds the key.
        package let isAttested: Bool

        package init(id: String, name: String, added: DisplayTime, lastUse: DisplayTime?, isAttested: Bool) {
            self.id = id
            self.name = name
            self.added = added
            self.lastUse = lastUse
            self.isAttested = isAttested
        }
    }

    /// What was just done, or why the page is shown.
    package enum Notice: String, Sendable, CaseIterable {
        case authenticatorRemoved = "authenticator-removed"
        case deviceRemoved = "device-removed"
        /// The account must have a second factor and has none.
        case required
    }

    package let hasAuthenticator: Bool
    package let devices: [Device]
    /// How many are unused.
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
        PageFrame(title: "Two-step sign-in", site: site, width: .wide, formToken: formToken).document {
            if let notice {
                p(.class("notice"), .role(.status), .data("code", notice.rawValue)) { notice.sentence }
            }
            p(.class("lead")) {
                isOn
                    ? "Signing in takes your password or Apple Account, and one of these."
                    : "With a second step, a stolen password alone opens nothing. Set up an authenticator app to begin."
            }
            section(.aria(.labelledby, "ways")) {
                h2(.id("ways")) { "Second steps" }
                ul(.class("rows"), .role(.list)) {
                    if !hasAuthenticator { authenticator }
                    factorRows
                }
            }
            BackToAccount().html
        }
    }

    private var isOn: Bool { hasAuthenticator || !devices.isEmpty }

    /// What there is, each with the button that removes or replaces it. Nothing where the account has no second factor.
    @HTMLBuilder var factorRows: HTML {
        if hasAuthenticator { authenticator }
        for device in devices { row(device) }
        if isOn { codes }
    }

    private var authenticator: HTML {
        li(.data("factor", "totp")) {
            div(.class("what")) {
                p(.class("name")) { "Authenticator app" }
                p(.class("detail")) { hasAuthenticator ? "Shows a new code every half minute" : "Not set up" }
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
                    device.isAttested ? "A device whose hardware holds its key, added " : "A device that confirms, added "
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
                    recoveryCodes == 0 ? "None left" : "\(recoveryCodes) left; each stands in for a second step once"
                }
                if recoveryCodes < 3 {
                    p(.class("detail", "warning")) { "Make new ones before you need them." }
                }
            }
            PostButton("Make new ones", action: PagePath.recoveryCodes, formToken: formToken).html
        }
    }
}

extension SecondStepsPage.Notice {
    fileprivate var sentence: String {
        switch self {
        case .authenticatorRemoved: "Your authenticator app is removed. You can delete its entry there too."
        case .deviceRemoved: "That device confirms nothing any more."
        case .required: "This account requires two-factor authentication. Set it up to continue."
        }
    }
}
