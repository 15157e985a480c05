import Dispatch
import Synchronization

/// A value that one task or thread changes and others wait for.
package final class Watched<Value: Sendable>: Sendable {
    private struct Waiter {
        let isSo: @Sendable (Value) -> Bool
        let resume: @Sendable () -> Void
    }

    private struct State {
        var value: Value
        var waiters: [Int: Waiter] = [:]
        var waiterCount = 0
    }

    private let state: Mutex<State>

    package init(_ value: Value) {
        state = Mutex(State(value: value))
    }

    package var value: Value {
        get { state.withLock(\.value) }
        set { change { $0 = newValue } }
    }

    /// Changes the value, and wakes the waiters whose condition it now meets.
    @discardableResult
    package func change<Result: Sendable>(_ change: @Sendable (inout Value) -> Result) -> Result {
        let (result, woken) = state.withLock { state in
            let result = change(&state.value)
            let woken = state.waiters.filter { $0.value.isSo(state.value) }
            for number in woken.keys { state.waiters[number] = nil }
            return (result, Array(woken.values))
        }
        for waiter in woken { waiter.resume() }
        return result
    }

    /// Returns when the value meets the condition, or the task is cancelled, as the time limit of a test does.
    package func until(_ isSo: @escaping @Sendable (Value) -> Bool) async {
        let number = nextNumber()
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                wait(number, Waiter(isSo: isSo) { continuation.resume() })
                // An earlier cancellation woke no waiter, because there was none yet.
                if Task.isCancelled { wake(number) }
            }
        } onCancel: {
            wake(number)
        }
    }

    /// The same for a separate thread, which it blocks.
    package func waitUntil(_ isSo: @escaping @Sendable (Value) -> Bool) {
        let semaphore = DispatchSemaphore(value: 0)
        wait(nextNumber(), Waiter(isSo: isSo) { semaphore.signal() })
        semaphore.wait()
    }

    private func nextNumber() -> Int {
        state.withLock { state in
            state.waiterCount += 1
            return state.waiterCount
        }
    }

    private func wait(_ number: Int, _ waiter: Waiter) {
        let isMet = state.withLock { state in
            if waiter.isSo(state.value) { return true }
            state.waiters[number] = waiter
            return false
        }
        if isMet { waiter.resume() }
    }

    private func wake(_ number: Int) {
        state.withLock { $0.waiters.removeValue(forKey: number) }?.resume()
    }
}
