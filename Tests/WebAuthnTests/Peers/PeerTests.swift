import Crypto
import CryptoExtras
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
    .tags(.realParts), .timeLimit(.minutes(20)),
    .enabled(if: PasskeyPeers.isProvided, "the packages of Tests/PasskeyPeers are not here: scripts/setup test installs them"))
struct PeerTests {
    private let authority = SampleAuthority()
    private let key = P256.Signing.PrivateKey()

    @Test func `each peer accepts the samples that the library accepts, and rejects a damaged signature`() async throws {
        var samples: [Sample] = []
        for key in try keys() {
            for registration in [plain(by: key), try selfAttested(by: key)] {
                _ = try await registration.verified()
                samples.append(Sample(try question(of: registration), registration.format, key.algorithm))
            }
            var changed = try selfAttested(by: key)
            changed.signCount = 1
            #expect(await rejection { try await changed.verified() } != nil, "\(key.algorithm)")
            samples.append(Sample(try question(of: changed), changed.format, key.algorithm, isValid: false))
        }
        var certified = try certified()
        _ = try await certified.verified()
        samples.append(Sample(try question(of: certified), certified.format, .es256))
        certified.signCount = 1
        samples.append(Sample(try question(of: certified), certified.format, .es256, isValid: false))

        var authentication = SampleAuthentication()
        let credential = try authentication.credential()
        _ = try authentication.verified(with: credential)
        samples.append(Sample(try question(of: authentication), nil, .es256))
        authentication.damage = 1
        let damaged = authentication
        #expect(await rejection { try damaged.verified(with: credential) } == "invalid-signature A10")
        samples.append(Sample(try question(of: damaged), nil, .es256, isValid: false))

        for (peer, count) in [("py_webauthn", 13), ("python-fido2", 16), ("libfido2", 12)] {
            let asked = samples.filter { $0.isSupported(by: peer) }
            #expect(asked.count == count)
            let opinions = try PasskeyPeers.judge(asked.map(\.question), by: peer)
            #expect(
                opinions.map { $0["accepted"]?.boolean } == asked.map { $0.isValid }, "\(peer): \(opinions.map { $0.text() })")
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

    /// A question for the peers.
    private struct Sample {
        let question: JSONValue
        /// The format of the attestation; nil for an authentication.
        let format: String?
        let algorithm: COSEAlgorithm
        let isValid: Bool

        init(_ question: JSONValue, _ format: String?, _ algorithm: COSEAlgorithm, isValid: Bool = true) {
            self.question = question
            self.format = format
            self.algorithm = algorithm
            self.isValid = isValid
        }

        /// libfido2 has no format `none`, and py_webauthn no ES384.
        func isSupported(by peer: String) -> Bool {
            switch peer {
            case "libfido2": format != "none"
            case "py_webauthn": algorithm != .es384
            default: true
            }
        }
    }

    /// A key that signs its own attestation.
    private struct SampleKey {
        let algorithm: COSEAlgorithm
        let cose: CBOR
        let sign: ([UInt8]) throws -> [UInt8]
    }

    private func keys() throws -> [SampleKey] {
        let (p384, ed25519) = (P384.Signing.PrivateKey(), Curve25519.Signing.PrivateKey())
        let rsa = try _RSA.Signing.PrivateKey(keySize: .bits2048)
        let numbers = try rsa.publicKey.getKeyPrimitives()
        return [
            SampleKey(algorithm: .es256, cose: key.publicKey.coseKey) { [UInt8](try key.signature(for: $0).derRepresentation) },
            SampleKey(
                algorithm: .es384, cose: CredentialPublicKeyTests.elliptic(-35, 2, p384.publicKey.rawRepresentation)
            ) { [UInt8](try p384.signature(for: $0).derRepresentation) },
            SampleKey(
                algorithm: .edDSA,
                cose: CredentialPublicKeyTests.map(
                    1, -8, [(-1, .integer(6)), (-2, .bytes([UInt8](ed25519.publicKey.rawRepresentation)))])
            ) { [UInt8](try ed25519.signature(for: $0)) },
            SampleKey(
                algorithm: .rs256,
                cose: CredentialPublicKeyTests.map(
                    3, -257, [(-1, .bytes([UInt8](numbers.modulus))), (-2, .bytes([UInt8](numbers.publicExponent)))])
            ) { [UInt8](try rsa.signature(for: SHA256.hash(data: $0), padding: .insecurePKCS1v1_5).rawRepresentation) },
        ]
    }

    private func plain(by key: SampleKey) -> SampleRegistration {
        var sample = SampleRegistration()
        sample.key = key.cose
        return sample
    }

    private func selfAttested(by key: SampleKey) throws -> SampleRegistration {
        var sample = plain(by: key)
        sample.format = "packed"
        sample.statement = statement(key.algorithm, try key.sign(sample.signedBytes))
        return sample
    }

    private func certified() throws -> SampleRegistration {
        let attestationKey = P256.Signing.PrivateKey()
        let certificate = try authority.certificate(
            for: Certificate.PublicKey(attestationKey.publicKey), subject: SampleAuthority.subject(),
            extensions: SampleAuthority.extensions())
        var sample = SampleRegistration()
        sample.key = key.publicKey.coseKey
        sample.format = "packed"
        let signature = [UInt8](try attestationKey.signature(for: sample.signedBytes).derRepresentation)
        sample.statement = statement(.es256, signature, [(.text("x5c"), .array([.bytes(certificate)]))])
        return sample
    }

    private func statement(
        _ algorithm: COSEAlgorithm, _ signature: [UInt8], _ more: [(key: CBOR, value: CBOR)] = []
    ) -> CBOR {
        .map(CBORMap([(.text("alg"), .integer(algorithm.rawValue)), (.text("sig"), .bytes(signature))] + more))
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
