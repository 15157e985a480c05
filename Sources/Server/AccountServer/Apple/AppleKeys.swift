import Accounts
import AppleIdentity
import Logging
import Synchronization

/// Apple's keys as this server has them: the cache, which begins with what an earlier run kept.
final class AppleKeys: Sendable {
    private let cache: AppleKeyCache
    private let memory: AppleKeyMemory
    private let restoration = Mutex<Task<Void, Never>?>(nil)

    /// - Parameter memory: where keys outlive the process.
    init(cache: AppleKeyCache, memory: AppleKeyMemory) {
        self.cache = cache
        self.memory = memory
    }

    /// The cache. Whoever comes first has it restored, and all wait for that: a token must not find it empty when the keys are at hand.
    var current: AppleKeyCache {
        get async {
            let restoring = restoration.withLock { task in
                // A task of its own, so that the end of one who waits is not the end for all.
                let restoring = task ?? Task { [memory, cache] in await memory.restore(to: cache) }
                task = restoring
                return restoring
            }
            await restoring.value
            return cache
        }
    }
}

/// Apple's keys over restarts: what was fetched is kept in the store, and a server that starts takes it up, so that people sign in though
/// Apple cannot be asked just then.
///
/// What is kept is trusted as far as a key that has left Apple's set is, and no further: any key of it may have left since. See
/// docs/configuration.md, `apple.departedKeys`.
struct AppleKeyMemory: Sendable {
    let store: any AppleKeyStore
    /// The address of the keys. A set from elsewhere, such as that of an emulator in a store that has changed hands, is not Apple's.
    let source: String
    /// From this age on a set is not taken up; nothing is where it is zero.
    let bound: Duration
    let now: @Sendable () -> Timestamp
    let logger: Logger

    /// How far clocks of servers over one store may differ. A set from further in the future has no age that could be trusted.
    static let clockDifference: Duration = .seconds(60)

    /// Keeps a record of the cache's. What fails is logged: it costs nobody their sign-in, only a later server its keys.
    func keep(_ record: [UInt8]) async {
        do {
            try await store.keep(KeptAppleKeys(source: source, record: record, fetchedAt: now()))
        } catch {
            logger.warning("Apple's keys were not kept for the next start", metadata: ["error": "\(error)"])
        }
    }

    /// Gives the cache what was kept, if it can still be trusted. Otherwise the cache asks Apple, as at the first start.
    func restore(to cache: AppleKeyCache) async {
        do {
            guard let kept = try await store.keptAppleKeys() else { return }
            if let reason = reasonToRefuse(kept) {
                logger.notice("Apple's keys of an earlier run are not used", metadata: ["reason": "\(reason)"])
            } else {
                try cache.restore(kept.record)
            }
        } catch {
            logger.warning("Apple's keys of an earlier run cannot be used", metadata: ["error": "\(error)"])
        }
    }

    /// Why what was kept is of no use; nil where it is.
    func reasonToRefuse(_ kept: KeptAppleKeys) -> String? {
        let age = now() - kept.fetchedAt
        if kept.source != source { return "they are of another service" }
        if age < .zero - Self.clockDifference { return "they are of the future" }
        return max(age, .zero) < bound ? nil : "they are as old as apple.departedKeys"
    }
}
