/// How long sessions live. The reasons for the defaults stand in docs/defaults.md.
package struct SessionLifetimes: Sendable {
    /// Without use.
    package var idle: Duration = .seconds(14 * 86_400)
    /// With any use.
    package var absolute: Duration = .seconds(90 * 86_400)
    /// How long a shown credential counts for sensitive steps.
    package var recentAuthentication: Duration = .seconds(600)
    /// Uses closer together than this are written down once, so that checking a session is a read.
    package var useGranularity: Duration = .seconds(60)

    package init() {}

    func expiry(createdAt: Timestamp, usedAt: Timestamp) -> SessionExpiry {
        SessionExpiry(idle: usedAt + idle, absolute: createdAt + absolute)
    }
}
