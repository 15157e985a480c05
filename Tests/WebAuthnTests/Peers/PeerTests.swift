import Crypto
import Foundation
import JSONText
import PasskeyPeers
import Secrets
import TestKit
import Testing
import WebAuthn
import X509

/// Tests with other implementations of the standard: py_webauthn, python-fido2 and libfido2. Each verifies our samples, and the library verifies
/// messages of python-fido2.
@Suite(
    .tags(.realParts),
    .enabled(if: PasskeyPeers.isProvided, "the packages of Tests/PasskeyPeers are not here: scripts/setup test installs them"))
struct PeerTests {
    private let authority = SampleAuthority()
    private let key = P256.Signing.PrivateKey()

    @Test func `each peer accepts the samples that the library accepts, and rejects a damaged signature`() async throws {
        let registrations = [try plain(), try selfAttested(), try certified()]
        let authentication = SampleAuthentication()
        for sample in registrations { _ = try await sample.verified() }
        _ = try authentication.verified(with: authentication.credential())

        var questions = try registrations.map { try question(of: $0) } + [question(of: authentication)]
        var damaged = authentication
        damaged.damage = 1
        #expect(await rejection { try damaged.verified(with: authentication.credential()) } == "invalid-signature A10")
        var changed = [try selfAttested(), try certified()]
        for index in changed.indices { changed[index].signCount = 1 }
        questions += try changed.map { try question(of: $0) } + [question(of: damaged)]

        let expected = questions.indices.map { $0 < 4 }
        for peer in ["py_webauthn", "python-fido2", "libfido2"] {
            // libfido2 does not support the format `none`.
            let asked = peer == "libfido2" ? questions.indices.dropFirst() : questions.indices[...]
            let opinions = try PasskeyPeers.judge(asked.map { questions[$0] }, by: peer)
            #expect(
                opinions.map { $0["accepted"]?.boolean } == asked.map { expected[$0] }, "\(peer): \(opinions.map { $0.text() })")
        }
    }

    @Test func `messages of python-fido2 are accepted, and rejected after one bit is flipped`() async throws {
        let samples = try PasskeyPeers.samples()
        #expect(samples.count == 16)
        for sample in samples {
            let challenge = try Challenge(try #require(sample["challenge"]?.string.flatMap { Base64URL.decode($0) }))
            let json = try #require(sample["response"])
            let key = try CredentialPublicKey(try #require(sample["publicKey"]?.string.flatMap { Base64URL.decode($0) }))
            let site = try SampleRegistration.site.get()
            if sample["ceremony"] == "registration" {
                let response = try RegistrationResponse(json: json.bytes())
                let begun = RegistrationChallenge(challenge, for: try UserHandle([1]))
                let verified = try await site.verify(response, for: begun, now: Vectors.now)
                #expect(verified.attestations.map(\.kind) == [.selfSigned])
                #expect(try verified.credential(isRegistered: false).publicKey == key)
                var object = response.attestationObject
                object[object.count - 1] ^= 1
                let damaged = RegistrationResponse(clientDataJSON: response.clientDataJSON, attestationObject: object)
                #expect(await rejection { try await site.verify(damaged, for: begun, now: Vectors.now) } != nil)
            } else {
                let response = try AuthenticationResponse(json: json.bytes())
                let user = try #require(response.userHandle)
                let credential = Credential(
                    id: response.credentialID, user: user, publicKey: key, signCount: 0, hasVerifiedUser: true,
                    isBackupEligible: true, isBackedUp: true)
                let verified = try site.verify(response, for: AuthenticationChallenge(challenge), with: credential)
                #expect(verified.counter == .advanced)
                var data = response.authenticatorData
                data[36] ^= 1
                let damaged = AuthenticationResponse(
                    credentialID: response.credentialID, clientDataJSON: response.clientDataJSON, authenticatorData: data,
                    signature: response.signature, userHandle: user)
                #expect(
                    await rejection { try site.verify(damaged, for: AuthenticationChallenge(challenge), with: credential) }
                        == "invalid-signature A10")
            }
        }
    }

    // Samples

    private func plain() throws -> SampleRegistration {
        var sample = SampleRegistration()
        sample.key = key.publicKey.coseKey
        return sample
    }

    private func selfAttested() throws -> SampleRegistration {
        var sample = try plain()
        sample.format = "packed"
        sample.statement = statement(over: sample, by: key, [])
        return sample
    }

    private func certified() throws -> SampleRegistration {
        let attestationKey = P256.Signing.PrivateKey()
        let certificate = try authority.certificate(
            for: Certificate.PublicKey(attestationKey.publicKey), subject: SampleAuthority.subject(),
            extensions: SampleAuthority.extensions())
        var sample = try plain()
        sample.format = "packed"
        sample.statement = statement(over: sample, by: attestationKey, [(.text("x5c"), .array([.bytes(certificate)]))])
        return sample
    }

    private func statement(
        over sample: SampleRegistration, by key: P256.Signing.PrivateKey, _ more: [(key: CBOR, value: CBOR)]
    ) -> CBOR {
        let signature = (try? key.signature(for: sample.signedBytes)).map { [UInt8]($0.derRepresentation) } ?? []
        return .map(CBORMap([(.text("alg"), .integer(-7)), (.text("sig"), .bytes(signature))] + more))
    }

    private func question(of sample: SampleRegistration) throws -> JSONValue {
        let root = Data(try authority.root).base64EncodedString(options: .lineLength64Characters)
        return question(
            "registration", sample.challenge, sample.credentialID,
            ["clientDataJSON": sample.clientDataJSON, "attestationObject": sample.attestationObject],
            root: .string("-----BEGIN CERTIFICATE-----\n\(root)\n-----END CERTIFICATE-----\n"))
    }

    private func question(of sample: SampleAuthentication) throws -> JSONValue {
        question(
            "authentication", sample.challenge, sample.credentialID,
            [
                "clientDataJSON": sample.clientDataJSON, "authenticatorData": sample.authenticatorData,
                "signature": try sample.signature(), "userHandle": sample.userHandle ?? [],
            ], publicKey: .string(Base64URL.encode(sample.key.publicKey.coseKey.encoded)))
    }

    private func question(
        _ ceremony: String, _ challenge: [UInt8], _ id: [UInt8], _ members: KeyValuePairs<String, [UInt8]>, root: JSONValue = .null,
        publicKey: JSONValue = .null
    ) -> JSONValue {
        let name = JSONValue.string(Base64URL.encode(id))
        return [
            "ceremony": .string(ceremony), "challenge": .string(Base64URL.encode(challenge)), "rpId": "example.org",
            "origin": "https://example.org", "root": root, "publicKey": publicKey,
            "response": [
                "id": name, "rawId": name, "type": "public-key", "clientExtensionResults": [:],
                "response": .object(JSONObject(members.map { ($0.key, .string(Base64URL.encode($0.value))) })),
            ],
        ]
    }
}
