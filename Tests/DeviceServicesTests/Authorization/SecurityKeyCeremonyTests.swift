import AssociatedDomains
import DeviceBroker
import DeviceProtocol
import Secrets
import Testing

@testable import DeviceServices

@Suite("The state of a request to a security key") struct SecurityKeyCeremonyTests {
    @Test("asks for a security key at once only if the device has no other credential, and it need not be there at once")
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
            let attempts = isRepeated ? 7 : nil
            guard case .show(.securityKeyPIN(site: "example.com", isRepeated: isRepeated, attempts: attempts)) = ceremony.step
            else {
                Issue.record("\(ceremony.step)")
                return
            }
            ceremony.receive(.password(SecretBytes(utf8: "1234")))
            ceremony.receive(SecurityKeyOutcome.asksPIN(isRepeated: true, attempts: 7))
        }
        ceremony.receive(SheetAnswer.proceed)
        guard case .rejected(let rejection) = ceremony.step else {
            Issue.record("\(ceremony.step)")
            return
        }
        #expect(rejection.code == .canceled)
    }

    @Test("offers the list of a provider last, unless a credential must be available at once", arguments: [true, false])
    func lists(isModal: Bool) throws {
        let vault = try AppIdentifier("ABCDE12345.com.example.vault")
        let assertion = try #require(PasskeyAssertionRequest(relyingParty: "example.com", challenge: [1]))
        let key = SecurityKeyRequest.assertion(
            try #require(SecurityKeyAssertionRequest(relyingParty: "example.com", challenge: [1])))
        let password = SavedPassword(user: "jane", site: "example.com")
        var ceremony = AuthorizationCeremony(
            AuthorizationSituation(
                style: isModal ? .modal : .modalWhereAvailable, acceptsPasswords: true, passwords: [password],
                passkeyProviders: [vault], assertion: assertion, securityKey: key))
        let expected: [Sheet.Candidate] =
            isModal ? [.password(password), .securityKey(site: "example.com"), .provider(vault)] : [.password(password)]
        guard case .show(.choice(expected)) = ceremony.step else {
            Issue.record("\(ceremony.step)")
            return
        }
        ceremony.receive(SheetAnswer.choose(2))
        switch ceremony.step {
        // The provider verifies the user itself.
        case .list(assertion, vault): #expect(isModal)
        case .rejected(let rejection): #expect(!isModal && rejection.code == .canceled)
        default: Issue.record("\(ceremony.step)")
        }
        guard isModal else { return }
        let grant = AuthorizationGrant.password(PasswordGrant(user: "jane", password: "hunter2"))
        ceremony.receive(AuthorizationOutcome.granted(grant))
        guard case .granted(grant) = ceremony.step else {
            Issue.record("\(ceremony.step)")
            return
        }
    }

    @Test(
        "offers a security key beside a new passkey, unless a credential must be available at once",
        arguments: [true, false], [true, false])
    func newPasskey(isModal: Bool, canCreatePasskeys: Bool) throws {
        let vault = try AppIdentifier("ABCDE12345.com.example.vault")
        let key = SecurityKeyRequest.registration(
            try #require(
                SecurityKeyRegistrationRequest(
                    relyingParty: "example.com", challenge: [1], userName: "jane", userHandle: [1], algorithms: [-7])))
        let passkey = try #require(
            PasskeyRegistrationRequest(relyingParty: "example.com", challenge: [1], userName: "jane", userHandle: [1]))
        var ceremony = AuthorizationCeremony(
            AuthorizationSituation(
                style: isModal ? .modal : .modalWhereAvailable, registration: passkey, passkeyProviders: [vault],
                canCreatePasskeys: canCreatePasskeys, securityKey: key))
        if canCreatePasskeys {
            guard case .show(.createPasskey(user: "jane", site: "example.com", places: let places)) = ceremony.step else {
                Issue.record("\(ceremony.step)")
                return
            }
            let expected: [Sheet.PasskeyPlace] = isModal ? [.provider(vault), .securityKey] : [.provider(vault)]
            #expect(places == expected)
            ceremony.receive(SheetAnswer.choose(1))
        }
        guard isModal else {
            guard case .rejected(let rejection) = ceremony.step else {
                Issue.record("\(ceremony.step)")
                return
            }
            #expect(rejection.code == (canCreatePasskeys ? .canceled : .deviceNotConfiguredForPasskeyCreation))
            return
        }
        guard case .show(.securityKey(site: "example.com")) = ceremony.step else {
            Issue.record("\(ceremony.step)")
            return
        }
        ceremony.receive(SheetAnswer.proceed)
        guard case .useSecurityKey(key, pin: nil) = ceremony.step else {
            Issue.record("\(ceremony.step)")
            return
        }
    }

    @Test("offers a security key after the saved credentials, unless these must be available at once", arguments: [true, false])
    func candidates(isModal: Bool) throws {
        let request = SecurityKeyRequest.assertion(
            try #require(SecurityKeyAssertionRequest(relyingParty: "example.com", challenge: [1])))
        let password = SavedPassword(user: "jane", site: "example.com")
        var ceremony = AuthorizationCeremony(
            AuthorizationSituation(
                style: isModal ? .modal : .modalWhereAvailable, acceptsPasswords: true, passwords: [password],
                securityKey: request))
        guard case .show(.choice(let candidates)) = ceremony.step else {
            Issue.record("\(ceremony.step)")
            return
        }
        let expected: [Sheet.Candidate] =
            isModal ? [.password(password), .securityKey(site: "example.com")] : [.password(password)]
        #expect(candidates == expected)
        ceremony.receive(SheetAnswer.choose(1))
        switch ceremony.step {
        // The key verifies the user itself.
        case .show(.securityKey(site: "example.com")): #expect(isModal)
        case .rejected(let rejection): #expect(!isModal && rejection.code == .canceled)
        default: Issue.record("\(ceremony.step)")
        }
    }
}
