import Dispatch
import Synchronization

/// The state that tasks and threads of a ``WorkQueue`` share: the waiting jobs, the running ones, and what a job costs.
///
/// Jobs are served by virtual clock (Zhang 1990): each name of a ``HashingClient`` has a clock that every job moves ``turn`` ahead, and the
/// job with the earliest time comes first. A client that sends one job now and then is served in the order of arrival; one that sends
/// many is served after all others, with what they leave. In a full queue the job with the latest time gives its place to one with an earlier
/// time. A client can therefore use every place while it is alone, and none that another client needs.
///
/// The threads hold this state, not the queue, so that a queue without owner can be released and close it.
final class JobQueue: Sendable {
    private let state: Mutex<State>
    /// Signalled once for each job admitted, and once for each thread on closing.
    private let arrivals = DispatchSemaphore(value: 0)
    private let threadCount: Int
    private let waitingLimit: Int
    private let now: @Sendable () -> Duration

    private struct WaitingJob {
        let job: Job
        let time: Duration
    }

    private struct State {
        var lastIdentifier: UInt64 = 0
        var waiting: [WaitingJob] = []
        /// The clocks that are ahead of the time.
        var clocks: [String: Duration] = [:]
        var clockLimit = JobQueue.clockLimit
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

    /// Admits the job, or returns why not. Called by the task that waits for it.
    func admit(_ job: Job) -> PasswordHashingError? {
        let now = now()
        let (refusal, displaced) = state.withLock { state -> (PasswordHashingError?, Job?) in
            // A task is marked cancelled before its handler calls `cancel`. Asking under the lock therefore leaves no gap:
            // either it is seen here, or `cancel` comes later and finds the job in the queue.
            if Task.isCancelled {
                state.cancelled += 1
                return (.cancelled, nil)
            }
            if state.isClosed { return (.stopped, nil) }
            let time = time(for: job.client, in: state, now: now)
            var displaced: Job?
            if state.waiting.count >= waitingLimit + threadCount - state.running {
                state.refused += 1
                guard let last = state.waiting.indices.reversed().max(by: { state.waiting[$0].time < state.waiting[$1].time }),
                    state.waiting[last].time > time
                else { return (.busy(retryAfter: retryAfter(state)), nil) }
                displaced = state.waiting.remove(at: last).job
            }
            advance(job.client, to: time, in: &state, now: now)
            state.waiting.append(WaitingJob(job: job, time: time))
            return (nil, displaced)
        }
        if let displaced { displaced.refuse(.busy(retryAfter: state.withLock { retryAfter($0) })) }
        if refusal == nil { arrivals.signal() }
        return refusal
    }

    /// Takes the job out again if no thread has begun it.
    func cancel(_ identifier: UInt64) {
        let job = state.withLock { state -> Job? in
            guard let index = state.waiting.firstIndex(where: { $0.job.identifier == identifier }) else { return nil }
            state.cancelled += 1
            return state.waiting.remove(at: index).job
        }
        job?.refuse(.cancelled)
    }

    /// What each thread does until the queue is closed.
    func work() {
        while true {
            arrivals.wait()
            let (job, isClosed) = state.withLock { state -> (Job?, Bool) in
                guard let first = state.waiting.indices.min(by: { state.waiting[$0].time < state.waiting[$1].time }) else {
                    return (nil, state.isClosed)
                }
                state.running += 1
                return (state.waiting.remove(at: first).job, false)
            }
            if let job {
                finish(job)
            } else if isClosed {
                break
            }
            // Otherwise the job of this signal was cancelled or displaced.
        }
        leave()
    }

    /// Admits no more jobs, refuses those that wait, and ends the threads.
    func close() {
        let waiting = state.withLock { state -> [WaitingJob]? in
            guard !state.isClosed else { return nil }
            state.isClosed = true
            defer { state.waiting = [] }
            return state.waiting
        }
        guard let waiting else { return }
        for waiting in waiting { waiting.job.refuse(.stopped) }
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

    /// The time that a job of this client gets: one turn after the latest of its clocks, and no more than ``turns`` ahead.
    private func time(for client: HashingClient, in state: State, now: Duration) -> Duration {
        let latest = client.names.reduce(now) { max($0, state.clocks[$1] ?? now) }
        return min(latest + Self.turn, now + Self.turn * Self.turns)
    }

    private func advance(_ client: HashingClient, to time: Duration, in state: inout State, now: Duration) {
        for name in client.names { state.clocks[name] = time }
        guard state.clocks.count > state.clockLimit else { return }
        state.clocks = state.clocks.filter { $0.value > now }
        state.clockLimit = max(Self.clockLimit, 2 * state.clocks.count)
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

    /// How far a job moves the clocks of its client. A client that sends less than one job in this time is served in the order of arrival.
    private static let turn: Duration = .seconds(10)
    /// How many turns a clock can be ahead: what a client has sent longer ago than that no longer counts against it.
    private static let turns = 64
    /// How many clocks are kept before those that the time has overtaken are removed.
    private static let clockLimit = 1_024
}
