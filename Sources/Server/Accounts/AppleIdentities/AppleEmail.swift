/// An e-mail address as Apple told it in an identity token. It is where letters can be sent, never who somebody is.
package struct AppleEmail: Hashable, Sendable {
    package let address: String
    /// Whether Apple says that it is verified; false for accounts of work and school.
    package let isVerified: Bool
    /// Whether it is a relay address. Apple's word counts, not the domain: domains of the relay have changed.
    package let isPrivate: Bool

    /// Refuses addresses of more than 254 bytes (RFC 5321, section 4.5.3.1.3), without an `@`, or with what cannot be seen.
    package init?(address: String, isVerified: Bool, isPrivate: Bool) {
        let isVisible = address.unicodeScalars.allSatisfy { $0.isShown && $0.properties.generalCategory != .spaceSeparator }
        guard (3...254).contains(address.utf8.count), address.contains("@"), isVisible else { return nil }
        self.address = address
        self.isVerified = isVerified
        self.isPrivate = isPrivate
    }
}
