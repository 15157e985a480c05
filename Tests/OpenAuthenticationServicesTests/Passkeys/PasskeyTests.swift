import DeviceSimulator
import Foundation
import OpenAuthenticationServices
import Testing
import WebAuthn

@Suite("Passkeys of an app") @MainActor
struct PasskeyTests {
    @Test("a server accepts the new passkey and the signature that the app's delegate receives")
    func story() async throws {
        let scene = try await PasskeyScene()
        let (creation, signIn) = (Challenge(), Challenge())
        let app = CredentialRequester()
        scene.device.sheets.will(.proceed, .choose(0))
        scene.device.person.will(.match, .match)

        await app.perform([scene.registration(challenge: creation)], on: scene.device)
        let registration = try #require(
            app.credentials.last as? ASAuthorizationPlatformPublicKeyCredentialRegistration, "\(app.told)")
        let credential = try await scene.verified(registration, creation, user: [1]).credential(isRegistered: false)
        await app.perform([scene.assertion(challenge: signIn)], on: scene.device)
        let assertion = try #require(app.credentials.last as? ASAuthorizationPlatformPublicKeyCredentialAssertion, "\(app.told)")
        #expect(try scene.verified(assertion, signIn, credential).user.bytes == [1])

        #expect(registration.attachment == .platform && assertion.attachment == .platform)
        #expect(assertion.credentialID == registration.credentialID)
        #expect(
            scene.device.sheets.shown.map(\.content) == [
                .createPasskey(user: "jane", site: "example.com"), .choice(["jane"]),
            ])
        #expect(scene.device.person.prompts.map(\.purpose) == [.newPasskey, .passkey])
        #expect(scene.device.savedPasskeys.map(\.user) == ["jane"])
    }

    @Test("a passkey has the properties of Apple's: 20 random bytes, ES256, flags 5d, counter 0, no attestation")
    func properties() async throws {
        let scene = try await PasskeyScene()
        let challenge = Challenge()
        let result = try await scene.perform([scene.registration(challenge: challenge)], sheets: [.proceed], person: .match)
        guard case .passkeyRegistration(let registration) = result else {
            Issue.record("\(result)")
            return
        }
        let text = try #require(String(data: registration.rawClientDataJSON, encoding: .utf8))
        let encoded = Data(challenge.bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
        #expect(text == #"{"type":"webauthn.create","challenge":"\#(encoded)","origin":"https://example.com"}"#)
        let verified = try await scene.verified(registration, challenge, user: [1])
        #expect(verified.flags.rawValue == 0x5D)
        #expect(verified.aaguid.description == "fbfc3007-154e-4ecc-8c0b-6e020557d7bd")
        #expect(verified.attestations.map(\.format.rawValue) == ["none"])
        let credential = try verified.credential(isRegistered: false)
        #expect(credential.id.bytes.count == 20 && credential.publicKey.algorithm == .es256 && credential.signCount == 0)
        let other = try await scene.register("joe", handle: [2])
        #expect(other.id != credential.id)
    }

    @Test("a passkey is not backed up while the device is signed out of its account, and stays eligible")
    func signedOut() async throws {
        let scene = try await PasskeyScene()
        let credential = try await scene.register()
        #expect(try await scene.signIn(with: credential).flags == [.userPresent, .userVerified, .backupEligible, .backedUp])
        try scene.device.signOutOfAppleAccount()
        #expect(try await scene.signIn(with: credential).flags == [.userPresent, .userVerified, .backupEligible])
    }

    @Test("a new passkey replaces that of the same user handle")
    func replacing() async throws {
        let scene = try await PasskeyScene()
        let first = try await scene.register("jane")
        let second = try await scene.register("jane@example.com")
        #expect(scene.device.savedPasskeys.map(\.user) == ["jane@example.com"])
        #expect(try await scene.error([scene.assertion(allowing: [Data(first.id.bytes)])]).code == .canceled)
        #expect(try await scene.signIn(with: second).user.bytes == [1])
    }

    @Test("only allowed passkeys are offered, sorted by user name")
    func allowed() async throws {
        let scene = try await PasskeyScene()
        try await scene.register("joe", handle: [2])
        let jane = try await scene.register("jane", handle: [1])
        scene.device.sheets.will(.cancel, .cancel)
        #expect(try await scene.error([scene.assertion()]).code == .canceled)
        #expect(try await scene.error([scene.assertion(allowing: [Data(jane.id.bytes), Data([7])])]).code == .canceled)
        #expect(scene.device.sheets.shown.map(\.content).suffix(2) == [.choice(["jane", "joe"]), .choice(["jane"])])
    }

    @Test("with no passkey, a request ends with canceled and without a sheet", arguments: [true, false])
    func nothing(prefersAvailable: Bool) async throws {
        let scene = try await PasskeyScene()
        let options: ASAuthorizationController.RequestOptions = prefersAvailable ? .preferImmediatelyAvailableCredentials : []
        #expect(try await scene.error([scene.assertion()], options: options).code == .canceled)
        #expect(scene.device.sheets.shown.isEmpty)
        try await scene.register()
        let result = try await scene.perform([scene.assertion()], sheets: [.choose(0)], person: .match, options: options)
        guard case .passkeyAssertion = result else {
            Issue.record("\(result)")
            return
        }
    }

    @Test("passkeys and saved passwords share one sheet")
    func together() async throws {
        let scene = try await PasskeyScene()
        scene.device.savePassword("hunter2", user: "bob", site: "example.com", for: PasskeyScene.app)
        try await scene.register()
        let requests = [
            ASAuthorizationAppleIDProvider().createRequest(), ASAuthorizationPasswordProvider().createRequest(), scene.assertion(),
        ]
        let result = try await scene.perform(requests, sheets: [.choose(1)], person: .match)
        guard case .password(let password) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(password.user == "bob")
        #expect(scene.device.sheets.shown.last?.content == .choice(["jane", "bob"]))
        #expect(scene.device.person.prompts.last?.purpose == .savedPassword)
    }

    @Test("the app cancels its request")
    func cancelling() async throws {
        let scene = try await PasskeyScene()
        let app = CredentialRequester()
        scene.device.sheets.will(.wait)
        await app.perform([scene.registration()], on: scene.device) { controller in
            await scene.device.sheets.shown(times: 1)
            controller.cancel()
        }
        #expect(app.told == [.error(.canceled)] && scene.device.savedPasskeys.isEmpty)
    }

    @Test("a passkey is still there after a restart, and its keychain reveals nothing about it")
    func stored() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "passkey-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let credential = try await PasskeyScene(DeviceSimulator(storedIn: folder.path)).register()
        for case let file as URL in try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)) {
            guard let data = try? Data(contentsOf: file) else { continue }
            for secret in [Data(credential.id.bytes), Data("Passkey".utf8)] {
                #expect(data.range(of: secret) == nil, "\(file.lastPathComponent)")
            }
        }
        let device = try DeviceSimulator(storedIn: folder.path)
        try device.unlock(passcode: "2468")
        #expect(try await PasskeyScene(device).signIn(with: credential).user.bytes == [1])
    }

    @Test("copies of requests and archived credentials are unchanged")
    func values() async throws {
        let scene = try await PasskeyScene()
        let request = scene.registration("jane", handle: [1, 2], excluding: [Data([3])])
        request.displayName = "Jane"
        request.userVerificationPreference = .required
        request.attestationPreference = .direct
        let copy = try #require(request.copy() as? ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest)
        #expect(copy.challenge == request.challenge && copy.name == "jane" && copy.userID == Data([1, 2]))
        #expect(copy.displayName == "Jane" && copy.userVerificationPreference == .required && copy.attestationPreference == .direct)
        #expect(copy.excludedCredentials?.map(\.credentialID) == [Data([3])] && copy.requestStyle == .standard)
        #expect(
            copy.relyingPartyIdentifier == "example.com" && request.provider is ASAuthorizationPlatformPublicKeyCredentialProvider)
        let assertion = scene.assertion(allowing: [Data([4])])
        let other = try #require(assertion.copy() as? ASAuthorizationPlatformPublicKeyCredentialAssertionRequest)
        #expect(other.challenge == assertion.challenge && other.allowedCredentials.map(\.credentialID) == [Data([4])])

        let created = try await scene.perform([scene.registration()], sheets: [.proceed], person: .match)
        let signed = try await scene.perform([scene.assertion()], sheets: [.choose(0)], person: .match)
        guard case .passkeyRegistration(let registration) = created, case .passkeyAssertion(let signature) = signed else {
            Issue.record("\(created), \(signed)")
            return
        }
        let read = try #require(try Self.archived(registration))
        #expect(read.credentialID == registration.credentialID && read.rawClientDataJSON == registration.rawClientDataJSON)
        #expect(read.rawAttestationObject == registration.rawAttestationObject)
        let again = try #require(try Self.archived(signature))
        #expect(again.credentialID == signature.credentialID && again.rawClientDataJSON == signature.rawClientDataJSON)
        #expect(again.userID == signature.userID && again.signature == signature.signature)
        #expect(again.rawAuthenticatorData == signature.rawAuthenticatorData)
    }

    private static func archived<Value: NSObject & NSSecureCoding>(_ value: Value) throws -> Value? {
        let bytes = try NSKeyedArchiver.archivedData(withRootObject: value, requiringSecureCoding: true)
        return try NSKeyedUnarchiver.unarchivedObject(ofClass: Value.self, from: bytes)
    }
}
