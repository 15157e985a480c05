/// One line of the daemon's database: an app and one of its entitlements, and so a service and a domain.
public struct AssociationKey: Sendable, Hashable, Codable, Comparable, CustomStringConvertible {
    /// The app.
    public let app: AppIdentifier

    /// The entitlement.
    public let entitlement: AssociatedDomainEntitlement

    /// A line of the database.
    public init(app: AppIdentifier, entitlement: AssociatedDomainEntitlement) {
        self.app = app
        self.entitlement = entitlement
    }

    /// As Apple's tool writes it: `{ s = applinks, a = ABCDE12345.com.example.app, d = example.com }`.
    public var description: String {
        let mode = entitlement.mode.map { "?mode=" + $0.rawValue } ?? ""
        return "{ s = \(entitlement.service.rawValue), a = \(app), d = \(entitlement.host)\(mode) }"
    }

    /// By app, then by entitlement.
    public static func < (left: AssociationKey, right: AssociationKey) -> Bool {
        (left.app.description, left.entitlement.description) < (right.app.description, right.entitlement.description)
    }
}

/// Whether somebody agrees to an association.
public enum Approval: String, Sendable, Hashable, CaseIterable, Codable {
    /// Nothing is known.
    case unspecified
    /// Agreed.
    case approved
    /// Refused.
    case denied
}
