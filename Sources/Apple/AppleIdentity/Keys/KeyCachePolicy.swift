public import FoundationEssentials

/// When ``AppleKeyCache`` asks Apple for its keys, and for how long it serves those that are gone. All in seconds.
public struct KeyCachePolicy: Sendable {
    /// After this age of the set the next look-up starts a refetch, without waiting for it. Six hours: four chances within ``lifetime``.
    public let refreshInterval: TimeInterval

    /// After this age a look-up waits for the refetch. Where that fails, the old keys still serve: Apple being unreachable says nothing
    /// against them. A day, so that a key that Apple withdrew for cause serves no longer here while Apple can be reached.
    public let lifetime: TimeInterval

    /// For how long a key serves after a fetch has first found it missing. In 2022 tokens came for weeks under keys that were no longer
    /// in the set. A day, the life of Apple's tokens; 0 for not at all.
    public let departedKeyLifetime: TimeInterval

    /// The shortest time between two refetches that found nothing, whatever tokens arrive, and between two tries of a refetch by age. One
    /// minute. A refetch that found the key it was made for is not counted: no one but Apple can cause it.
    public static let retryInterval: TimeInterval = 60

    /// A policy; values that are negative or not numbers count as 0, and ``refreshInterval`` is at most ``lifetime``.
    public init(
        refreshInterval: TimeInterval = 6 * 3_600, lifetime: TimeInterval = 24 * 3_600,
        departedKeyLifetime: TimeInterval = 24 * 3_600
    ) {
        self.lifetime = max(0, lifetime.isNaN ? 0 : lifetime)
        self.refreshInterval = min(max(0, refreshInterval.isNaN ? 0 : refreshInterval), self.lifetime)
        self.departedKeyLifetime = max(0, departedKeyLifetime.isNaN ? 0 : departedKeyLifetime)
    }
}
