import Crypto
import DeviceProtocol
import DeviceSimulator
import Foundation
import Testing
import WebAuthn

@testable import OpenAuthenticationServices

@Suite("New passkeys in another password manager") @MainActor
struct VaultRegistrationTests {
    private static let vault = "ABCDE12345.com.example.vault"

    @Test("the user chooses the app on the sheet, and the server accepts the passkey that the app created")
    func story() async throws {
        let scene = try await scene()
        let challenge = Challenge()
        let result = try await scene.perform(
            [scene.registration(challenge: challenge)], sheets: [.choose(0)], person: .match)
        guard case .passkeyRegistration(let registration) = result else {
            Issue.record("\(result)")
            return
        }
        let verified = try await scene.verified(registration, challenge, user: [1])
        #expect(verified.attestations.map(\.format.rawValue) == ["none"])
        #expect(registration.credentialID == Data("jane".utf8))
        #expect(
            scene.device.sheets.shown.map(\.content) == [
                .createPasskey(user: "jane", site: "example.com", providers: [Self.vault])
            ])
        #expect(scene.device.person.prompts.map(\.purpose) == [.newPasskey] && scene.device.savedPasskeys.isEmpty)
    }

    @Test("the user chooses the app on the sheet for a new account, and the server accepts the passkey that the app created")
    func newAccount() async throws {
        let scene = try await scene()
        let challenge = Challenge()
        let request = ASAuthorizationAccountCreationProvider().createPlatformPublicKeyCredentialRegistrationRequest(
            acceptedContactIdentifiers: [.email], shouldRequestName: true, relyingPartyIdentifier: PasskeyScene.site,
            challenge: Data(challenge.bytes), userID: Data([1]))
        let result = try await scene.perform(
            [request], sheets: [.account(givenName: "Jane", contact: "jane@example.com", provider: 0)], person: .match)
        guard case .passkeyAccountCreation(let account) = result, case .email(let email) = account.contactIdentifier else {
            Issue.record("\(result)")
            return
        }
        _ = try await scene.verified(account.credentialRegistration, challenge, user: [1])
        #expect(account.credentialRegistration.credentialID == Data("jane@example.com".utf8))
        #expect(email.value == "jane@example.com" && account.name?.givenName == "Jane")
        #expect(
            scene.device.sheets.shown.map(\.content) == [
                .newAccount(site: "example.com", givenName: "", familyName: "", contacts: [], providers: [Self.vault])
            ])
        #expect(scene.device.person.prompts.map(\.purpose) == [.newPasskey] && scene.device.savedPasskeys.isEmpty)
    }

    @Test("the passkey is saved on the device if the user continues")
    func onDevice() async throws {
        let scene = try await scene()
        try await scene.register()
        #expect(scene.device.savedPasskeys.map(\.user) == ["jane"])
    }

    @Test(
        "the app receives an error if the password manager fails, cancels, or returns an invalid passkey",
        arguments: [
            ("cancels", ASAuthorizationError.Code.canceled), ("fails", .failed), ("has-one", .matchedExcludedCredential),
            ("other-request", .failed), ("other-site", .failed), ("not-verified", .failed), ("other-type", .failed),
        ])
    func failures(user: String, code: ASAuthorizationError.Code) async throws {
        let scene = try await scene()
        let error = try await scene.error([scene.registration(user)], sheets: [.choose(0)], person: .match)
        #expect(error.code == code)
        #expect(scene.device.savedPasskeys.isEmpty)
    }

    @Test("a registered passkey that the request excludes is not created again, and the extension is not asked")
    func excluded() async throws {
        let scene = try await scene()
        let link = try scene.device.link(ofApp: Self.vault, accessGroups: [])
        let store = CurrentDevice.$link.withValue(link) { ASCredentialIdentityStore.shared }
        try await store.saveCredentialIdentities([
            ASPasskeyCredentialIdentity(
                relyingPartyIdentifier: PasskeyScene.site, userName: "jane", credentialID: Data([5]), userHandle: Data([1]))
        ])
        let error = try await scene.error(
            [scene.registration(excluding: [Data([5])])], sheets: [.choose(0)], person: .match)
        #expect(error.code == .matchedExcludedCredential)
    }

    @Test("without the owner, the password manager is not asked")
    func withoutOwner() async throws {
        let scene = try await scene()
        let error = try await scene.error([scene.registration()], sheets: [.choose(0)], person: .cancel)
        #expect(error.code == .canceled)
    }

    @Test("an app that is off or provides only passwords is not offered", arguments: ["off", "ProvidesPasswords"])
    func notOffered(state: String) async throws {
        let scene = try await scene(state == "off" ? "ProvidesPasskeys" : state)
        if state == "off" { try scene.device.setProvidesPasswords(false, of: Self.vault) }
        #expect(try await scene.error([scene.registration()], sheets: [.choose(0)]).code == .canceled)
        #expect(scene.device.sheets.shown.map(\.content) == [.createPasskey(user: "jane", site: "example.com")])
    }

    @Test("the app is not offered if the passkey must store a blob")
    func requiredBlob() async throws {
        let scene = try await scene()
        let request = scene.registration()
        request.largeBlob = .supportRequired
        _ = try await scene.perform([request], sheets: [.proceed], person: .match)
        #expect(scene.device.sheets.shown.map(\.content) == [.createPasskey(user: "jane", site: "example.com")])
    }

    @Test("the app receives the outputs of the password manager's extensions that it requested")
    func outputs() async throws {
        let scene = try await scene()
        let request = scene.registration("derives")
        request.prf = .inputValues(.init(saltInput1: Data([1])))
        request.largeBlob = .supportPreferred
        let registration = try await scene.registered(request)
        #expect(registration.prf?.first == SymmetricKey(data: SHA256.hash(data: Data([1]))))
        #expect(registration.largeBlob == .supported)
        request.prf = .checkForSupport
        request.largeBlob = nil
        let checked = try await scene.registered(request)
        #expect(checked.prf?.isSupported == true && checked.prf?.first == nil && checked.largeBlob == nil)
        request.prf = nil
        #expect(try await scene.registered(request).prf == nil)
    }

    @Test("a passkey of the app reports no support for extensions without outputs")
    func extensions() async throws {
        let scene = try await scene()
        let request = scene.registration()
        request.prf = .checkForSupport
        request.largeBlob = .supportPreferred
        let result = try await scene.perform([request], sheets: [.choose(0)], person: .match)
        guard case .passkeyRegistration(let registration) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(registration.prf?.isSupported == false && registration.largeBlob == .unsupported)
    }

    @Test("a new passkey is encoded and decoded")
    func archives() throws {
        let credential = ASPasskeyRegistrationCredential(
            relyingParty: "example.com", clientDataHash: Data([3]), credentialID: Data([1]), attestationObject: Data([4]))
        let bytes = try NSKeyedArchiver.archivedData(withRootObject: credential, requiringSecureCoding: true)
        let read = try #require(
            try NSKeyedUnarchiver.unarchivedObject(ofClass: ASPasskeyRegistrationCredential.self, from: bytes))
        #expect(read.relyingParty == "example.com" && read.clientDataHash == Data([3]))
        #expect(read.credentialID == Data([1]) && read.attestationObject == Data([4]))
    }

    @Test("a request with a malformed excluded passkey is not decoded")
    func malformedArchive() throws {
        let order = try #require(
            PasskeyCreationOrder(
                relyingParty: "example.com", userName: "jane", userHandle: [2], clientDataHash: [UInt8](repeating: 3, count: 32),
                excludedCredentials: [[4], [5]]))
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        archiver.outputFormat = .xml
        archiver.encode(ASPasskeyCredentialRequest(order), forKey: NSKeyedArchiveRootObjectKey)
        let text = String(decoding: archiver.encodedData, as: UTF8.self)
        func read(_ text: String) -> ASPasskeyCredentialRequest? {
            try? NSKeyedUnarchiver.unarchivedObject(ofClass: ASPasskeyCredentialRequest.self, from: Data(text.utf8))
        }
        #expect(read(text)?.excludedCredentials?.map(\.credentialID) == [Data([4]), Data([5])])
        #expect(read(text.replacing("BA== BQ==", with: "BA== B!==")) == nil)
    }

    func scene(_ capability: String = "ProvidesPasskeys") async throws -> PasskeyScene {
        let scene = try await PasskeyScene()
        let list: [String: Any] = [
            "NSExtension": [
                "NSExtensionPointIdentifier": "com.apple.authentication-services-credential-provider-ui",
                "NSExtensionAttributes": ["ASCredentialProviderExtensionCapabilities": [capability: true]],
            ] as [String: Any]
        ]
        try scene.device.installCredentialProvider(
            CreatingVault.self, infoPlist: PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0),
            of: Self.vault)
        try scene.device.setProvidesPasswords(true, of: Self.vault)
        return scene
    }
}

/// A password manager whose user names say how it responds. The user name is the ID of the passkey.
private final class CreatingVault: ASCredentialProviderViewController {
    override func prepareInterface(forPasskeyRegistration registrationRequest: any ASCredentialRequest) {
        guard let request = registrationRequest as? ASPasskeyCredentialRequest, request.type == .passkeyRegistration,
            let identity = request.credentialIdentity as? ASPasskeyCredentialIdentity, identity.credentialID.isEmpty,
            request.supportedAlgorithms == [.ES256], request.excludedCredentials?.isEmpty == true
        else { return extensionContext.cancelRequest(withError: ASExtensionError(.failed)) }
        let user = identity.userName
        switch user {
        case "cancels": return extensionContext.cancelRequest(withError: ASExtensionError(.userCanceled))
        case "fails": return extensionContext.cancelRequest(withError: ASExtensionError(.failed))
        case "has-one": return extensionContext.cancelRequest(withError: ASExtensionError(.matchedExcludedCredential))
        case "other-type":
            return extensionContext.completeRequest(
                withSelectedCredential: ASPasswordCredential(user: user, password: "hunter2"), completionHandler: nil)
        default: break
        }
        let site = user == "other-site" ? "example.org" : identity.relyingPartyIdentifier
        let point = Array(P256.Signing.PrivateKey().publicKey.rawRepresentation)
        let key = CBOR.map(
            CBORMap([
                (.integer(1), .integer(2)), (.integer(3), .integer(-7)), (.integer(-1), .integer(1)),
                (.integer(-2), .bytes(Array(point.prefix(32)))), (.integer(-3), .bytes(Array(point.suffix(32)))),
            ])
        ).encoded
        let id = Array(user.utf8)
        var data = Array(SHA256.hash(data: Array(site.utf8)))
        data += [user == "not-verified" ? 0x59 : 0x5d, 0, 0, 0, 0]
        data += [UInt8](repeating: 0, count: 16)
        data += [0, UInt8(id.count)]
        data += id + key
        let object = CBOR.map(
            CBORMap([(.text("fmt"), .text("none")), (.text("attStmt"), .map(CBORMap([]))), (.text("authData"), .bytes(data))]))
        let clientDataHash = user == "other-request" ? Data(count: 32) : request.clientDataHash
        if user == "derives" {
            var values: Values?
            if case .registration(let input) = request.extensionInput { values = input.prf?.inputValues }
            return extensionContext.completeRegistrationRequest(
                using: ASPasskeyRegistrationCredential(
                    relyingParty: site, clientDataHash: clientDataHash, credentialID: Data(id),
                    attestationObject: Data(object.encoded),
                    extensionOutput: ASPasskeyRegistrationCredentialExtensionOutput(
                        largeBlob: .supported,
                        prf: ASAuthorizationPublicKeyCredentialPRFRegistrationOutput(
                            first: SymmetricKey(data: SHA256.hash(data: values?.saltInput1 ?? Data())), second: nil))),
                completionHandler: nil)
        }
        // In Sources/Device/OpenAuthenticationServices/OpenAuthenticationServices.docc/ProvidingCredentials.md
        extensionContext.completeRegistrationRequest(
            using: ASPasskeyRegistrationCredential(
                relyingParty: identity.relyingPartyIdentifier, clientDataHash: clientDataHash, credentialID: Data(id),
                attestationObject: Data(object.encoded)),
            completionHandler: nil)
        // End
    }

    private typealias Values = ASAuthorizationPublicKeyCredentialPRFAssertionInput.InputValues
}

extension PasskeyScene {
    /// Creates a passkey in the password manager.
    fileprivate func registered(
        _ request: ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest
    ) async throws -> ASAuthorizationPlatformPublicKeyCredentialRegistration {
        let result = try await perform([request], sheets: [.choose(0)], person: .match)
        guard case .passkeyRegistration(let registration) = result else { throw Unexpected() }
        return registration
    }

    private struct Unexpected: Error {}
}
