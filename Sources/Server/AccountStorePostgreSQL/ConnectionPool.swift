#if PostgreSQL
import AccountStore
import Accounts
import Dispatch
import Synchronization
import Threads

/// A fixed number of connections, each on its own thread, with one queue. No other thread of the server waits for the database.
///
/// Waiting reads are sent together, because a round trip costs the same for one as for many. Each change runs in its own
/// transaction. It runs again if it loses a race or the connection, as long as it cannot have been committed. Changes wait for the
/// disk. With four or more connections, one connection is reserved for reads, so that reads do not wait for changes.
final class ConnectionPool: Sendable {
    private struct State {
        var waiting: [PoolJob] = []
        /// The number of workers that run a change.
        var changing = 0
        var isClosed = false
        var runningWorkers: Int
        /// Whether the server is unreachable. Operations then fail at once instead of waiting for their timeouts.
        var isUnreachable = false
        /// Whether one operation currently checks whether the server is reachable again.
        var isProbing = false
        var onClosed: [@Sendable () -> Void] = []
    }

    let address: ConnectionAddress
    let timeouts: Timeouts
    private let size: Int
    private let queueLimit: Int
    /// The maximum number of workers that run changes at once. With three connections or fewer, none is reserved for reads.
    private var changeLimit: Int { size > 3 ? size - 1 : size }
    private let state: Mutex<State>
    private let wakeUp = DispatchSemaphore(value: 0)

    /// A statement that a connection runs before it answers reads; nil for none. It answers the reads only if the result is true.
    let proof: (@Sendable () -> StoreStatement?)?

    /// Starts `size` threads, which connect when there is work. At most `queueLimit` operations wait.
    ///
    /// - Throws: ``StoreError`` with `unavailable` if no thread starts. A pool with fewer threads than `size` works.
    init(
        _ address: ConnectionAddress, size: Int, queueLimit: Int, timeouts: Timeouts,
        proof: (@Sendable () -> StoreStatement?)? = nil, start: WorkerThread.Start = WorkerThread.start
    ) throws {
        self.address = address
        self.proof = proof
        self.timeouts = timeouts
        self.size = size
        self.queueLimit = queueLimit
        state = Mutex(State(runningWorkers: size))
        let missing = (0..<size).count { _ in !start(Worker.body(of: self)) }
        for _ in 0..<missing { workerEnded() }
        guard missing < size else { throw StoreError(.unavailable, reason: "no thread for a database connection can be created") }
    }

    /// Queues a job, or fails it at once if the queue is full or closed.
    func submit(_ job: PoolJob) {
        let rejection: StoreError? = state.withLock { state in
            if state.isClosed { return StoreError(.unavailable, reason: "the store is closed") }
            guard state.waiting.count < queueLimit else {
                return StoreError(.unavailable, reason: "\(queueLimit) operations already wait for the database")
            }
            state.waiting.append(job)
            return nil
        }
        if let rejection { job.fail(rejection) } else { wakeUp.signal() }
    }

    /// Closes all connections after the last pending operation has ended.
    func close() async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let isClosed = state.withLock { state in
                state.isClosed = true
                if state.runningWorkers > 0 { state.onClosed.append { continuation.resume() } }
                return state.runningWorkers == 0
            }
            if isClosed { continuation.resume() }
            wakeUp.signal()
        }
    }

    /// Starts ``close()`` without waiting for it.
    func beginClosing() {
        state.withLock { $0.isClosed = true }
        wakeUp.signal()
    }

    var waitingCount: Int { state.withLock { $0.waiting.count } }

    var isClosed: Bool { state.withLock { $0.isClosed } }
}

// MARK: - For workers

extension ConnectionPool {
    /// The next work of a worker.
    enum Turn {
        /// Some of the waiting reads.
        case reads([PoolJob])
        /// A change. The worker must report its end with ``changeEnded()``.
        case change(PoolJob)
    }

    /// Waits for the next work of one worker. Returns nil if the pool is closed and nothing waits.
    func take() -> Turn? {
        while true {
            wakeUp.wait()
            let (turn, isOver) = state.withLock { state in
                guard !state.waiting.isEmpty else { return (nil as Turn?, state.isClosed) }
                return (nextTurn(&state), false)
            }
            if isOver {
                // Each worker that ends wakes the next one.
                wakeUp.signal()
                return nil
            }
            if let turn { return turn }
        }
    }

    /// Returns nil if only changes wait and their limit is reached. A change that ends wakes the worker for the next one.
    private func nextTurn(_ state: inout State) -> Turn? {
        let mayChange = state.changing < changeLimit
        guard let first = mayChange ? 0 : state.waiting.firstIndex(where: \.isRead) else { return nil }
        guard state.waiting[first].isRead else {
            state.changing += 1
            return .change(state.waiting.remove(at: first))
        }
        // Other workers may be idle, so each takes only its share.
        let share = max(1, min(Self.batchLimit, state.waiting.count / size))
        let reads = Array(state.waiting[first...].prefix(share).prefix { $0.isRead })
        state.waiting.removeSubrange(first..<first + reads.count)
        return .reads(reads)
    }

    func changeEnded() {
        state.withLock { $0.changing -= 1 }
        wakeUp.signal()
    }

    var isUnreachable: Bool { state.withLock { $0.isUnreachable } }

    /// An attempt to reach the server.
    struct Attempt {
        /// Whether all other attempts must wait for this one.
        fileprivate let isProbe: Bool
    }

    /// Returns nil if the caller must not try. Otherwise the caller must call ``end(_:isUnreachable:)``.
    func beginAttempt() -> Attempt? {
        state.withLock { state in
            guard state.isUnreachable else { return Attempt(isProbe: false) }
            guard !state.isProbing else { return nil }
            state.isProbing = true
            return Attempt(isProbe: true)
        }
    }

    /// - Parameter isUnreachable: the result of the attempt; nil if the caller continues to try.
    func end(_ attempt: Attempt, isUnreachable: Bool?) {
        state.withLock { state in
            if let isUnreachable { state.isUnreachable = isUnreachable }
            if attempt.isProbe { state.isProbing = false }
        }
    }

    func workerEnded() {
        let onClosed = state.withLock { state in
            state.runningWorkers -= 1
            guard state.runningWorkers == 0 else { return [] as [@Sendable () -> Void] }
            defer { state.onClosed = [] }
            return state.onClosed
        }
        for notify in onClosed { notify() }
    }

    /// The maximum size of a batch: large enough to make a round trip cheap per read, and small enough that the first read does not
    /// wait long for the last.
    private static let batchLimit = 64
}

/// An operation that waits for a connection, and its caller.
struct PoolJob: Sendable {
    enum Work: Sendable {
        /// A read-only statement, which may be sent together with others and repeatedly. `deliver` reads the response and notifies
        /// the caller.
        case read(StoreStatement, deliver: @Sendable (QueryResult) -> Void)
        /// Returns a function that notifies the caller of success. A thrown error means that the work was not done, or that its
        /// outcome is unknown.
        case work(@Sendable (Connection) throws -> @Sendable () -> Void)
    }

    let work: Work
    /// The time until which the job waits for a connection.
    let deadline: MonotonicTime
    let fail: @Sendable (any Error) -> Void

    /// Returns whether the caller still waits. Fails the job if not.
    func isInTime() -> Bool {
        if MonotonicTime.now < deadline { return true }
        fail(PostgreSQLError(cause: .noAnswer, message: "timed out waiting for a free connection"))
        return false
    }

    var isRead: Bool {
        if case .read = work { true } else { false }
    }

    static func read<Value: Sendable>(
        _ statement: StoreStatement, deadline: MonotonicTime, _ continuation: CheckedContinuation<Value, any Error>,
        _ read: @escaping @Sendable (QueryResult) throws -> Value
    ) -> PoolJob {
        PoolJob(
            work: .read(statement) { answer in continuation.resume(with: Result { try read(answer) }) }, deadline: deadline,
            fail: { continuation.resume(throwing: $0) })
    }

    static func work<Value: Sendable>(
        deadline: MonotonicTime, _ continuation: CheckedContinuation<Value, any Error>,
        _ body: @escaping @Sendable (Connection) throws -> Value
    ) -> PoolJob {
        PoolJob(
            work: .work { connection in
                let value = try body(connection)
                return { continuation.resume(returning: value) }
            }, deadline: deadline, fail: { continuation.resume(throwing: $0) })
    }
}
#endif
