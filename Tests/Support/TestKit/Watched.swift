import Dispatch
import Synchronization

/// A value that one task or thread changes and others wait for.
package final class Watched<Value: Sendable>: Sendable {
    private struct State {
        var value: Value
        var waiters: [(isSo: @Sendable (Value) -> Bool, resume: @Sendable () -> Void)] = []
    }

    private let state: Mutex<State>

    package init(_ value: Value) {
        state = Mutex(State(value: value))
    }

    package var value: Value { state.withLock(\.value) }

    /// Changes the value, and wakes those whose condition it now meets.
    @discardableResult
    package func change<Result: Sendable>(_ change: @Sendable (inout Value) -> Result) -> Result {
        let (result, woken) = state.withLock { state in
            let result = change(&state.value)
            let value = state.value
            let woken = state.waiters.filter { $0.isSo(value) }
            state.waiters.removeAll { $0.isSo(value) }
            return (result, woken)
        }
        for waiter in woken { waiter.resume() }
        return result
    }

    package func set(_ value: Value) {
        change { $0 = value }
    }

    /// Returns once a value meets the condition. Nothing else ends the wait but the time limit of the test.
    package func until(_ isSo: @escaping @Sendable (Value) -> Bool) async {
        await withCheckedContinuation { continuation in
            onChange(isSo) { continuation.resume() }
        }
    }

    /// The same for a thread of its own, which it blocks.
    package func waitUntil(_ isSo: @escaping @Sendable (Value) -> Bool) {
        let semaphore = DispatchSemaphore(value: 0)
        onChange(isSo) { semaphore.signal() }
        semaphore.wait()
    }

    private func onChange(_ isSo: @escaping @Sendable (Value) -> Bool, _ resume: @escaping @Sendable () -> Void) {
        let isMet = state.withLock { state in
            if isSo(state.value) { return true }
            state.waiters.append((isSo, resume))
            return false
        }
        if isMet { resume() }
    }
}
