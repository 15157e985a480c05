import Crypto
import CryptoExtras
import FoundationEssentials
import Testing
import WebAuthn

/// Tests of keys of each algorithm.
struct CredentialPublicKeyTests {
    /// A key and its signature of ``message``.
    struct Sample: CustomTestStringConvertible {
        let algorithm: COSEAlgorithm
        let key: CBOR
        let signature: [UInt8]

        var testDescription: String { algorithm.description }
    }

    static let message = Array("message".utf8)

    static let samples = Result {
        let (p256, p384, p521) = (P256.Signing.PrivateKey(), P384.Signing.PrivateKey(), P521.Signing.PrivateKey())
        let ed25519 = Curve25519.Signing.PrivateKey()
        let (mlDSA65, mlDSA87) = (try MLDSA65.PrivateKey(), try MLDSA87.PrivateKey())
        let rsa = try _RSA.Signing.PrivateKey(keySize: .bits2048)
        let primitives = try rsa.publicKey.getKeyPrimitives()
        return [
            Sample(
                algorithm: .es256, key: elliptic(-7, 1, p256.publicKey.rawRepresentation),
                signature: [UInt8](try p256.signature(for: message).derRepresentation)),
            Sample(
                algorithm: .es384, key: elliptic(-35, 2, p384.publicKey.rawRepresentation),
                signature: [UInt8](try p384.signature(for: message).derRepresentation)),
            Sample(
                algorithm: .es512, key: elliptic(-36, 3, p521.publicKey.rawRepresentation),
                signature: [UInt8](try p521.signature(for: message).derRepresentation)),
            Sample(
                algorithm: .edDSA,
                key: map(1, -8, [(-1, .integer(6)), (-2, .bytes([UInt8](ed25519.publicKey.rawRepresentation)))]),
                signature: [UInt8](try ed25519.signature(for: message))),
            Sample(
                algorithm: .rs256,
                key: map(3, -257, [(-1, .bytes([UInt8](primitives.modulus))), (-2, .bytes([UInt8](primitives.publicExponent)))]),
                signature: [UInt8](
                    try rsa.signature(for: SHA256.hash(data: message), padding: .insecurePKCS1v1_5).rawRepresentation)),
            Sample(
                algorithm: .mlDSA65, key: map(7, -49, [(-1, .bytes([UInt8](mlDSA65.publicKey.rawRepresentation)))]),
                signature: [UInt8](try mlDSA65.signature(for: message))),
            Sample(
                algorithm: .mlDSA87, key: map(7, -50, [(-1, .bytes([UInt8](mlDSA87.publicKey.rawRepresentation)))]),
                signature: [UInt8](try mlDSA87.signature(for: message))),
        ] + (COSEAlgorithm.verifiable.contains(.ed448) ? [ed448] : [])
    }

    /// A sample from another library, because swift-crypto lacks the curve.
    private static let ed448 = Sample(
        algorithm: .ed448,
        key: map(
            1, -53,
            [
                (-1, .integer(7)),
                (
                    -2,
                    .bytes(
                        [UInt8](
                            hex: "75f8b19a4d18bf8ce1cc8aa133fffa7fe27e972569c49b61852a6dde656925dc"
                                + "e453384226ee2ca5819dc498c38b451a911f747d7113c94d00"))
                ),
            ]),
        signature: [UInt8](
            hex: "a6d6f940036ff2989344abcabf1b9567833555e7860b4ed59a8bc3e8687fb7c884ed6374beecb456e1"
                + "318e2716f05c52e1e845c27d6f1602004bd3694d8d7c8995f444525424d5f16312f0569aa0ec1bfe"
                + "ed74dabe5ad7773b60ca3b6e3926eec59432f2be39f06c89361820cfdeb5902a00"))

    static var all: [Sample] { (try? samples.get()) ?? [] }

    @Test func `each algorithm has a sample`() throws {
        #expect(Set(try Self.samples.get().map(\.algorithm)) == Set(COSEAlgorithm.verifiable))
    }

    @Test(arguments: all)
    func `a key verifies its own signature of its message only`(_ sample: Sample) throws {
        let key = try CredentialPublicKey(sample.key.encoded)
        #expect(key.algorithm == sample.algorithm)
        #expect(key.bytes == sample.key.encoded)
        #expect(key.isValidSignature(sample.signature, for: Self.message))
        #expect(!key.isValidSignature(sample.signature, for: Self.message + [0]))
        #expect(!key.isValidSignature([], for: Self.message))
        #expect(!key.isValidSignature(sample.signature + [0], for: Self.message))
        #expect(!key.isValidSignature(sample.signature.dropLast(), for: Self.message))
        for other in Self.all where other.algorithm != sample.algorithm {
            #expect(!key.isValidSignature(other.signature, for: Self.message))
        }
    }

    @Test(arguments: all)
    func `a key with a missing or unexpected member is rejected`(_ sample: Sample) async {
        for (label, _) in sample.key.map?.entries ?? [] {
            guard let label = label.integer else { continue }
            let without = CBOR.map(CBORMap(sample.key.map?.entries.filter { $0.key != .integer(label) } ?? []))
            #expect(await rejection { try CredentialPublicKey(without.encoded) } == "unusable-key", "without \(label)")
            if label != 3 {
                let wrong = CBOR.replacing(label, with: .null, in: sample.key)
                #expect(await rejection { try CredentialPublicKey(wrong.encoded) } == "unusable-key", "null for \(label)")
            }
        }
        let otherType = CBOR.replacing(1, with: .integer(4), in: sample.key)
        #expect(await rejection { try CredentialPublicKey(otherType.encoded) } == "unusable-key", "symmetric")
        let more = CBOR.replacing(4, with: .null, in: sample.key)
        #expect(await rejection { try CredentialPublicKey(more.encoded) } == "unusable-key")
        for algorithm in COSEAlgorithm.verifiable where algorithm != sample.algorithm {
            let other = CBOR.replacing(3, with: .integer(algorithm.rawValue), in: sample.key)
            #expect(await rejection { try CredentialPublicKey(other.encoded) } == "unusable-key", "as \(algorithm)")
        }
    }

    @Test(arguments: all)
    func `a number of the wrong length is rejected`(_ sample: Sample) async {
        for (label, value) in sample.key.map?.entries ?? [] {
            guard let label = label.integer, let bytes = value.bytes else { continue }
            let shorter = CBOR.replacing(label, with: .bytes(bytes.dropLast()), in: sample.key)
            #expect(await rejection { try CredentialPublicKey(shorter.encoded) } == "unusable-key", "\(label)")
            let zero = CBOR.replacing(label, with: .bytes([0] + bytes), in: sample.key)
            #expect(await rejection { try CredentialPublicKey(zero.encoded) } == "unusable-key", "\(label)")
        }
    }

    @Test func `coordinates of different lengths with the right sum are rejected`() async throws {
        let point = P256.Signing.PrivateKey().publicKey.rawRepresentation
        let shifted = Self.map(
            2, -7, [(-1, .integer(1)), (-2, .bytes([UInt8](point.prefix(31)))), (-3, .bytes([UInt8](point.suffix(33))))])
        #expect(await rejection { try CredentialPublicKey(shifted.encoded) } == "unusable-key")
    }

    @Test(arguments: all.filter { [.es256, .es384, .es512].contains($0.algorithm) })
    func `a point off the curve is rejected`(_ sample: Sample) async throws {
        var x = try #require(sample.key.map?[-2]?.bytes)
        x[x.count - 1] ^= 1
        // Half of all values of x belong to a point, but with another y.
        let off = CBOR.replacing(-2, with: .bytes(x), in: sample.key)
        #expect(await rejection { try CredentialPublicKey(off.encoded) } == "unusable-key")
        let compressed = CBOR.replacing(-3, with: .boolean(true), in: sample.key)
        #expect(await rejection { try CredentialPublicKey(compressed.encoded) } == "unusable-key")
        let otherCurve = CBOR.replacing(-1, with: .integer(sample.algorithm == .es256 ? 2 : 1), in: sample.key)
        #expect(await rejection { try CredentialPublicKey(otherCurve.encoded) } == "unusable-key")
    }

    @Test func `an RSA key that is too small or too large, or has an unusual exponent, is rejected`() async throws {
        func key(bits: Int, first: UInt8 = 0x80, last: UInt8 = 1, exponent: [UInt8] = [1, 0, 1]) -> [UInt8] {
            let modulus = [first] + [UInt8](repeating: 5, count: bits / 8 - 2) + [last]
            return Self.map(3, -257, [(-1, .bytes(modulus)), (-2, .bytes(exponent))]).encoded
        }
        for (bits, isAccepted) in [(2_040, false), (2_048, true), (8_192, true), (8_200, false)] {
            #expect(await rejection { try CredentialPublicKey(key(bits: bits)) } == (isAccepted ? nil : "unusable-key"), "\(bits)")
        }
        // 2,047 bits, in as many bytes as 2,048.
        #expect(await rejection { try CredentialPublicKey(key(bits: 2_048, first: 0x7F)) } == "unusable-key")
        #expect(await rejection { try CredentialPublicKey(key(bits: 2_048, last: 2)) } == "unusable-key")
        for exponent: [UInt8] in [[], [3], [1, 0, 0], [1, 0, 2], [0, 1, 0, 1], [1, 0, 0, 0, 1], [1, 0, 1, 0, 1]] {
            #expect(
                await rejection { try CredentialPublicKey(key(bits: 2_048, exponent: exponent)) } == "unusable-key", "\(exponent)")
        }
    }

    @Test func `an unsupported algorithm has a specific error`() async {
        for algorithm in [-9, -19, -37, -48, -258, -65_535, 5] {
            let key = Self.map(1, algorithm, [(-1, .integer(6)), (-2, .bytes([UInt8](repeating: 1, count: 32)))])
            #expect(await rejection { try CredentialPublicKey(key.encoded) } == "unsupported-algorithm", "\(algorithm)")
        }
        #expect(await rejection { try CredentialPublicKey([0x80]) } == "unusable-key")
    }

    /// Returns the COSE_Key of a point on a curve.
    static func elliptic(_ algorithm: Int, _ curve: Int, _ point: Data) -> CBOR {
        let half = point.count / 2
        return map(
            2, algorithm,
            [(-1, .integer(curve)), (-2, .bytes([UInt8](point.prefix(half)))), (-3, .bytes([UInt8](point.suffix(half))))])
    }

    /// Returns the COSE_Key of this type and algorithm, with these members.
    static func map(_ type: Int, _ algorithm: Int, _ members: [(Int, CBOR)]) -> CBOR {
        .map(CBORMap([(.integer(1), .integer(type)), (.integer(3), .integer(algorithm))] + members.map { (.integer($0.0), $0.1) }))
    }
}
