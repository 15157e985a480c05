internal import Crypto
internal import FoundationEssentials

/// Which `nonce` a token must carry.
///
/// On the web Apple repeats what the authorization request said. In apps it repeats what the app set, by custom the SHA-256 of the raw
/// nonce in lowercase hexadecimal, the raw one going to the server. A nonce must come from the server, fit one sign-in, and be spent by it;
/// this type only compares. An empty nonce binds nothing: no token carries it.
public enum ExpectedNonce: Sendable {
    /// None was sent. A token that has one was made for another request, and is refused.
    case none
    /// Exactly this: the web.
    case exact(String)
    /// The SHA-256 of this, in lowercase hexadecimal: an app that follows the custom.
    case sha256(of: String)
    /// Either: an app that may or may not hash.
    case exactOrSHA256(of: String)
    /// Either, or no nonce in a token that says `nonce_supported: false`, as native sign-in on old systems issues them. Weaker than the
    /// others: nothing binds such a token to the request, so it must be accepted once only (``VerifiedAppleIdentity/tokenDigest``).
    case exactOrSHA256OrUnsupported(of: String)
    /// Any or none, not looked at. Right only where something else binds the token to the request, such as a code exchange.
    case unchecked

    /// Judges the nonce of a token. A missing nonce is refused where one was expected.
    ///
    /// - Returns: whether the token carries the expected one; false where none was expected, and where a token without one was admitted.
    func check(_ claims: IdentityClaims) throws(AppleIdentityError) -> Bool {
        switch self {
        case .unchecked: return false
        case .none:
            guard claims.nonce == nil else {
                throw AppleIdentityError(
                    .wrongNonce, "The token has a nonce though none was sent: it was made for another request.")
            }
            return false
        case .exact(let raw): return try check(claims) { Self.isRaw($0, raw) }
        case .sha256(let raw): return try check(claims) { Self.isDigest($0, of: raw) }
        case .exactOrSHA256(let raw): return try check(claims) { Self.isDigest($0, of: raw) || Self.isRaw($0, raw) }
        case .exactOrSHA256OrUnsupported(let raw):
            guard claims.nonce != nil || !claims.saysNonceIsUnsupported else { return false }
            return try Self.exactOrSHA256(of: raw).check(claims)
        }
    }

    private func check(_ claims: IdentityClaims, _ isExpected: (String) -> Bool) throws(AppleIdentityError) -> Bool {
        guard let nonce = claims.nonce else { throw AppleIdentityError(.missingNonce, "A nonce was sent, and the token has none.") }
        guard isExpected(nonce) else { throw AppleIdentityError(.wrongNonce, "The token's nonce is not the expected one.") }
        return true
    }

    // Digests are compared by swift-crypto, in constant time: how much of a nonce was right shows in no clock.

    private static func isRaw(_ nonce: String, _ raw: String) -> Bool {
        !raw.isEmpty && nonce.utf8.count == raw.utf8.count
            && SHA256.hash(data: Array(nonce.utf8)) == SHA256.hash(data: Array(raw.utf8))
    }

    private static func isDigest(_ nonce: String, of raw: String) -> Bool {
        guard !raw.isEmpty, let bytes = bytes(lowercaseHexadecimal: nonce) else { return false }
        return SHA256.hash(data: Array(raw.utf8)) == bytes
    }

    private static func bytes(lowercaseHexadecimal text: String) -> [UInt8]? {
        guard text.utf8.count == 2 * SHA256.byteCount else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(SHA256.byteCount)
        var high: UInt8?
        for digit in text.utf8 {
            let value: UInt8
            switch digit {
            case 0x30...0x39: value = digit - 0x30
            case 0x61...0x66: value = digit - 0x61 + 10
            default: return nil
            }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        return bytes
    }
}
