public import FoundationEssentials

/// The limits and intervals of the daemon.
public struct DaemonPolicy: Sendable, Hashable {
    /// The source of files, unless the mode of an entitlement requires another one.
    public enum Route: String, Sendable, Hashable, CaseIterable, Codable {
        /// The content delivery network, which requests the file from the site; since iOS 14.
        case network
        /// The site itself.
        case direct
    }

    /// The source of files.
    public let route: Route

    /// The maximum number of tries in a round: eight, as Apple documents. An installation, a reset or a weekly check begins a
    /// round.
    public let maximumTries: Int

    /// The time between tries in seconds: three hours, as Apple documents.
    public let retryInterval: TimeInterval

    /// The time between rounds in seconds: a week, as on devices.
    public let recheckInterval: TimeInterval

    /// The maximum size of a file in bytes: 128 KiB, Apple's documented limit.
    public let maximumBytes: Int

    /// The maximum duration of a download in seconds: 30. A slower site counts as unreachable.
    public let timeout: TimeInterval

    /// The time in seconds after `timeout` at which a download without a response counts as timed out. Handles a lost fetcher.
    public let grace: TimeInterval

    /// The maximum number of entitlements of one app: 1,000. Apple recommends 20 to 30.
    public let maximumEntitlements: Int

    /// The maximum number of log entries: 500.
    public let maximumLogEntries: Int

    /// Creates a policy. Clamps invalid numbers to at least one try, second, byte and entry.
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
