/// What keeps a store small and well.
package protocol StoreUpkeep: Sendable {
    /// Removes what no longer has an effect: ended sessions, drained buckets, unused devices, keys and events past retention,
    /// challenges, web attempts and parked assertions past their expiry, notifications that can come no more, names that no account took,
    /// jobs that can no longer be done, challenges for second factors past their expiry, generators that nobody confirmed, former passwords of
    /// upgrades, and upgrades that nobody asks for any more. At
    /// most `limit` rows of each kind, so that writers wait little. Returns how many rows went.
    func removeExpired(now: Timestamp, retention: Retention, limit: Int) async throws -> Int

    /// Whether the store answers a read.
    func isReady() async -> Bool
}

/// How long what has ended is kept.
package struct Retention: Sendable {
    package var events: Duration = .seconds(180 * 86_400)
    /// Of events that are no account's: failed sign-ins for names that nobody has. ``events`` bounds it.
    package var eventsOfNobody: Duration = .seconds(7 * 86_400)

    package init() {}
}
