public import FoundationEssentials
internal import Synchronization

/// Apple's keys, by name, fetched when they are needed and kept.
///
/// A token under a new key makes it fetch, once for all who wait; a flood of made-up key names makes it fetch once a minute at most. It fetches
/// again before its keys are old, keeps them where that fails, and can be given those of an earlier run, so that it needs no network at
/// all to begin with. ``KeyCachePolicy`` has the times.
///
/// One is enough for a process. It holds no thread or timer: what is due is done when a token comes, or when ``refreshIfDue()`` is called.
public final class AppleKeyCache: Sendable {
    private let endpoint: KeyEndpoint
    private let clock: @Sendable () -> Date
    private let keep: (@Sendable (_ record: [UInt8]) async -> Void)?
    private let state: Mutex<State>

    private struct State {
        var keys: KeyCacheState
        var flight: Task<Void, Never>?
        var lastFailure: String?
        var skipped: [AppleKeySet.SkippedKey] = []
    }

    /// A cache without keys; the first token makes it fetch.
    ///
    /// - Parameters:
    ///   - transport: how to reach Apple. It must give up by itself after some seconds: tokens under unknown keys wait for it.
    ///   - endpoints: whose keys. They are never taken from a token or from Apple's discovery document.
    ///   - policy: when to fetch, and what to keep.
    ///   - clock: the time.
    ///   - keep: is given ``record`` after every fetch that brought keys, to be stored for ``restore(_:)``.
    public init(
        transport: any AppleTransport, endpoints: AppleEndpoints = .apple, policy: KeyCachePolicy = KeyCachePolicy(),
        clock: @escaping @Sendable () -> Date, keep: (@Sendable (_ record: [UInt8]) async -> Void)? = nil
    ) {
        endpoint = KeyEndpoint(transport: transport, url: endpoints.keys)
        self.clock = clock
        self.keep = keep
        state = Mutex(State(keys: KeyCacheState(policy: policy)))
    }

    /// Checks a message with the key it names.
    ///
    /// - Throws: ``AppleIdentityError``: where it names no key, none of Apple's, or one that could not be asked for; and as ``AppleKey``.
    package func verify(_ jws: CompactJWS) async throws(AppleIdentityError) -> VerifiedJWS {
        guard let keyID = jws.keyID else { throw .missingKeyID }
        return try await key(keyID).verify(jws)
    }

    /// Fetches the keys if they are old, or were never fetched. For a job that runs every few minutes, so that nobody waits for a fetch.
    public func refreshIfDue() async {
        let now = clock()
        guard state.withLock({ $0.keys.isDue(now: now) }) else { return }
        await refresh()
    }

    /// Fetches the keys now, or joins the fetch that is under way. What fails leaves the old keys, and says why in ``status``.
    public func refresh() async {
        let now = clock()
        await state.withLock { flight(for: .age, now: now, &$0).task }.value
    }

    /// What is held now, for metrics and diagnosis.
    public var status: Status {
        state.withLock { state in
            Status(
                keyIDs: state.keys.current.map(\.keyID), departedKeyIDs: state.keys.departed.map(\.key.keyID),
                fetchedAt: state.keys.fetchedAt, lastFailure: state.keys.lastFetchFailed ? state.lastFailure : nil,
                skipped: state.skipped)
        }
    }

    /// What is held now, as JSON, for ``restore(_:)`` in a later run. Public keys only; whoever can change it can sign in as anybody.
    public var record: [UInt8] {
        state.withLock { KeyRecord($0.keys) }.json
    }

    /// Takes up what ``record`` gave, in place of what is held.
    ///
    /// - Throws: ``AppleIdentityError`` where it is not such a record; then nothing has changed.
    public func restore(_ record: [UInt8]) throws(AppleIdentityError) {
        let read = try KeyRecord(record)
        let now = clock()
        state.withLock { $0.keys.restore(current: read.current, departed: read.departed, fetchedAt: min(read.fetchedAt, now)) }
    }

    /// Takes up a key set from elsewhere, such as a file beside the program, in place of what is held.
    public func preload(_ keys: AppleKeySet, fetchedAt: Date) {
        let now = clock()
        state.withLock { $0.keys.restore(current: keys.keys, departed: [], fetchedAt: min(fetchedAt, now)) }
    }

    private func key(_ keyID: String) async throws(AppleIdentityError) -> AppleKey {
        var hasFetched = false
        while true {
            switch turn(for: keyID, hasFetched: hasFetched) {
            case .use(let key): return key
            case .wait(let task, let isOwn):
                // One that was under way when the token came may have asked before the key was there; after it there is one of our own.
                await task.value
                hasFetched = hasFetched || isOwn
            case .refuse(let refusal): throw refusal
            }
        }
    }

    /// What one who needs a key does next.
    private enum Turn {
        case use(AppleKey)
        case wait(for: Task<Void, Never>, isOwn: Bool)
        case refuse(AppleIdentityError)
    }

    /// Looks up and, where needed, begins a fetch under one lock: a fetch that ends between the two would be made twice.
    private func turn(for keyID: String, hasFetched: Bool) -> Turn {
        let now = clock()
        return state.withLock { state in
            switch state.keys.step(for: keyID, now: now, hasFetched: hasFetched) {
            case .use(let key): return .use(key)
            case .useAndFetch(let key):
                _ = flight(for: .age, now: now, &state)
                return .use(key)
            case .fetch(let occasion):
                let (task, isOwn) = flight(for: occasion, now: now, &state)
                return .wait(for: task, isOwn: isOwn)
            case .refuse(let refusal): return .refuse(refusal)
            }
        }
    }

    /// The fetch that is under way, or a new one. It is a task of its own, so that the end of one who waits is not the end for all.
    private func flight(
        for occasion: KeyCacheState.Occasion, now: Date, _ state: inout State
    ) -> (task: Task<Void, Never>, isOwn: Bool) {
        if let flight = state.flight { return (flight, false) }
        state.keys.begin(now: now)
        let task = Task { await fetch(occasion, began: now) }
        state.flight = task
        return (task, true)
    }

    private func fetch(_ occasion: KeyCacheState.Occasion, began: Date) async {
        var keys: AppleKeySet?
        var failure: String?
        do {
            keys = try await endpoint.keys()
        } catch {
            failure = error.reason
        }
        let now = clock()
        state.withLock { state in
            state.keys.finish(occasion, began: began, with: keys, now: now)
            state.lastFailure = failure
            if let keys { state.skipped = keys.skipped }
            state.flight = nil
        }
        if keys != nil { await keep?(record) }
    }

    /// What a cache holds.
    public struct Status: Sendable {
        /// The keys of the last set.
        public let keyIDs: [String]
        /// Keys that left the set, of which some may no longer serve.
        public let departedKeyIDs: [String]
        /// When the last set was fetched; nil where none ever was.
        public let fetchedAt: Date?
        /// Why the last fetch brought nothing; nil where it did.
        public let lastFailure: String?
        /// Keys of the last set that cannot be used.
        public let skipped: [AppleKeySet.SkippedKey]
    }
}
