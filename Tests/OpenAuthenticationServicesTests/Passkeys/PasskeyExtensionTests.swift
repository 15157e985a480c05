import Crypto
import DeviceSimulator
import Foundation
import OpenAuthenticationServices
import Testing
import WebAuthn

@Suite("Extensions of passkeys") @MainActor
struct PasskeyExtensionTests {
    private typealias Values = ASAuthorizationPublicKeyCredentialPRFAssertionInput.InputValues

    private static let values = Values(saltInput1: Data("first".utf8), saltInput2: Data("second".utf8))

    @Test("the keys at creation and at each sign-in are equal, and others for another value or passkey")
    func keys() async throws {
        let scene = try await PasskeyScene()
        let jane = try await scene.create(prf: .inputValues(Self.values))
        let created = try #require(jane.prf)
        #expect(created.isSupported && created.first?.bitCount == 256 && created.second?.bitCount == 256)
        #expect(created.first != created.second)
        for _ in 1...2 {
            let signed = try #require(try await scene.sign(prf: .inputValues(Self.values), allowing: jane.credentialID).prf)
            #expect(signed.first == created.first && signed.second == created.second)
        }
        let other = try await scene.sign(
            prf: .inputValues(Values(saltInput1: Data("other".utf8))), allowing: jane.credentialID)
        #expect(other.prf?.first != created.first && other.prf?.second == nil)
        let joe = try await scene.create("joe", handle: [2], prf: .inputValues(Self.values))
        #expect(joe.prf?.first != created.first)
    }

    @Test("a passkey that was created without the extension derives keys, and reports support only on request")
    func support() async throws {
        let scene = try await PasskeyScene()
        let plain = try await scene.create()
        #expect(plain.prf == nil && plain.largeBlob == nil)
        #expect(try await scene.sign(prf: .inputValues(Self.values), allowing: plain.credentialID).prf != nil)
        #expect(try await scene.sign(allowing: plain.credentialID).prf == nil)
        let asked = try #require(try await scene.create("joe", handle: [2], prf: .checkForSupport).prf)
        #expect(asked.isSupported && asked.first == nil && asked.second == nil)
    }

    @Test("values by credential apply to the chosen passkey, and the general ones to others")
    func byCredential() async throws {
        let scene = try await PasskeyScene()
        let jane = try await scene.create()
        let id = jane.credentialID
        let special = Values(saltInput1: Data("special".utf8))
        let expected = try await scene.sign(prf: .inputValues(special), allowing: id).prf?.first
        #expect(expected != nil)
        let named = try await scene.sign(
            prf: .inputValues(Self.values, perCredentialInputValues: [id: special]), allowing: id)
        #expect(named.prf?.first == expected && named.prf?.second == nil)
        #expect(try await scene.sign(prf: .perCredentialInputValues([id: special]), allowing: id).prf?.first == expected)

        let request = scene.assertion(allowing: [id, Data([7])])
        request.prf = .inputValues(Self.values, perCredentialInputValues: [Data([7]): special])
        let general = try await scene.sign(request)
        #expect(general.prf?.second != nil)
        request.prf = .perCredentialInputValues([Data([7]): special])
        #expect(try await scene.sign(request).prf == nil)
    }

    @Test("values for a passkey that is not allowed, and values that are too long, fail without a sheet")
    func invalidValues() async throws {
        let scene = try await PasskeyScene()
        let id = try await scene.create().credentialID
        let shown = scene.device.sheets.shown.count
        let long = Values(saltInput1: Data(count: 1_025))
        let inputs: [(allowed: [Data], prf: ASAuthorizationPublicKeyCredentialPRFAssertionInput)] = [
            ([], .perCredentialInputValues([id: Self.values])), ([Data([7])], .perCredentialInputValues([id: Self.values])),
            ([id], .inputValues(long)), ([id], .inputValues(Values(saltInput1: Data(), saltInput2: Data(count: 1_025)))),
            ([id], .perCredentialInputValues([id: long])),
        ]
        for input in inputs {
            let request = scene.assertion(allowing: input.allowed)
            request.prf = input.prf
            #expect(try await scene.error([request]).code == .failed)
        }
        let registration = scene.registration("joe", handle: [2])
        registration.prf = .inputValues(long)
        #expect(try await scene.error([registration]).code == .failed)
        #expect(scene.device.sheets.shown.count == shown)
    }

    @Test("another app, and a user who is not verified, get no keys")
    func strangers() async throws {
        let scene = try await PasskeyScene()
        let id = try await scene.create().credentialID
        let request = scene.assertion(allowing: [id])
        request.prf = .inputValues(Self.values)
        request.userVerificationPreference = .discouraged
        #expect(try await scene.error([request], as: "ABCDE12345.com.example.stranger").code == .failed)
        #expect(try await scene.error([request], sheets: [.choose(0)], person: .cancel).code == .canceled)
        #expect(try await scene.sign(request).prf != nil)
    }

    @Test("a blob is empty at first, and each sign-in reads the one that was written last")
    func blob() async throws {
        let scene = try await PasskeyScene()
        let registration = try await scene.create(largeBlob: .supportRequired)
        let id = registration.credentialID
        #expect(registration.largeBlob?.isSupported == true)
        #expect(try await scene.sign(largeBlob: .read, allowing: id).largeBlob?.result == .read(data: nil))
        for blob in [Data("one".utf8), Data(), Data(count: 4_096)] {
            #expect(try await scene.sign(largeBlob: .write(blob), allowing: id).largeBlob?.result == .write(success: true))
            #expect(try await scene.sign(largeBlob: .read, allowing: id).largeBlob?.result == .read(data: blob))
        }
        #expect(try await scene.sign(allowing: id).largeBlob == nil)
    }

    @Test("a blob that is too large, or of a passkey without support, is not stored, and the sign-in succeeds")
    func rejectedBlob() async throws {
        let scene = try await PasskeyScene()
        let supporting = try await scene.create(largeBlob: .supportPreferred).credentialID
        let plain = try await scene.create("joe", handle: [2]).credentialID
        _ = try await scene.sign(largeBlob: .write(Data([1])), allowing: supporting)
        for (id, blob, stored) in [(supporting, Data(count: 4_097), Data([1])), (plain, Data([1]), nil)] as [(Data, Data, Data?)] {
            #expect(try await scene.sign(largeBlob: .write(blob), allowing: id).largeBlob?.result == .write(success: false))
            #expect(try await scene.sign(largeBlob: .read, allowing: id).largeBlob?.result == .read(data: stored))
        }
    }

    @Test("a blob without exactly one allowed passkey, and one above 65,536 bytes, fail without a sheet")
    func invalidBlob() async throws {
        let scene = try await PasskeyScene()
        let id = try await scene.create(largeBlob: .supportRequired).credentialID
        let shown = scene.device.sheets.shown.count
        for (allowed, count) in [([], 1), ([id, Data([7])], 1), ([id], 65_537)] as [([Data], Int)] {
            let request = scene.assertion(allowing: allowed)
            request.largeBlob = .write(Data(count: count))
            #expect(try await scene.error([request]).code == .failed)
        }
        #expect(scene.device.sheets.shown.count == shown)
    }

    @Test("a blob and keys survive a new name, and end with a new passkey of the same user handle")
    func replaced() async throws {
        let scene = try await PasskeyScene()
        let first = try await scene.create(prf: .inputValues(Self.values), largeBlob: .supportRequired)
        _ = try await scene.sign(largeBlob: .write(Data([1])), allowing: first.credentialID)
        let second = try await scene.create(prf: .inputValues(Self.values), largeBlob: .supportRequired)
        #expect(second.prf?.first != first.prf?.first)
        #expect(try await scene.sign(largeBlob: .read, allowing: second.credentialID).largeBlob?.result == .read(data: nil))
    }

    @Test("requests copy their extensions, and archived credentials contain no keys")
    func copies() async throws {
        let scene = try await PasskeyScene()
        let request = scene.registration()
        request.prf = .inputValues(Self.values)
        request.largeBlob = .supportPreferred
        let copy = try #require(request.copy() as? ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest)
        #expect(copy.prf == request.prf && copy.largeBlob == request.largeBlob)
        #expect(copy.prf?.inputValues == Self.values && copy.prf?.shouldCheckForSupport == false)
        let assertion = scene.assertion(allowing: [Data([1])])
        assertion.prf = .perCredentialInputValues([Data([1]): Self.values])
        assertion.largeBlob = .write(Data([2]))
        let other = try #require(assertion.copy() as? ASAuthorizationPlatformPublicKeyCredentialAssertionRequest)
        #expect(other.prf == assertion.prf && other.largeBlob == assertion.largeBlob)

        let registration = try await scene.create(prf: .inputValues(Self.values))
        let bytes = try NSKeyedArchiver.archivedData(withRootObject: registration, requiringSecureCoding: true)
        let key = try #require(registration.prf?.first).withUnsafeBytes { Data($0) }
        #expect(bytes.range(of: key) == nil)
        let read = try NSKeyedUnarchiver.unarchivedObject(
            ofClass: ASAuthorizationPlatformPublicKeyCredentialRegistration.self, from: bytes)
        #expect(read?.credentialID == registration.credentialID && read?.prf == nil)
    }
}

extension PasskeyScene {
    /// Creates a passkey with the user's consent.
    func create(
        _ user: String = "jane", handle: [UInt8] = [1], prf: ASAuthorizationPublicKeyCredentialPRFRegistrationInput? = nil,
        largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobRegistrationInput? = nil
    ) async throws -> ASAuthorizationPlatformPublicKeyCredentialRegistration {
        let challenge = Challenge()
        let request = registration(user, handle: handle, challenge: challenge)
        request.prf = prf
        request.largeBlob = largeBlob
        let result = try await perform([request], sheets: [.proceed], person: .match)
        guard case .passkeyRegistration(let registration) = result else { throw OtherResult() }
        // Outputs of extensions are not part of what the server verifies.
        _ = try await verified(registration, challenge, user: handle)
        return registration
    }

    /// Signs in with the only allowed passkey.
    func sign(
        prf: ASAuthorizationPublicKeyCredentialPRFAssertionInput? = nil,
        largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobAssertionInput? = nil, allowing id: Data
    ) async throws -> ASAuthorizationPlatformPublicKeyCredentialAssertion {
        let request = assertion(allowing: [id])
        request.prf = prf
        request.largeBlob = largeBlob
        return try await sign(request)
    }

    func sign(
        _ request: ASAuthorizationPlatformPublicKeyCredentialAssertionRequest
    ) async throws -> ASAuthorizationPlatformPublicKeyCredentialAssertion {
        let result = try await perform([request], sheets: [.choose(0)], person: .match)
        guard case .passkeyAssertion(let assertion) = result else { throw OtherResult() }
        return assertion
    }

    private struct OtherResult: Error {}
}
