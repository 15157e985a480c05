import FoundationEssentials

extension AppleService {
    /// Returns the body of `/auth/keys`: the listed keys, oldest first, so that the current key is seldom the first.
    public func keySet() -> [UInt8] {
        work { core in
            let former = core.takeTokenFaults(.keys).contains(.stale)
            core.log.add(.keys, at: core.now, former ? "the set before the last rotation, because of a fault" : "the key set")
            return WireJSON.bytes(KeySetDocument(keys: core.state.keys.listed(former: former).map { .init($0) }))
        }
    }

    /// The service's keys, oldest first; at most 32.
    public var signingKeys: [SigningKeySummary] {
        work { core in
            core.state.keys.entries.map {
                SigningKeySummary(
                    id: $0.id, createdAt: $0.createdAt, isListed: $0.isListed, signs: $0.id == core.state.keys.signing)
            }
        }
    }

    /// Adds a key and changes the set by `rotation`.
    ///
    /// - Throws: an error if generating the RSA key fails. The keys are then unchanged.
    public func rotateKeys(_ rotation: KeyRotation = .gradual) async throws {
        let signer = try await keyMaker.make()
        work { core in core.install(signer, rotation: rotation) }
    }

    /// Returns the body of `/.well-known/openid-configuration` (OpenID Connect Discovery 1.0, section 4).
    ///
    /// - Parameter base: the base URL of the endpoints, which clients that use discovery then request; nil for the issuer.
    public func discoveryDocument(base: String? = nil) -> [UInt8] {
        work { core in
            let flipped = core.state.settings.discoveryNamesAccountIssuer
            core.log.add(.discovery, at: core.now, flipped ? "the document with the issuer of June 2025" : "the document")
            return WireJSON.bytes(
                DiscoveryDocument(
                    base: base ?? core.issuer, issuer: flipped ? "https://account.apple.com" : core.issuer))
        }
    }
}

extension ServiceCore {
    /// The key that signs at present.
    struct CurrentSigner {
        let id: KeyID
        let signer: TokenSigner

        func sign(_ claims: IdentityTokenClaims, spoilt: Bool) -> String? {
            signer.sign(claims, keyID: id, spoilt: spoilt)
        }

        func sign(_ claims: NotificationClaims, spoilt: Bool) -> String? {
            signer.sign(claims, keyID: id, spoilt: spoilt)
        }
    }

    var signer: CurrentSigner? {
        guard let id = state.keys.signing, let signer = signers[id] else { return nil }
        return CurrentSigner(id: id, signer: signer)
    }

    mutating func install(_ signer: TokenSigner, rotation: KeyRotation) {
        var id = KeyID(drawnFrom: &randomness, length: state.settings.signingKeyIDLength)
        while signers[id] != nil { id = KeyID(drawnFrom: &randomness, length: state.settings.signingKeyIDLength) }
        signers[id] = signer
        state.keys.add(
            .init(
                id: id, pem: signer.pem, modulus: signer.modulus, exponent: signer.exponent, createdAt: now, isListed: true),
            rotation, size: state.settings.listedKeys)
        let known = Set(state.keys.entries.map(\.id))
        signers = signers.filter { known.contains($0.key) }
    }

    /// Creates the signers of a restored state.
    mutating func restoreSigners() async throws {
        for entry in state.keys.entries { signers[entry.id] = try await TokenSigner(pem: entry.pem) }
    }
}

/// Apple's discovery document, as last observed.
struct DiscoveryDocument: Encodable {
    let issuer: String
    let authorization_endpoint: String
    let token_endpoint: String
    let revocation_endpoint: String
    let jwks_uri: String
    let response_types_supported = ["code"]
    let response_modes_supported = ["query", "fragment", "form_post"]
    let subject_types_supported = ["pairwise"]
    let id_token_signing_alg_values_supported = ["RS256"]
    let scopes_supported = ["openid", "email", "name"]
    let token_endpoint_auth_methods_supported = ["client_secret_post"]
    let claims_supported = [
        "aud", "email", "email_verified", "exp", "iat", "is_private_email", "iss", "nonce", "nonce_supported", "real_user_status",
        "sub", "transfer_sub",
    ]

    init(base: String, issuer: String) {
        self.issuer = issuer
        authorization_endpoint = base + "/auth/authorize"
        token_endpoint = base + "/auth/token"
        revocation_endpoint = base + "/auth/revoke"
        jwks_uri = base + "/auth/keys"
    }
}

/// The JSON of `/auth/keys` (RFC 7517, section 5).
struct KeySetDocument: Encodable {
    struct Key: Encodable {
        let kty = "RSA"
        let kid: KeyID
        let use = "sig"
        let alg = "RS256"
        let n: String
        let e: String

        init(_ entry: KeyRing.Entry) {
            kid = entry.id
            n = entry.modulus
            e = entry.exponent
        }
    }

    let keys: [Key]
}
