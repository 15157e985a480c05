import DeviceBroker
import DeviceProtocol
import Secrets
import Testing

@testable import DeviceServices

@Suite("The state of a request to a security key") struct SecurityKeyCeremonyTests {
    @Test("asks for a security key only if the device has no other credential, and it need not be there at once")
    func securityKey() throws {
        let request = SecurityKeyRequest.assertion(
            try #require(SecurityKeyAssertionRequest(relyingParty: "example.com", challenge: [1])))
        for style in [AuthorizationStyle.modalWhereAvailable, .autoFill] {
            let ceremony = AuthorizationCeremony(
                AuthorizationSituation(style: style, hasKeyboard: true, securityKey: request))
            guard case .rejected(let rejection) = ceremony.step else {
                Issue.record("\(ceremony.step)")
                return
            }
            #expect(rejection.code == (style == .autoFill ? .notHandled : .canceled))
        }
        let other = AuthorizationCeremony(
            AuthorizationSituation(
                acceptsPasswords: true, passwords: [SavedPassword(user: "jane", site: "example.com")], securityKey: request))
        guard case .show(.choice) = other.step else {
            Issue.record("\(other.step)")
            return
        }
        var ceremony = AuthorizationCeremony(AuthorizationSituation(acceptsPasswords: true, securityKey: request))
        for outcome in [SecurityKeyOutcome.keyMissing, .asksPIN(isRepeated: false)] {
            guard case .show(.securityKey(site: "example.com")) = ceremony.step else {
                Issue.record("\(ceremony.step)")
                return
            }
            ceremony.receive(SheetAnswer.proceed)
            guard case .useSecurityKey(request, pin: nil) = ceremony.step else {
                Issue.record("\(ceremony.step)")
                return
            }
            ceremony.receive(outcome)
        }
        for isRepeated in [false, true] {
            guard case .show(.securityKeyPIN(site: "example.com", isRepeated: isRepeated)) = ceremony.step else {
                Issue.record("\(ceremony.step)")
                return
            }
            ceremony.receive(.password(SecretBytes(utf8: "1234")))
            ceremony.receive(SecurityKeyOutcome.asksPIN(isRepeated: true))
        }
        ceremony.receive(SheetAnswer.proceed)
        guard case .rejected(let rejection) = ceremony.step else {
            Issue.record("\(ceremony.step)")
            return
        }
        #expect(rejection.code == .canceled)
    }
}
