import Dispatch
import Synchronization

/// Where the first of several threads leaves what happened, and one waits for it.
package final class Inbox<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)
    private let arrival = DispatchSemaphore(value: 0)

    package init() {}

    /// Later values are dropped.
    package func put(_ new: Value) {
        let isFirst = value.withLock { value in
            guard value == nil else { return false }
            value = new
            return true
        }
        if isFirst { arrival.signal() }
    }

    /// Blocks until there is a value.
    package func take() -> Value {
        while true {
            if let value = value.withLock({ $0 }) { return value }
            arrival.wait()
        }
    }

    /// Blocks until there is a value, or the time has come. A value that comes later is for nobody.
    func take(until deadline: DispatchTime) -> Value? {
        while true {
            if let value = value.withLock({ $0 }) { return value }
            guard arrival.wait(timeout: deadline) == .success else { return value.withLock { $0 } }
        }
    }
}
