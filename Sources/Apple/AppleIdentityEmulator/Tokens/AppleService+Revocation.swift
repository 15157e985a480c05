import FoundationEssentials

extension AppleService {
    /// Serves `/auth/revoke` (RFC 7009).
    ///
    /// The response for an unknown or revoked token, and for another client's token, equals a success, and nothing is revoked. A
    /// valid token ends the user's consent for the whole group: all its tokens are revoked, and the next sign-in asks for name and
    /// address again.
    public func revoke(_ form: FormValues) -> Result<RevocationAnswer, AppleServiceError> {
        answer(.revoke, form) { core throws(AppleServiceError) in try core.revoke(form) }
    }
}

extension ServiceCore {
    fileprivate mutating func revoke(_ form: FormValues) throws(AppleServiceError) -> (RevocationAnswer, String) {
        let client = try authenticate(form)
        guard let text = form["token"] else { throw .init(.invalidRequest, because: "the parameter token is required") }
        let hint = form["token_type_hint"]
        guard hint == nil || hint == "refresh_token" || hint == "access_token" else {
            throw .init(.invalidRequest, because: "token_type_hint must be refresh_token or access_token")
        }
        guard let owner = state.tokens.owner(of: text) else {
            return (
                RevocationAnswer(revoked: false), "the token is unknown; nothing was revoked, and the status is still 200"
            )
        }
        guard owner.client == client.client.id else {
            return (
                RevocationAnswer(revoked: false),
                "the token was issued to \(owner.client); nothing was revoked, and the status is still 200"
            )
        }
        guard state.tokens.isAlive(text, now: now) else {
            return (RevocationAnswer(revoked: false), "the token was already revoked or expired")
        }
        if let person = owner.person, let consent = state.consents.active(of: person, for: owner.primary) {
            end(consent, because: .revokedByClient)
            return (
                RevocationAnswer(revoked: true), "the consent of \(person) for \(owner.primary) and all its tokens were revoked"
            )
        }
        state.tokens.kill(text, because: .revokedByClient)
        return (RevocationAnswer(revoked: true), "the access token was revoked")
    }
}

/// The response of `/auth/revoke`: 200 with an empty body, even for unknown tokens.
public struct RevocationAnswer: Sendable, Hashable {
    /// Whether anything was revoked; for the console and tests. The response does not contain it.
    public let revoked: Bool
}
