import FoundationEssentials

extension ServiceDesk {
    /// Makes and signs an identity token, with the faults that are set for the endpoint.
    ///
    /// - Returns: nil when the key cannot sign, which only a broken state file brings about.
    mutating func identityToken(_ occasion: TokenOccasion) -> String? {
        guard let account = state.people.accounts[occasion.consent.person] else { return nil }
        var claims = claims(occasion, account)
        let faults = takeTokenFaults(occasion.endpoint)
        for fault in faults { spoil(&claims, fault) }
        return signer?.sign(claims, spoilt: faults.contains(.wrongSignature))
    }

    private mutating func claims(_ occasion: TokenOccasion, _ account: AppleAccount) -> IdentityTokenClaims {
        let settings = state.settings
        let issuedAt = Int(now.timeIntervalSince1970)
        var claims = IdentityTokenClaims(
            issuer: issuer, subject: standing(of: account.id, for: occasion.consent.team).subject,
            audience: occasion.client.rawValue, issuedAt: issuedAt, expiresAt: issuedAt + settings.identityTokenLifetime,
            authTime: Int(occasion.authTime.timeIntervalSince1970), nonce: settings.supportsNonce ? occasion.nonce : nil,
            nonceSupported: settings.supportsNonce,
            realUserStatus: occasion.endpoint == .native && occasion.isFirst ? account.realUserStatus : nil,
            transferSubject: transferIdentifier(for: occasion.consent), organization: account.organization,
            accessTokenHash: occasion.bound.accessTokenHash, codeHash: occasion.bound.codeHash)
        if occasion.isFirst || settings.sendsEmailOnLaterSignIns { addEmail(to: &claims, occasion.consent, account) }
        return claims
    }

    private mutating func addEmail(to claims: inout IdentityTokenClaims, _ consent: Consent, _ account: AppleAccount) {
        if account.organization != nil { claims.emailVerified = WireBoolean(false, state.settings.wireStyle) }
        guard let address = address(consent) else { return }
        let isPrivate = consent.email == .hide
        claims.email = address
        claims.emailVerified = WireBoolean(account.organization == nil, state.settings.wireStyle)
        if isPrivate || state.settings.wireStyle == .booleans2024 {
            claims.isPrivateEmail = WireBoolean(isPrivate, state.settings.wireStyle)
        }
    }

    private func spoil(_ claims: inout IdentityTokenClaims, _ fault: Fault.Kind) {
        switch fault {
        case .wrongIssuer(let issuer): claims.issuer = issuer
        case .wrongAudience(let audience): claims.audience = audience
        case .foreignEmail(let address):
            claims.email = address
            claims.emailVerified = WireBoolean(true, state.settings.wireStyle)
            claims.isPrivateEmail = nil
        case .stale:
            claims.issuedAt -= 2 * 86_400
            claims.expiresAt = claims.issuedAt + min(state.settings.identityTokenLifetime, 86_400)
        case .wrongSignature, .delay, .status, .malformedBody, .droppedConnection: break
        }
    }
}
