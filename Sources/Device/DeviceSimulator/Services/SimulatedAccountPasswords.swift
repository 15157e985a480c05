import DeviceServices
import Secrets
import Synchronization

/// The passwords of the Apple accounts, as far as a simulated device is told them.
final class SimulatedAccountPasswords: AccountPasswords {
    private let accounts = Mutex<[AppleAccount: SecretBytes]>([:])

    func set(_ password: String?, of account: AppleAccount) {
        accounts.withLock { $0[account] = password.map { SecretBytes(utf8: $0) } }
    }

    func isRight(_ password: SecretBytes, of account: AppleAccount) -> Bool {
        guard let right = accounts.withLock({ $0[account] }) else { return false }
        return right.withBytes { right in password.withBytes { constantTimeEquals($0, right) } }
    }
}
