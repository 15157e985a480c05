public import FoundationEssentials

/// The numbers of the daemon, each with its reason.
public struct DaemonPolicy: Sendable, Hashable {
    /// Where files come from, unless an entitlement's mode says otherwise.
    public enum Route: String, Sendable, Hashable, CaseIterable, Codable {
        /// From the content delivery network, which asks the site; since iOS 14.
        case network
        /// From the site itself.
        case direct
    }

    /// Where files come from.
    public let route: Route

    /// The most tries of one round: eight, as Apple documents. A round begins with an installation, a reset, or a weekly check.
    public let maximumTries: Int

    /// From one try to the next: three hours, as Apple documents.
    public let retryInterval: TimeInterval

    /// From a round that ended to the next one: a week, as devices do.
    public let recheckInterval: TimeInterval

    /// The largest file in bytes: 128 KiB, Apple's documented limit.
    public let maximumBytes: Int

    /// How long one download may take, in seconds: 30, so that a site that trickles is a site that does not answer.
    public let timeout: TimeInterval

    /// How long after `timeout` a download that never answered counts as timed out, in seconds. Covers a fetcher that was lost.
    public let grace: TimeInterval

    /// The most entries of one app that are taken: 1,000. Apple advises 20 to 30.
    public let maximumEntitlements: Int

    /// The most lines of the log that are kept: 500.
    public let maximumLogEntries: Int

    /// A policy. Numbers that make no sense are brought to the nearest that do: at least one try, second, byte and line.
    public init(
        route: Route = .network, maximumTries: Int = 8, retryInterval: TimeInterval = 3 * 3_600,
        recheckInterval: TimeInterval = 7 * 86_400, maximumBytes: Int = 131_072, timeout: TimeInterval = 30,
        grace: TimeInterval = 30, maximumEntitlements: Int = 1_000, maximumLogEntries: Int = 500
    ) {
        self.route = route
        self.maximumTries = max(1, maximumTries)
        self.retryInterval = max(1, retryInterval)
        self.recheckInterval = max(1, recheckInterval)
        self.maximumBytes = max(1, maximumBytes)
        self.timeout = max(1, timeout)
        self.grace = max(1, grace)
        self.maximumEntitlements = max(1, maximumEntitlements)
        self.maximumLogEntries = max(1, maximumLogEntries)
    }
}
