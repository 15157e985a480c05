import DeviceSimulator
import Foundation
import OpenAuthenticationServices
import Testing
import WebAuthn

@Suite("Credentials of a security key") @MainActor
struct SecurityKeyTests {
    private static let pin = "1234"

    @Test("a server accepts the credential and each signature, with a counter above 0 and without backup")
    func story() async throws {
        let scene = try await SecurityKeyScene(pin: Self.pin)
        let challenge = Challenge()
        let registration = try await scene.register(scene.registration(challenge: challenge), typing: Self.pin)
        let verified = try await scene.verified(registration, challenge)
        #expect(verified.flags == [.userPresent, .userVerified, .attestedCredential])
        #expect(verified.attestations.map(\.format.rawValue) == ["none"] && registration.transports == [.usb])
        let credential = try verified.credential(isRegistered: false)
        #expect(credential.signCount == 1)
        for count in [UInt32(2), 3] {
            let challenge = Challenge()
            let request = scene.assertion(challenge: challenge, allowing: [registration.credentialID])
            let assertion = try await scene.sign(request, typing: Self.pin)
            let signed = try scene.verified(assertion, challenge, credential)
            #expect(signed.flags == [.userPresent, .userVerified] && signed.counter == .advanced)
            #expect(Array(assertion.rawAuthenticatorData.suffix(4)) == [0, 0, 0, UInt8(count)])
        }
        #expect(
            scene.device.sheets.shown.map(\.content).prefix(2) == [
                .securityKey(site: PasskeyScene.site), .securityKeyPIN(isRepeated: false),
            ])
        // The key verifies the user, not the device.
        #expect(scene.device.person.promptCount == 0 && scene.device.savedPasskeys.isEmpty)
    }

    @Test("the user chooses the security key on the sheet for a new passkey, or creates the passkey", arguments: [true, false])
    func besidePasskey(isFirst: Bool) async throws {
        let scene = try await SecurityKeyScene()
        func requests(_ challenge: Challenge) -> [ASAuthorizationRequest] {
            let both: [ASAuthorizationRequest] = [
                scene.registration(challenge: challenge), scene.scene.registration(challenge: challenge),
            ]
            return isFirst ? both : both.reversed()
        }
        let challenge = Challenge()
        let onKey = try await scene.scene.perform(requests(challenge), sheets: [.choose(0), .proceed])
        guard case .securityKeyRegistration(let registration) = onKey else {
            Issue.record("\(onKey)")
            return
        }
        _ = try await scene.verified(registration, challenge)
        #expect(
            scene.device.sheets.shown.map(\.content) == [
                .createPasskey(user: "jane", site: PasskeyScene.site, offersSecurityKey: true),
                .securityKey(site: PasskeyScene.site),
            ])
        #expect(scene.device.person.promptCount == 0 && scene.device.savedPasskeys.isEmpty)

        let onDevice = try await scene.scene.perform(requests(Challenge()), sheets: [.proceed], person: .match)
        guard case .passkeyRegistration = onDevice else {
            Issue.record("\(onDevice)")
            return
        }
        #expect(scene.device.savedPasskeys.map(\.user) == ["jane"])
    }

    @Test("a new credential attests itself if the server requests an attestation")
    func attestation() async throws {
        let scene = try await SecurityKeyScene()
        let challenge = Challenge()
        let request = scene.registration(challenge: challenge)
        request.attestationPreference = .direct
        let verified = try await scene.verified(try await scene.register(request), challenge)
        #expect(verified.attestations.map(\.format.rawValue) == ["packed"])
        #expect(verified.attestations.map(\.kind) == [.selfSigned])
    }

    @Test("the key works on another device, with its counter and its discoverable credentials")
    func moved() async throws {
        let first = try await SecurityKeyScene(pin: Self.pin)
        let challenge = Challenge()
        let request = first.registration(challenge: challenge)
        request.residentKeyPreference = .required
        let credential = try await first.verified(try await first.register(request, typing: Self.pin), challenge)
            .credential(isRegistered: false)
        first.device.insert(nil)
        let second = try await SecurityKeyScene(first.key)
        let signIn = Challenge()
        let assertion = try await second.sign(second.assertion(challenge: signIn), typing: Self.pin)
        #expect(assertion.userID == Data([1]))
        #expect(try second.verified(assertion, signIn, credential).counter == .advanced)
    }

    @Test("a credential that is not discoverable requires its ID, and has no user handle")
    func notDiscoverable() async throws {
        let scene = try await SecurityKeyScene()
        let id = try await scene.register(scene.registration()).credentialID
        #expect(scene.key.discoverableCredentialCount == 0)
        #expect(try await scene.error(scene.assertion(), answers: [.proceed]).code == .failed)
        #expect(try await scene.sign(scene.assertion(allowing: [id])).userID.isEmpty)
    }

    @Test(
        "the PIN is asked as the server wants, and verifies the user",
        arguments: [
            (ASAuthorizationPublicKeyCredentialUserVerificationPreference.required, true), (.preferred, true),
            (.discouraged, false), (.init("other"), true),
        ])
    func verification(preference: ASAuthorizationPublicKeyCredentialUserVerificationPreference, isAsked: Bool) async throws {
        let scene = try await SecurityKeyScene(pin: Self.pin)
        let registration = scene.registration()
        registration.userVerificationPreference = preference
        let id = try await scene.register(registration, typing: isAsked ? Self.pin : nil).credentialID
        let request = scene.assertion(allowing: [id])
        request.userVerificationPreference = preference
        let assertion = try await scene.sign(request, typing: isAsked ? Self.pin : nil)
        #expect(assertion.rawAuthenticatorData[32] == (isAsked ? 0x05 : 0x01))
        #expect(scene.device.sheets.shown.count == (isAsked ? 4 : 2))
    }

    @Test("a key without a PIN signs for a user who is present, and fails if verification is required")
    func withoutPIN() async throws {
        let scene = try await SecurityKeyScene()
        let id = try await scene.register(scene.registration()).credentialID
        let request = scene.assertion(allowing: [id])
        #expect(try await scene.sign(request).rawAuthenticatorData[32] == 0x01)
        request.userVerificationPreference = .required
        #expect(try await scene.error(request, answers: [.proceed]).code == .failed)
    }

    @Test("eight wrong PINs block the key, also for the right one; a right one restores the attempts")
    func wrongPIN() async throws {
        let scene = try await SecurityKeyScene(pin: Self.pin)
        let id = try await scene.register(
            scene.registration(), answers: [.proceed, .password("0000"), .password(Self.pin)]
        ).credentialID
        #expect(scene.device.sheets.shown.last?.content == .securityKeyPIN(isRepeated: true))
        #expect(scene.key.remainingPINAttempts == 8)
        let wrong = [SimulatedSheets.Answer](repeating: .password("0000"), count: 8)
        #expect(try await scene.error(scene.assertion(allowing: [id]), answers: [.proceed] + wrong).code == .failed)
        #expect(scene.key.remainingPINAttempts == 0)
        #expect(
            try await scene.error(scene.assertion(allowing: [id]), answers: [.proceed, .password(Self.pin)]).code == .failed)
    }

    @Test("without a touch, and after Cancel, nothing is created or signed")
    func notTouched() async throws {
        let scene = try await SecurityKeyScene(pin: Self.pin)
        let answers: [[SimulatedSheets.Answer]] = [[.cancel], [.proceed, .cancel]]
        for cancelled in answers {
            #expect(try await scene.error(scene.registration(), answers: cancelled).code == .canceled)
        }
        scene.key.isTouched = false
        let typed: [SimulatedSheets.Answer] = [.proceed, .password(Self.pin)]
        #expect(try await scene.error(scene.registration(), answers: typed).code == .canceled)
        scene.key.isTouched = true
        let id = try await scene.register(scene.registration(), typing: Self.pin).credentialID
        scene.key.isTouched = false
        #expect(try await scene.error(scene.assertion(allowing: [id]), answers: typed).code == .canceled)
    }

    @Test("without an inserted key, the sheet stays until the user cancels")
    func missing() async throws {
        let scene = try await SecurityKeyScene()
        scene.device.insert(nil)
        #expect(try await scene.error(scene.registration(), answers: [.proceed, .proceed, .cancel]).code == .canceled)
        #expect(
            scene.device.sheets.shown.map(\.content)
                == [SimulatedSheet.Content](repeating: .securityKey(site: PasskeyScene.site), count: 3))
    }

    @Test("an excluded credential fails, but only after the user touched the key")
    func excluded() async throws {
        let scene = try await SecurityKeyScene()
        let id = try await scene.register(scene.registration()).credentialID
        let request = scene.registration()
        request.excludedCredentials = [.init(credentialID: id, transports: [.usb])]
        scene.key.isTouched = false
        #expect(try await scene.error(request, answers: [.proceed]).code == .canceled)
        scene.key.isTouched = true
        #expect(try await scene.error(request, answers: [.proceed]).code == .matchedExcludedCredential)
    }

    @Test("a credential of another site, another key or with one changed bit does not sign")
    func foreign() async throws {
        let scene = try await SecurityKeyScene()
        let id = try await scene.register(scene.registration()).credentialID
        var changed = id
        changed[20] ^= 1
        for other in [changed, Data(), Data(count: 60), Data(count: 1_023)] {
            #expect(try await scene.error(scene.assertion(allowing: [other]), answers: [.proceed]).code == .failed)
        }
        scene.device.shareWebCredentials(with: ["example.com", "example.org"])
        let elsewhere = ASAuthorizationSecurityKeyPublicKeyCredentialProvider(relyingPartyIdentifier: "example.org")
            .createCredentialAssertionRequest(challenge: Data([1]))
        elsewhere.allowedCredentials = [.init(credentialID: id, transports: [])]
        #expect(try await scene.error(elsewhere, answers: [.proceed]).code == .failed)
        scene.device.insert(SimulatedSecurityKey())
        #expect(try await scene.error(scene.assertion(allowing: [id]), answers: [.proceed]).code == .failed)
        scene.device.insert(scene.key)
        #expect(try await scene.sign(scene.assertion(allowing: [id])).credentialID == id)
    }

    @Test("another app, unknown algorithms, and a registration with other requests fail without a sheet")
    func rejected() async throws {
        let scene = try await SecurityKeyScene()
        let stranger = "ABCDE12345.com.example.stranger"
        #expect(try await scene.scene.error([scene.registration()], as: stranger).code == .failed)
        #expect(try await scene.scene.error([scene.assertion()], as: stranger).code == .failed)
        let none = scene.registration()
        none.credentialParameters = []
        #expect(try await scene.error(none).code == .failed)
        let conditional = scene.scene.provider.createCredentialRegistrationRequest(
            challenge: Data([1]), name: "jane", userID: Data([1]), requestStyle: .conditional)
        scene.device.shareWebCredentials(with: ["example.com", "example.org"])
        let elsewhere = ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: "example.org")
            .createCredentialRegistrationRequest(challenge: Data([1]), name: "jane", userID: Data([1]))
        let others: [[ASAuthorizationRequest]] = [
            [scene.scene.assertion()], [conditional], [elsewhere], [scene.registration()],
            [scene.scene.registration(), scene.scene.assertion()], [scene.scene.registration(), scene.assertion()],
        ]
        let key: ASAuthorizationRequest = scene.registration()
        for requests in others {
            for all in [[key] + requests, requests + [key]] {
                let error = try await scene.scene.error(all)
                #expect(error.code == .failed)
                let reason = (error as NSError).localizedFailureReason
                #expect(reason == "a request for a new credential excludes other requests")
            }
        }
        let other = scene.registration()
        other.credentialParameters = [ASAuthorizationPublicKeyCredentialParameters(algorithm: .init(-257))]
        #expect(try await scene.error(other).code == .failed)
        #expect(scene.device.sheets.shown.isEmpty)
    }

    @Test("an association that ends while the sheet is open yields no credential")
    func changedAssociation() async throws {
        let scene = try await SecurityKeyScene()
        let app = CredentialRequester()
        scene.device.sheets.will(.wait)
        await app.perform([scene.registration()], on: scene.device) { _ in
            await scene.device.sheets.shown(times: 1)
            try? await scene.device.install(associatedDomains: [])
            scene.device.sheets.will(.proceed)
        }
        #expect(app.told == [.error(.failed)])
    }

    @Test("a full key takes no further discoverable credential, but replaces one of the same user handle")
    func full() async throws {
        let scene = try await SecurityKeyScene(pin: Self.pin)
        let request = { (handle: UInt8) in
            let request = scene.registration(handle: [handle])
            request.residentKeyPreference = .required
            return request
        }
        for handle in UInt8(1)...25 { _ = try await scene.register(request(handle), typing: Self.pin) }
        #expect(try await scene.error(request(26), answers: [.proceed, .password(Self.pin)]).code == .failed)
        _ = try await scene.register(request(25), typing: Self.pin)
        #expect(scene.key.discoverableCredentialCount == 25)
    }

    @Test(
        "an unknown preference for discoverable credentials is as none",
        arguments: [("later", 0), ("", 0), ("discouraged", 0), ("preferred", 1), ("required", 1)])
    func discoverable(preference: String, count: Int) async throws {
        let scene = try await SecurityKeyScene(pin: Self.pin)
        let request = scene.registration()
        request.residentKeyPreference = .init(rawValue: preference)
        _ = try await scene.register(request, typing: Self.pin)
        #expect(scene.key.discoverableCredentialCount == count)
    }

    @Test("passkeys and passwords of the device precede the key, which the user can choose")
    func together() async throws {
        let scene = try await SecurityKeyScene()
        let id = try await scene.register(scene.registration()).credentialID
        let requests = [scene.scene.assertion(), scene.assertion(allowing: [id])] as [ASAuthorizationRequest]
        let alone = try await scene.scene.perform(requests, sheets: [.proceed])
        guard case .securityKeyAssertion = alone else {
            Issue.record("\(alone)")
            return
        }
        try await scene.scene.register()
        let preferred = try await scene.scene.perform(requests, sheets: [.choose(0)], person: .match)
        guard case .passkeyAssertion = preferred else {
            Issue.record("\(preferred)")
            return
        }
        let chosen = try await scene.scene.perform(requests, sheets: [.choose(1), .proceed])
        guard case .securityKeyAssertion = chosen else {
            Issue.record("\(chosen)")
            return
        }
        #expect(
            scene.device.sheets.shown.map(\.content).suffix(2) == [
                .choice(["jane", PasskeyScene.site]), .securityKey(site: PasskeyScene.site),
            ])
    }

    @Test("copies of requests and archived credentials are unchanged")
    func copies() async throws {
        let scene = try await SecurityKeyScene()
        let request = scene.registration()
        request.userVerificationPreference = .required
        request.residentKeyPreference = .preferred
        request.attestationPreference = .direct
        request.excludedCredentials = [.init(credentialID: Data([3]), transports: [.nfc, .bluetooth])]
        let copy = try #require(request.copy() as? ASAuthorizationSecurityKeyPublicKeyCredentialRegistrationRequest)
        #expect(copy.challenge == request.challenge && copy.name == "jane" && copy.userID == Data([1]))
        #expect(copy.displayName == "Jane" && copy.userVerificationPreference == .required)
        #expect(copy.residentKeyPreference == .preferred && copy.attestationPreference == .direct)
        #expect(copy.excludedCredentials.map(\.credentialID) == [Data([3])])
        #expect(copy.credentialParameters.map(\.algorithm) == [.ES256])
        let descriptor = try #require(try Self.archived(request.excludedCredentials[0]))
        #expect(descriptor.credentialID == Data([3]) && descriptor.transports == [.nfc, .bluetooth])
        let assertion = scene.assertion(allowing: [Data([4])])
        assertion.appID = "https://example.com"
        let other = try #require(assertion.copy() as? ASAuthorizationSecurityKeyPublicKeyCredentialAssertionRequest)
        #expect(other.appID == assertion.appID && other.allowedCredentials.map(\.credentialID) == [Data([4])])

        let made = try await scene.register(scene.registration())
        #expect(try Self.archived(made)?.rawAttestationObject == made.rawAttestationObject)
        let signed = try await scene.sign(scene.assertion(allowing: [made.credentialID]))
        #expect(try Self.archived(signed)?.signature == signed.signature && !signed.appID)
    }

    @Test("the acceptable credentials of a request are also those of its protocol, for descriptors of each class")
    func allowedCredentials() async throws {
        let scene = try await SecurityKeyScene()
        let (passkey, key) = (scene.scene.assertion(allowing: [Data([1])]), scene.assertion(allowing: [Data([2])]))
        let requests: [any ASAuthorizationPublicKeyCredentialAssertionRequest] = [passkey, key]
        #expect(requests.map { $0.allowedCredentials.map(\.credentialID) } == [[Data([1])], [Data([2])]])
        let both = requests.flatMap(\.allowedCredentials)
        for request in requests { request.allowedCredentials = both }
        #expect(passkey.allowedCredentials.map(\.credentialID) == [Data([1]), Data([2])])
        #expect(key.allowedCredentials.map(\.credentialID) == [Data([1]), Data([2])])
        // A descriptor of the request's class keeps its transports.
        #expect(key.allowedCredentials.map(\.transports) == [[.usb, .nfc, .bluetooth], []])
    }

    private static func archived<Value: NSObject & NSSecureCoding>(_ value: Value) throws -> Value? {
        let bytes = try NSKeyedArchiver.archivedData(withRootObject: value, requiringSecureCoding: true)
        return try NSKeyedUnarchiver.unarchivedObject(ofClass: Value.self, from: bytes)
    }
}
