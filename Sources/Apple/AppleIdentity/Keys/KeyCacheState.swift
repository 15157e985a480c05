public import FoundationEssentials

/// What a key cache knows and when it may ask: a state machine without I/O.
struct KeyCacheState {
    /// A key that the set no longer holds.
    struct DepartedKey {
        let key: AppleKey
        /// When a fetch first found it missing.
        let since: Date
    }

    /// What to do about a token that names a key.
    enum Step {
        /// Check with this key.
        case use(AppleKey)
        /// Check with this key, and refetch meanwhile.
        case useAndFetch(AppleKey)
        /// Fetch, then ask again.
        case fetch(Occasion)
        /// The key is not known, and may not be asked for now.
        case refuse(AppleIdentityError)
    }

    /// Why a fetch is made.
    enum Occasion {
        /// The set is old, or somebody asked for it.
        case age
        /// A token names a key that is not known.
        case unknownKey(String)
    }

    private let policy: KeyCachePolicy
    private(set) var current: [AppleKey] = []
    private(set) var departed: [DepartedKey] = []
    private(set) var fetchedAt: Date?
    /// When the last fetch for an unknown key began that did not find it.
    private var fruitlessAt: Date?
    /// When the last fetch of any kind began.
    private var attemptedAt: Date?
    /// Whether the last fetch brought no keys.
    private(set) var lastFetchFailed = false

    /// More departed keys than this are not kept: a rotation every two minutes for a day.
    private static let departedLimit = 720

    init(policy: KeyCachePolicy) {
        self.policy = policy
    }

    /// What to do about a token that names `keyID`.
    ///
    /// - Parameter hasFetched: whether a fetch was made for this very token already; then there is no second.
    func step(for keyID: String, now: Date, hasFetched: Bool) -> Step {
        guard let key = key(keyID, now: now) else { return unknown(keyID, now: now, hasFetched: hasFetched) }
        let age = fetchedAt.map { abs(now.timeIntervalSince($0)) } ?? .infinity
        guard age >= policy.refreshInterval, !hasFetched, isOpen(attemptedAt, now: now) else { return .use(key) }
        return age >= policy.lifetime ? .fetch(.age) : .useAndFetch(key)
    }

    /// Whether the set is due for a refetch by its age.
    func isDue(now: Date) -> Bool {
        guard isOpen(attemptedAt, now: now) else { return false }
        guard let fetchedAt else { return true }
        return abs(now.timeIntervalSince(fetchedAt)) >= policy.refreshInterval
    }

    /// Notes that a fetch begins.
    mutating func begin(now: Date) {
        attemptedAt = now
    }

    /// Takes up what a fetch has brought; nil where it failed.
    mutating func finish(_ occasion: Occasion, began: Date, with keys: AppleKeySet?, now: Date) {
        lastFetchFailed = keys == nil
        if let keys { replace(with: keys, now: now) }
        guard case .unknownKey(let keyID) = occasion else { return }
        if keys?[keyID] == nil { fruitlessAt = began }
    }

    /// Takes up keys from elsewhere: those kept from an earlier run.
    mutating func restore(current: [AppleKey], departed: [DepartedKey], fetchedAt: Date) {
        self.current = current
        self.departed = departed
        self.fetchedAt = fetchedAt
    }

    private func key(_ keyID: String, now: Date) -> AppleKey? {
        if let key = current.first(where: { $0.keyID.hasSameBytes(as: keyID) }) { return key }
        return departed.first { $0.key.keyID.hasSameBytes(as: keyID) && serves($0, now: now) }?.key
    }

    private func unknown(_ keyID: String, now: Date, hasFetched: Bool) -> Step {
        guard hasFetched || !isOpen(fruitlessAt, now: now) else { return .fetch(.unknownKey(keyID)) }
        let wait = KeyCachePolicy.retryInterval - (fruitlessAt.map { abs(now.timeIntervalSince($0)) } ?? 0)
        return .refuse(.unknownKey(gotKeys: !lastFetchFailed, retryAfterSeconds: max(1, Int(wait.rounded(.up)))))
    }

    private mutating func replace(with keys: AppleKeySet, now: Date) {
        let gone = current.filter { keys[$0.keyID] == nil }.map { DepartedKey(key: $0, since: now) }
        departed = (departed + gone).filter { keys[$0.key.keyID] == nil && serves($0, now: now) }.suffix(Self.departedLimit)
        current = keys.keys
        fetchedAt = now
    }

    private func serves(_ key: DepartedKey, now: Date) -> Bool {
        abs(now.timeIntervalSince(key.since)) < policy.departedKeyLifetime
    }

    /// Whether enough time has passed. A clock that was set back counts as time passed, or it could close the door for years.
    private func isOpen(_ last: Date?, now: Date) -> Bool {
        guard let last else { return true }
        return abs(now.timeIntervalSince(last)) >= KeyCachePolicy.retryInterval
    }
}

extension AppleIdentityError {
    fileprivate static func unknownKey(gotKeys: Bool, retryAfterSeconds: Int) -> AppleIdentityError {
        gotKeys
            ? AppleIdentityError(
                .unknownKey, "The token names a key (kid) that is not among Apple's.", retryAfterSeconds: retryAfterSeconds)
            : AppleIdentityError(
                .keysUnavailable, "The token names a key (kid) that is not known here, and Apple's keys could not be fetched.",
                isTemporary: true, retryAfterSeconds: retryAfterSeconds)
    }
}

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

/// Apple's key endpoint, asked once.
struct KeyEndpoint: Sendable {
    /// Why no keys came, in words for a log.
    struct Failure: Error {
        let reason: String
    }

    let transport: any AppleTransport
    let url: String

    /// Fetches the set. Refuses every status but 200 and a set without one usable key: that would be taken for the departure of all.
    func keys() async throws(Failure) -> AppleKeySet {
        let response: AppleResponse
        do {
            response = try await transport.send(AppleRequest(method: .get, url: url, headers: [("Accept", "application/json")]))
        } catch {
            throw Failure(reason: "Apple's keys could not be fetched: \(error)")
        }
        guard response.status == 200 else { throw Failure(reason: "Apple's key endpoint answered with status \(response.status).") }
        do {
            let keys = try AppleKeySet(response.body)
            guard !keys.keys.isEmpty else { throw Failure(reason: "Apple's key set holds no key that can be used.") }
            return keys
        } catch {
            throw (error as? Failure) ?? Failure(reason: "\(error)")
        }
    }
}
