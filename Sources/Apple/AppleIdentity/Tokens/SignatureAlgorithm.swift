/// The signature algorithms that this library knows (RFC 7518, section 3.1).
///
/// Apple signs with RS256. Which one is used follows from the key alone; a token merely has to agree.
public enum SignatureAlgorithm: String, Sendable, Hashable, CaseIterable {
    /// RSASSA-PKCS1-v1_5 with SHA-256.
    case rs256 = "RS256"
    /// ECDSA on P-256 with SHA-256; the signature is r and s, 32 bytes each.
    case es256 = "ES256"
}
