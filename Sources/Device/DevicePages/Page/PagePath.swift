package import Markup

/// The addresses of the pages, and of what they load and send.
package enum PagePath {
    /// All phones side by side.
    package static let devices: LocalPath = "/device"
    /// Change with their text, so that they may be cached for ever.
    package static let stylesheet = LocalPath("/device/assets/\(Stylesheet.device.fingerprint).css") ?? "/device/device.css"
    package static let script = LocalPath("/device/assets/\(Script.device.fingerprint).js") ?? "/device/device.js"

    /// What forms of a phone send to.
    package static func phone(_ number: Int) -> LocalPath {
        devices.appending(segment: "phones").appending(segment: String(number))
    }

    /// What the page reads on, as server-sent events: the phone drawn anew after each change.
    package static func live(_ number: Int) -> LocalPath { phone(number).appending(segment: "live") }
    package static func messages(_ number: Int) -> LocalPath { phone(number).appending(segment: "messages") }
    package static func time(_ number: Int) -> LocalPath { phone(number).appending(segment: "time") }
    package static func network(_ number: Int) -> LocalPath { phone(number).appending(segment: "network") }
}
