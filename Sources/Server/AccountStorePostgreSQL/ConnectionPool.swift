#if PostgreSQL
import AccountStore
import Accounts
import Dispatch
import Synchronization

/// A fixed number of connections, each on a thread of its own, and one queue before them. No thread of the server ever waits for the
/// database.
///
/// Reads that wait are sent together, since a round trip costs the same for one as for many. Changes run one by one in transactions, and
/// begin again where they lost a race or their connection, as long as nothing of them can have been committed. They wait for the disk: of four
/// connections and more one is left to reads, so that those do not wait for it, too.
final class ConnectionPool: Sendable {
    private struct State {
        var waiting: [PoolJob] = []
        /// How many workers have a change.
        var changing = 0
        var isClosed = false
        var runningWorkers: Int
        /// Since the server could not be reached, operations fail at once instead of each waiting its time,
        var isUnreachable = false
        /// but for the one that finds out whether it is back.
        var isProbing = false
        var onClosed: [@Sendable () -> Void] = []
    }

    let address: ConnectionAddress
    let timeouts: Timeouts
    private let size: Int
    private let queueLimit: Int
    /// How many workers may have a change at once. Of three connections one would be much to leave.
    private var changeLimit: Int { size > 3 ? size - 1 : size }
    private let state: Mutex<State>
    private let wakeUp = DispatchSemaphore(value: 0)

    /// What each connection is asked before the reads that it answers; nil for nothing. It answers them where it says true.
    let proof: (@Sendable () -> StoreStatement?)?

    /// Starts `size` threads, which connect when there is something to do. More than `queueLimit` operations are not left waiting.
    init(
        _ address: ConnectionAddress, size: Int, queueLimit: Int, timeouts: Timeouts,
        proof: (@Sendable () -> StoreStatement?)? = nil
    ) {
        self.address = address
        self.proof = proof
        self.timeouts = timeouts
        self.size = size
        self.queueLimit = queueLimit
        state = Mutex(State(runningWorkers: size))
        for number in 1...size { Worker.start(of: self, named: "latchkey-pg-\(number)") }
    }

    /// Puts a job in the queue, or fails it at once where the queue is full or closed.
    func submit(_ job: PoolJob) {
        let refusal: StoreError? = state.withLock { state in
            if state.isClosed { return StoreError(.unavailable, reason: "the store is closed") }
            guard state.waiting.count < queueLimit else {
                return StoreError(.unavailable, reason: "\(queueLimit) operations wait for the database already")
            }
            state.waiting.append(job)
            return nil
        }
        if let refusal { job.fail(refusal) } else { wakeUp.signal() }
    }

    /// When the last of what was asked before has ended and every connection is closed.
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

    /// As ``close()``, without waiting for it.
    func beginClosing() {
        state.withLock { $0.isClosed = true }
        wakeUp.signal()
    }

    var waitingCount: Int { state.withLock { $0.waiting.count } }

    var isClosed: Bool { state.withLock { $0.isClosed } }
}

// MARK: - For workers

extension ConnectionPool {
    /// What a worker has to do next.
    enum Turn {
        /// Some of the reads that wait.
        case reads([PoolJob])
        /// One change, whose end has to be told: ``changeEnded()``.
        case change(PoolJob)
    }

    /// Waits for the next turn of one worker. Nil when the pool is closed and nothing waits.
    func take() -> Turn? {
        while true {
            wakeUp.wait()
            let (turn, isOver) = state.withLock { state in
                guard !state.waiting.isEmpty else { return (nil as Turn?, state.isClosed) }
                return (nextTurn(&state), false)
            }
            if isOver {
                // One worker that ends wakes up the next.
                wakeUp.signal()
                return nil
            }
            if let turn { return turn }
        }
    }

    /// Nil where only changes wait, and as many as may be are in work: one that ends wakes up whoever takes the next.
    private func nextTurn(_ state: inout State) -> Turn? {
        let mayChange = state.changing < changeLimit
        guard let first = mayChange ? 0 : state.waiting.firstIndex(where: \.isRead) else { return nil }
        guard state.waiting[first].isRead else {
            state.changing += 1
            return .change(state.waiting.remove(at: first))
        }
        // Others may be idle: nobody takes more than its share.
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

    /// A try to reach the server.
    struct Attempt {
        /// Whether nobody else may try meanwhile.
        fileprivate let isProbe: Bool
    }

    /// Nil where the caller may not try. Otherwise it has to ``end(_:isUnreachable:)`` it.
    func beginAttempt() -> Attempt? {
        state.withLock { state in
            guard state.isUnreachable else { return Attempt(isProbe: false) }
            guard !state.isProbing else { return nil }
            state.isProbing = true
            return Attempt(isProbe: true)
        }
    }

    /// - Parameter isUnreachable: what the attempt found; nil where the caller goes on trying.
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

    /// Enough to make a round trip cheap, and few enough that the first waits little for the last.
    private static let batchLimit = 64
}

/// Something that waits for a connection, with the caller that waits for it.
struct PoolJob: Sendable {
    enum Work: Sendable {
        /// A statement that changes nothing: it may be sent with others, and again. `deliver` reads the answer and tells the caller.
        case read(StoreStatement, deliver: @Sendable (QueryResult) -> Void)
        /// Returns how to tell the caller, once what was done is done. Thrown errors mean that it was not, or is not known to be.
        case work(@Sendable (Connection) throws -> @Sendable () -> Void)
    }

    let work: Work
    /// Until then a connection is waited for.
    let deadline: MonotonicTime
    let fail: @Sendable (any Error) -> Void

    /// Whether somebody still waits for it. Fails it where nobody does.
    func isInTime() -> Bool {
        if MonotonicTime.now < deadline { return true }
        fail(PostgreSQLError(cause: .noAnswer, message: "every connection was busy for too long"))
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
