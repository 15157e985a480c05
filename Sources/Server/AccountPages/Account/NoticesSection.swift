import Markup

/// The notices by e-mail that the owner can turn off, on the account page.
struct NoticesSection {
    /// Whether an e-mail reports each sign-in on a new device.
    let sendsNewDevices: Bool
    let formToken: FormToken

    func html(on site: Site) -> HTML {
        section(.aria(.labelledby, "notices")) {
            h2(.id("notices")) { site.text(.noticesTitle) }
            p(.class("detail")) { site.text(.noticesLead) }
            ul(.class("rows"), .role(.list)) {
                li(.data("notice", sendsNewDevices ? "on" : "off")) {
                    div(.class("what")) {
                        p(.class("name")) { site.text(.noticesNewDevices) }
                        p(.class("detail")) { site.text(sendsNewDevices ? .noticesNewDevicesOn : .noticesNewDevicesOff) }
                    }
                    PostButton(
                        sendsNewDevices ? .turnOff : .turnOn, spokenDetail: HTML(site.text(.noticesNewDevices)),
                        action: PagePath.turnNotice("new-device", on: !sendsNewDevices), formToken: formToken
                    ).html(on: site)
                }
            }
        }
    }
}
