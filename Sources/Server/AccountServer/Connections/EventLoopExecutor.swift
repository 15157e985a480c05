import NIOCore

/// Runs tasks on one event loop: that of the connection whose requests they answer.
///
/// By itself a task runs on Swift's own threads, so that every request is handed from the event loop to another thread and its answer back, and
/// both wait for a processor where passwords are being hashed. On the event loop a request is read, answered and written without a
/// change of threads. For that nothing may block it: hashing has threads of its own, and whatever waits for a disk or a network suspends.
final class EventLoopExecutor: TaskExecutor {
    private let eventLoop: any EventLoop

    init(_ eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        eventLoop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
