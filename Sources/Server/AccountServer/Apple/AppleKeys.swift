import Accounts
import AppleIdentity
import Logging
import Synchronization

/// Apple's keys: the cache, restored from the keys of an earlier run.
final class AppleKeys: Sendable {
    private let cache: AppleKeyCache
    private let memory: AppleKeyMemory
    private let restoration = Mutex<Task<Void, Never>?>(nil)

    /// - Parameter memory: stores the keys across restarts.
    init(cache: AppleKeyCache, memory: AppleKeyMemory) {
        self.cache = cache
        self.memory = memory
    }

    /// The cache. The first caller starts the restoration, and all callers wait for it, so a token never meets an empty cache
    /// while stored keys exist.
    var current: AppleKeyCache {
        get async {
            let restoring = restoration.withLock { task in
                // A separate task, so that the cancellation of one caller does not affect the others.
                let restoring = task ?? Task { [memory, cache] in await memory.restore(to: cache) }
                task = restoring
                return restoring
            }
            await restoring.value
            return cache
        }
    }
}

/// Persists Apple's keys across restarts: fetched keys are kept in the store and restored at the start, so users can sign in
/// while Apple is unavailable.
///
/// Stored keys have the same trust as retired keys, because Apple may have retired any of them in the meantime. See
/// docs/configuration.md, `apple.retiredKeys`.
struct AppleKeyMemory: Sendable {
    let store: any AppleKeyStore
    /// The URL of the keys. A stored set from another URL, such as an emulator's, is rejected.
    let source: String
    /// The age from which a stored set is rejected. Zero rejects every set.
    let bound: Duration
    let now: @Sendable () -> Timestamp
    let logger: Logger

    /// The maximum clock difference of servers that share a store. A set from further in the future is rejected, because its age
    /// is unknown.
    static let clockDifference: Duration = .seconds(60)

    /// Stores a record of the cache. A failure is logged; sign-ins continue, and only the next start misses the keys.
    func keep(_ record: [UInt8]) async {
        do {
            try await store.keep(StoredAppleKeys(source: source, record: record, fetchedAt: now()))
        } catch {
            logger.warning("storing Apple's keys failed", metadata: ["error": "\(error)"])
        }
    }

    /// Restores the stored keys to the cache if they can still be trusted. Otherwise the cache fetches them from Apple.
    func restore(to cache: AppleKeyCache) async {
        do {
            guard let kept = try await store.storedAppleKeys() else { return }
            if let reason = reasonToReject(kept) {
                logger.notice("stored Apple keys not used", metadata: ["reason": "\(reason)"])
            } else {
                try cache.restore(kept.record)
            }
        } catch {
            logger.warning("restoring Apple's keys failed", metadata: ["error": "\(error)"])
        }
    }

    /// Returns why the stored keys are rejected, or nil if they can be used.
    func reasonToReject(_ kept: StoredAppleKeys) -> String? {
        let age = now() - kept.fetchedAt
        if kept.source != source { return "they come from another URL" }
        if age < .zero - Self.clockDifference { return "their time is in the future" }
        return max(age, .zero) < bound ? nil : "their age exceeds apple.retiredKeys"
    }
}
