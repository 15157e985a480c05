package import Accounts

/// How to report a weakness of this service (RFC 9116).
package struct SecurityText: Sendable {
    package let text: String

    /// - Parameters:
    ///   - contacts: one or more URIs, `mailto:` or `https:`, the preferred first (section 2.5.3).
    ///   - expires: from when the file is stale (section 2.5.5).
    ///   - policy: where the policy for reports stands (section 2.5.7).
    ///   - canonical: where this file stands (section 2.5.2).
    package init(contacts: [String], expires: Timestamp, policy: String?, canonical: String) {
        var lines = contacts.map { "Contact: \($0)" }
        lines.append("Expires: \(expires)")
        lines.append("Canonical: \(canonical)")
        if let policy { lines.append("Policy: \(policy)") }
        text = lines.joined(separator: "\n") + "\n"
    }
}
