package import Markup
package import Texts

/// Chooses the zone of the times in the account's pages and messages.
package struct TimeZonePage: Page, Hashable {
    /// The zone that the account has; nil for the zone of the browser.
    package let current: ReaderZone?

    /// The zones to choose from.
    package let zones: [ReaderZone]

    /// The time for which the offsets apply.
    package let now: DisplayTime

    /// The token that the form sends back.
    package let formToken: FormToken

    package init(current: ReaderZone?, zones: [ReaderZone] = ReaderZone.offered, now: DisplayTime, formToken: FormToken) {
        self.current = current
        self.zones = zones
        self.now = now
        self.formToken = formToken
    }

    package func document(on site: Site) -> HTMLDocument {
        PageFrame(.timeZone, site: site, formToken: formToken).document {
            p(.class("lead")) { site.text(.timeZoneLead) }
            FormFrame(action: PagePath.timeZone, formToken: formToken, errors: []).html {
                FieldFrame(field: .timeZone, label: site.text(.timeZone), hint: nil, errors: []).html(on: site) { _, _ in
                    select(.id(FormField.timeZone.id), .name(FormField.timeZone.rawValue), .autocomplete(.off)) {
                        option(.value(""), current == nil ? .selected : nil) { site.text(.timeZoneAutomatic) }
                        for choice in site.format.choices(choices, at: now.seconds) {
                            option(.value(choice.zone.identifier), choice.zone == current ? .selected : nil) { choice.label }
                        }
                    }
                }
                SubmitButton(site.text(.changeTimeZone)).html
            }
            BackToAccount(.cancel).html(on: site)
        }
    }

    /// The zones and the current one, which an app may have set to a zone that is not among them.
    private var choices: [ReaderZone] {
        zones + [current].compactMap(\.self).filter { !zones.contains($0) }
    }
}

/// The time zone on the account page.
struct TimeZoneSection {
    /// The chosen zone. Nil for the zone of the browser.
    let timeZone: ZoneAtTime?

    func html(on site: Site) -> HTML {
        section(.aria(.labelledby, "time-zone")) {
            h2(.id("time-zone")) { site.text(.timeZone) }
            ul(.class("rows"), .role(.list)) {
                li(.data("time-zone", timeZone?.zone.identifier ?? "")) {
                    div(.class("what")) {
                        p(.class("name")) {
                            if let timeZone {
                                bdi { timeZone.label(on: site) }
                            } else {
                                site.text(.timeZoneAutomatic)
                            }
                        }
                    }
                    a(.class("button", "small", "quiet"), .href(.local(PagePath.timeZone))) { site.text(.changeTimeZone) }
                }
            }
        }
    }
}

/// A time zone with its offset at a time.
package struct ZoneAtTime: Hashable, Sendable {
    let zone: ReaderZone
    private let time: DisplayTime

    package init(_ zone: ReaderZone, at time: DisplayTime) {
        self.zone = zone
        self.time = time
    }

    /// Returns the offset and the city, in the reader's language.
    func label(on site: Site) -> String {
        site.format.choices([zone], at: time.seconds).first?.label ?? zone.identifier
    }
}
