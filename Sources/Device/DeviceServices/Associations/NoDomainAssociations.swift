package import AssociatedDomains
import PasswordManager

/// A device on which no app belongs to any website.
package struct NoDomainAssociations: DomainAssociations {
    package init() {}
    package func isAssociated(_ app: AppIdentifier, with host: DomainName) -> Bool { false }
    package func hosts(of app: AppIdentifier) -> [DomainName] { [] }
}
