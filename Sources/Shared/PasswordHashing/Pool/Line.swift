import Dispatch
import Synchronization

/// The state that tasks and threads of a ``WorkQueue`` share: who waits, who works, and what a job costs.
///
/// The threads hold the line, not the queue, so that a queue nobody holds any more can go away and close it.
final class Line: Sendable {
    private let state: Mutex<State>
    /// Signalled once for each job admitted, and once for each thread on closing.
    private let arrivals = DispatchSemaphore(value: 0)
    private let threadCount: Int
    private let waitingLimit: Int
    private let now: @Sendable () -> Duration

    private struct State {
        var lastIdentifier: UInt64 = 0
        var waiting: [Job] = []
        var running = 0
        var done = 0
        var refused = 0
        var cancelled = 0
        var cost: Duration
        var isClosed = false
        var livingThreads: Int
        var awaitingEnd: [CheckedContinuation<Void, Never>] = []
    }

    init(threadCount: Int, waitingLimit: Int, costEstimate: Duration, now: @escaping @Sendable () -> Duration) {
        self.threadCount = threadCount
        self.waitingLimit = waitingLimit
        self.now = now
        state = Mutex(State(cost: costEstimate, livingThreads: threadCount))
    }

    func nextIdentifier() -> UInt64 {
        state.withLock { state in
            state.lastIdentifier += 1
            return state.lastIdentifier
        }
    }

    /// Takes the job in, or says why not. Called by the task that waits for it.
    func admit(_ job: Job) -> PasswordHashingError? {
        let refusal = state.withLock { state -> PasswordHashingError? in
            // A task is marked cancelled before its handler calls `cancel`. Asking under the lock therefore leaves no gap:
            // either it is seen here, or `cancel` comes later and finds the job in the line.
            if Task.isCancelled {
                state.cancelled += 1
                return .cancelled
            }
            if state.isClosed { return .stopped }
            let idle = threadCount - state.running
            guard state.waiting.count < waitingLimit + idle else {
                state.refused += 1
                return .busy(retryAfter: retryAfter(state))
            }
            state.waiting.append(job)
            return nil
        }
        if refusal == nil { arrivals.signal() }
        return refusal
    }

    /// Takes the job out again if no thread has begun it.
    func cancel(_ identifier: UInt64) {
        let job = state.withLock { state -> Job? in
            guard let index = state.waiting.firstIndex(where: { $0.identifier == identifier }) else { return nil }
            state.cancelled += 1
            return state.waiting.remove(at: index)
        }
        job?.refuse(.cancelled)
    }

    /// What each thread does until the line is closed.
    func work() {
        while true {
            arrivals.wait()
            let (job, isClosed) = state.withLock { state -> (Job?, Bool) in
                guard !state.waiting.isEmpty else { return (nil, state.isClosed) }
                state.running += 1
                return (state.waiting.removeFirst(), false)
            }
            if let job {
                finish(job)
            } else if isClosed {
                break
            }
            // Otherwise the job this signal announced was cancelled.
        }
        leave()
    }

    /// Admits no more, refuses who waits, and sends the threads home.
    func close() {
        let waiting = state.withLock { state -> [Job]? in
            guard !state.isClosed else { return nil }
            state.isClosed = true
            defer { state.waiting = [] }
            return state.waiting
        }
        guard let waiting else { return }
        for job in waiting { job.refuse(.stopped) }
        for _ in 0..<threadCount { arrivals.signal() }
    }

    /// Returns when the last thread has left.
    func emptied() async {
        await withCheckedContinuation { continuation in
            let isEmpty = state.withLock { state in
                if state.livingThreads > 0 { state.awaitingEnd.append(continuation) }
                return state.livingThreads == 0
            }
            if isEmpty { continuation.resume() }
        }
    }

    var snapshot: HashingPoolSnapshot {
        state.withLock { state in
            HashingPoolSnapshot(
                waiting: state.waiting.count, running: state.running, done: state.done, refused: state.refused,
                cancelled: state.cancelled, costPerHash: state.cost)
        }
    }

    private func finish(_ job: Job) {
        let start = now()
        let deliver = job.run()
        let cost = now() - start
        state.withLock { state in
            state.running -= 1
            state.done += 1
            // A moving average in which the last eight jobs weigh most.
            state.cost += (cost - state.cost) / 8
        }
        deliver()
    }

    private func leave() {
        let awaiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.livingThreads -= 1
            guard state.livingThreads == 0 else { return [] }
            defer { state.awaitingEnd = [] }
            return state.awaitingEnd
        }
        for continuation in awaiting { continuation.resume() }
    }

    /// The time in which all who are here now will have been served, in whole seconds upward, from one second to a minute.
    private func retryAfter(_ state: State) -> Duration {
        let total = state.cost * (state.waiting.count + state.running) / threadCount
        let seconds = total.components.seconds + (total.components.attoseconds > 0 ? 1 : 0)
        return .seconds(min(max(seconds, 1), 60))
    }
}
