import Crypto
import FoundationEssentials
import Testing
import WebAuthn
import X509

/// Tests of statements of the format compound, R17.
struct CompoundTests {
    let credentialKey = P256.Signing.PrivateKey()

    private func sample(_ parts: (SampleRegistration) throws -> CBOR) throws -> SampleRegistration {
        var sample = SampleRegistration()
        sample.key = credentialKey.publicKey.coseKey
        sample.format = "compound"
        sample.statement = try parts(sample)
        return sample
    }

    private func part(_ format: String, _ statement: CBOR) -> CBOR {
        .map(CBORMap([(.text("fmt"), .text(format)), (.text("attStmt"), statement)]))
    }

    private func packed(_ sample: SampleRegistration, change: UInt8 = 0) throws -> CBOR {
        var message = sample.signedBytes
        message[0] ^= change
        return part(
            "packed",
            .map(
                CBORMap([
                    (.text("alg"), .integer(-7)),
                    (.text("sig"), .bytes([UInt8](try credentialKey.signature(for: message).derRepresentation))),
                ])))
    }

    private var none: CBOR { part("none", .map(CBORMap([]))) }

    @Test func `each part of a compound statement is verified`() async throws {
        let valid = try sample { .array([try packed($0), none]) }
        #expect(try await valid.verified().attestations.map(\.kind) == [.selfSigned, .none])
        let wrong = try sample { .array([none, try packed($0, change: 1)]) }
        #expect(await rejection { try await wrong.verified() } == "invalid-attestation R17")
    }

    @Test func `R19 the policy must accept the type of each part`() async throws {
        let sample = try sample { .array([try packed($0), none]) }
        for (kinds, expected) in [([.selfSigned, .none], nil), ([.selfSigned], "attestation-not-accepted R19")]
            as [(Set<Attestation.Kind>, String?)]
        {
            let policy = RegistrationPolicy(attestation: AttestationPolicy(kinds: kinds))
            #expect(await rejection { try await sample.verified(policy: policy) } == expected)
        }
    }

    @Test func `R18 certificates on the fifth level of nesting are verified`() async throws {
        let authority = SampleAuthority()
        let sample = try sample { sample in
            let certificate = try authority.certificate(
                for: .init(credentialKey.publicKey), subject: SampleAuthority.subject(), extensions: SampleAuthority.extensions())
            let signature = [UInt8](try credentialKey.signature(for: sample.signedBytes).derRepresentation)
            let members = CBORMap([
                (.text("alg"), .integer(-7)), (.text("sig"), .bytes(signature)), (.text("x5c"), .array([.bytes(certificate)])),
            ])
            return .array([part("packed", .map(members)), none])
        }
        #expect(try await sample.verified().attestations.map(\.kind) == [.basic, .none])
    }

    @Test func `a compound statement must have two to eight parts, and none may be compound`() async throws {
        let most = try sample { _ in .array([CBOR](repeating: none, count: 8)) }
        #expect(try await most.verified().attestations.count == 8)
        let rejected = try [
            sample { .array([try packed($0)]) }, sample { _ in .array([]) }, sample { _ in .map(CBORMap([])) },
            sample { _ in .array([CBOR](repeating: none, count: 9)) },
            sample { _ in .array([none, part("compound", .array([]))]) }, sample { _ in .array([none, .null]) },
            sample { _ in .array([none, .map(CBORMap([(.text("fmt"), .text("none"))]))]) },
            sample { _ in .array([none, .map(CBORMap([(.text("x"), .null)] + (none.map?.entries ?? [])))]) },
        ]
        for (index, sample) in rejected.enumerated() {
            #expect(await rejection { try await sample.verified() } == "invalid-attestation R17", "\(index)")
        }
        let nested = try sample { _ in .array([none, part("compound", .array([none, none]))]) }
        #expect(await rejection { try await nested.verified() } == "too-deep R9")
        let unknown = try sample { _ in .array([none, part("nothing", .map(CBORMap([])))]) }
        #expect(await rejection { try await unknown.verified() } == "unknown-format R17")
    }
}
