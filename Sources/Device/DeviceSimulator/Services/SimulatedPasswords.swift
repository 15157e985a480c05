import DeviceBroker
import DeviceServices
import Secrets
import Synchronization

/// The saved passwords of a simulated device, and the passwords of the Apple accounts that it is told.
final class SimulatedPasswords: SavedPasswords, AccountPasswords {
    private struct Entry {
        let offer: SavedPassword
        let password: SecretBytes
    }

    private struct State {
        var entries: [Entry] = []
        var accounts: [AppleAccount: SecretBytes] = [:]
        var last = 0
    }

    private let state = Mutex(State())

    func save(_ password: String, user: String, site: String) {
        state.withLock { state in
            state.last += 1
            let offer = SavedPassword(identifier: "\(state.last)", user: user, site: site)
            state.entries.insert(Entry(offer: offer, password: SecretBytes(utf8: password)), at: 0)
        }
    }

    func set(_ password: String?, of account: AppleAccount) {
        state.withLock { $0.accounts[account] = password.map { SecretBytes(utf8: $0) } }
    }

    func offers(for app: App) -> [SavedPassword] {
        state.withLock { $0.entries.map(\.offer) }
    }

    func password(of offer: SavedPassword, for app: App) -> SecretBytes? {
        state.withLock { state in state.entries.first { $0.offer == offer }?.password }
    }

    func isRight(_ password: SecretBytes, of account: AppleAccount) -> Bool {
        guard let right = state.withLock({ $0.accounts[account] }) else { return false }
        return right.withBytes { right in password.withBytes { constantTimeEquals($0, right) } }
    }
}
