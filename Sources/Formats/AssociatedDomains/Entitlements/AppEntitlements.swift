/// What an app claims about itself, as far as associated domains need it: its identifier and its list of domains.
///
/// Read from an `.entitlements` file, from what `codesign` prints, or from an `embedded.mobileprovision`. The signature of a
/// provisioning profile is not checked: this says what is written, not who wrote it.
public struct AppEntitlements: Sendable {
    /// What the entitlements were read from.
    public enum Container: String, Sendable, Hashable, CaseIterable {
        /// A property list in XML.
        case xml
        /// A binary property list.
        case binary
        /// The property list within a signed provisioning profile.
        case provisioningProfile = "provisioning-profile"
    }

    /// What the entitlements were read from.
    public let container: Container

    /// The app; nil where the file does not name it in full, as before signing.
    public let applicationIdentifier: AppIdentifier?

    /// The entries of the list of associated domains, in order.
    public let entries: [Entry]

    /// Whether it is signed for development (`get-task-allow`); nil where the file does not say.
    public let isSignedForDevelopment: Bool?

    /// Whether it is a web browser (`com.apple.developer.web-browser`).
    public let isBrowser: Bool

    /// What is wrong, in the order of the file.
    public let findings: [EntitlementFinding]

    /// The largest file that is read, in bytes.
    public static let maximumBytes = PropertyListLimits.default.maximumBytes

    /// Entitlements from a file.
    ///
    /// - Throws: where the file is no property list, or holds no entitlements at all. An entry that is wrong is a finding.
    public init(reading bytes: [UInt8]) throws(AssociatedDomainsError) {
        let file = try EntitlementsFile(bytes)
        self.init(file)
    }

    /// The entries that the system takes.
    public var domains: [AssociatedDomainEntitlement] { entries.compactMap(\.entitlement) }

    /// Whether the app may use a service, by what the entitlements say; the association files of the domains decide the rest.
    public func availability(of service: AssociatedService) -> ServiceAvailability {
        if service == .applinks, isBrowser { return .refusedToBrowsers }
        return domains.contains { $0.service == service } ? .claimed : .notClaimed
    }

    init(_ file: EntitlementsFile) {
        var reader = EntitlementsReader(file)
        reader.read()
        container = file.container
        applicationIdentifier = reader.applicationIdentifier
        entries = reader.entries
        isSignedForDevelopment = reader.isSignedForDevelopment
        isBrowser = reader.isBrowser
        findings = reader.findings.sorted { ($0.position ?? .start, $0.entry ?? -1) < ($1.position ?? .start, $1.entry ?? -1) }
    }

    /// One entry of the list.
    public struct Entry: Sendable, Hashable {
        /// The entry as written.
        public let text: String

        /// What it means; nil where it is refused.
        public let entitlement: AssociatedDomainEntitlement?

        /// Why it is refused; nil where it is taken.
        public let refusal: AssociatedDomainsError?

        /// Where it stands; nil in a binary list, which has no lines.
        public let position: SourcePosition?
    }
}

/// Whether an app may use a service.
public enum ServiceAvailability: String, Sendable, Hashable, CaseIterable {
    /// At least one sound entry names it.
    case claimed
    /// No sound entry names it.
    case notClaimed = "not-claimed"
    /// Web browsers cannot claim universal links.
    case refusedToBrowsers = "refused-to-browsers"
}
