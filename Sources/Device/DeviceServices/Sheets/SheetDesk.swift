import DeviceBroker
import Synchronization

/// Shows sheets, one after the other for each request, and waits for the answers.
final class SheetDesk: Sendable {
    private let state: DeviceState
    private let interface = Mutex<(any SheetInterface)?>(nil)
    private let lastNumber = Mutex<UInt64>(0)

    init(state: DeviceState) {
        self.state = state
    }

    func attach(_ new: (any SheetInterface)?) {
        interface.withLock { $0 = new }
    }

    /// Whether anyone can be shown anything now: there is a screen, and it is not locked.
    var isOpen: Bool {
        state.phase == .unlocked && interface.withLock { $0 != nil }
    }

    /// Blocks until the person has answered, the app has taken its request back, or the device is locked.
    func answer(to content: Sheet.Content, for app: App, until withdrawal: Withdrawal) -> SheetAnswer {
        guard isOpen, !withdrawal.isWithdrawn, let interface = interface.withLock({ $0 }) else { return .interrupted }
        let sheet = Sheet(number: nextNumber(), app: app, content: content)
        let inbox = Inbox<SheetAnswer>()
        // An answer can hold a password: nothing of it may stay with a lock that lasts.
        let watches = [withdrawal, state.locking].map { $0.onWithdrawal { inbox.put(.interrupted) } }
        defer { for watch in watches { watch.end() } }
        interface.show(sheet) { inbox.put($0) }
        let answer = inbox.take()
        interface.hide(sheet)
        return answer
    }

    private func nextNumber() -> UInt64 {
        lastNumber.withLock { number in
            number += 1
            return number
        }
    }
}
