import FoundationEssentials
package import Secrets

/// Hashes passwords on threads of its own, so many at a time and no more.
///
/// The memory it can take is known beforehand: threads x the memory of one hash, whatever the load. Beyond the threads a bounded
/// queue waits, which serves clients in turn; beyond the queue a request is refused with ``PasswordHashingError/busy(retryAfter:)``. Cooperative
/// threads never block here. Call ``shutdown()`` before the program ends.
package final class HashingPool: PasswordHasher {
    /// What new hashes cost.
    package let parameters: Argon2idParameters

    /// Random salt and random output: no derivation is needed to make it, and none leads back to it.
    package let decoy: PasswordHash

    private let random: any RandomBytes
    private let queue: WorkQueue

    /// Starts the threads. Throws ``PasswordHashingError/memoryShortage`` where the system has no room for them.
    ///
    /// - Parameters:
    ///   - parameters: what new hashes cost.
    ///   - threads: how many hash at one time; by default one for each processor.
    ///   - waitingLimit: how many may wait beyond those; 64 wait about a second on two cores.
    ///   - random: where salts come from.
    ///   - clock: what the cost of a hash is measured with, to estimate when to try again.
    package init(
        parameters: Argon2idParameters = .standard,
        threads: Int = ProcessInfo.processInfo.activeProcessorCount,
        waitingLimit: Int = 64,
        random: some RandomBytes = SystemRandomBytes(),
        clock: some Clock<Duration> = ContinuousClock()
    ) throws(PasswordHashingError) {
        self.parameters = parameters
        self.random = random
        decoy = PasswordHash(
            algorithm: .argon2id(parameters), salt: random.bytes(Self.saltByteCount), output: random.bytes(Self.outputByteCount))
        let start = clock.now
        queue = try WorkQueue(
            threadCount: threads, waitingLimit: waitingLimit, costEstimate: .milliseconds(50),
            now: { start.duration(to: clock.now) })
    }

    /// A new hash with a fresh salt and the pool's parameters.
    package func hash(_ password: SecretBytes, for client: HashingClient) async throws(PasswordHashingError) -> PasswordHash {
        let algorithm = PasswordHash.Algorithm.argon2id(parameters)
        let salt = random.bytes(Self.saltByteCount)
        return try await queue.run(for: client) {
            Result { () throws(PasswordHashingError) in
                let output = try Derivation.derive(password, algorithm, salt: salt, byteCount: Self.outputByteCount)
                return PasswordHash(algorithm: algorithm, salt: salt, output: output)
            }
        }
    }

    /// Whether `password` is the one behind `hash`, of whichever algorithm.
    package func verify(
        _ password: SecretBytes, against hash: PasswordHash, for client: HashingClient
    ) async throws(PasswordHashingError) -> Bool {
        try await queue.run(for: client) {
            Result { () throws(PasswordHashingError) in
                let output = try Derivation.derive(
                    password, hash.algorithm, salt: hash.salt, byteCount: hash.output.count)
                return constantTimeEquals(output, hash.output)
            }
        }
    }

    /// True for another algorithm than argon2id, for less memory or fewer passes than now, and for a shorter output. A hash that is
    /// stronger than the current parameters stays.
    package func needsRehash(_ hash: PasswordHash) -> Bool {
        guard case .argon2id(let used) = hash.algorithm else { return true }
        return used.isWeaker(than: parameters) || hash.output.count < Self.outputByteCount
    }

    /// Lets running jobs finish, fails waiting and later ones with ``PasswordHashingError/stopped``, and ends the threads.
    package func shutdown() async {
        await queue.stop()
    }

    /// The figures of this moment.
    package func snapshot() -> HashingPoolSnapshot {
        queue.snapshot
    }

    private static let saltByteCount = 16
    private static let outputByteCount = 32
}

/// The figures of a ``HashingPool`` at one moment, for metrics.
package struct HashingPoolSnapshot: Hashable, Sendable {
    /// Jobs that wait for a thread.
    package let waiting: Int
    /// Jobs on a thread.
    package let running: Int
    /// Jobs finished since the start.
    package let done: Int
    /// Jobs refused because the queue was full, since the start.
    package let refused: Int
    /// Jobs whose task was cancelled before a thread took them up, since the start.
    package let cancelled: Int
    /// The moving average of what a job took; an estimate before the first.
    package let costPerHash: Duration
}
