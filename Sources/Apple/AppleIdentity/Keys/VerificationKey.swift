internal import Crypto
internal import CryptoExtras
internal import FoundationEssentials
package import JSONText
internal import Secrets

/// A public key with its one algorithm, prepared for many verifications.
///
/// It has no owner or key ID; see ``AppleKey``.
package struct VerificationKey: Sendable {
    private enum Material: Sendable {
        case rsa(_RSA.Signing.PublicKey, byteCount: Int)
        case p256(P256.Signing.PublicKey)
    }

    private let material: Material

    /// The members of its JWK, for storage: `kty` and the numbers.
    let members: JSONObject

    /// The key's algorithm.
    package var algorithm: SignatureAlgorithm {
        switch material {
        case .rsa: .rs256
        case .p256: .es256
        }
    }

    /// Verifies a signature. Ignores the header's `kid`.
    ///
    /// - Throws: ``AppleIdentityError`` if the header has another algorithm than the key, or the signature does not verify.
    package func verify(_ jws: CompactJWS) throws(AppleIdentityError) -> VerifiedJWS {
        guard jws.algorithm == algorithm else {
            throw AppleIdentityError(.algorithmMismatch, "The algorithm in the token's header differs from the key's.")
        }
        let digest = jws.digest
        guard isValidSignature(jws.signature, for: digest) else {
            throw AppleIdentityError(.wrongSignature, "The token's signature does not verify with the key.")
        }
        return VerifiedJWS(signatureChecked: jws, digest: digest)
    }

    private func isValidSignature(_ signature: [UInt8], for digest: SHA256.Digest) -> Bool {
        switch material {
        case .rsa(let key, let byteCount):
            // RFC 8017, section 8.2.2, step 1. It also avoids the arithmetic for a signature that cannot be valid.
            guard signature.count == byteCount else { return false }
            let signature = _RSA.Signing.RSASignature(rawRepresentation: signature)
            return key.isValidSignature(signature, for: digest, padding: .insecurePKCS1v1_5)
        case .p256(let key):
            guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature) else { return false }
            return key.isValidSignature(signature, for: digest)
        }
    }

    /// Creates an RSA key from its modulus and exponent, without leading zeros (RFC 7518, section 6.3.1).
    init(modulus: [UInt8], exponent: [UInt8], members: JSONObject) throws(AppleIdentityError) {
        let bitCount = modulus.count * 8 - (modulus.first?.leadingZeroBitCount ?? 0)
        guard let last = modulus.last, last & 1 == 1, modulus.first != 0, let first = exponent.first, first != 0 else {
            throw .unusable(.malformedMember)
        }
        guard bitCount >= Self.smallestModulus else { throw .unusable(.weakModulus) }
        guard bitCount <= Self.largestModulus else { throw .unusable(.hugeModulus) }
        guard exponent.count <= 4 else { throw .unusable(.unusualExponent) }
        let value = exponent.reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
        guard value >= Self.smallestExponent, value & 1 == 1 else { throw .unusable(.unusualExponent) }
        guard let key = try? _RSA.Signing.PublicKey(n: modulus, e: exponent) else { throw .unusable(.malformedMember) }
        material = .rsa(key, byteCount: modulus.count)
        self.members = members
    }

    /// Creates a P-256 key from its coordinates, which must be a point on the curve (RFC 7518, section 6.2.1).
    init(x: [UInt8], y: [UInt8], members: JSONObject) throws(AppleIdentityError) {
        guard x.count == 32, y.count == 32, let key = try? P256.Signing.PublicKey(rawRepresentation: x + y) else {
            throw .unusable(.notOnCurve)
        }
        material = .p256(key)
        self.members = members
    }

    /// The smallest modulus in bits. Smaller moduli can be factored at a realistic cost (RFC 7518, section 3.3).
    private static let smallestModulus = 2_048
    /// The largest modulus in bits. With a larger one, one verification costs as much as dozens.
    private static let largestModulus = 8_192
    /// The smallest exponent. Smaller exponents have enabled forgeries (NIST SP 800-56B, section 6.2).
    private static let smallestExponent: UInt32 = 65_537
}

extension VerificationKey {
    /// Creates a key from a JWK (RFC 7517, section 4). Without `alg`, the key type decides. Ignores unknown members, including
    /// those of a private key.
    init(_ node: JSONNode) throws(AppleIdentityError) {
        guard node.kind == .object else { throw .unusable(.notAnObject) }
        try Self.checkUse(node)
        switch try Self.string("kty", node) ?? "" {
        case "RSA":
            try Self.checkAlgorithm(node, is: .rs256)
            self = try VerificationKey(
                modulus: try Self.bytes("n", node), exponent: try Self.bytes("e", node),
                members: Self.kept(["kty", "n", "e"], node))
        case "EC":
            // Check the curve first: the coordinates of a key on another curve are not wrong in themselves.
            guard try Self.string("crv", node) == "P-256" else { throw .unusable(.unknownCurve) }
            try Self.checkAlgorithm(node, is: .es256)
            self = try VerificationKey(
                x: try Self.bytes("x", node), y: try Self.bytes("y", node), members: Self.kept(["kty", "crv", "x", "y"], node))
        default: throw .unusable(.unknownType)
        }
    }

    private static func checkUse(_ node: JSONNode) throws(AppleIdentityError) {
        if let use = try string("use", node), use != "sig" { throw .unusable(.otherUse) }
        guard let operations = node["key_ops"] else { return }
        guard let elements = operations.elements, elements.contains(where: { $0.string == "verify" }) else {
            throw .unusable(.otherUse)
        }
    }

    private static func checkAlgorithm(_ node: JSONNode, is algorithm: SignatureAlgorithm) throws(AppleIdentityError) {
        if let named = try string("alg", node), SignatureAlgorithm(header: named) != algorithm {
            throw .unusable(.unknownAlgorithm)
        }
    }

    private static func string(_ name: String, _ node: JSONNode) throws(AppleIdentityError) -> String? {
        guard let member = node[name] else { return nil }
        guard let string = member.string else { throw .unusable(.malformedMember) }
        return string
    }

    private static func bytes(_ name: String, _ node: JSONNode) throws(AppleIdentityError) -> [UInt8] {
        guard let text = try string(name, node), let bytes = Base64URL.decode(text) else { throw .unusable(.malformedMember) }
        return bytes
    }

    private static func kept(_ names: [String], _ node: JSONNode) -> JSONObject {
        JSONObject(names.compactMap { name in node[name].map { (name, $0.value) } })
    }
}

extension VerificationKey {
    /// Creates a single key for verification, with or without `kid` and `alg`.
    ///
    /// - Throws: ``AppleIdentityError/Code/unusableKey``; the reason ends with the code of the cause.
    package init(jwk node: JSONNode) throws(AppleIdentityError) {
        do {
            self = try VerificationKey(node)
        } catch {
            throw AppleIdentityError(.unusableKey, error.reason)
        }
    }
}
