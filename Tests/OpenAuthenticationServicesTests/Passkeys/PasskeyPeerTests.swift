import Crypto
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
    "Passkeys verified by other implementations", .tags(.realParts),
    .enabled(if: PasskeyPeers.isProvided, "the packages of Tests/PasskeyPeers are not here: scripts/setup test installs them"))
@MainActor
struct PasskeyPeerTests {
    @Test("are accepted, and rejected after one bit is flipped", arguments: PasskeyKind.allCases)
    func verified(kind: PasskeyKind) async throws {
        let scene = try await PasskeyScene()
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
        let registration = Self.question(
            "registration", creation, made.credentialID,
            ["clientDataJSON": made.rawClientDataJSON, "attestationObject": try #require(made.rawAttestationObject)],
            root: kind == .attested ? .string(identity.authority) : .null)
        var questions = [registration]
        for damage in [UInt8(0), 1] {
            var data = Array(signed.rawAuthenticatorData)
            data[36] ^= damage
            questions.append(
                Self.question(
                    "authentication", signIn, signed.credentialID,
                    [
                        "clientDataJSON": signed.rawClientDataJSON, "authenticatorData": Data(data),
                        "signature": signed.signature, "userHandle": signed.userID,
                    ], publicKey: .string(Base64URL.encode(credential.publicKey.bytes))))
        }
        for peer in ["py_webauthn", "python-fido2"] {
            let opinions = try PasskeyPeers.judge(questions, by: peer)
            #expect(opinions.map { $0["accepted"]?.boolean } == [true, true, false], "\(peer): \(opinions.map { $0.text() })")
        }
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
