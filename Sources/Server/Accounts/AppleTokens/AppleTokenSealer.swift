import Secrets

/// Seals Apple's secrets for storage. Each is bound to its kind, identity and client, so that it opens in no other context.
struct AppleTokenSealer: Sendable {
    let keys: SealingKeys
    let random: any RandomBytes

    func sealed(
        _ grant: AppleGrant, of identity: AppleIdentityID, client: AppleClientID, now: Timestamp
    ) throws -> SealedAppleGrant {
        switch grant {
        case .none: .none
        case .refreshToken(let token):
            .refreshToken(
                try seal(token, of: identity, client: client),
                nextCheckAt: AppleTokenSchedule.firstCheck(of: identity, obtainedAt: now))
        case .code(let code):
            .code(
                try seal(code.reveal(), in: .appleCode(identity, client)),
                flow: code.flow, expiresAt: now + AppleAuthorizationCode.lifetime)
        }
    }

    func seal(_ token: AppleRefreshToken, of identity: AppleIdentityID, client: AppleClientID) throws -> Sealed {
        try seal(token.reveal(), in: .appleRefreshToken(identity, client))
    }

    /// Returns nil if the key is missing or the bytes were changed; the token is then lost.
    func refreshToken(_ sealed: Sealed, of identity: AppleIdentityID, client: AppleClientID) -> AppleRefreshToken? {
        open(sealed, in: .appleRefreshToken(identity, client)).flatMap { AppleRefreshToken($0) }
    }

    /// Returns nil if the key is missing or the bytes were changed.
    func code(
        _ sealed: Sealed, flow: AppleFlow, of identity: AppleIdentityID, client: AppleClientID
    ) -> AppleAuthorizationCode? {
        open(sealed, in: .appleCode(identity, client)).flatMap { AppleAuthorizationCode($0, flow: flow) }
    }

    func seal(_ text: String, in place: SealingContext) throws -> Sealed {
        try keys.seal(SecretBytes(utf8: text), in: place, random: random)
    }

    func open(_ sealed: Sealed, in place: SealingContext) -> String? {
        guard let secret = try? keys.open(sealed, in: place) else { return nil }
        return secret.withBytes { String(decoding: $0, as: UTF8.self) }
    }
}

extension AppleTokenSealer {
    /// Seals a grant for the short time before its identity is known.
    func parked(_ grant: AppleGrant, under completion: TokenDigest) throws -> ParkedAppleGrant {
        switch grant {
        case .none: .none
        case .refreshToken(let token): .refreshToken(try seal(token.reveal(), in: .parkedAppleRefreshToken(completion)))
        case .code(let code): .code(try seal(code.reveal(), in: .parkedAppleCode(completion)), flow: code.flow)
        }
    }

    /// Opens a stored grant. Returns `none` if it does not open, so that a lost key costs the refresh token and not the sign-in.
    func grant(_ parked: ParkedAppleGrant, under completion: TokenDigest) -> AppleGrant {
        switch parked {
        case .none: .none
        case .refreshToken(let sealed):
            open(sealed, in: .parkedAppleRefreshToken(completion)).flatMap { AppleRefreshToken($0) }.map(AppleGrant.refreshToken)
                ?? AppleGrant.none
        case .code(let sealed, let flow):
            open(sealed, in: .parkedAppleCode(completion)).flatMap { AppleAuthorizationCode($0, flow: flow) }.map(AppleGrant.code)
                ?? AppleGrant.none
        }
    }
}
