import DeviceBroker
import DeviceProtocol

extension DeviceSimulator {
    /// Says with which websites the app shares passwords from now on: the entitlement and the association file of both, without either.
    ///
    /// - Parameters:
    ///   - sites: Host names that name the app, and that the app names.
    ///   - unapproved: Host names that the app names, and that do not name the app.
    public func shareWebCredentials(with sites: Set<String>, butNot unapproved: Set<String> = []) {
        device.broker.attach(SimulatedAssociations(approved: sites, unapproved: unapproved))
    }
}

private struct SimulatedAssociations: WebCredentialAssociations {
    let approved: Set<String>
    let unapproved: Set<String>

    func association(of app: AccessGroup, with site: SharedCredentialSite) -> WebCredentialAssociation {
        if approved.contains(site.rawValue) { return .approved }
        return unapproved.contains(site.rawValue) ? .notApproved : .notEntitled
    }
}
