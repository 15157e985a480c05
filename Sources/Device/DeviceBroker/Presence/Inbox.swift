import Dispatch
import Synchronization

/// Where the first of several threads leaves what happened, and one waits for it and takes it away: nothing stays behind, since what is left here can be a
/// passcode.
package final class Inbox<Value: Sendable>: Sendable {
    private enum Content {
        case nothing
        case value(Value)
        case taken
    }

    private let content = Mutex(Content.nothing)
    private let arrival = DispatchSemaphore(value: 0)

    package init() {}

    /// Later values are dropped, and get false.
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

    /// Blocks until there is a value. Only one call gets it.
    package func take() -> Value {
        while true {
            if let value = removed() { return value }
            arrival.wait()
        }
    }

    /// Blocks until there is a value, or the time has come. A value that comes later is for nobody.
    func take(until deadline: DispatchTime) -> Value? {
        while true {
            if let value = removed() { return value }
            guard arrival.wait(timeout: deadline) == .success else { return removed() }
        }
    }

    /// Whether a value lies here that nobody has taken.
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
