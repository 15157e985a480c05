import Dispatch
import Synchronization

/// Where the first of several threads leaves what happened, and one waits for it.
final class Inbox<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)
    private let arrival = DispatchSemaphore(value: 0)

    /// Later values are dropped.
    func put(_ new: Value) {
        let isFirst = value.withLock { value in
            guard value == nil else { return false }
            value = new
            return true
        }
        if isFirst { arrival.signal() }
    }

    /// Blocks until there is a value.
    func take() -> Value {
        while true {
            if let value = value.withLock({ $0 }) { return value }
            arrival.wait()
        }
    }
}
