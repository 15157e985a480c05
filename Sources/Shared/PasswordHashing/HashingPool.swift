import FoundationEssentials
package import Secrets

/// Hashes passwords on a fixed number of dedicated threads.
///
/// Its maximum memory is known in advance: threads x the memory of one hash. Requests that find all threads busy wait in a bounded
/// queue, which serves clients fairly. If the queue is full, a request fails with ``PasswordHashingError/busy(retryAfter:)``.
/// Cooperative threads never block. Call ``shutdown()`` before the program ends.
package final class HashingPool: PasswordHasher {
    /// The parameters of new hashes.
    package let parameters: Argon2idParameters

    /// A hash that no password matches: its salt and output are random. Creating it requires no derivation.
    package let decoy: PasswordHash

    private let random: any RandomBytes
    private let queue: WorkQueue

    /// Starts the threads. Throws ``PasswordHashingError/memoryShortage`` if the system cannot create them.
    ///
    /// - Parameters:
    ///   - parameters: the parameters of new hashes.
    ///   - threads: the number of threads that hash; by default one for each processor.
    ///   - waitingLimit: the maximum number of waiting requests. 64 of them wait about a second on two cores.
    ///   - random: the source of salts.
    ///   - clock: the clock that measures the cost of a hash, to estimate `retryAfter`.
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

    /// Hashes a password with a new salt and the pool's parameters.
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

    /// Returns whether `password` matches `hash`, for any supported algorithm.
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

    /// Returns true for an algorithm other than argon2id, for less memory or fewer passes than the current parameters, and for a
    /// shorter output. A stronger hash is kept.
    package func needsRehash(_ hash: PasswordHash) -> Bool {
        guard case .argon2id(let used) = hash.algorithm else { return true }
        return used.isWeaker(than: parameters) || hash.output.count < Self.outputByteCount
    }

    /// Completes running jobs, fails waiting and later ones with ``PasswordHashingError/stopped``, and ends the threads.
    package func shutdown() async {
        await queue.stop()
    }

    /// Returns the current figures.
    package func snapshot() -> HashingPoolSnapshot {
        queue.snapshot
    }

    private static let saltByteCount = 16
    private static let outputByteCount = 32
}

/// The figures of a ``HashingPool``, for metrics.
package struct HashingPoolSnapshot: Hashable, Sendable {
    /// The jobs that wait for a thread.
    package let waiting: Int
    /// The jobs that run on a thread.
    package let running: Int
    /// The jobs completed since the start.
    package let done: Int
    /// The jobs rejected since the start because the queue was full.
    package let rejected: Int
    /// The jobs cancelled since the start before a thread ran them.
    package let cancelled: Int
}
