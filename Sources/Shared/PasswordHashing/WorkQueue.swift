import Dispatch
import Glibc
import Synchronization
import Threads

/// A few threads behind a bounded queue: jobs that block, for tasks that must not.
///
/// A job that finds all threads at work and the queue full is refused at once. A job whose task is cancelled before a thread
/// took it up leaves the queue and never runs; one that runs is finished. ``stop()`` or the release of the queue ends it.
final class WorkQueue: Sendable {
    private let jobs: JobQueue
    private let threads: Mutex<[WorkerThread]>

    /// A hash takes tens of milliseconds of a processor, and whoever waits for it does not notice two more; an answer that takes a tenth of
    /// a millisecond must not stand behind it.
    private static let niceness: Int32 = 10

    /// `threadCount` threads, and room for `waitingLimit` jobs beyond those that run. `now` is a clock that only moves forward.
    init(
        threadCount: Int, waitingLimit: Int, costEstimate: Duration, now: @escaping @Sendable () -> Duration
    ) throws(PasswordHashingError) {
        precondition(threadCount >= 1 && waitingLimit >= 0, "a queue without threads would never finish a job")
        let jobs = JobQueue(threadCount: threadCount, waitingLimit: waitingLimit, costEstimate: costEstimate, now: now)
        var threads: [WorkerThread] = []
        for _ in 0..<threadCount {
            guard let thread = WorkerThread(niceness: Self.niceness, { jobs.work() }) else {
                jobs.close()
                for thread in threads { thread.join() }
                throw .memoryShortage
            }
            threads.append(thread)
        }
        self.jobs = jobs
        self.threads = Mutex(threads)
    }

    deinit {
        jobs.close()
        // The last reference may go away on one of these very threads, which could not join itself.
        for thread in takeThreads() { thread.detach() }
    }

    /// The outcome of `work`, done on one of the threads; or why it was not done.
    func run<Value: Sendable>(
        for client: HashingClient,
        _ work: @escaping @Sendable () -> Result<Value, PasswordHashingError>
    ) async throws(PasswordHashingError) -> Value {
        let identifier = jobs.nextIdentifier()
        let result: Result<Value, PasswordHashingError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let job = Job(
                    identifier: identifier, client: client,
                    run: {
                        let outcome = work()
                        return { continuation.resume(returning: outcome) }
                    },
                    refuse: { continuation.resume(returning: .failure($0)) })
                if let refusal = jobs.admit(job) { job.refuse(refusal) }
            }
        } onCancel: {
            jobs.cancel(identifier)
        }
        return try result.get()
    }

    /// Lets running jobs finish, refuses those that wait and all that come, and returns when every thread has ended.
    func stop() async {
        jobs.close()
        await jobs.emptied()
        // The threads have left their loops; joining them now takes no noticeable time.
        for thread in takeThreads() { thread.join() }
    }

    /// The figures of this moment.
    var snapshot: HashingPoolSnapshot { jobs.snapshot }

    private func takeThreads() -> [WorkerThread] {
        threads.withLock { threads in
            defer { threads = [] }
            return threads
        }
    }
}

/// A piece of work and the ways to answer the task that waits for it.
struct Job: Sendable {
    let identifier: UInt64
    let client: HashingClient
    /// Does the work and gives back the call that delivers its outcome, so that the counters can be set in between.
    let run: @Sendable () -> @Sendable () -> Void
    let refuse: @Sendable (PasswordHashingError) -> Void
}
