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
    ) throws(AppleIdentityError) -> AppleNotification {
        try notification(keys.verify(NotificationEnvelope(body).payload), now)
    }

    /// Verifies a body with a cache of keys, which asks Apple where it must. Otherwise as with keys at hand.
    public func verify(
        _ body: [UInt8], with keys: AppleKeyCache, now: Date
    ) async throws(AppleIdentityError) -> AppleNotification {
        try notification(await keys.verify(NotificationEnvelope(body).payload), now)
    }

    private func notification(_ jws: VerifiedJWS, _ now: Date) throws(AppleIdentityError) -> AppleNotification {
        let payload = try JSONDocument(claims: jws.payload, limits: Self.limits).root
        let claims = try RegisteredClaims(payload)
        let audience = try policy.check(claims, now: now)
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

    /// Verifies a body and claims it.
    ///
    /// - Throws: ``AppleIdentityError``, or what the ledger throws.
    public func receive(
        _ body: [UInt8], with keys: AppleKeySet, now: Date, ledger: some NotificationLedger
    ) async throws -> NotificationReceipt {
        try await receipt(for: verify(body, with: keys, now: now), ledger)
    }

    /// Verifies a body and claims it. Otherwise as with keys at hand.
    public func receive(
        _ body: [UInt8], with keys: AppleKeyCache, now: Date, ledger: some NotificationLedger
    ) async throws -> NotificationReceipt {
        try await receipt(for: await verify(body, with: keys, now: now), ledger)
    }

    private func receipt(
        for notification: AppleNotification, _ ledger: some NotificationLedger
    ) async throws -> NotificationReceipt {
        try await ledger.claim(notification.id, until: notification.acceptedUntil) ? .new(notification) : .repeated(notification)
    }
}

/// Which notifications were taken already. Apple sends one again where it got no answer in time, and sometimes for no reason.
///
/// The caller's store implements it. Claim and act in one transaction where that is possible; where it is not, release the claim
/// when acting fails, since Apple's next try is then the only one.
public protocol NotificationLedger: Sendable {
    /// Takes a notification for this caller, atomically.
    ///
    /// - Parameters:
    ///   - id: which.
    ///   - until: until when the identifier must be remembered; afterwards the notification is refused as expired.
    /// - Returns: true for the first claim of this identifier, false for all others.
    func claim(_ id: NotificationID, until: Date) async throws -> Bool
}

/// What became of a body that was verified.
public enum NotificationReceipt: Sendable {
    /// It is new: act on it, then answer 200.
    case new(AppleNotification)
    /// It was taken before: answer 200 and do nothing.
    case repeated(AppleNotification)
}

/// Who takes the notifications of which client, where one address serves several apps or teams.
///
///     let routes = try NotificationRoutes([app: .production, website: .production, beta: .staging])
///     let verifier = NotificationVerifier(policy: try TokenPolicy(audiences: routes.clients))
///     let destination = routes.destination(of: try verifier.verify(body, with: keys, now: now))
public struct NotificationRoutes<Destination: Sendable>: Sendable {
    /// The clients of the table: the audiences of its verifier.
    public let clients: ClientIDs

    private let destinations: [ClientID: Destination]

    /// A table.
    ///
    /// - Throws: ``AppleIdentityError/Code/noClientID`` where it is empty.
    public init(_ destinations: [ClientID: Destination]) throws(AppleIdentityError) {
        clients = try ClientIDs(destinations.keys.map(\.text).sorted())
        self.destinations = destinations
    }

    /// Who takes a notification; nil where a verifier with other audiences let it pass.
    public func destination(of notification: AppleNotification) -> Destination? {
        guard let client = try? ClientID(notification.audience) else { return nil }
        return destinations[client]
    }
}
