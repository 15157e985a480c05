package import AssociatedDomains
import DeviceProtocol
import PasswordRules

/// The identifier of a saved credential on all devices: its site and its user name.
///
/// The user name is composed (NFC), so that different encodings give the same account.
package struct CredentialID: Hashable, Sendable {
    /// The maximum length of a user name in UTF-8 bytes.
    package static let maximumUserLength = 1_024

    /// The site, by its exact host.
    package let server: DomainName
    /// The user name. Empty if the site has none.
    package let user: String

    /// Creates an identifier. Returns nil if the user name is longer than ``maximumUserLength`` or contains control characters.
    package init?(server: DomainName, user: String) {
        let composed = ComposedText(user).string
        guard composed.utf8.count <= Self.maximumUserLength,
            composed.unicodeScalars.allSatisfy({ !$0.isControl })
        else { return nil }
        self.server = server
        self.user = composed
    }
}

extension CredentialID: Comparable {
    /// Orders by site, then by the bytes of the user name.
    package static func < (left: CredentialID, right: CredentialID) -> Bool {
        if left.server != right.server { return left.server < right.server }
        return left.user.utf8.lexicographicallyPrecedes(right.user.utf8)
    }
}

extension CredentialID: CustomStringConvertible {
    /// The user name and the site.
    package var description: String { "\(user) at \(server)" }
}
