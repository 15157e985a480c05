import Dispatch
import Glibc
import Synchronization
import Threads

/// Runs blocking jobs for tasks, on a few threads with a bounded queue.
///
/// A job that finds all threads busy and the queue full is rejected at once. If its task is cancelled before a thread runs the job,
/// the job leaves the queue and never runs; a running job is completed. ``stop()`` or the release of the queue ends it.
final class WorkQueue: Sendable {
    private let jobs: JobQueue
    private let threads: Mutex<[WorkerThread]>

    /// A hash takes tens of milliseconds of processor time, so a small delay is not noticeable. A response that takes a tenth of a
    /// millisecond must not wait for it.
    private static let niceness: Int32 = 10

    /// Starts `threadCount` threads, with room for `waitingLimit` waiting jobs. `now` is a monotonic clock.
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
        // The last reference may be released on one of these threads, which cannot join itself.
        for thread in takeThreads() { thread.detach() }
    }

    /// Runs `work` on one of the threads and returns its result, or the reason why it did not run.
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
                    reject: { continuation.resume(returning: .failure($0)) })
                if let rejection = jobs.admit(job) { job.reject(rejection) }
            }
        } onCancel: {
            jobs.cancel(identifier)
        }
        return try result.get()
    }

    /// Completes running jobs, rejects waiting and later ones, and returns after every thread has ended.
    func stop() async {
        jobs.close()
        await jobs.emptied()
        // The threads have left their loops, so joining them is immediate.
        for thread in takeThreads() { thread.join() }
    }

    /// The current figures.
    var snapshot: HashingPoolSnapshot { jobs.snapshot }

    private func takeThreads() -> [WorkerThread] {
        threads.withLock { threads in
            defer { threads = [] }
            return threads
        }
    }
}

/// A piece of work, with the ways to resume the task that waits for it.
struct Job: Sendable {
    let identifier: UInt64
    let client: HashingClient
    /// Runs the work and returns a function that delivers its result, so that the counters can be updated in between.
    let run: @Sendable () -> @Sendable () -> Void
    let reject: @Sendable (PasswordHashingError) -> Void
}
