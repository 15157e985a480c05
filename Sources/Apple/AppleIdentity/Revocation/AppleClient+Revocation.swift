public import FoundationEssentials

extension AppleClient {
    /// Asks Apple to end the person's consent to this client, as deleting an account must (App Review Guideline 5.1.1(v)).
    ///
    /// Keep the token until this has returned, and try again later after an error with ``AppleServiceError/isRetryable``. Where no token
    /// was kept, nothing can be asked: the person can only revoke by hand, in the settings of the Apple account.
    public func revoke(_ token: RefreshToken, now: Date) async throws(AppleServiceError) -> AcceptedRevocation {
        try await revoke(token.reveal(), hint: "refresh_token", now: now)
    }

    /// The same with an access token, which is good for an hour after an exchange.
    public func revoke(_ token: AccessToken, now: Date) async throws(AppleServiceError) -> AcceptedRevocation {
        try await revoke(token.reveal(), hint: "access_token", now: now)
    }

    private func revoke(_ token: String, hint: String, now: Date) async throws(AppleServiceError) -> AcceptedRevocation {
        let fields = [(name: "token", value: token), (name: "token_type_hint", value: hint)]
        let body = try await post(AppleCall(operation: .revocation, url: endpoints.revoke, fields: fields), now: now)
        // Apple's answer is empty. A page with status 200 comes from something between, and nothing was revoked.
        if body.contains(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) { _ = try AnswerObject(body, to: .revocation) }
        return AcceptedRevocation(acceptedAt: now)
    }
}
