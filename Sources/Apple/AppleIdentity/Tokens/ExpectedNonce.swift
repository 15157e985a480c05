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
}
