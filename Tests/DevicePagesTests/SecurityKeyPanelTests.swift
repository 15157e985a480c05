@testable import DevicePages
@testable import DeviceSimulator
import Testing

@Suite("The security key beside a phone")
struct SecurityKeyPanelTests {
    private func markup(_ key: PhoneView.SecurityKeyView?, isLocked: Bool = false) -> String {
        var view = PhoneView.sample(isLocked ? .locked(.init(takesBiometry: true, takesPasscode: true)) : .home([]))
        view.securityKey = key
        return PhoneSample(name: "", view: view).markup
    }

    @Test("is inserted with a button, which a locked phone disables")
    func insertion() {
        #expect(markup(nil).contains("insertSecurityKey") && !markup(nil).contains("removeSecurityKey"))
        #expect(!markup(nil).contains("resetSecurityKey") && !markup(nil).contains("new-pin"))
        #expect(markup(.sample).contains("removeSecurityKey") && !markup(.sample).contains("insertSecurityKey"))
        let button = markup(nil, isLocked: true).firstMatch(of: /<button[^>]*insertSecurityKey[^>]*>/)
        #expect(button?.0.contains(" disabled") == true)
    }

    @Test("neither sets its PIN nor resets it on a locked phone")
    func locked() {
        let shown = markup(.sample, isLocked: true)
        #expect(shown.contains("quotes.example.com"))
        #expect(!shown.contains("new-pin") && !shown.contains("resetSecurityKey"))
    }

    @Test("shows its passkeys and the state of its PIN")
    func state() {
        let shown = markup(.sample)
        #expect(shown.contains("quotes.example.com") && shown.contains("mira &lt;rao&gt;") && shown.contains("Attempts left: 7"))
        let empty = markup(PhoneView.SecurityKeyView(hasPIN: false, remainingAttempts: 8, credentials: []))
        #expect(empty.contains("No PIN is set.") && empty.contains("This security key has no passkeys."))
    }

    @Test("asks for the current PIN only if it has one, and takes none while the PIN is blocked")
    func pin() {
        #expect(markup(.sample).contains(" name=\"pin\"") && markup(.sample).contains(" name=\"new-pin\""))
        let without = markup(PhoneView.SecurityKeyView(hasPIN: false, remainingAttempts: 8, credentials: []))
        #expect(!without.contains(" name=\"pin\"") && without.contains(" name=\"new-pin\""))
        let blocked = markup(PhoneView.SecurityKeyView(hasPIN: true, remainingAttempts: 0, credentials: []))
        #expect(blocked.contains("The PIN is blocked.") && !blocked.contains(" name=\"new-pin\""))
        #expect(blocked.contains("resetSecurityKey"))
    }
}
