internal import Crypto
internal import CryptoExtras
internal import FoundationEssentials
internal import JSONText

/// A public key and the one algorithm it is used with, prepared once for many signatures.
///
/// It says nothing about whose key it is: that is ``AppleKey``.
package struct VerificationKey: Sendable {
    private enum Material: Sendable {
        case rsa(_RSA.Signing.PublicKey, byteCount: Int)
        case p256(P256.Signing.PublicKey)
    }

    private let material: Material

    /// The key in the form it had, for keeping: `kty` and its numbers.
    let members: JSONObject

    /// The key's own algorithm.
    package var algorithm: SignatureAlgorithm {
        switch material {
        case .rsa: .rs256
        case .p256: .es256
        }
    }

    /// Checks a signature, and nothing else: the header's `kid` is not looked at.
    ///
    /// - Throws: ``TokenRefusal`` where the header's algorithm is not the key's, or the signature is not right.
    package func verify(_ jws: CompactJWS) throws(TokenRefusal) -> VerifiedJWS {
        guard jws.algorithm == algorithm else {
            throw TokenRefusal(.algorithmMismatch, "The token's header names another algorithm than that of the key.")
        }
        guard isSignature(of: jws) else {
            throw TokenRefusal(.wrongSignature, "The signature is not the key's over this token.")
        }
        return VerifiedJWS(signatureChecked: jws)
    }

    private func isSignature(of jws: CompactJWS) -> Bool {
        switch material {
        case .rsa(let key, let byteCount):
            // RFC 8017, section 8.2.2, step 1; it also spares the arithmetic for what cannot be right.
            guard jws.signature.count == byteCount else { return false }
            let signature = _RSA.Signing.RSASignature(rawRepresentation: jws.signature)
            return key.isValidSignature(signature, for: jws.digest, padding: .insecurePKCS1v1_5)
        case .p256(let key):
            guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: jws.signature) else { return false }
            return key.isValidSignature(signature, for: jws.digest)
        }
    }

    /// An RSA key from its modulus and exponent, without leading zeros (RFC 7518, section 6.3.1).
    init(modulus: [UInt8], exponent: [UInt8], members: JSONObject) throws(UnusableKey) {
        let bitCount = modulus.count * 8 - (modulus.first?.leadingZeroBitCount ?? 0)
        guard let last = modulus.last, last & 1 == 1, modulus.first != 0, let first = exponent.first, first != 0 else {
            throw .malformedMember
        }
        guard bitCount >= Self.smallestModulus else { throw .weakModulus }
        guard bitCount <= Self.largestModulus else { throw .hugeModulus }
        guard exponent.count <= 4 else { throw .unusualExponent }
        let value = exponent.reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
        guard value >= Self.smallestExponent, value & 1 == 1 else { throw .unusualExponent }
        guard let key = try? _RSA.Signing.PublicKey(n: modulus, e: exponent) else { throw .malformedMember }
        material = .rsa(key, byteCount: modulus.count)
        self.members = members
    }

    /// A P-256 key from its coordinates; the point must lie on the curve (RFC 7518, section 6.2.1).
    init(x: [UInt8], y: [UInt8], members: JSONObject) throws(UnusableKey) {
        guard x.count == 32, y.count == 32, let key = try? P256.Signing.PublicKey(rawRepresentation: x + y) else {
            throw .notOnCurve
        }
        material = .p256(key)
        self.members = members
    }

    /// Below this factoring is a matter of money (RFC 7518, section 3.3).
    private static let smallestModulus = 2_048
    /// Beyond this one signature costs as much as dozens.
    private static let largestModulus = 8_192
    /// Smaller exponents have made forgeries possible (NIST SP 800-56B, section 6.2).
    private static let smallestExponent: UInt32 = 65_537
}
