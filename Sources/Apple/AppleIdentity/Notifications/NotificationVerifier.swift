public import FoundationEssentials
internal import JSONText

/// Verifies what Apple posts to a notification address: with the same keys, by the same policy as identity tokens.
///
/// Checked in this order: body, form, key, signature, issuer, audience, times, event. Nothing in a refused body may be acted on.
public struct NotificationVerifier: Sendable {
    /// What the signed messages must satisfy. Apple's are good for a day, in which it tries again: do not set a smaller maximum age.
    public let policy: TokenPolicy

    /// A verifier by a policy; the policy cannot be one without audiences.
    public init(policy: TokenPolicy) {
        self.policy = policy
    }

    /// Verifies a body with keys at hand. Says nothing about whether it came before: see ``receive(_:with:now:ledger:)-(_,AppleKeySet,_,_)``.
    public func verify(
        _ body: [UInt8], with keys: AppleKeySet, now: Date
    ) throws(NotificationRefusal) -> AppleNotification {
        let envelope = try NotificationEnvelope(body)
        let jws: VerifiedJWS
        do {
            jws = try keys.verify(envelope.payload)
        } catch {
            throw .token(error)
        }
        return try notification(jws, now)
    }

    /// Verifies a body with a cache of keys, which asks Apple where it must. Otherwise as with keys at hand.
    public func verify(
        _ body: [UInt8], with keys: AppleKeyCache, now: Date
    ) async throws(NotificationRefusal) -> AppleNotification {
        let envelope = try NotificationEnvelope(body)
        let jws: VerifiedJWS
        do {
            jws = try await keys.verify(envelope.payload)
        } catch {
            throw .token(error)
        }
        return try notification(jws, now)
    }

    private func notification(_ jws: VerifiedJWS, _ now: Date) throws(NotificationRefusal) -> AppleNotification {
        let payload: JSONNode
        let claims: RegisteredClaims
        let audience: String
        do {
            payload = try JSONDocument(claims: jws.payload, limits: Self.limits).root
            claims = try RegisteredClaims(payload)
            audience = try policy.check(claims, now: now)
        } catch {
            throw .token(error)
        }
        guard let id = payload["jti"]?.string.flatMap(NotificationID.init) else {
            throw .malformedEvent("jti is missing, empty, too long or not printable ASCII")
        }
        guard let events = payload["events"] else { throw .malformedEvent("events is missing") }
        let event = try EventClaim(events)
        let issuedAt = Date(timeIntervalSince1970: Double(claims.issuedAt))
        return AppleNotification(
            id: id, audience: audience, issuedAt: issuedAt,
            acceptedUntil: Date(timeIntervalSince1970: Double(claims.expiresAt) + policy.leeway),
            occurredAt: event.occurredAt ?? issuedAt, event: event.event)
    }

    private static let limits = JSONLimits(maximumBytes: CompactJWS.maximumByteCount, maximumDepth: 16)
}
