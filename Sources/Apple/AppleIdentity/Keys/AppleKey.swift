/// One of Apple's public keys: a key that has a name.
public struct AppleKey: Sendable {
    /// The name (`kid`) by which tokens ask for it.
    public let keyID: String

    /// The algorithm it is used with, and no other.
    public var algorithm: SignatureAlgorithm { key.algorithm }

    let key: VerificationKey

    /// Checks that a message names this key, by its algorithm, and is signed with it.
    ///
    /// - Throws: ``TokenRefusal`` with a code about the key or the signature.
    package func verify(_ jws: CompactJWS) throws(TokenRefusal) -> VerifiedJWS {
        guard let named = jws.keyID else { throw .missingKeyID }
        guard named.hasSameBytes(as: keyID) else {
            throw TokenRefusal(.keyMismatch, "The token names another key than the one it is checked with.")
        }
        return try key.verify(jws)
    }
}

extension TokenRefusal {
    static let missingKeyID = TokenRefusal(.missingKeyID, "The token's header names no key (kid).")
}
