import Synchronization

/// A question that its asker may take back while a person is being asked: by closing the context, or by going away.
package final class Withdrawal: Sendable {
    private enum State {
        case open([@Sendable () -> Void])
        case withdrawn
    }

    private let state = Mutex(State.open([]))

    package init() {}

    package var isWithdrawn: Bool {
        state.withLock { if case .withdrawn = $0 { true } else { false } }
    }

    /// Calls everyone who waits, once.
    package func withdraw() {
        let waiting = state.withLock { state -> [@Sendable () -> Void] in
            guard case .open(let handlers) = state else { return [] }
            state = .withdrawn
            return handlers
        }
        for handler in waiting { handler() }
    }

    /// Calls the handler when the question is taken back, at once where it was already. The handler must not block.
    package func onWithdrawal(_ handler: @escaping @Sendable () -> Void) {
        let isLate = state.withLock { state -> Bool in
            guard case .open(let handlers) = state else { return true }
            state = .open(handlers + [handler])
            return false
        }
        if isLate { handler() }
    }
}
