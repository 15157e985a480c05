public import FoundationEssentials
internal import JSONText

/// Verifies bodies that Apple posts to a notification URL, with the keys and policy of identity tokens.
///
/// Checks in this order: body, form, key, signature, issuer, audience, times, event. Do not act on a rejected body.
public struct NotificationVerifier: Sendable {
    /// The requirements for the messages. Apple's are valid for a day, in which Apple retries: do not set a shorter maximum age.
    public let policy: TokenPolicy

    /// Creates a verifier with a policy, which always has an audience.
    public init(policy: TokenPolicy) {
        self.policy = policy
    }

    /// Verifies a body with a key set. Does not detect repetitions; see ``receive(_:with:now:ledger:)-(_,AppleKeySet,_,_)``.
    public func verify(
        _ body: [UInt8], with keys: AppleKeySet, now: Date
    ) throws(AppleIdentityError) -> AppleNotification {
        try notification(keys.verify(NotificationEnvelope(body).payload), now)
    }

    /// Verifies a body with a key cache, which fetches Apple's keys if necessary.
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

    /// Verifies a body and claims the notification in the ledger.
    ///
    /// - Throws: ``AppleIdentityError``, or an error of the ledger.
    public func receive(
        _ body: [UInt8], with keys: AppleKeySet, now: Date, ledger: some NotificationLedger
    ) async throws -> NotificationReceipt {
        try await receipt(for: verify(body, with: keys, now: now), ledger)
    }

    /// Verifies a body with a key cache, and claims the notification in the ledger.
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

/// Records which notifications were processed. Apple repeats a notification if it receives no response in time, and sometimes for
/// no reason.
///
/// Implement it over the store. If possible, claim and process in one transaction. Otherwise, release the claim when processing
/// fails, so that Apple's next attempt is processed.
public protocol NotificationLedger: Sendable {
    /// Claims a notification for this caller, atomically.
    ///
    /// - Parameters:
    ///   - id: the notification.
    ///   - until: until when to remember the identifier. Afterwards the verifier rejects the notification as expired.
    /// - Returns: true for the first claim of the identifier, false for every other.
    func claim(_ id: NotificationID, until: Date) async throws -> Bool
}

/// The result of receiving a verified notification.
public enum NotificationReceipt: Sendable {
    /// It is new: process it, then respond with 200.
    case new(AppleNotification)
    /// It was claimed before: respond with 200 and do nothing.
    case repeated(AppleNotification)
}

/// Maps clients to destinations, for a notification URL that serves several apps or teams.
///
///     let routes = try NotificationRoutes([app: .production, website: .production, beta: .staging])
///     let verifier = NotificationVerifier(policy: try TokenPolicy(audiences: routes.clients))
///     let destination = routes.destination(of: try verifier.verify(body, with: keys, now: now))
public struct NotificationRoutes<Destination: Sendable>: Sendable {
    /// The clients of the table, for the audiences of its verifier.
    public let clients: ClientIDs

    private let destinations: [ClientID: Destination]

    /// Creates a table.
    ///
    /// - Throws: ``AppleIdentityError/Code/noClientID`` if the table is empty.
    public init(_ destinations: [ClientID: Destination]) throws(AppleIdentityError) {
        clients = try ClientIDs(destinations.keys.map(\.text).sorted())
        self.destinations = destinations
    }

    /// Returns the destination of a notification; nil if its verifier has other audiences.
    public func destination(of notification: AppleNotification) -> Destination? {
        guard let client = try? ClientID(notification.audience) else { return nil }
        return destinations[client]
    }
}
