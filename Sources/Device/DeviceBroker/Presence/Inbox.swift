import Dispatch
import Synchronization

/// A slot for one value. The first of several threads puts a value into it, and one thread takes the value. The slot is empty
/// afterwards, because the value may contain a passcode.
package final class Inbox<Value: Sendable>: Sendable {
    private enum Content {
        case nothing
        case value(Value)
        case taken
    }

    private let content = Mutex(Content.nothing)
    private let arrival = DispatchSemaphore(value: 0)

    package init() {}

    /// Puts a value. Drops it and returns false unless it is the first.
    @discardableResult
    package func put(_ new: Value) -> Bool {
        let isFirst = content.withLock { content in
            guard case .nothing = content else { return false }
            content = .value(new)
            return true
        }
        if isFirst { arrival.signal() }
        return isFirst
    }

    /// Blocks until there is a value. Only one call receives it.
    package func take() -> Value {
        while true {
            if let value = removed() { return value }
            arrival.wait()
        }
    }

    /// Blocks until there is a value or the deadline has passed. A later value is discarded.
    func take(until deadline: DispatchTime) -> Value? {
        while true {
            if let value = removed() { return value }
            guard arrival.wait(timeout: deadline) == .success else { return removed() }
        }
    }

    /// Whether there is a value that was not taken yet.
    var isFull: Bool {
        content.withLock { if case .value = $0 { true } else { false } }
    }

    private func removed() -> Value? {
        content.withLock { content in
            guard case .value(let value) = content else { return nil }
            content = .taken
            return value
        }
    }
}
