import Dispatch
import Synchronization

/// The state that tasks and threads of a ``WorkQueue`` share: the waiting and running jobs, and the cost of a job.
///
/// Jobs are scheduled by virtual clock (Zhang 1990). Each name of a ``HashingClient`` has a clock, which every job moves ahead by
/// ``turn``; the job with the earliest time runs first. Clients that send few jobs are served in the order of arrival. A client
/// that sends many is served after all others, with the remaining capacity. If the queue is full, a job with an earlier time
/// displaces the job with the latest time. A client can therefore use the whole queue while it is alone, but no place that another
/// client needs.
///
/// The threads hold this state and not the queue, so that the queue can be released and then closes it.
final class JobQueue: Sendable {
    private let state: Mutex<State>
    /// Signalled once for each admitted job, and once for each thread when the queue closes.
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
        /// The clocks that are ahead of the current time.
        var clocks: [String: Duration] = [:]
        var clockLimit = JobQueue.clockLimit
        var running = 0
        var done = 0
        var rejected = 0
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

    /// Admits the job, or returns the reason to reject it. Called by the task that waits for the job.
    func admit(_ job: Job) -> PasswordHashingError? {
        let now = now()
        let (rejection, displaced) = state.withLock { state -> (PasswordHashingError?, Job?) in
            // A task is marked as cancelled before its handler calls `cancel`. This check under the lock therefore misses nothing:
            // either it sees the cancellation, or `cancel` comes later and finds the job in the queue.
            if Task.isCancelled {
                state.cancelled += 1
                return (.cancelled, nil)
            }
            if state.isClosed { return (.stopped, nil) }
            let time = time(for: job.client, in: state, now: now)
            var displaced: Job?
            if state.waiting.count >= waitingLimit + threadCount - state.running {
                state.rejected += 1
                guard let last = state.waiting.indices.reversed().max(by: { state.waiting[$0].time < state.waiting[$1].time }),
                    state.waiting[last].time > time
                else { return (.busy(retryAfter: retryAfter(state)), nil) }
                displaced = state.waiting.remove(at: last).job
            }
            advance(job.client, to: time, in: &state, now: now)
            state.waiting.append(WaitingJob(job: job, time: time))
            return (nil, displaced)
        }
        if let displaced { displaced.reject(.busy(retryAfter: state.withLock { retryAfter($0) })) }
        if rejection == nil { arrivals.signal() }
        return rejection
    }

    /// Removes the job if no thread has started it.
    func cancel(_ identifier: UInt64) {
        let job = state.withLock { state -> Job? in
            guard let index = state.waiting.firstIndex(where: { $0.job.identifier == identifier }) else { return nil }
            state.cancelled += 1
            return state.waiting.remove(at: index).job
        }
        job?.reject(.cancelled)
    }

    /// Runs jobs on the calling thread until the queue is closed.
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

    /// Admits no more jobs, rejects waiting ones, and ends the threads.
    func close() {
        let waiting = state.withLock { state -> [WaitingJob]? in
            guard !state.isClosed else { return nil }
            state.isClosed = true
            defer { state.waiting = [] }
            return state.waiting
        }
        guard let waiting else { return }
        for waiting in waiting { waiting.job.reject(.stopped) }
        for _ in 0..<threadCount { arrivals.signal() }
    }

    /// Returns after the last thread has left.
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
                waiting: state.waiting.count, running: state.running, done: state.done, rejected: state.rejected,
                cancelled: state.cancelled)
        }
    }

    /// Returns the time of a job of this client: one turn after the latest of its clocks, and at most ``turns`` ahead.
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
            // A moving average of about the last eight jobs.
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

    /// Returns the estimated time until all current jobs are served, rounded up to whole seconds, from one second to a minute.
    private func retryAfter(_ state: State) -> Duration {
        let total = state.cost * (state.waiting.count + state.running) / threadCount
        let seconds = total.components.seconds + (total.components.attoseconds > 0 ? 1 : 0)
        return .seconds(min(max(seconds, 1), 60))
    }

    /// The time by which a job moves its client's clocks ahead. A client with less than one job in this time is served in the order
    /// of arrival.
    private static let turn: Duration = .seconds(10)
    /// The maximum number of turns that a clock can be ahead. Older jobs of a client no longer count against it.
    private static let turns = 64
    /// The number of clocks at which those behind the current time are removed.
    private static let clockLimit = 1_024
}
