import Synchronization

/// A cancellation token for a prompt. Its caller cancels the prompt by closing the context or by ending.
package final class PromptCancellationToken: Sendable {
    /// A registered handler. A caller that needs it for less time than the token exists calls ``end()``, which releases what the
    /// handler captures.
    package struct Watch: Sendable {
        private let stop: @Sendable () -> Void

        fileprivate init(_ stop: @escaping @Sendable () -> Void) {
            self.stop = stop
        }

        /// Removes the handler. Does not wait for a call of the handler that is in progress.
        package func end() {
            stop()
        }
    }

    private struct Waiting {
        let number: UInt64
        let handler: @Sendable () -> Void
    }

    private enum State {
        case open([Waiting], last: UInt64)
        case cancelled
    }

    private let state = Mutex(State.open([], last: 0))

    package init() {}

    package var isCancelled: Bool {
        state.withLock { if case .cancelled = $0 { true } else { false } }
    }

    /// The number of registered handlers.
    package var watchCount: Int {
        state.withLock { if case .open(let waiting, _) = $0 { waiting.count } else { 0 } }
    }

    /// Cancels the prompt: calls each handler once.
    package func cancel() {
        let waiting = state.withLock { state -> [Waiting] in
            guard case .open(let waiting, _) = state else { return [] }
            state = .cancelled
            return waiting
        }
        for waiting in waiting { waiting.handler() }
    }

    /// Calls the handler on cancellation, or immediately if the prompt is already cancelled. The handler must not block.
    @discardableResult
    package func onCancel(_ handler: @escaping @Sendable () -> Void) -> Watch {
        let number = state.withLock { state -> UInt64? in
            guard case .open(let waiting, let last) = state else { return nil }
            state = .open(waiting + [Waiting(number: last + 1, handler: handler)], last: last + 1)
            return last + 1
        }
        guard let number else {
            handler()
            return Watch {}
        }
        return Watch { [weak self] in self?.remove(number) }
    }

    private func remove(_ number: UInt64) {
        state.withLock { state in
            guard case .open(let waiting, let last) = state else { return }
            state = .open(waiting.filter { $0.number != number }, last: last)
        }
    }
}
