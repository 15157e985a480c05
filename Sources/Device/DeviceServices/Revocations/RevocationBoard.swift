import DeviceBroker
import DeviceProtocol
import Synchronization

/// Where apps wait for revocations.
final class RevocationBoard: Sendable {
    private struct State {
        var waiting: [UInt64: Inbox<Bool>] = [:]
        var lastTicket: UInt64 = 0
        var isStopped = false
    }

    private let memory: ServicesMemory
    private let state = Mutex(State())

    init(memory: ServicesMemory) {
        self.memory = memory
    }

    /// After a revocation was noted.
    func wake() {
        let waiting = state.withLock { state in
            defer { state.waiting = [:] }
            return state.waiting.values
        }
        for inbox in waiting { inbox.put(true) }
    }

    /// Nobody waits any more, nor will.
    func stop() {
        let waiting = state.withLock { state in
            state.isStopped = true
            defer { state.waiting = [:] }
            return state.waiting.values
        }
        for inbox in waiting { inbox.put(false) }
    }

    /// Blocks until a credential of the app is revoked. Throws `appCancel` where the app takes the question back first, and `unavailable` once
    /// the board is stopped.
    func revocations(
        of client: AppleClient, after last: UInt64?, until withdrawal: Withdrawal
    ) throws(DeviceRefusal) -> Revocations {
        guard let last else { return Revocations(last: memory.current.lastRevocation, count: 0) }
        while !withdrawal.isWithdrawn {
            // Before looking, so that what comes in between is not missed.
            guard let (ticket, inbox) = register() else { break }
            defer { forget(ticket) }
            let now = memory.current
            let count = now.revocations.count { $0.number > last && $0.client == client }
            if count > 0 { return Revocations(last: now.lastRevocation, count: UInt32(clamping: count)) }
            let watch = withdrawal.onWithdrawal { inbox.put(false) }
            defer { watch.end() }
            guard inbox.take() else { break }
        }
        throw withdrawal.isWithdrawn ? .authentication(.appCancel) : .unavailable("the device is switched off")
    }

    private func register() -> (UInt64, Inbox<Bool>)? {
        state.withLock { state in
            guard !state.isStopped else { return nil }
            state.lastTicket += 1
            let inbox = Inbox<Bool>()
            state.waiting[state.lastTicket] = inbox
            return (state.lastTicket, inbox)
        }
    }

    private func forget(_ ticket: UInt64) {
        state.withLock { $0.waiting[ticket] = nil }
    }
}
