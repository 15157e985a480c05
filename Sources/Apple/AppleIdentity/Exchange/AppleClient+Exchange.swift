public import FoundationEssentials

extension AppleClient {
    /// Exchanges an authorization code for tokens. A code is spent by this, whatever comes back.
    ///
    /// - Parameters:
    ///   - code: as it came; good for five minutes.
    ///   - origin: how it came.
    ///   - receivedAt: when it came, where that is known; it only serves the diagnosis of a refusal.
    /// - Returns: the tokens. The identity token is not verified: judge it with ``IdentityTokenVerifier`` before believing who
    ///   signed in, and compare its subject with that of a token that came with the code.
    public func exchange(
        _ code: AuthorizationCode, from origin: CodeOrigin, receivedAt: Date? = nil, now: Date
    ) async throws(AppleServiceError) -> ExchangedTokens {
        var fields = [(name: "code", value: code.reveal()), (name: "grant_type", value: "authorization_code")]
        if case .web(let redirectURI) = origin { fields.append((name: "redirect_uri", value: redirectURI.text)) }
        let call = AppleCall(
            operation: .exchange, url: endpoints.token, fields: fields, codeOrigin: origin, codeReceivedAt: receivedAt)
        return try ExchangedTokens(TokenAnswer(try await post(call, now: now), to: .exchange), now: now)
    }
}
