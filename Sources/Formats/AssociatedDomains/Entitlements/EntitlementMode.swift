/// Where a domain's file may be loaded from besides the content delivery network, as the query of an entitlement says it.
public enum EntitlementMode: String, Sendable, Hashable, CaseIterable, Codable {
    /// `?mode=developer`: straight from the site, whatever its certificate, for apps signed for development on a device in
    /// developer mode.
    case developer
    /// `?mode=managed`: straight from the site, with a certificate that the device trusts, for apps that a device manager
    /// installed.
    case managed
    /// `?mode=developer+managed`: either of the two.
    case developerOrManaged = "developer+managed"

    /// Whether the conditions of developer mode open this entitlement.
    public var includesDeveloper: Bool { self != .managed }

    /// Whether the conditions of managed apps open this entitlement.
    public var includesManaged: Bool { self != .developer }
}
