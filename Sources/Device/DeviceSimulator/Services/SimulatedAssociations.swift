import AssociatedDomains
import DeviceBroker
import DeviceProtocol
import DeviceServices
import PasswordManager
import Synchronization

/// Which apps and sites belong together on a simulated device: what its association service found out, and before that what a test says.
final class SimulatedAssociations: DomainAssociations, WebCredentialAssociations {
    private struct State {
        /// Of every app, in order.
        var approved: [DomainName] = []
        var unapproved: Set<DomainName> = []
    }

    let found: AssociationService
    private let state = Mutex(State())

    init(found: AssociationService) {
        self.found = found
    }

    /// In place of what was said before.
    func say(approved: [DomainName], unapproved: Set<DomainName>) {
        state.withLock { $0 = State(approved: approved, unapproved: unapproved) }
    }

    /// Besides what was said before.
    func approve(_ host: DomainName) {
        state.withLock { state in
            if !state.approved.contains(host) { state.approved.append(host) }
        }
    }

    func isAssociated(_ app: AppIdentifier, with host: DomainName) -> Bool {
        state.withLock { $0.approved.contains(host) } || found.isAssociated(app, with: host)
    }

    func hosts(of app: AppIdentifier) -> [DomainName] {
        let said = state.withLock(\.approved)
        return said + found.hosts(of: app).filter { !said.contains($0) }
    }

    func association(of app: AccessGroup, with site: SharedCredentialSite) -> WebCredentialAssociation {
        let said = state.withLock { state -> WebCredentialAssociation? in
            if state.approved.contains(where: { $0.text == site.rawValue }) { return .approved }
            return state.unapproved.contains { $0.text == site.rawValue } ? .notApproved : nil
        }
        return said ?? found.association(of: app, with: site)
    }
}
