import FoundationEssentials

extension AppleService {
    /// The body of `/auth/keys`: the listed keys from the oldest to the newest, so that the one in use seldom comes first.
    public func keySet() -> [UInt8] {
        work { desk in
            let former = desk.takeTokenFaults(.keys).contains(.stale)
            desk.log.add(.keys, at: desk.now, former ? "the set before the last rotation, by a fault" : "the key set")
            return WireJSON.bytes(KeySetDocument(keys: desk.state.keys.listed(former: former).map { .init($0) }))
        }
    }

    /// The service's keys from the oldest to the newest; at most 32 are kept.
    public var signingKeys: [SigningKeySummary] {
        work { desk in
            desk.state.keys.entries.map {
                SigningKeySummary(
                    id: $0.id, createdAt: $0.createdAt, isListed: $0.isListed, signs: $0.id == desk.state.keys.signing)
            }
        }
    }

    /// Adds a key and changes the set by `rotation`.
    ///
    /// - Throws: when no RSA key can be made; nothing is changed then.
    public func rotateKeys(_ rotation: KeyRotation = .gradual) async throws {
        let signer = try await keyMaker.make()
        work { desk in desk.install(signer, rotation: rotation) }
    }

    /// The body of `/.well-known/openid-configuration` (facts 1.1, 1.2).
    ///
    /// - Parameter base: what the endpoints' URLs begin with; relying parties that follow discovery come there. Nil for the issuer.
    public func discoveryDocument(base: String? = nil) -> [UInt8] {
        work { desk in
            let flipped = desk.state.settings.discoveryNamesAccountIssuer
            desk.log.add(.discovery, at: desk.now, flipped ? "the document with the issuer of June 2025" : "the document")
            return WireJSON.bytes(
                DiscoveryDocument(
                    base: base ?? desk.issuer, issuer: flipped ? "https://account.apple.com" : desk.issuer))
        }
    }
}
