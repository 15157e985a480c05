import Crypto
import DeviceParts
import DeviceSimulator
import Foundation
import JSONText
import OpenAuthenticationServices
import PasskeyPeers
import Secrets
import TestKit
import Testing
import WebAuthn

/// The device's responses, verified by py_webauthn and python-fido2.
@Suite(
    "Passkeys verified by other implementations", .tags(.realParts), .timeLimit(.minutes(20)),
    .enabled(if: PasskeyPeers.isProvided, "the packages of Tests/PasskeyPeers are not here: scripts/setup test installs them"))
@MainActor
struct PasskeyPeerTests {
    @Test("are accepted, and rejected after one bit is flipped", arguments: PasskeyKind.allCases)
    func verified(kind: PasskeyKind) async throws {
        try await verify(kind, PasskeyScene())
    }

    @Test(
        "whose key is in a TPM are accepted, and rejected after one bit is flipped",
        .enabled(if: SimulatedTPM.isInstalled, "\(SimulatedTPM.need)"))
    func inTPM() async throws {
        try await ManagedPasskeyTPMTests.withTPM { connection in
            try await verify(.deviceBound, PasskeyScene(DeviceSimulator(enclave: .tpm(connection))))
        }
    }

    private func verify(_ kind: PasskeyKind, _ scene: PasskeyScene) async throws {
        let identity = try AttestationIdentity()
        if kind != .backedUp {
            scene.device.managePasskeys(
                of: [PasskeyScene.site], keysStayOnDevice: kind == .deviceBound, certificates: [Data(identity.certificate)],
                attestationKey: identity.key.rawRepresentation)
        }
        let (creation, signIn) = (Challenge(), Challenge())
        let request = scene.registration(challenge: creation)
        request.attestationPreference = kind == .attested ? .enterprise : .none
        request.prf = .inputValues(.init(saltInput1: Data([1])))
        request.largeBlob = .supportRequired
        guard
            case .passkeyRegistration(let made) = try await scene.perform([request], sheets: [.proceed], person: .match),
            case .passkeyAssertion(let signed) = try await scene.perform(
                [scene.assertion(challenge: signIn)], sheets: [.choose(0)], person: .match)
        else {
            Issue.record("another credential")
            return
        }
        let credential = try await scene.verified(made, creation, user: [1]).credential(isRegistered: false)
        let registration = try Self.question(made, creation, root: kind == .attested ? .string(identity.authority) : .null)
        let questions = [registration] + Self.questions(signed, signIn, publicKey: credential.publicKey.bytes)
        try expect([true, true, false], of: questions)
    }

    @Test("created without a sheet have a valid key and no user presence, and sign in with the owner's consent")
    func silent() async throws {
        let scene = try await PasskeyScene()
        try await scene.fillPassword()
        let (creation, signIn) = (Challenge(), Challenge())
        let made = try await scene.silentRegistration(creation)
        let result = try await scene.perform([scene.assertion(challenge: signIn)], sheets: [.choose(0)], person: .match)
        guard case .passkeyAssertion(let signed) = result else {
            Issue.record("\(result)")
            return
        }
        let verified = try await scene.verified(made, creation, user: [1], mediation: .conditional)
        let key = try verified.credential(isRegistered: false).publicKey.bytes
        let silent = "silent registration"
        let questions = [
            try Self.question(made, creation, silent), try Self.question(made, creation, silent, damage: 1),
            try Self.question(made, creation),
        ]
        try expect([true, false, false, true, false], of: questions + Self.questions(signed, signIn, publicKey: key))
    }

    @Test("of an account that the device creates are accepted, and rejected after one bit is flipped")
    func accountCreation() async throws {
        let party = try await Apple.party()
        let device = try party.device()
        device.shareWebCredentials(with: [PasskeyScene.site])
        let (scene, app) = (try await PasskeyScene(), CredentialRequester())
        let (creation, signIn) = (Challenge(), Challenge())
        let request = ASAuthorizationAccountCreationProvider().createPlatformPublicKeyCredentialRegistrationRequest(
            acceptedContactIdentifiers: [.email], shouldRequestName: true, relyingPartyIdentifier: PasskeyScene.site,
            challenge: Data(creation.bytes), userID: Data([7]))
        device.sheets.will(.proceed)
        device.person.will(.match)
        await app.perform([request], on: device)
        let account = try #require(
            app.credentials.last as? ASAuthorizationAccountCreationPlatformPublicKeyCredential, "\(app.told)")
        device.sheets.will(.choose(0))
        device.person.will(.match)
        await app.perform([scene.assertion(challenge: signIn)], on: device)
        let signed = try #require(
            app.credentials.last as? ASAuthorizationPlatformPublicKeyCredentialAssertion, "\(app.told)")
        let made = account.credentialRegistration
        let credential = try await scene.verified(made, creation, user: [7]).credential(isRegistered: false)
        let questions = Self.questions(signed, signIn, publicKey: credential.publicKey.bytes)
        try expect([true, true, false], of: [try Self.question(made, creation)] + questions)
    }

    @Test("of another password manager on the device are accepted, and rejected after one bit is flipped")
    func provided() async throws {
        let (creation, signIn) = (Challenge(), Challenge())
        let creating = try await VaultRegistrationTests().scene()
        let signing = try await VaultPasskeyTests().scene(["ann"])
        guard
            case .passkeyRegistration(let made) = try await creating.perform(
                [creating.registration(challenge: creation)], sheets: [.choose(0)], person: .match),
            case .passkeyAssertion(let signed) = try await signing.perform(
                [signing.assertion(challenge: signIn)], sheets: [.choose(0)], person: .match)
        else {
            Issue.record("another credential")
            return
        }
        let point = Array(PasskeyVault.key.publicKey.rawRepresentation)
        let key = CBOR.map(
            CBORMap([
                (.integer(1), .integer(2)), (.integer(3), .integer(-7)), (.integer(-1), .integer(1)),
                (.integer(-2), .bytes(Array(point.prefix(32)))), (.integer(-3), .bytes(Array(point.suffix(32)))),
            ])
        ).encoded
        try expect(
            [true, true, false], of: [try Self.question(made, creation)] + Self.questions(signed, signIn, publicKey: key))
    }

    @Test("of a security key are accepted, and rejected after one bit is flipped")
    func securityKey() async throws {
        let scene = try await SecurityKeyScene()
        let (creation, signIn) = (Challenge(), Challenge())
        let request = scene.registration(challenge: creation)
        request.attestationPreference = .direct
        let made = try await scene.register(request)
        let signed = try await scene.sign(scene.assertion(challenge: signIn, allowing: [made.credentialID]))
        let credential = try await scene.verified(made, creation).credential(isRegistered: false)
        var object = try #require(made.rawAttestationObject)
        var questions: [JSONValue] = []
        for _ in 0..<2 {
            questions.append(
                Self.question(
                    "registration", creation, made.credentialID,
                    ["clientDataJSON": made.rawClientDataJSON, "attestationObject": object]))
            // The last byte belongs to the public key.
            object[object.endIndex - 1] ^= 1
        }
        questions.append(
            Self.question(
                "authentication", signIn, signed.credentialID,
                [
                    "clientDataJSON": signed.rawClientDataJSON, "authenticatorData": signed.rawAuthenticatorData,
                    "signature": signed.signature, "userHandle": signed.userID,
                ], publicKey: .string(Base64URL.encode(credential.publicKey.bytes))))
        for peer in ["py_webauthn", "python-fido2", "libfido2"] {
            let opinions = try PasskeyPeers.judge(questions, by: peer)
            #expect(opinions.map { $0["accepted"]?.boolean } == [true, false, true], "\(peer): \(opinions.map { $0.text() })")
        }
    }

    enum PasskeyKind: String, CaseIterable, Sendable {
        case backedUp, deviceBound, attested
    }

    /// Expects each of the libraries to accept or reject the questions in this way.
    private func expect(_ expected: [Bool?], of questions: [JSONValue]) throws {
        for peer in ["py_webauthn", "python-fido2"] {
            let opinions = try PasskeyPeers.judge(questions, by: peer)
            #expect(opinions.map { $0["accepted"]?.boolean } == expected, "\(peer): \(opinions.map { $0.text() })")
        }
    }

    /// - Parameter damage: the bits of the public key to flip.
    private static func question(
        _ made: ASAuthorizationPlatformPublicKeyCredentialRegistration, _ challenge: Challenge,
        _ ceremony: String = "registration", root: JSONValue = .null, damage: UInt8 = 0
    ) throws -> JSONValue {
        var object = Array(try #require(made.rawAttestationObject))
        if damage != 0 { object[object.count - 1] ^= damage }
        return question(
            ceremony, challenge, made.credentialID,
            ["clientDataJSON": made.rawClientDataJSON, "attestationObject": Data(object)], root: root)
    }

    /// Returns questions about an authentication, and about the same with one bit flipped.
    private static func questions(
        _ signed: ASAuthorizationPlatformPublicKeyCredentialAssertion, _ challenge: Challenge, publicKey: [UInt8]
    ) -> [JSONValue] {
        [UInt8(0), 1].map { damage in
            var data = Array(signed.rawAuthenticatorData)
            data[36] ^= damage
            return question(
                "authentication", challenge, signed.credentialID,
                [
                    "clientDataJSON": signed.rawClientDataJSON, "authenticatorData": Data(data), "signature": signed.signature,
                    "userHandle": signed.userID,
                ], publicKey: .string(Base64URL.encode(publicKey)))
        }
    }

    private static func question(
        _ ceremony: String, _ challenge: Challenge, _ id: Data, _ members: KeyValuePairs<String, Data>, root: JSONValue = .null,
        publicKey: JSONValue = .null
    ) -> JSONValue {
        let name = JSONValue.string(Base64URL.encode(Array(id)))
        return [
            "ceremony": .string(ceremony), "challenge": .string(Base64URL.encode(challenge.bytes)),
            "rpId": .string(PasskeyScene.site), "origin": .string("https://\(PasskeyScene.site)"), "root": root,
            "publicKey": publicKey,
            "response": [
                "id": name, "rawId": name, "type": "public-key", "clientExtensionResults": [:],
                "response": .object(JSONObject(members.map { ($0.key, .string(Base64URL.encode(Array($0.value)))) })),
            ],
        ]
    }
}
