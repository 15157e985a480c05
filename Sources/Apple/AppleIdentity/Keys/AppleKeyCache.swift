public import FoundationEssentials
internal import Synchronization

/// Apple's public keys by key ID, fetched on demand and cached.
///
/// A token with an unknown key ID causes one fetch for all waiting callers. A flood of invented key IDs causes at most one fetch a
/// minute. The cache refetches before its keys are too old, and keeps them if that fails. It can start with the keys of an earlier
/// run, and then needs no network. ``KeyCachePolicy`` sets the times.
///
/// One cache is enough for a process. It has no thread or timer: it fetches when a token arrives, or in ``refreshIfDue()``.
public final class AppleKeyCache: Sendable {
    private let endpoint: KeyEndpoint
    private let clock: @Sendable () -> Date
    private let keep: (@Sendable (_ record: [UInt8]) async -> Void)?
    private let state: Mutex<State>

    private struct State {
        var keys: KeyCacheState
        var flight: Task<Void, Never>?
        var skipped: [AppleKeySet.SkippedKey] = []
    }

    /// Creates an empty cache. The first token causes a fetch.
    ///
    /// - Parameters:
    ///   - transport: sends the requests. It must time out within seconds, because tokens with unknown keys wait for it.
    ///   - endpoints: the endpoints of the keys. They never come from a token or from Apple's discovery document.
    ///   - policy: the times at which to fetch, and the time for which to keep keys.
    ///   - clock: returns the current time.
    ///   - keep: receives ``record`` after each successful fetch, to store it for ``restore(_:)``.
    public init(
        transport: any AppleTransport, endpoints: AppleEndpoints = .apple, policy: KeyCachePolicy = KeyCachePolicy(),
        clock: @escaping @Sendable () -> Date, keep: (@Sendable (_ record: [UInt8]) async -> Void)? = nil
    ) {
        endpoint = KeyEndpoint(transport: transport, url: endpoints.keys)
        self.clock = clock
        self.keep = keep
        state = Mutex(State(keys: KeyCacheState(policy: policy)))
    }

    /// Verifies a message with the key that it names.
    ///
    /// - Throws: ``AppleIdentityError`` if the message names no key or an unknown one, if Apple's keys could not be fetched, or if
    ///   ``AppleKey`` rejects it.
    package func verify(_ jws: CompactJWS) async throws(AppleIdentityError) -> VerifiedJWS {
        guard let keyID = jws.keyID else { throw .missingKeyID }
        return try await key(keyID).verify(jws)
    }

    /// Fetches the keys if they are old or were never fetched. Call it every few minutes from a job, so that no request waits for a
    /// fetch.
    public func refreshIfDue() async {
        let now = clock()
        guard state.withLock({ $0.keys.isDue(now: now) }) else { return }
        await refresh()
    }

    /// Fetches the keys now, or joins the current fetch. A failed fetch keeps the old keys and sets ``Status/lastFailure``.
    public func refresh() async {
        let now = clock()
        await state.withLock { flight(for: .age, now: now, &$0).task }.value
    }

    /// The current state, for metrics and diagnosis.
    public var status: Status {
        state.withLock { state in
            Status(
                keyIDs: state.keys.current.map(\.keyID), retiredKeyIDs: state.keys.retired.map(\.key.keyID),
                fetchedAt: state.keys.fetchedAt, lastFailure: state.keys.lastFailure,
                skipped: state.skipped)
        }
    }

    /// The current keys as JSON, for ``restore(_:)`` in a later run. It contains only public keys, but protect it from changes: a
    /// forged key signs in to any account.
    public var record: [UInt8] {
        state.withLock { KeyRecord($0.keys) }.json
    }

    /// Replaces the current keys by those of a ``record``.
    ///
    /// - Throws: ``AppleIdentityError`` if it is not a record. The cache is then unchanged.
    public func restore(_ record: [UInt8]) throws(AppleIdentityError) {
        let read = try KeyRecord(record)
        let now = clock()
        state.withLock { $0.keys.restore(current: read.current, retired: read.retired, fetchedAt: min(read.fetchedAt, now)) }
    }

    /// Replaces the current keys by a key set from elsewhere, such as a file shipped with the program.
    public func preload(_ keys: AppleKeySet, fetchedAt: Date) {
        let now = clock()
        state.withLock { $0.keys.restore(current: keys.keys, retired: [], fetchedAt: min(fetchedAt, now)) }
    }

    private func key(_ keyID: String) async throws(AppleIdentityError) -> AppleKey {
        var hasFetched = false
        while true {
            switch turn(for: keyID, hasFetched: hasFetched) {
            case .use(let key): return key
            case .wait(let task, let isOwn):
                // A fetch that was running when the token arrived may have started before the key was published. Another one
                // follows it.
                await task.value
                hasFetched = hasFetched || isOwn
            case .reject(let rejection): throw rejection
            }
        }
    }

    /// The next step of a caller that needs a key.
    private enum Turn {
        case use(AppleKey)
        case wait(for: Task<Void, Never>, isOwn: Bool)
        case reject(AppleIdentityError)
    }

    /// Looks up the key and starts a fetch, if needed, under one lock. With two locks, a fetch that ends in between would be
    /// repeated.
    private func turn(for keyID: String, hasFetched: Bool) -> Turn {
        let now = clock()
        return state.withLock { state in
            switch state.keys.step(for: keyID, now: now, hasFetched: hasFetched) {
            case .use(let key): return .use(key)
            case .useAndFetch(let key):
                _ = flight(for: .age, now: now, &state)
                return .use(key)
            case .fetch(let fetchReason):
                let (task, isOwn) = flight(for: fetchReason, now: now, &state)
                return .wait(for: task, isOwn: isOwn)
            case .reject(let rejection): return .reject(rejection)
            }
        }
    }

    /// Returns the current fetch, or starts one. It is a separate task, so that cancelling one waiting caller does not cancel it
    /// for all.
    private func flight(
        for fetchReason: KeyCacheState.FetchReason, now: Date, _ state: inout State
    ) -> (task: Task<Void, Never>, isOwn: Bool) {
        if let flight = state.flight { return (flight, false) }
        state.keys.begin(now: now)
        let task = Task { await fetch(fetchReason, began: now) }
        state.flight = task
        return (task, true)
    }

    private func fetch(_ fetchReason: KeyCacheState.FetchReason, began: Date) async {
        let result: Result<AppleKeySet, KeyEndpoint.Failure>
        do throws(KeyEndpoint.Failure) { result = .success(try await endpoint.keys()) } catch { result = .failure(error) }
        let now = clock()
        state.withLock { state in
            state.keys.finish(fetchReason, began: began, with: result, now: now)
            if case .success(let keys) = result { state.skipped = keys.skipped }
            state.flight = nil
        }
        if case .success = result { await keep?(record) }
    }

    /// The state of a cache.
    public struct Status: Sendable {
        /// The key IDs of the last fetched set.
        public let keyIDs: [String]
        /// The key IDs of retired keys. Some may have expired.
        public let retiredKeyIDs: [String]
        /// The time when the last set was fetched; nil before the first.
        public let fetchedAt: Date?
        /// The reason why the last fetch failed; nil if it succeeded.
        public let lastFailure: String?
        /// The unusable keys of the last set.
        public let skipped: [AppleKeySet.SkippedKey]
    }
}
