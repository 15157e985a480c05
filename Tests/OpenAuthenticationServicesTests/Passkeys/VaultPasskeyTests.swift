import Crypto
import DeviceProtocol
import DeviceSimulator
import Foundation
import OpenAuthenticationServices
import Testing
import WebAuthn

@Suite("Passkeys of another password manager") @MainActor
struct VaultPasskeyTests {
    private static let vault = "ABCDE12345.com.example.vault"

    @Test("are in the sheet, and sign after the device verified the owner")
    func story() async throws {
        let scene = try await scene(["ann"])
        let challenge = Data(repeating: 7, count: 32)
        let prompts = scene.device.person.promptCount
        let request = scene.provider.createCredentialAssertionRequest(challenge: challenge)
        let result = try await scene.perform([request], sheets: [.choose(0)], person: .match)
        #expect(scene.device.sheets.shown.last?.content == .choice(["ann", Self.vault]))
        #expect(scene.device.person.promptCount == prompts + 1)
        guard case .passkeyAssertion(let assertion) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(assertion.credentialID == Data("ann".utf8) && assertion.userID == Data([2]))
        let clientData = String(decoding: assertion.rawClientDataJSON, as: UTF8.self)
        #expect(clientData.contains(#""type":"webauthn.get""#) && clientData.contains(#""origin":"https://example.com""#))
        let signature = try P256.Signing.ECDSASignature(derRepresentation: assertion.signature)
        let signed = assertion.rawAuthenticatorData + Data(SHA256.hash(data: assertion.rawClientDataJSON))
        #expect(PasskeyVault.key.publicKey.isValidSignature(signature, for: signed))
    }

    @Test("are next to the passkeys of the device, and each signs with its own key")
    func together() async throws {
        let scene = try await scene(["ann"])
        let credential = try await scene.register("jane", handle: [1])
        _ = try await scene.perform([scene.assertion()], sheets: [.choose(1)], person: .match)
        #expect(scene.device.sheets.shown.last?.content == .choice(["ann", "jane", Self.vault]))
        let allowed = try await scene.perform(
            [scene.assertion(allowing: [Data("ann".utf8)])], sheets: [.choose(0)], person: .match)
        #expect(scene.device.sheets.shown.last?.content == .choice(["ann", Self.vault]))
        guard case .passkeyAssertion(let assertion) = allowed else {
            Issue.record("\(allowed)")
            return
        }
        #expect(assertion.credentialID != Data(credential.id.bytes))
    }

    @Test(
        "do not sign in if the provider fails, cancels or returns an invalid response",
        arguments: [
            ("cancels", ASAuthorizationError.Code.canceled), ("fails", .failed), ("other-request", .failed),
            ("not-verified", .failed), ("other-site", .failed),
        ])
    func failures(user: String, code: ASAuthorizationError.Code) async throws {
        let scene = try await scene([user])
        #expect(try await scene.error([scene.assertion()], sheets: [.choose(0)], person: .match).code == code)
    }

    @Test("are offered up to a limit, which does not hide a requested one")
    func limit() async throws {
        let users = (100..<170).map { "u\($0)" }
        let scene = try await scene(users)
        #expect(try await scene.error([scene.assertion()], sheets: [.cancel]).code == .canceled)
        #expect(scene.device.sheets.shown.last?.content == .choice(Array(users.prefix(64)) + [Self.vault]))
        _ = try await scene.perform([scene.assertion(allowing: [Data("u169".utf8)])], sheets: [.choose(0)], person: .match)
        #expect(scene.device.sheets.shown.last?.content == .choice(["u169", Self.vault]))
    }

    @Test("derive keys and read their blob in the password manager, and the app receives only what it requested")
    func derived() async throws {
        let scene = try await scene(["derives"])
        let request = scene.assertion(allowing: [Data("derives".utf8)])
        #expect(try await scene.sign(request).prf == nil)
        request.prf = .inputValues(.init(saltInput1: Data([1])))
        request.largeBlob = .read
        let assertion = try await scene.sign(request)
        let derived = try #require(assertion.prf)
        #expect(derived.first == SymmetricKey(data: SHA256.hash(data: Data([1]))) && derived.second == nil)
        #expect(assertion.largeBlob?.result == .read(data: Data([9])))
        // The values of this passkey precede those of any passkey.
        request.prf = .inputValues(
            .init(saltInput1: Data([1])), perCredentialInputValues: [Data("derives".utf8): .init(saltInput1: Data([2]))])
        request.largeBlob = .write(Data([3]))
        let other = try await scene.sign(request)
        #expect(other.prf?.first == SymmetricKey(data: SHA256.hash(data: Data([2]))))
        #expect(other.largeBlob?.result == .write(success: false))
    }

    @Test("have no extensions if the password manager returns no outputs")
    func extensions() async throws {
        let scene = try await scene(["ann"])
        let request = scene.assertion(allowing: [Data("ann".utf8)])
        request.prf = .inputValues(.init(saltInput1: Data([1])))
        for operation in [ASAuthorizationPublicKeyCredentialLargeBlobAssertionInput.read, .write(Data([1]))] {
            request.largeBlob = operation
            let assertion = try await scene.sign(request)
            #expect(assertion.prf == nil)
            #expect(assertion.largeBlob?.result == (operation == .read ? .read(data: nil) : .write(success: false)))
        }
    }

    @Test("are chosen in the list of their manager, which verifies the user")
    func listed() async throws {
        let scene = try await scene([])
        let request = scene.assertion(allowing: [Data("ann".utf8)])
        guard case .passkeyAssertion(let assertion) = try await scene.perform([request], sheets: [.choose(0)]) else {
            Issue.record("no signature")
            return
        }
        #expect(scene.device.sheets.shown.map(\.content) == [.choice([Self.vault])])
        #expect(scene.device.person.promptCount == 0 && assertion.credentialID == Data("ann".utf8))
        let signature = try P256.Signing.ECDSASignature(derRepresentation: assertion.signature)
        let signed = assertion.rawAuthenticatorData + Data(SHA256.hash(data: assertion.rawClientDataJSON))
        #expect(PasskeyVault.key.publicKey.isValidSignature(signature, for: signed))
    }

    @Test(
        "from a list do not sign in if the manager fails, cancels or returns an invalid or unrequested response",
        arguments: [
            ("cancels", ASAuthorizationError.Code.canceled), ("fails", .failed), ("other-request", .failed),
            ("not-verified", .failed), ("other-site", .failed), ("password", .failed),
        ])
    func failuresOfList(user: String, code: ASAuthorizationError.Code) async throws {
        let scene = try await scene([])
        let request = scene.assertion(allowing: [Data(user.utf8)])
        #expect(try await scene.error([request], sheets: [.choose(0)]).code == code)
    }

    @Test("are in a list with passwords if the app also requests a password, and only then the list receives the app's domains")
    func passwordOfList() async throws {
        let scene = try await scene([])
        let requests: [ASAuthorizationRequest] = [
            scene.assertion(allowing: [Data("password".utf8)]), ASAuthorizationPasswordProvider().createRequest(),
        ]
        guard case .password(let password) = try await scene.perform(requests, sheets: [.choose(0)]) else {
            Issue.record("no password")
            return
        }
        #expect(password.user == "ann" && password.password == "services: example.com")
    }

    @Test("in a list are not immediately available")
    func notImmediately() async throws {
        let scene = try await scene([])
        let error = try await scene.error([scene.assertion()], options: .preferImmediatelyAvailableCredentials)
        #expect(error.code == .canceled && scene.device.sheets.shown.isEmpty)
    }

    @Test("do not sign without user presence")
    func withoutOwner() async throws {
        let scene = try await scene(["ann"])
        #expect(try await scene.error([scene.assertion()], sheets: [.choose(0)], person: .cancel).code == .canceled)
    }

    @Test("are not offered while their provider is off, on a locked device, and at another site")
    func notOffered() async throws {
        let scene = try await scene(["ann"])
        scene.device.shareWebCredentials(with: [PasskeyScene.site, "example.org"])
        let other = ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: "example.org")
        let request = other.createCredentialAssertionRequest(challenge: Data([1]))
        #expect(try await scene.error([request]).code == .canceled)
        scene.device.lock()
        #expect(try await scene.error([scene.assertion()]).code == .canceled)
        try scene.device.unlock(passcode: "2468")
        try scene.device.setProvidesPasswords(false, of: Self.vault)
        #expect(try await scene.error([scene.assertion()]).code == .canceled)
    }

    @Test("of an app without an association are not offered to it")
    func notAssociated() async throws {
        let scene = try await scene(["ann"])
        let error = try await scene.error([scene.assertion()], as: "ABCDE12345.com.example.stranger")
        #expect(error.code == .failed)
    }

    @Test("are registered as identities, which the store returns by kind")
    func identities() async throws {
        let scene = try await scene(["ann", "bob"])
        let store = try scene.store(of: Self.vault)
        let stored = await store.credentialIdentities(forService: nil, credentialIdentityTypes: .passkey)
        let passkeys = stored.compactMap { $0 as? ASPasskeyCredentialIdentity }
        #expect(
            passkeys.map(\.userName) == ["ann", "bob"] && passkeys.map(\.credentialID) == [Data("ann".utf8), Data("bob".utf8)])
        #expect(passkeys.map(\.relyingPartyIdentifier) == ["example.com", "example.com"])
        #expect(await store.credentialIdentities(forService: nil, credentialIdentityTypes: .password).isEmpty)
        let invalid = [
            ASPasskeyCredentialIdentity(
                relyingPartyIdentifier: "example.com", userName: "ann", credentialID: Data(), userHandle: Data([2])),
            ASPasskeyCredentialIdentity(
                relyingPartyIdentifier: "example.com", userName: "ann", credentialID: Data([1]), userHandle: Data(count: 65)),
        ]
        for identity in invalid {
            await #expect(throws: ASCredentialIdentityStoreError.self) { try await store.saveCredentialIdentities([identity]) }
        }
    }

    @Test("have values that are encoded and decoded")
    func archives() throws {
        let identity = ASPasskeyCredentialIdentity(
            relyingPartyIdentifier: "example.com", userName: "ann", credentialID: Data([1]), userHandle: Data([2]),
            recordIdentifier: "r")
        identity.rank = 4
        let request = ASPasskeyCredentialRequest(
            credentialIdentity: identity, clientDataHash: Data([3]), userVerificationPreference: .required,
            supportedAlgorithms: [.ES256])
        let read = try #require(try Self.archived(request))
        #expect(read.type == .passkeyAssertion && read.clientDataHash == Data([3]) && read.supportedAlgorithms == [.ES256])
        #expect(read.userVerificationPreference == .required)
        let inner = try #require(read.credentialIdentity as? ASPasskeyCredentialIdentity)
        #expect(inner.credentialID == Data([1]) && inner.userHandle == Data([2]) && inner.rank == 4 && inner.userName == "ann")
        #expect(inner.recordIdentifier == "r" && (inner.copy() as? ASPasskeyCredentialIdentity)?.rank == 4)
        let credential = ASPasskeyAssertionCredential(
            userHandle: Data([1]), relyingParty: "example.com", signature: Data([2]), clientDataHash: Data([3]),
            authenticatorData: Data([4]), credentialID: Data([5]))
        let again = try #require(try Self.archived(credential))
        #expect(again.userHandle == Data([1]) && again.relyingParty == "example.com" && again.signature == Data([2]))
        #expect(again.clientDataHash == Data([3]) && again.authenticatorData == Data([4]) && again.credentialID == Data([5]))
    }

    private static func archived<Value: NSObject & NSSecureCoding>(_ value: Value) throws -> Value? {
        let bytes = try NSKeyedArchiver.archivedData(withRootObject: value, requiringSecureCoding: true)
        return try NSKeyedUnarchiver.unarchivedObject(ofClass: Value.self, from: bytes)
    }

    /// A scene in which the vault has a passkey of each user for example.com.
    func scene(_ users: [String]) async throws -> PasskeyScene {
        let scene = try await PasskeyScene()
        let attributes = ["ASCredentialProviderExtensionCapabilities": ["ProvidesPasskeys": true]]
        let list: [String: Any] = [
            "NSExtension": [
                "NSExtensionPointIdentifier": "com.apple.authentication-services-credential-provider-ui",
                "NSExtensionAttributes": attributes,
            ] as [String: Any]
        ]
        try scene.device.installCredentialProvider(
            PasskeyVault.self, infoPlist: PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0),
            of: Self.vault)
        try scene.device.setProvidesPasswords(true, of: Self.vault)
        let identities: [any ASCredentialIdentity] = users.map { user in
            ASPasskeyCredentialIdentity(
                relyingPartyIdentifier: PasskeyScene.site, userName: user, credentialID: Data(user.utf8), userHandle: Data([2]))
        }
        try await scene.store(of: Self.vault).saveCredentialIdentities(identities)
        return scene
    }
}

extension PasskeyScene {
    fileprivate func store(of app: String) throws -> ASCredentialIdentityStore {
        let link = try device.link(ofApp: app, accessGroups: [])
        return CurrentDevice.$link.withValue(link) { ASCredentialIdentityStore.shared }
    }
}

/// A password manager whose user names say how it responds.
final class PasskeyVault: ASCredentialProviderViewController {
    static let key = P256.Signing.PrivateKey()

    override func prepareCredentialList(
        for serviceIdentifiers: [ASCredentialServiceIdentifier], requestParameters: ASPasskeyCredentialRequestParameters
    ) {
        let user = requestParameters.allowedCredentials.first.map { String(decoding: $0, as: UTF8.self) } ?? ""
        guard user != "password" else {
            let services = serviceIdentifiers.map(\.identifier).joined(separator: " ")
            return extensionContext.completeRequest(
                withSelectedCredential: ASPasswordCredential(user: "ann", password: "services: \(services)"), completionHandler: nil
            )
        }
        provideCredentialWithoutUserInteraction(
            for: ASPasskeyCredentialRequest(
                credentialIdentity: ASPasskeyCredentialIdentity(
                    relyingPartyIdentifier: requestParameters.relyingPartyIdentifier, userName: user,
                    credentialID: Data(user.utf8), userHandle: Data([2])),
                clientDataHash: requestParameters.clientDataHash, userVerificationPreference: .required,
                supportedAlgorithms: [.ES256]))
    }

    override func provideCredentialWithoutUserInteraction(for credentialRequest: any ASCredentialRequest) {
        guard let request = credentialRequest as? ASPasskeyCredentialRequest,
            let identity = request.credentialIdentity as? ASPasskeyCredentialIdentity
        else { return extensionContext.cancelRequest(withError: ASExtensionError(.failed)) }
        switch identity.userName {
        case "cancels": return extensionContext.cancelRequest(withError: ASExtensionError(.userCanceled))
        case "fails": return extensionContext.cancelRequest(withError: ASExtensionError(.failed))
        default: break
        }
        if identity.userName == "derives" { return derive(for: request, identity) }
        let site = identity.userName == "other-site" ? "example.org" : identity.relyingPartyIdentifier
        let flags: UInt8 = identity.userName == "not-verified" ? 0x19 : 0x1d
        let clientDataHash = identity.userName == "other-request" ? Data(count: 32) : request.clientDataHash
        // In Sources/Device/OpenAuthenticationServices/OpenAuthenticationServices.docc/ProvidingCredentials.md
        let data = Data(SHA256.hash(data: Data(site.utf8))) + Data([flags, 0, 0, 0, 0])
        guard let signature = try? Self.key.signature(for: data + request.clientDataHash) else {
            return extensionContext.cancelRequest(withError: ASExtensionError(.failed))
        }
        extensionContext.completeAssertionRequest(
            using: ASPasskeyAssertionCredential(
                userHandle: identity.userHandle, relyingParty: identity.relyingPartyIdentifier,
                signature: signature.derRepresentation, clientDataHash: clientDataHash, authenticatorData: data,
                credentialID: identity.credentialID),
            completionHandler: nil)
        // End
    }

    /// Returns two keys and a blob, also unasked.
    private func derive(for request: ASPasskeyCredentialRequest, _ identity: ASPasskeyCredentialIdentity) {
        let data = Data(SHA256.hash(data: Data(identity.relyingPartyIdentifier.utf8))) + Data([0x1d, 0, 0, 0, 0])
        var values: InputValues?
        if case .assertion(let input) = request.extensionInput { values = input.prf?.inputValues }
        guard let signature = try? Self.key.signature(for: data + request.clientDataHash) else { return }
        let first = SymmetricKey(data: SHA256.hash(data: values?.saltInput1 ?? Data()))
        extensionContext.completeAssertionRequest(
            using: ASPasskeyAssertionCredential(
                userHandle: identity.userHandle, relyingParty: identity.relyingPartyIdentifier,
                signature: signature.derRepresentation, clientDataHash: request.clientDataHash, authenticatorData: data,
                credentialID: identity.credentialID,
                extensionOutput: ASPasskeyAssertionCredentialExtensionOutput(
                    largeBlob: .read(data: Data([9])),
                    prf: ASAuthorizationPublicKeyCredentialPRFAssertionOutput(first: first, second: first))),
            completionHandler: nil)
    }

    private typealias InputValues = ASAuthorizationPublicKeyCredentialPRFAssertionInput.InputValues
}
