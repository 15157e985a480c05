#if PostgreSQL
import Accounts
import Dispatch
import Synchronization

/// A fixed number of connections, each on a thread of its own, and one queue before them. No thread of the server ever waits for the
/// database.
///
/// Reads that wait are sent together, since a round trip costs the same for one as for many. Changes run one by one in transactions, and
/// begin again where they lost a race or their connection, as long as nothing of them can have been committed.
final class ConnectionPool: Sendable {
    private struct State {
        var waiting: [PoolJob] = []
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
    private let state: Mutex<State>
    private let wakeUp = DispatchSemaphore(value: 0)

    /// What each connection is asked before the reads that it answers; nil for nothing. It answers them where it says true.
    let proof: (@Sendable () -> Statement?)?

    /// Starts `size` threads, which connect when there is something to do. More than `queueLimit` operations are not left waiting.
    init(
        _ address: ConnectionAddress, size: Int, queueLimit: Int, timeouts: Timeouts, proof: (@Sendable () -> Statement?)? = nil
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
            for _ in 0..<size { wakeUp.signal() }
        }
    }

    /// As ``close()``, without waiting for it.
    func beginClosing() {
        state.withLock { $0.isClosed = true }
        for _ in 0..<size { wakeUp.signal() }
    }

    var waitingCount: Int { state.withLock { $0.waiting.count } }

    var isClosed: Bool { state.withLock { $0.isClosed } }
}

// MARK: - For workers

extension ConnectionPool {
    /// The next jobs for one worker: one change, or some of the reads that wait. Nil when the pool is closed and nothing waits.
    func take() -> [PoolJob]? {
        while true {
            wakeUp.wait()
            let (batch, isOver): ([PoolJob], Bool) = state.withLock { state in
                guard !state.waiting.isEmpty else { return ([], state.isClosed) }
                // Others may be idle: nobody takes more than its share.
                let share = max(1, min(Self.batchLimit, state.waiting.count / size))
                let reads = state.waiting.prefix(share).prefix { $0.isRead }.count
                let batch = Array(state.waiting.prefix(max(1, reads)))
                state.waiting.removeFirst(batch.count)
                return (batch, false)
            }
            if isOver { return nil }
            if !batch.isEmpty { return batch }
        }
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
#endif
