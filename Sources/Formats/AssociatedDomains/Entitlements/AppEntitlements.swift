/// The entitlements of an app that concern associated domains: its identifier and its list of domains.
///
/// Parsed from an `.entitlements` file, the output of `codesign`, or an `embedded.mobileprovision`. The signature of a
/// provisioning profile is not verified.
public struct AppEntitlements: Sendable {
    /// The format of the file.
    public enum Container: String, Sendable, Hashable, CaseIterable {
        /// A property list in XML.
        case xml
        /// A binary property list.
        case binary
        /// The property list within a signed provisioning profile.
        case provisioningProfile = "provisioning-profile"
    }

    /// The format of the file.
    public let container: Container

    /// The app. Nil if the file does not contain the complete identifier, as before signing.
    public let applicationIdentifier: AppIdentifier?

    /// The entries of the list of associated domains, in order.
    public let entries: [Entry]

    /// Whether the app is signed for development (`get-task-allow`). Nil if the file does not say so.
    public let isSignedForDevelopment: Bool?

    /// Whether the app is a web browser (`com.apple.developer.web-browser`).
    public let isBrowser: Bool

    /// The problems found, in the order of the file.
    public let findings: [Finding]

    /// The maximum size of a file in bytes.
    public static let maximumBytes = PropertyList.maximumBytes

    /// Parses a file.
    ///
    /// - Throws: ``AssociatedDomainsError`` if the file is not a property list or has no entitlements. A malformed entry is a
    ///   finding.
    public init(reading bytes: [UInt8]) throws(AssociatedDomainsError) {
        let file = try EntitlementsFile(bytes)
        self.init(file)
    }

    /// The valid entries.
    public var domains: [AssociatedDomainEntitlement] { entries.compactMap(\.entitlement) }

    /// Returns whether the entitlements claim a service. Whether the app may use it depends on the association files too.
    public func availability(of service: AssociatedService) -> ServiceAvailability {
        if service == .applinks, isBrowser { return .rejectedToBrowsers }
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
        findings = reader.findings.sorted {
            ($0.place.bytes.lowerBound, $0.entry ?? -1) < ($1.place.bytes.lowerBound, $1.entry ?? -1)
        }
    }

    /// One entry of the list.
    public struct Entry: Sendable, Hashable {
        /// The entry as written.
        public let text: String

        /// The parsed entry. Nil if it is rejected.
        public let entitlement: AssociatedDomainEntitlement?

        /// The reason for the rejection. Nil if the entry is valid.
        public let rejection: AssociatedDomainsError?

        /// The position of the entry. Nil in a binary list, which has no lines.
        public let position: SourcePosition?
    }
}

/// Whether an app claims a service.
public enum ServiceAvailability: String, Sendable, Hashable, CaseIterable {
    /// At least one valid entry names the service.
    case claimed
    /// No valid entry names the service.
    case notClaimed = "not-claimed"
    /// Web browsers cannot claim universal links.
    case rejectedToBrowsers = "rejected-to-browsers"
}
