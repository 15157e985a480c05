import AssociatedDomains
import PasswordManager
import Synchronization

/// Associations that a test can change.
final class MutableAssociations: DomainAssociations {
    private let held = Mutex<[AppIdentifier: [DomainName]]>([:])

    func hold(_ app: AppIdentifier, _ hosts: DomainName...) {
        held.withLock { $0[app] = hosts }
    }

    func isAssociated(_ app: AppIdentifier, with host: DomainName) -> Bool { held.withLock { $0[app]?.contains(host) ?? false } }

    func hosts(of app: AppIdentifier) -> [DomainName] { held.withLock { $0[app] ?? [] } }
}
