/// The domains of Apple's relay addresses, for display and deliverability. Whether an address is a relay is for
/// ``VerifiedAppleIdentity/isPrivateEmail`` to say, never for its domain.
public enum RelayDomain: String, Sendable, Hashable, CaseIterable {
    /// Addresses made before the change of 2026. They keep working.
    case appleID = "privaterelay.appleid.com"
    /// Addresses made since.
    case iCloud = "private.icloud.com"

    /// The domain of an address, whatever the case of its letters; nil where it is neither.
    public init?(of address: String) {
        guard let at = address.utf8.lastIndex(of: UInt8(ascii: "@")) else { return nil }
        let domain = address[address.utf8.index(after: at)...].utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        guard let known = Self.allCases.first(where: { $0.rawValue.utf8.elementsEqual(domain) }) else { return nil }
        self = known
    }
}
