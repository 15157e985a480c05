/// The keys that sign access tokens. The private part is sealed before it comes here.
package protocol SigningKeyStore: Sendable {
    /// All keys not yet past `verifiesUntil`, the newest first.
    func signingKeys(now: Timestamp) async throws -> [SealedSigningKey]

    /// Adds a key, unless the newest key is another than the caller saw (nil: none): of two servers that rotate at once, one wins.
    /// False when it lost.
    func add(_ key: SealedSigningKey, ifNewestIs newest: String?) async throws -> Bool
}

/// A signing key at rest.
package struct SealedSigningKey: Hashable, Sendable {
    /// The `kid` that tokens name: unguessing is not needed, uniqueness is.
    package let id: String
    package let sealed: [UInt8]
    package let createdAt: Timestamp
    /// Until then the key signs; a newer one takes over before.
    package let signsUntil: Timestamp
    /// Until then tokens it signed may still be shown, so it stays published.
    package let verifiesUntil: Timestamp

    package init(id: String, sealed: [UInt8], createdAt: Timestamp, signsUntil: Timestamp, verifiesUntil: Timestamp) {
        self.id = id
        self.sealed = sealed
        self.createdAt = createdAt
        self.signsUntil = signsUntil
        self.verifiesUntil = verifiesUntil
    }
}
