import Crypto
import CryptoExtras
import FoundationEssentials
import SwiftASN1
import Testing
import WebAuthn
import X509

/// Tests of statements of the format packed, R17 and R18.
struct PackedTests {
    let authority = SampleAuthority()
    let attestationKey = P256.Signing.PrivateKey()
    let credentialKey = P256.Signing.PrivateKey()

    /// Creates a registration whose statement has one certificate.
    private func sample(
        subject: DistinguishedName? = nil, extensions: [Certificate.Extension]? = nil, version: Certificate.Version = .v3,
        until end: Date = Date(timeIntervalSince1970: 2_000_000_000), algorithm: Int = -7, more: [(key: CBOR, value: CBOR)] = []
    ) throws -> SampleRegistration {
        let certificate = try authority.certificate(
            for: Certificate.PublicKey(attestationKey.publicKey), subject: subject ?? SampleAuthority.subject(),
            extensions: extensions ?? SampleAuthority.extensions(), version: version, until: end)
        var sample = SampleRegistration()
        sample.format = "packed"
        sample.statement = .map(
            CBORMap(
                [
                    (.text("alg"), .integer(algorithm)),
                    (.text("sig"), .bytes([UInt8](try attestationKey.signature(for: sample.signedBytes).derRepresentation))),
                    (.text("x5c"), .array([.bytes(certificate)])),
                ] + more))
        return sample
    }

    private func selfAttested() throws -> SampleRegistration {
        var sample = SampleRegistration()
        sample.key = credentialKey.publicKey.coseKey
        sample.format = "packed"
        sample.statement = .map(
            CBORMap([
                (.text("alg"), .integer(-7)),
                (.text("sig"), .bytes([UInt8](try credentialKey.signature(for: sample.signedBytes).derRepresentation))),
            ]))
        return sample
    }

    @Test func `a statement with a certificate is accepted as basic`() async throws {
        let attestations = try await sample().verified().attestations
        #expect(attestations.map(\.kind) == [.basic])
        #expect(attestations.map(\.isTrusted) == [false])
    }

    @Test func `the signature covers authenticator data and client data`() async throws {
        var changed = try sample()
        changed.signCount = 1
        #expect(await rejection { try await changed.verified() } == "invalid-attestation R17")
        changed = try sample()
        changed.members = ""
        #expect(await rejection { try await changed.verified() } == "invalid-attestation R17")
    }

    @Test(arguments: [-8, -35, -257, -65_535, 0])
    func `the algorithm is that of the certificate's key`(_ algorithm: Int) async throws {
        let sample = try sample(algorithm: algorithm)
        #expect(await rejection { try await sample.verified() } == "invalid-attestation R17")
    }

    @Test func `a signature with SHA-1 is rejected for every type of key`() async throws {
        let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
        let certificate = try authority.certificate(
            for: Certificate.PublicKey(key.publicKey), subject: SampleAuthority.subject(), extensions: SampleAuthority.extensions())
        for (algorithm, expected) in [(-257, nil), (-65_535, "invalid-attestation R17")] as [(Int, String?)] {
            var sample = SampleRegistration()
            sample.format = "packed"
            let signature =
                algorithm == -257
                ? try key.signature(for: SHA256.hash(data: sample.signedBytes), padding: .insecurePKCS1v1_5)
                : try key.signature(for: Insecure.SHA1.hash(data: sample.signedBytes), padding: .insecurePKCS1v1_5)
            sample.statement = .map(
                CBORMap([
                    (.text("alg"), .integer(algorithm)), (.text("sig"), .bytes([UInt8](signature.rawRepresentation))),
                    (.text("x5c"), .array([.bytes(certificate)])),
                ]))
            #expect(await rejection { try await sample.verified() } == expected)
        }
    }

    @Test func `a chain of more than eight certificates is rejected`() async throws {
        for (count, expected) in [(8, nil), (9, "invalid-attestation R17")] as [(Int, String?)] {
            var sample = try sample()
            let certificate = try #require(sample.statement.map?["x5c"]?.array?.first)
            sample.statement = .map(
                CBORMap(
                    [(.text("x5c"), .array([CBOR](repeating: certificate, count: count)))] + (sample.statement.map?.entries ?? [])))
            #expect(await rejection { try await sample.verified() } == expected)
        }
    }

    @Test func `a certificate without the required subject is rejected`() async throws {
        let subjects = try [
            SampleAuthority.subject(country: nil), SampleAuthority.subject(country: "se"), SampleAuthority.subject(country: "SWE"),
            SampleAuthority.subject(organization: nil), SampleAuthority.subject(unit: nil),
            SampleAuthority.subject(unit: "Attestation"),
            SampleAuthority.subject(name: nil),
        ]
        for subject in subjects {
            let sample = try sample(subject: subject)
            #expect(await rejection { try await sample.verified() } == "invalid-attestation R17", "\(subject)")
        }
    }

    @Test func `a certificate of another version or of a certification authority is rejected`() async throws {
        let old = try sample(version: .v1)
        #expect(await rejection { try await old.verified() } == "invalid-attestation R17")
        let authority = try sample(extensions: [.init(BasicConstraints.isCertificateAuthority(maxPathLength: 0), critical: true)])
        #expect(await rejection { try await authority.verified() } == "invalid-attestation R17")
        let silent = try sample(extensions: [])
        #expect(await rejection { try await silent.verified() } == "invalid-attestation R17")
    }

    @Test func `the AAGUID in the certificate must equal the authenticator's and must not be critical`() async throws {
        func make(_ aaguid: UInt8, critical: Bool) throws -> [Certificate.Extension] {
            try SampleAuthority.extensions([
                Certificate.Extension(
                    oid: [1, 3, 6, 1, 4, 1, 45_724, 1, 1, 4], critical: critical,
                    value: [0x04, 0x10] + [UInt8](repeating: aaguid, count: 16))
            ])
        }
        let (right, wrong, critical) = (
            try sample(extensions: make(3, critical: false)), try sample(extensions: make(4, critical: false)),
            try sample(extensions: make(3, critical: true))
        )
        #expect(await rejection { try await right.verified() } == nil)
        #expect(await rejection { try await wrong.verified() } == "invalid-attestation R17")
        #expect(await rejection { try await critical.verified() } == "invalid-attestation R17")
    }

    @Test func `a statement with a missing or unexpected member is rejected`() async throws {
        for name in ["ecdaaKeyId", ""] {
            let more = try sample(more: [(.text(name), .bytes([1]))])
            #expect(await rejection { try await more.verified() } == "invalid-attestation R17")
        }
        for member in ["alg", "sig"] {
            var fewer = try sample()
            fewer.statement = .map(CBORMap(fewer.statement.map?.entries.filter { $0.key != .text(member) } ?? []))
            #expect(await rejection { try await fewer.verified() } == "invalid-attestation R17")
        }
        for wrong in [CBOR.array([]), .null, .array([.bytes([0x30, 0])]), .array([.text("x")])] {
            var changed = try sample()
            changed.statement = .map(CBORMap([(.text("x5c"), wrong)] + (changed.statement.map?.entries ?? [])))
            #expect(await rejection { try await changed.verified() } == "invalid-attestation R17")
        }
    }

    @Test func `a self attestation must have the algorithm and signature of the credential`() async throws {
        let attested = try selfAttested()
        #expect(try await attested.verified().attestations.map(\.kind) == [.selfSigned])
        var other = attested
        other.key = P256.Signing.PrivateKey().publicKey.coseKey
        #expect(await rejection { try await other.verified() } == "invalid-attestation R17")
        other = attested
        other.statement = .map(CBORMap([(.text("alg"), .integer(-8))] + (other.statement.map?.entries ?? [])))
        #expect(await rejection { try await other.verified() } == "invalid-attestation R17")
    }

    @Test func `R18 a certificate is trusted if it is valid and leads to an anchor of its format`() async throws {
        let sample = try sample()
        let policy = RegistrationPolicy(attestation: AttestationPolicy(anchors: try TrustAnchors([.packed: [authority.root]])))
        #expect(try await sample.verified(policy: policy).attestations.map(\.isTrusted) == [true])
        let others = RegistrationPolicy(
            attestation: AttestationPolicy(anchors: try TrustAnchors([.packed: [SampleAuthority().root]])))
        #expect(await rejection { try await sample.verified(policy: others) } == "untrusted-attestation R18")
        let early = Date(timeIntervalSince1970: 1_500_000_000)
        #expect(await rejection { try await sample.verified(policy: policy, now: early) } == "untrusted-attestation R18")
        let expired = try self.sample(until: Date(timeIntervalSince1970: 1_700_000_000))
        #expect(await rejection { try await expired.verified(policy: policy) } == "untrusted-attestation R18")
        #expect(await rejection { try await expired.verified() } == nil)
    }

    @Test func `R18 the certificates after the first must have different subjects`() async throws {
        let policy = RegistrationPolicy(attestation: AttestationPolicy(anchors: try TrustAnchors([.packed: [authority.root]])))
        let extensions = [try Certificate.Extension(BasicConstraints.isCertificateAuthority(maxPathLength: nil), critical: true)]
        for (names, expected) in [(["First", "Second"], nil), (["First", "First"], "untrusted-attestation R18")]
            as [([String], String?)]
        {
            let others = try names.map { name in
                CBOR.bytes(
                    try authority.certificate(
                        for: Certificate.PublicKey(attestationKey.publicKey), subject: SampleAuthority.subject(name: name),
                        extensions: extensions))
            }
            var sample = try sample()
            let first = try #require(sample.statement.map?["x5c"]?.array?.first)
            sample.statement = .map(
                CBORMap([(.text("x5c"), .array([first] + others))] + (sample.statement.map?.entries ?? [])))
            #expect(await rejection { try await sample.verified(policy: policy) } == expected, "\(names)")
        }
    }

    @Test func `R18 and R19 a self attestation needs no anchor, and is accepted if the policy accepts its type`() async throws {
        let sample = try selfAttested()
        let anchors = try TrustAnchors([.packed: [authority.root]])
        let policy = RegistrationPolicy(attestation: AttestationPolicy(anchors: anchors))
        #expect(await rejection { try await sample.verified(policy: policy) } == nil)
        let strict = RegistrationPolicy(attestation: AttestationPolicy(kinds: [.basic], anchors: anchors))
        #expect(await rejection { try await sample.verified(policy: strict) } == "attestation-not-accepted R19")
    }

    @Test func `an anchor that is not a certificate is rejected`() async {
        #expect(await rejection { try TrustAnchors([.packed: [[0x30, 0]]]) } == "malformed")
    }
}
