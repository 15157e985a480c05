package import AssociatedDomains
import PasswordRules

/// What tells one saved credential from every other, on every device: whose account it is, and at which site.
///
/// The user name is composed (NFC), so that two keyboards make one account.
package struct CredentialID: Hashable, Sendable {
    /// The longest user name, in bytes of UTF-8.
    package static let maximumUserLength = 1_024

    /// The site, by its exact host.
    package let server: DomainName
    /// The user name; empty where the site has none.
    package let user: String

    /// Gives nothing for a user name over ``maximumUserLength`` bytes, and for one with control characters.
    package init?(server: DomainName, user: String) {
        let composed = ComposedText(user).string
        guard composed.utf8.count <= Self.maximumUserLength,
            composed.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
        else { return nil }
        self.server = server
        self.user = composed
    }
}

extension CredentialID: Comparable {
    /// By site, then by the bytes of the user name.
    package static func < (left: CredentialID, right: CredentialID) -> Bool {
        if left.server != right.server { return left.server < right.server }
        return left.user.utf8.lexicographicallyPrecedes(right.user.utf8)
    }
}

extension CredentialID: CustomStringConvertible {
    /// The user name and the site.
    package var description: String { "\(user) at \(server)" }
}
