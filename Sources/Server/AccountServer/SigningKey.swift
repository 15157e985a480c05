import Accounts
import Crypto
import JSONText
import Secrets

/// A key that signs access tokens: P-256 for ES256 (RFC 7518, section 3.4).
struct SigningKey: Sendable {
    /// The JWK thumbprint of the public key (RFC 7638), which identifies exactly one key.
    let id: String
    let createdAt: Timestamp
    let signsUntil: Timestamp
    let verifiesUntil: Timestamp
    private let key: P256.Signing.PrivateKey

    /// Generates a key that signs from `start` for `lifetime`. Its signatures remain verifiable for `tokenLifetime` longer.
    init(now: Timestamp, signingFrom start: Timestamp, lifetime: Duration, tokenLifetime: Duration) {
        self.init(
            key: P256.Signing.PrivateKey(), createdAt: now, signsUntil: start + lifetime,
            verifiesUntil: start + lifetime + tokenLifetime)
    }

    /// Opens a stored key. Throws if another key sealed the bytes, or if they were changed or are not a key.
    init(opening stored: SealedSigningKey, keys: SealingKeys) throws {
        let opened = try keys.open(Sealed(bytes: stored.sealed), in: .signingKey(id: stored.id))
        let key = try opened.withBytes { try P256.Signing.PrivateKey(rawRepresentation: $0) }
        self.init(key: key, createdAt: stored.createdAt, signsUntil: stored.signsUntil, verifiesUntil: stored.verifiesUntil)
    }

    private init(key: P256.Signing.PrivateKey, createdAt: Timestamp, signsUntil: Timestamp, verifiesUntil: Timestamp) {
        self.key = key
        self.createdAt = createdAt
        self.signsUntil = signsUntil
        self.verifiesUntil = verifiesUntil
        id = Base64URL.encode(Array(SHA256.hash(data: Self.thumbprintInput(of: key.publicKey))))
    }

    /// Returns the key in the sealed form that the store keeps, bound to its identifier.
    func sealed(by keys: SealingKeys, random: some RandomBytes) throws -> SealedSigningKey {
        let bytes = try keys.seal(SecretBytes(key.rawRepresentation), in: .signingKey(id: id), random: random).bytes
        return SealedSigningKey(
            id: id, sealed: bytes, createdAt: createdAt, signsUntil: signsUntil, verifiesUntil: verifiesUntil)
    }

    /// Returns the 64-byte signature R || S (RFC 7515, appendix A.3).
    func signature(for bytes: [UInt8]) throws -> [UInt8] {
        Array(try key.signature(for: bytes).rawRepresentation)
    }

    /// Returns whether these 64 bytes are a signature of this key over `bytes`.
    func isValid(_ signature: [UInt8], for bytes: [UInt8]) -> Bool {
        guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature) else { return false }
        return key.publicKey.isValidSignature(signature, for: bytes)
    }

    /// The public part as a JWK (RFC 7517).
    var publicJWK: JSONValue {
        let (x, y) = Self.coordinates(of: key.publicKey)
        return ["kty": "EC", "crv": "P-256", "x": .string(x), "y": .string(y), "use": "sig", "alg": "ES256", "kid": .string(id)]
    }

    /// Returns the required members in the order and form of RFC 7638, section 3.2.
    private static func thumbprintInput(of key: P256.Signing.PublicKey) -> [UInt8] {
        let (x, y) = coordinates(of: key)
        return (["crv": "P-256", "kty": "EC", "x": .string(x), "y": .string(y)] as JSONValue).bytes()
    }

    private static func coordinates(of key: P256.Signing.PublicKey) -> (x: String, y: String) {
        let raw = Array(key.rawRepresentation)
        return (Base64URL.encode(raw.prefix(32)), Base64URL.encode(raw.suffix(32)))
    }
}
