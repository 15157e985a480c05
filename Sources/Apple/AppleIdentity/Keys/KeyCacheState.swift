public import FoundationEssentials

/// The state of a key cache: known keys and when to fetch. Performs no I/O.
struct KeyCacheState {
    /// A key that the set no longer contains.
    struct RetiredKey {
        let key: AppleKey
        /// The time when a fetch first missed it.
        let since: Date
    }

    /// The next step for a token that names a key.
    enum Step {
        /// Verify with this key.
        case use(AppleKey)
        /// Verify with this key and refetch in the background.
        case useAndFetch(AppleKey)
        /// Fetch, then look up again.
        case fetch(FetchReason)
        /// The key is unknown, and a fetch is not allowed now.
        case reject(AppleIdentityError)
    }

    /// The reason why a fetch starts.
    enum FetchReason {
        /// The set is old, or the caller requested a fetch.
        case age
        /// A token names an unknown key.
        case unknownKey(String)
    }

    private let policy: KeyCachePolicy
    private(set) var current: [AppleKey] = []
    private(set) var retired: [RetiredKey] = []
    private(set) var fetchedAt: Date?
    /// The start of the last fetch for an unknown key that did not find the key.
    private var fruitlessAt: Date?
    /// The start of the last fetch of any kind.
    private var attemptedAt: Date?
    /// The reason why the last fetch failed; nil if it succeeded.
    private(set) var lastFailure: String?

    /// The largest number of retired keys: one rotation every two minutes for a day.
    private static let retiredLimit = 720

    init(policy: KeyCachePolicy) {
        self.policy = policy
    }

    /// Returns the step for a token that names `keyID`.
    ///
    /// - Parameter hasFetched: whether this call already fetched for the token. Then it does not fetch again.
    func step(for keyID: String, now: Date, hasFetched: Bool) -> Step {
        guard let key = key(keyID, now: now) else { return unknown(keyID, now: now, hasFetched: hasFetched) }
        let age = fetchedAt.map { abs(now.timeIntervalSince($0)) } ?? .infinity
        guard age >= policy.refreshInterval, !hasFetched, isOpen(attemptedAt, now: now) else { return .use(key) }
        return age >= policy.lifetime ? .fetch(.age) : .useAndFetch(key)
    }

    /// Returns whether the age of the set requires a refetch.
    func isDue(now: Date) -> Bool {
        guard isOpen(attemptedAt, now: now) else { return false }
        guard let fetchedAt else { return true }
        return abs(now.timeIntervalSince(fetchedAt)) >= policy.refreshInterval
    }

    /// Records the start of a fetch.
    mutating func begin(now: Date) {
        attemptedAt = now
    }

    /// Stores the result of a fetch.
    mutating func finish(
        _ fetchReason: FetchReason, began: Date, with result: Result<AppleKeySet, KeyEndpoint.Failure>, now: Date
    ) {
        switch result {
        case .success(let keys):
            lastFailure = nil
            replace(with: keys, now: now)
        case .failure(let error): lastFailure = error.reason
        }
        guard case .unknownKey(let keyID) = fetchReason else { return }
        if (try? result.get())?[keyID] == nil { fruitlessAt = began }
    }

    /// Restores the keys of an earlier run.
    mutating func restore(current: [AppleKey], retired: [RetiredKey], fetchedAt: Date) {
        self.current = current
        self.retired = retired
        self.fetchedAt = fetchedAt
    }

    private func key(_ keyID: String, now: Date) -> AppleKey? {
        if let key = current.first(where: { $0.keyID.hasSameBytes(as: keyID) }) { return key }
        return retired.first { $0.key.keyID.hasSameBytes(as: keyID) && serves($0, now: now) }?.key
    }

    private func unknown(_ keyID: String, now: Date, hasFetched: Bool) -> Step {
        guard hasFetched || !isOpen(fruitlessAt, now: now) else { return .fetch(.unknownKey(keyID)) }
        let wait = KeyCachePolicy.retryInterval - (fruitlessAt.map { abs(now.timeIntervalSince($0)) } ?? 0)
        return .reject(.unknownKey(failure: lastFailure, retryAfterSeconds: max(1, Int(wait.rounded(.up)))))
    }

    private mutating func replace(with keys: AppleKeySet, now: Date) {
        let gone = current.filter { keys[$0.keyID] == nil }.map { RetiredKey(key: $0, since: now) }
        retired = (retired + gone).filter { keys[$0.key.keyID] == nil && serves($0, now: now) }.suffix(Self.retiredLimit)
        current = keys.keys
        fetchedAt = now
    }

    private func serves(_ key: RetiredKey, now: Date) -> Bool {
        abs(now.timeIntervalSince(key.since)) < policy.retiredKeyLifetime
    }

    /// Returns whether the retry interval has passed. A clock that was set back counts as passed; otherwise fetches could be
    /// blocked for years.
    private func isOpen(_ last: Date?, now: Date) -> Bool {
        guard let last else { return true }
        return abs(now.timeIntervalSince(last)) >= KeyCachePolicy.retryInterval
    }
}

extension AppleIdentityError {
    fileprivate static func unknownKey(failure: String?, retryAfterSeconds: Int) -> AppleIdentityError {
        guard let failure else {
            return AppleIdentityError(
                .unknownKey, "The token's key ID (kid) is not in Apple's key set.", retryAfterSeconds: retryAfterSeconds)
        }
        return AppleIdentityError(
            .keysUnavailable, "The token's key ID (kid) is unknown, and fetching Apple's keys failed: \(failure)",
            isTemporary: true, retryAfterSeconds: retryAfterSeconds)
    }
}

/// The times at which ``AppleKeyCache`` fetches Apple's keys, and how long retired keys remain valid. All times are in seconds.
public struct KeyCachePolicy: Sendable {
    /// The age of the set after which the next lookup starts a refetch without waiting for it. Six hours: four attempts within
    /// ``lifetime``.
    public let refreshInterval: TimeInterval

    /// The age of the set after which a lookup waits for the refetch. If the refetch fails, the old keys remain valid. One day: a
    /// key that Apple removes from the set stops working here within a day, as long as Apple is reachable.
    public let lifetime: TimeInterval

    /// The time for which a key remains valid after a fetch first missed it. In 2022, Apple used keys for weeks that its set no
    /// longer contained. One day, the lifetime of Apple's tokens; 0 to reject such keys immediately.
    public let retiredKeyLifetime: TimeInterval

    /// The shortest time between two fetches for unknown keys that did not find them, and between two attempts to refetch by age.
    /// One minute. A fetch that found its key is not counted, because only Apple can cause it.
    public static let retryInterval: TimeInterval = 60

    /// Creates a policy. Negative values and NaN count as 0, and ``refreshInterval`` is limited to ``lifetime``.
    public init(
        refreshInterval: TimeInterval = 6 * 3_600, lifetime: TimeInterval = 24 * 3_600,
        retiredKeyLifetime: TimeInterval = 24 * 3_600
    ) {
        self.lifetime = max(0, lifetime.isNaN ? 0 : lifetime)
        self.refreshInterval = min(max(0, refreshInterval.isNaN ? 0 : refreshInterval), self.lifetime)
        self.retiredKeyLifetime = max(0, retiredKeyLifetime.isNaN ? 0 : retiredKeyLifetime)
    }
}

/// Fetches Apple's key set.
struct KeyEndpoint: Sendable {
    /// The reason why a fetch failed, as text for a log.
    struct Failure: Error {
        let reason: String
    }

    let transport: any AppleTransport
    let url: String

    /// Fetches the set. Rejects every status but 200 and a set without usable keys, which would otherwise retire all keys.
    func keys() async throws(Failure) -> AppleKeySet {
        let response: AppleResponse
        do {
            response = try await transport.send(AppleRequest(method: .get, url: url, headers: [("Accept", "application/json")]))
        } catch {
            throw Failure(reason: "Fetching Apple's keys failed: \(error)")
        }
        guard response.status == 200 else {
            throw Failure(reason: "Apple's key endpoint responded with status \(response.status).")
        }
        do {
            let keys = try AppleKeySet(response.body)
            guard !keys.keys.isEmpty else { throw Failure(reason: "Apple's key set contains no usable key.") }
            return keys
        } catch {
            throw (error as? Failure) ?? Failure(reason: "\(error)")
        }
    }
}
