package import Markup

/// The second factors of an account, with the buttons to add and remove them.
package struct SecondFactorsPage: Page, Hashable {
    package struct Device: Hashable, Sendable {
        package let id: String
        /// The name, which is untrusted text.
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
    /// With fewer codes than this, the pages ask the user to generate new ones.
    package static let fewRecoveryCodes = 3
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

    package var learnsZone: Bool { true }

    package func document(on site: Site) -> HTMLDocument {
        PageFrame(.twoFactor, site: site, width: .wide, formToken: formToken, learnsZone: learnsZone).document {
            if let notice {
                p(.class("notice"), .role(.status), .data("code", notice.rawValue)) { site.text(notice.sentence) }
            }
            p(.class("lead")) { site.text(isOn ? .twoFactorOnLead : .twoFactorOffLead) }
            section(.aria(.labelledby, "ways")) {
                h2(.id("ways")) { site.text(.verificationMethods) }
                ul(.class("rows"), .role(.list)) {
                    if !hasAuthenticator { authenticator(on: site) }
                    factorRows(on: site)
                }
            }
            BackToAccount().html(on: site)
        }
    }

    private var isOn: Bool { hasAuthenticator || !devices.isEmpty }

    /// The existing factors, each with the button that removes or replaces it. Empty if the account has no second factor.
    @HTMLBuilder func factorRows(on site: Site) -> HTML {
        if hasAuthenticator { authenticator(on: site) }
        for device in devices { row(device, on: site) }
        if isOn { codes(on: site) }
    }

    private func authenticator(on site: Site) -> HTML {
        li(.data("factor", "totp")) {
            div(.class("what")) {
                p(.class("name")) { site.text(.authenticatorApp) }
                p(.class("detail")) { site.text(hasAuthenticator ? .authenticatorDetail : .notSetUp) }
            }
            PostButton(
                hasAuthenticator ? .remove : .setUp, spokenDetail: HTML(site.text(.authenticatorApp)),
                action: hasAuthenticator ? PagePath.removeAuthenticator : PagePath.beginAuthenticator, formToken: formToken
            ).html(on: site)
        }
    }

    private func row(_ device: Device, on site: Site) -> HTML {
        li(.data("factor", "device-key")) {
            div(.class("what")) {
                p(.class("name")) { bdi { device.name } }
                p(.class("detail")) {
                    site.html(device.isAttested ? .attestedDeviceAdded(time: device.added) : .deviceAdded(time: device.added))
                }
                if let use = device.lastUse {
                    p(.class("detail")) { site.html(.lastUsed(time: use)) }
                }
            }
            PostButton(
                .remove, spokenDetail: bdi { device.name }, action: PagePath.removeDeviceKey(device.id), formToken: formToken
            ).html(on: site)
        }
    }

    private func codes(on site: Site) -> HTML {
        li(.data("factor", "recovery-code")) {
            div(.class("what")) {
                p(.class("name")) { site.text(.codesName) }
                p(.class("detail")) {
                    recoveryCodes == 0 ? site.text(.codesNone) : site.text(.codesLeft(count: recoveryCodes))
                }
                if recoveryCodes < Self.fewRecoveryCodes {
                    p(.class("detail", "warning")) { site.text(.codesLow) }
                }
            }
            PostButton(.codesGenerate, action: PagePath.recoveryCodes, formToken: formToken).html(on: site)
        }
    }
}

extension SecondFactorsPage.Notice {
    fileprivate var sentence: PageText {
        switch self {
        case .authenticatorRemoved: .noticeAuthenticatorRemoved
        case .deviceRemoved: .noticeDeviceRemoved
        case .required: .noticeTwoFactorRequired
        }
    }
}
