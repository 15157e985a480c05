internal import Crypto
internal import FoundationEssentials
internal import Secrets

/// The `nonce` that a token must have.
///
/// On the web, Apple repeats the nonce of the authorization request. In an app, it repeats the nonce that the app set. By
/// convention this is the SHA-256 of a raw nonce in lower-case hexadecimal. The app sends the raw nonce to the server. The server
/// creates each nonce for one sign-in and must use it up; this type only compares. An empty nonce matches no token.
public enum ExpectedNonce: Sendable {
    /// No nonce. A token with one was issued for another request and is rejected.
    case none
    /// Exactly this nonce, as on the web.
    case exact(String)
    /// The SHA-256 of this nonce in lower-case hexadecimal, as apps send by convention.
    case sha256(of: String)
    /// The nonce or its SHA-256, for an app that may or may not hash.
    case exactOrSHA256(of: String)
    /// The nonce or its SHA-256, or no nonce in a token with `nonce_supported: false`, as native sign-in on old systems issues.
    /// Weaker than the others: nothing ties such a token to the request, so accept it only once
    /// (``VerifiedAppleIdentity/tokenDigest``).
    case exactOrSHA256OrUnsupported(of: String)
    /// Any nonce or none. Use it only if something else ties the token to the request, such as a code exchange.
    case unchecked

    /// Checks the nonce of a token. Rejects a missing nonce if one is expected.
    ///
    /// - Returns: whether the token has the expected nonce. False if none is expected, or if a token without one is accepted.
    func check(_ claims: IdentityClaims) throws(AppleIdentityError) -> Bool {
        switch self {
        case .unchecked: return false
        case .none:
            guard claims.nonce == nil else {
                throw AppleIdentityError(
                    .wrongNonce, "The token has a nonce, but the request had none: it was issued for another request.")
            }
            return false
        case .exact(let raw): return try check(claims) { Self.isRaw($0, raw) }
        case .sha256(let raw): return try check(claims) { Self.isDigest($0, of: raw) }
        case .exactOrSHA256(let raw): return try check(claims) { Self.isDigest($0, of: raw) || Self.isRaw($0, raw) }
        case .exactOrSHA256OrUnsupported(let raw):
            guard claims.nonce != nil || !claims.reportsNonceUnsupported else { return false }
            return try Self.exactOrSHA256(of: raw).check(claims)
        }
    }

    private func check(_ claims: IdentityClaims, _ isExpected: (String) -> Bool) throws(AppleIdentityError) -> Bool {
        guard let nonce = claims.nonce else {
            throw AppleIdentityError(.missingNonce, "The token has no nonce, but the request had one.")
        }
        guard isExpected(nonce) else { throw AppleIdentityError(.wrongNonce, "The token's nonce differs from the expected one.") }
        return true
    }

    // Both comparisons take constant time, so timing does not reveal how much of a nonce matches.

    private static func isRaw(_ nonce: String, _ raw: String) -> Bool {
        !raw.isEmpty && constantTimeEquals(nonce.utf8, raw.utf8)
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
