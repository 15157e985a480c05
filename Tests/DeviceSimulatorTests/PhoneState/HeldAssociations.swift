import AssociatedDomains
import PasswordManager
import Synchronization

/// Associations as a test wants them at the moment.
final class HeldAssociations: DomainAssociations {
    private let held = Mutex<[AppIdentifier: [DomainName]]>([:])

    func hold(_ app: AppIdentifier, _ hosts: DomainName...) {
        held.withLock { $0[app] = hosts }
    }

    func isAssociated(_ app: AppIdentifier, with host: DomainName) -> Bool { held.withLock { $0[app]?.contains(host) ?? false } }

    func hosts(of app: AppIdentifier) -> [DomainName] { held.withLock { $0[app] ?? [] } }
}
