import DeviceSimulator
import Testing

@testable import latchkey

@Suite("The output of latchkey phone show") struct PhoneListingTests {
    @Test("a notification of the system is a line")
    func notification() throws {
        var view = try Phone(name: "Anna’s iPhone").view
        view.notification = .passkeySaved(user: "anna", site: "example.com")
        #expect(PhoneListing(view).lines.last == "notification: passkey saved for anna at example.com")
    }
}
