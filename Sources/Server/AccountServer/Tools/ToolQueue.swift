import Dispatch
import Synchronization

/// One piece of work at a time, off the threads that requests are served on: whoever asks a tool for something costly holds up other
/// users of tools, and nobody who signs in.
final class ToolQueue: Sendable {
    private let queue = DispatchQueue(label: "tools")
    private let waiting = Mutex(0)
    private let limit: Int

    /// - Parameter limit: how many may be at work or wait; the next is answered 503.
    init(limit: Int = 32) {
        self.limit = limit
    }

    /// What `work` makes. Refuses with ``Problem`` 503 where too many wait.
    func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async throws(Problem) -> Value {
        let isAdmitted = waiting.withLock { waiting in
            guard waiting < limit else { return false }
            waiting += 1
            return true
        }
        guard isAdmitted else { throw .overloaded(retryAfter: .seconds(1), cause: "too many wait for a tool") }
        return await withCheckedContinuation { continuation in
            queue.async {
                let value = work()
                self.waiting.withLock { $0 -= 1 }
                continuation.resume(returning: value)
            }
        }
    }
}
