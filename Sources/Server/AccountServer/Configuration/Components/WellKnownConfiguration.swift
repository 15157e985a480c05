package import Accounts

/// What is served under `/.well-known` because the operator wants it.
package struct WellKnownConfiguration: Hashable, Sendable {
    /// The bytes of the apple-app-site-association file: less than 128 KiB without errors, checked at reading.
    package var association: [UInt8]?
    package var security: SecurityContact?

    package init() {}
}

/// Whom to tell of a weakness (RFC 9116).
package struct SecurityContact: Hashable, Sendable {
    /// `mailto:`, `https:` or `tel:` URIs, the preferred first; at least one.
    package var contacts: [String]
    /// From when on the file is stale.
    package var expires: Timestamp
    /// Where the policy for reports stands: an https URI.
    package var policy: String?

    package init(contacts: [String], expires: Timestamp, policy: String? = nil) {
        self.contacts = contacts
        self.expires = expires
        self.policy = policy
    }
}
