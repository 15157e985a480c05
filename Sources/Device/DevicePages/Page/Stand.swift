package import DeviceSimulator

/// One phone on the page: what it shows, and what the page says of it.
package struct Stand: Sendable {
    /// Counted from 1; addresses and ids have it.
    package let number: Int
    package let view: PhoneView
    /// Shown to whoever tries the device out; nil: the page does not tell.
    package let passcode: String?

    package init(number: Int, view: PhoneView, passcode: String? = nil) {
        self.number = number
        self.view = view
        self.passcode = passcode
    }

    /// An id on the page that no other phone has.
    func id(_ name: String) -> String { "phone-\(number)-\(name)" }
}
