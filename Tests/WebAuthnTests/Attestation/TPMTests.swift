import Crypto
import CryptoExtras
import FoundationEssentials
import SwiftASN1
import Testing
import WebAuthn
import X509

/// Tests of statements of the format tpm, R17.
struct TPMTests {
    let authority = SampleAuthority()
    let attestationKey = P256.Signing.PrivateKey()
    let credentialKey = P256.Signing.PrivateKey()

    /// The parts of a statement, which a test can change.
    struct Parts {
        var version = "2.0"
        var magic: [UInt8] = [0xFF, 0x54, 0x43, 0x47]
        var type: [UInt8] = [0x80, 0x17]
        /// The length of the signer's name, which is empty.
        var signerLength: [UInt8] = [0, 0]
        var nameChange: UInt8 = 0
        var dataChange: UInt8 = 0
        /// The qualified name of the object, and the bytes after it.
        var trailer: [UInt8] = [0, 0]
        /// The AAGUID in the certificate.
        var aaguid: UInt8?
        var publicArea: [UInt8]
        var subject = DistinguishedName()
        var describesTPM = true
        var purpose: ASN1ObjectIdentifier = [2, 23, 133, 8, 3]
        var isAuthority = false
        /// The attestation key of a TPM that signs by RSA with SHA-1; nil for ``TPMTests/attestationKey``.
        var rsaKey: _RSA.Signing.PrivateKey?
    }

    private var parts: Parts { Parts(publicArea: Self.publicArea(credentialKey.publicKey)) }

    /// Returns the TPMT_PUBLIC of a key on P-256.
    private static func publicArea(_ key: P256.Signing.PublicKey, scheme: [UInt8] = [0, 0x10], trailer: [UInt8] = []) -> [UInt8] {
        let point = [UInt8](key.rawRepresentation)
        let head: [UInt8] = [0, 0x23, 0, 0x0B, 0, 4, 4, 0x72, 0, 0, 0, 0x10]
        return head + scheme + [0, 3, 0, 0x10] + [0, 32] + point.prefix(32) + [0, 32] + point.suffix(32) + trailer
    }

    private func sample(_ parts: Parts, key: CBOR? = nil) throws -> SampleRegistration {
        var sample = SampleRegistration()
        sample.key = key ?? credentialKey.publicKey.coseKey
        sample.format = "tpm"
        var data = [UInt8](SHA256.hash(data: sample.signedBytes))
        if parts.rsaKey != nil { data = [UInt8](Insecure.SHA1.hash(data: sample.signedBytes)) }
        data[0] ^= parts.dataChange
        data = [0, UInt8(data.count)] + data
        var name: [UInt8] = [0, 0x0B] + SHA256.hash(data: parts.publicArea)
        name[2] ^= parts.nameChange
        let certification =
            parts.magic + parts.type + parts.signerLength + data + [UInt8](repeating: 0, count: 25) + [0, 34] + name
            + parts.trailer
        let description = try DistinguishedName((1...3).map { .init(type: [2, 23, 133, 2, $0], utf8String: "id:0") })
        let names = parts.describesTPM ? [GeneralName.directoryName(description)] : [.dnsName("example.org")]
        let basic: BasicConstraints = parts.isAuthority ? .isCertificateAuthority(maxPathLength: nil) : .notCertificateAuthority
        var extensions: [Certificate.Extension] = [
            try .init(basic, critical: true), try .init(SubjectAlternativeNames(names), critical: true),
            try .init(ExtendedKeyUsage([.init(oid: parts.purpose)]), critical: false),
        ]
        if let aaguid = parts.aaguid {
            extensions.append(
                Certificate.Extension(
                    oid: [1, 3, 6, 1, 4, 1, 45_724, 1, 1, 4], critical: false,
                    value: [0x04, 0x10] + [UInt8](repeating: aaguid, count: 16)))
        }
        let signer = parts.rsaKey.map { Certificate.PublicKey($0.publicKey) } ?? Certificate.PublicKey(attestationKey.publicKey)
        let signature =
            try parts.rsaKey?.signature(for: Insecure.SHA1.hash(data: certification), padding: .insecurePKCS1v1_5).rawRepresentation
            ?? attestationKey.signature(for: certification).derRepresentation
        let certificate = try authority.certificate(
            for: signer, subject: parts.subject, extensions: extensions)
        sample.statement = .map(
            CBORMap([
                (.text("ver"), .text(parts.version)), (.text("alg"), .integer(parts.rsaKey == nil ? -7 : -65_535)),
                (.text("x5c"), .array([.bytes(certificate)])), (.text("sig"), .bytes([UInt8](signature))),
                (.text("certInfo"), .bytes(certification)), (.text("pubArea"), .bytes(parts.publicArea)),
            ]))
        return sample
    }

    @Test func `a certified key is accepted, and trusted with its authority as anchor`() async throws {
        let policy = RegistrationPolicy(attestation: AttestationPolicy(anchors: try TrustAnchors([.tpm: [authority.root]])))
        let attestations = try await sample(parts).verified(policy: policy).attestations
        #expect(attestations.map(\.kind) == [.certificationAuthority])
        #expect(attestations.map(\.isTrusted) == [true])
        var signing = parts
        signing.publicArea = Self.publicArea(credentialKey.publicKey, scheme: [0, 0x18, 0, 0x0B])
        #expect(await rejection { try await sample(signing).verified() } == nil)
        var made = parts
        made.aaguid = 3
        #expect(await rejection { try await sample(made).verified() } == nil)
    }

    @Test func `a TPM may certify a key with RSA and SHA-1, and the signature and the certified data are checked`() async throws {
        let policy = RegistrationPolicy(attestation: AttestationPolicy(anchors: try TrustAnchors([.tpm: [authority.root]])))
        var parts = parts
        parts.rsaKey = try _RSA.Signing.PrivateKey(keySize: .bits2048)
        let sample = try sample(parts)
        #expect(try await sample.verified(policy: policy).attestations.map(\.isTrusted) == [true])
        var unsigned = sample
        let signature = [UInt8](repeating: 1, count: 256)
        unsigned.statement = .map(CBORMap([(.text("sig"), .bytes(signature))] + (sample.statement.map?.entries ?? [])))
        #expect(await rejection { try await unsigned.verified() } == "invalid-attestation R17")
        parts.dataChange = 1
        let changed = try self.sample(parts)
        #expect(await rejection { try await changed.verified() } == "invalid-attestation R17")
    }

    @Test func `a change of any part of a TPM statement is rejected`() async throws {
        let changes: [(String, (inout Parts) throws -> Void)] = [
            ("version", { $0.version = "1.2" }),
            ("magic", { $0.magic[3] = 0 }),
            ("type", { $0.type[1] = 0x18 }),
            ("a signer with a length beyond the end", { $0.signerLength = [0xFF, 0] }),
            ("name", { $0.nameChange = 1 }),
            ("extra data", { $0.dataChange = 1 }),
            ("bytes after the certification", { $0.trailer = [0, 0, 0] }),
            ("a certification without its end", { $0.trailer = [] }),
            ("a certification with half a length", { $0.trailer = [0] }),
            ("a certification with a length beyond its end", { $0.trailer = [0, 1] }),
            ("another make", { $0.aaguid = 4 }),
            ("a policy with a length beyond the end", { $0.publicArea[8] = 0xFF }),
            ("a symmetric algorithm", { $0.publicArea[11] = 6 }),
            ("a derivation of keys", { $0.publicArea[17] = 0x20 }),
            ("another key", { $0.publicArea = Self.publicArea(P256.Signing.PrivateKey().publicKey) }),
            ("bytes after the public area", { $0.publicArea = Self.publicArea(credentialKey.publicKey, trailer: [0]) }),
            ("a scheme for encryption", { $0.publicArea = Self.publicArea(credentialKey.publicKey, scheme: [0, 0x15]) }),
            ("an unknown scheme", { $0.publicArea = Self.publicArea(credentialKey.publicKey, scheme: [0, 0x1A, 0, 0x0B]) }),
            ("an unknown hash", { $0.publicArea[3] = 0x12 }),
            ("another curve", { $0.publicArea[15] = 4 }),
            ("no type", { $0.publicArea[1] = 8 }),
            ("no public area", { $0.publicArea = [] }),
            ("a subject", { $0.subject = try SampleAuthority.subject() }),
            ("no description", { $0.describesTPM = false }),
            ("another purpose", { $0.purpose = [2, 23, 133, 8, 1] }),
            ("an authority", { $0.isAuthority = true }),
        ]
        for (name, change) in changes {
            var parts = parts
            try change(&parts)
            #expect(await rejection { try await sample(parts).verified() } == "invalid-attestation R17", "\(name)")
        }
    }

    @Test func `the attestation key must verify the signature by the statement's algorithm`() async throws {
        var changed = try sample(parts)
        changed.statement = .map(CBORMap([(.text("alg"), .integer(-35))] + (changed.statement.map?.entries ?? [])))
        #expect(await rejection { try await changed.verified() } == "invalid-attestation R17")
        changed = try sample(parts)
        changed.statement = .map(CBORMap([(.text("sig"), .bytes([0x30, 0]))] + (changed.statement.map?.entries ?? [])))
        #expect(await rejection { try await changed.verified() } == "invalid-attestation R17")
    }

    @Test func `an RSA exponent of zero in the public area means 65537`() async throws {
        let primitives = try _RSA.Signing.PrivateKey(keySize: .bits2048).publicKey.getKeyPrimitives()
        let key = CBOR.map(
            CBORMap([
                (.integer(1), .integer(3)), (.integer(3), .integer(-257)), (.integer(-1), .bytes([UInt8](primitives.modulus))),
                (.integer(-2), .bytes([UInt8](primitives.publicExponent))),
            ]))
        for (exponent, expected) in [([0, 0, 0, 0], nil), ([0, 1, 0, 1], nil), ([0, 1, 0, 3], "invalid-attestation R17")]
            as [([UInt8], String?)]
        {
            var parts = parts
            parts.publicArea =
                [0, 1, 0, 0x0B, 0, 4, 4, 0x72, 0, 0, 0, 0x10, 0, 0x14, 0, 0x0B, 8, 0] + exponent + [1, 0] + primitives.modulus
            #expect(await rejection { try await sample(parts, key: key).verified() } == expected)
        }
    }
}
