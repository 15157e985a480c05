import Crypto
import CryptoExtras
import FoundationEssentials
import SwiftASN1
import Testing
import WebAuthn
import X509

/// Tests of statements of the formats fido-u2f, apple and android-key, R17.
struct DeviceAttestationTests {
    let authority = SampleAuthority()
    let attestationKey = P256.Signing.PrivateKey()
    let credentialKey = P256.Signing.PrivateKey()

    private func sample(_ format: String) -> SampleRegistration {
        var sample = SampleRegistration()
        sample.format = format
        sample.key = credentialKey.publicKey.coseKey
        return sample
    }

    private func certificate(for key: Certificate.PublicKey, _ more: [Certificate.Extension] = []) throws -> CBOR {
        .bytes(
            try authority.certificate(for: key, subject: SampleAuthority.subject(), extensions: SampleAuthority.extensions(more)))
    }

    // FIDO U2F

    private func u2f(_ sample: SampleRegistration, certificates: [CBOR], prefix: UInt8 = 0) throws -> SampleRegistration {
        var sample = sample
        let point = [UInt8](credentialKey.publicKey.x963Representation)
        let message = [prefix] + sample.authenticatorData.prefix(32) + sample.clientDataHash + sample.credentialID + point
        sample.statement = .map(
            CBORMap([
                (.text("sig"), .bytes([UInt8](try attestationKey.signature(for: message).derRepresentation))),
                (.text("x5c"), .array(certificates)),
            ]))
        return sample
    }

    @Test func `the signature of a fido-u2f statement covers the credential`() async throws {
        let certificate = try certificate(for: .init(attestationKey.publicKey))
        let valid = try u2f(sample("fido-u2f"), certificates: [certificate])
        #expect(try await valid.verified().attestations.map(\.kind) == [.basic])
        var changed = valid
        changed.credentialID[0] ^= 1
        #expect(await rejection { try await changed.verified() } == "invalid-attestation R17")
        changed = valid
        changed.key = P256.Signing.PrivateKey().publicKey.coseKey
        #expect(await rejection { try await changed.verified() } == "invalid-attestation R17")
        changed = try u2f(sample("fido-u2f"), certificates: [certificate], prefix: 5)
        #expect(await rejection { try await changed.verified() } == "invalid-attestation R17")
    }

    @Test func `a fido-u2f statement must have one certificate, and both keys must be on P-256`() async throws {
        let certificate = try certificate(for: .init(attestationKey.publicKey))
        let two = try u2f(sample("fido-u2f"), certificates: [certificate, certificate])
        #expect(await rejection { try await two.verified() } == "invalid-attestation R17")
        let larger = try u2f(sample("fido-u2f"), certificates: [self.certificate(for: .init(P384.Signing.PrivateKey().publicKey))])
        #expect(await rejection { try await larger.verified() } == "invalid-attestation R17")
        var edwards = sample("fido-u2f")
        edwards.key = .map(
            CBORMap([
                (.integer(1), .integer(1)), (.integer(3), .integer(-8)), (.integer(-1), .integer(6)),
                (.integer(-2), .bytes([UInt8](Curve25519.Signing.PrivateKey().publicKey.rawRepresentation))),
            ]))
        edwards = try u2f(edwards, certificates: [certificate])
        #expect(await rejection { try await edwards.verified() } == "invalid-attestation R17")
    }

    // Apple

    private func apple(
        _ sample: SampleRegistration, key: P256.Signing.PrivateKey? = nil, change: UInt8 = 0, more: [(key: CBOR, value: CBOR)] = []
    ) throws -> SampleRegistration {
        var sample = sample
        var nonce = Array(SHA256.hash(data: sample.signedBytes))
        nonce[31] ^= change
        let found = Certificate.Extension(
            oid: [1, 2, 840, 113_635, 100, 8, 2], critical: false, value: [0x30, 0x24, 0xA1, 0x22, 0x04, 0x20] + nonce)
        let certificate = try certificate(for: .init((key ?? credentialKey).publicKey), [found])
        sample.statement = .map(CBORMap([(.text("x5c"), .array([certificate]))] + more))
        return sample
    }

    @Test func `the certificate of an apple statement must be for the credential and the registration`() async throws {
        let valid = try apple(sample("apple"))
        #expect(try await valid.verified().attestations.map(\.kind) == [.anonymizationAuthority])
        let named = try apple(sample("apple"), more: [(.text("alg"), .integer(-7))])
        #expect(await rejection { try await named.verified() } == nil)
        var moved = valid
        moved.signCount = 1
        let rejected = try [
            moved, apple(sample("apple"), key: P256.Signing.PrivateKey()), apple(sample("apple"), change: 1),
            apple(sample("apple"), more: [(.text("sig"), .null)]),
        ]
        for (index, sample) in rejected.enumerated() {
            #expect(await rejection { try await sample.verified() } == "invalid-attestation R17", "\(index)")
        }
        var silent = valid
        silent.statement = .map(CBORMap([(.text("x5c"), .array([try certificate(for: .init(credentialKey.publicKey))]))]))
        #expect(await rejection { try await silent.verified() } == "invalid-attestation R17")
    }

    // Android

    /// Returns a key description in DER, with the lists of software-enforced and hardware-enforced properties.
    ///
    /// - Parameter tags: The DER tags of the security levels and of the two lists.
    private func description(
        challenge: [UInt8], software: [UInt8] = [], hardware: [UInt8] = AndroidList.signing,
        tags: [UInt8] = [0x0A, 0x0A, 0x30, 0x30]
    ) -> Certificate.Extension {
        let head: [UInt8] = [0x02, 1, 3, tags[0], 1, 1, 0x02, 1, 4, tags[1], 1, 1]
        let content = head + der(0x04, challenge) + [0x04, 0] + der(tags[2], software) + der(tags[3], hardware)
        return Certificate.Extension(oid: [1, 3, 6, 1, 4, 1, 11_129, 2, 1, 17], critical: false, value: der(0x30, content)[...])
    }

    private enum AndroidList {
        static let signs: [UInt8] = [0xA1, 5, 0x31, 3, 0x02, 1, 2]
        static let signsAndDecrypts: [UInt8] = [0xA1, 8, 0x31, 6, 0x02, 1, 1, 0x02, 1, 2]
        static let decrypts: [UInt8] = [0xA1, 5, 0x31, 3, 0x02, 1, 1]
        static let forAll: [UInt8] = [0xBF, 0x84, 0x58, 2, 0x05, 0]
        static let generated: [UInt8] = [0xBF, 0x85, 0x3E, 3, 0x02, 1, 0]
        static let imported: [UInt8] = [0xBF, 0x85, 0x3E, 3, 0x02, 1, 2]
        static let signing = signs + generated
    }

    private func android(
        _ sample: SampleRegistration, key: P256.Signing.PrivateKey? = nil, challenge: UInt8 = 0, software: [UInt8] = [],
        hardware: [UInt8] = AndroidList.signing, tags: [UInt8] = [0x0A, 0x0A, 0x30, 0x30]
    ) throws -> SampleRegistration {
        var sample = sample
        let key = key ?? credentialKey
        var hash = sample.clientDataHash
        hash[0] ^= challenge
        let found = description(challenge: hash, software: software, hardware: hardware, tags: tags)
        sample.statement = .map(
            CBORMap([
                (.text("alg"), .integer(-7)),
                (.text("sig"), .bytes([UInt8](try key.signature(for: sample.signedBytes).derRepresentation))),
                (.text("x5c"), .array([try certificate(for: .init(key.publicKey), [found])])),
            ]))
        return sample
    }

    @Test func `an android-key statement must describe a signing key that was generated in the device`() async throws {
        let sample = sample("android-key")
        let accepted = try [
            android(sample), android(sample, software: AndroidList.signs, hardware: AndroidList.generated),
            android(sample, hardware: []),
        ]
        for sample in accepted {
            #expect(try await sample.verified().attestations.map(\.kind) == [.basic])
        }
        let rejected = try [
            android(sample, hardware: AndroidList.decrypts + AndroidList.generated),
            android(sample, hardware: AndroidList.signsAndDecrypts + AndroidList.generated),
            android(sample, hardware: AndroidList.signs + AndroidList.imported),
            android(sample, hardware: AndroidList.signs + AndroidList.forAll + AndroidList.generated),
            android(sample, software: AndroidList.forAll), android(sample, software: AndroidList.imported),
            android(sample, challenge: 1), android(sample, key: P256.Signing.PrivateKey()), android(sample, hardware: [0xA1, 0]),
            android(sample, tags: [0x02, 0x0A, 0x30, 0x30]), android(sample, tags: [0x0A, 0x02, 0x30, 0x30]),
            android(sample, tags: [0x0A, 0x0A, 0x31, 0x30]), android(sample, hardware: [0xA1, 5, 0x30, 3, 0x02, 1, 2]),
            android(sample, hardware: [0xBF, 0x85, 0x3E, 6, 0x02, 1, 0, 0x02, 1, 0]),
        ]
        for (index, sample) in rejected.enumerated() {
            #expect(await rejection { try await sample.verified() } == "invalid-attestation R17", "\(index)")
        }
        var moved = try android(sample)
        moved.signCount = 1
        #expect(await rejection { try await moved.verified() } == "invalid-attestation R17")
    }

    @Test func `an android-key statement with SHA-1 is rejected`() async throws {
        let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
        let primitives = try key.publicKey.getKeyPrimitives()
        for (algorithm, expected) in [(-257, nil), (-65_535, "invalid-attestation R17")] as [(Int, String?)] {
            var sample = SampleRegistration()
            sample.format = "android-key"
            sample.key = .map(
                CBORMap([
                    (.integer(1), .integer(3)), (.integer(3), .integer(-257)), (.integer(-1), .bytes([UInt8](primitives.modulus))),
                    (.integer(-2), .bytes([UInt8](primitives.publicExponent))),
                ]))
            let signature =
                algorithm == -257
                ? try key.signature(for: SHA256.hash(data: sample.signedBytes), padding: .insecurePKCS1v1_5)
                : try key.signature(for: Insecure.SHA1.hash(data: sample.signedBytes), padding: .insecurePKCS1v1_5)
            sample.statement = .map(
                CBORMap([
                    (.text("alg"), .integer(algorithm)), (.text("sig"), .bytes([UInt8](signature.rawRepresentation))),
                    (
                        .text("x5c"),
                        .array([try certificate(for: .init(key.publicKey), [description(challenge: sample.clientDataHash)])])
                    ),
                ]))
            #expect(await rejection { try await sample.verified() } == expected)
        }
    }

    private func der(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] { [tag, UInt8(content.count)] + content }
}
