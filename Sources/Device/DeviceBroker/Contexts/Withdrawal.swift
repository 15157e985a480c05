import Synchronization

/// A question that its asker may take back while a person is being asked: by closing the context, or by going away.
package final class Withdrawal: Sendable {
    /// One handler that waits. Whoever waits for less long than the withdrawal may last ends it: what the handler holds would stay for as long.
    package struct Watch: Sendable {
        private let stop: @Sendable () -> Void

        fileprivate init(_ stop: @escaping @Sendable () -> Void) {
            self.stop = stop
        }

        /// From now on the handler is held and called no more. One that is being called is not waited for.
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
        case withdrawn
    }

    private let state = Mutex(State.open([], last: 0))

    package init() {}

    package var isWithdrawn: Bool {
        state.withLock { if case .withdrawn = $0 { true } else { false } }
    }

    /// How many handlers wait.
    package var watchCount: Int {
        state.withLock { if case .open(let waiting, _) = $0 { waiting.count } else { 0 } }
    }

    /// Calls everyone who waits, once.
    package func withdraw() {
        let waiting = state.withLock { state -> [Waiting] in
            guard case .open(let waiting, _) = state else { return [] }
            state = .withdrawn
            return waiting
        }
        for waiting in waiting { waiting.handler() }
    }

    /// Calls the handler when the question is taken back, at once where it was already. The handler must not block.
    @discardableResult
    package func onWithdrawal(_ handler: @escaping @Sendable () -> Void) -> Watch {
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
