import AssociatedDomains
import DeviceBroker
import DeviceProtocol
import DeviceServices
import PasswordManager
import Synchronization

/// The associations of apps and sites on a simulated device: the results of its association service, overridden by those that a
/// test sets.
final class SimulatedAssociations: DomainAssociations, WebCredentialAssociations {
    private struct State {
        /// The associations that a test set, in the order of preference for new passwords.
        var approved: [Approval] = []
        var unapproved: Set<DomainName> = []
    }

    private struct Approval: Equatable {
        let host: DomainName
        /// The app of the association; nil for every app.
        var app: String?

        func holds(of app: String) -> Bool { self.app == nil || self.app == app }
    }

    let found: AssociationService
    private let state = Mutex(State())

    init(found: AssociationService) {
        self.found = found
    }

    /// Sets the associations of every app, and replaces earlier ones.
    func say(approved: [DomainName], unapproved: Set<DomainName>) {
        state.withLock { $0 = State(approved: approved.map { Approval(host: $0) }, unapproved: unapproved) }
    }

    /// Adds the association of one app and one site.
    func approve(_ host: DomainName, for app: App) {
        let approval = Approval(host: host, app: app.identifier.rawValue)
        state.withLock { state in
            if !state.approved.contains(approval) { state.approved.append(approval) }
        }
    }

    /// The reasons why apps are not associated with the sites that they name, by app, for sites that were asked.
    var failures: [String: [String]] {
        let failed = found.daemon.associations.filter { line in
            !line.isAssociated && line.reason.code != .notCheckedYet
                && !isAssociated(line.key.app, with: line.key.entitlement.domain)
        }
        return Dictionary(grouping: failed) { $0.key.app.description }.mapValues { lines in
            lines.map { "\($0.key.entitlement) is not associated: \($0.reason)" }.sorted()
        }
    }

    func isAssociated(_ app: AppIdentifier, with host: DomainName) -> Bool {
        declaredHosts(of: app.description).contains(host) || found.isAssociated(app, with: host)
    }

    /// The associations that a test set have no entitlement, and so no mode.
    func isAssociatedForDevelopment(_ app: AppIdentifier, with host: DomainName) -> Bool {
        found.isAssociatedForDevelopment(app, with: host)
    }

    private func declaredHosts(of app: String) -> [DomainName] {
        state.withLock { $0.approved.filter { $0.holds(of: app) }.map(\.host) }
    }

    func hosts(of app: AppIdentifier) -> [DomainName] {
        let declared = declaredHosts(of: app.description)
        return declared + found.hosts(of: app).filter { !declared.contains($0) }
    }

    func association(of app: AccessGroup, with site: SharedCredentialSite) -> WebCredentialAssociation {
        let declared = state.withLock { state -> WebCredentialAssociation? in
            if state.approved.contains(where: { $0.host.text == site.rawValue && $0.holds(of: app.rawValue) }) { return .approved }
            return state.unapproved.contains { $0.text == site.rawValue } ? .notApproved : nil
        }
        return declared ?? found.association(of: app, with: site)
    }
}
