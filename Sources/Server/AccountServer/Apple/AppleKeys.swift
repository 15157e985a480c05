import AppleIdentity
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
