import Testing

@testable import DeviceSimulator
@testable import latchkey

@Suite("The output of latchkey phone show") struct PhoneListingTests {
    @Test("a notification of the system is a line")
    func notification() throws {
        var view = try Phone(name: "Anna’s iPhone").view
        view.notification = .passkeySaved(user: "anna", site: "example.com")
        #expect(PhoneListing(view).lines.last == "notification: passkey saved for anna at example.com")
    }

    @Test("a prompt about a saved password has a line with the site and the account")
    func credential() throws {
        var view = try Phone(name: "Anna’s iPhone").view
        let prompt = PhoneView.PromptView(
            number: 1, app: "Shop", reason: "Delete a saved password", way: .passcode, cancelTitle: "Cancel", isRepeated: false,
            purpose: .deletePassword, credential: .init(user: "anna", site: "example.com"))
        view.overlays = [.prompt(prompt)]
        let lines = PhoneListing(view).lines.suffix(3)
        #expect(
            lines == ["prompt for the passcode: Delete a saved password", "site example.com, account anna", "[Cancel]"])
    }
}
