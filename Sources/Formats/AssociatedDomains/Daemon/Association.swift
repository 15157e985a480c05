public import FoundationEssentials

/// What the daemon knows about one line of its database.
public struct Association: Sendable, Hashable {
    /// Which line.
    public let key: AssociationKey

    /// What the site says.
    public let siteApproval: Approval

    /// What the person says.
    public let userApproval: Approval

    /// Why the site's approval is what it is.
    public let reason: AssociationReason

    /// How the site is reached; nil where the entitlement's mode is not in force.
    public let access: SiteAccess?

    /// The version of the app.
    public let appVersion: String?

    /// When the site last answered, in whatever way; nil where it has not yet.
    public let lastChecked: Date?

    /// When it is asked next; nil where it is being asked now, or never.
    public let nextCheck: Date?

    /// Tries of this round so far.
    public let tries: Int

    /// Whether the site is being asked now.
    public let isUpdating: Bool

    /// Whether app and site are associated: the site agrees, and the person has not refused.
    public var isAssociated: Bool { siteApproval == .approved && userApproval != .denied }
}

/// One line of the daemon's database: an app and one of its entitlements, and so a service and a domain.
public struct AssociationKey: Sendable, Hashable, Codable, Comparable, CustomStringConvertible {
    /// The app.
    public let app: AppIdentifier

    /// The entitlement.
    public let entitlement: AssociatedDomainEntitlement

    /// A line of the database.
    public init(app: AppIdentifier, entitlement: AssociatedDomainEntitlement) {
        self.app = app
        self.entitlement = entitlement
    }

    /// As Apple's tool writes it: `{ s = applinks, a = ABCDE12345.com.example.app, d = example.com }`.
    public var description: String {
        let mode = entitlement.mode.map { "?mode=" + $0.rawValue } ?? ""
        return "{ s = \(entitlement.service.rawValue), a = \(app), d = \(entitlement.host)\(mode) }"
    }

    /// By app, then by entitlement.
    public static func < (left: AssociationKey, right: AssociationKey) -> Bool {
        (left.app.description, left.entitlement.description) < (right.app.description, right.entitlement.description)
    }
}

/// Whether somebody agrees to an association.
public enum Approval: String, Sendable, Hashable, CaseIterable, Codable {
    /// Nothing is known.
    case unspecified
    /// Agreed.
    case approved
    /// Refused.
    case denied
}

/// Why an association is in the state it is in.
public struct AssociationReason: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The kind of reason. The raw values are stable: they are stored and shown.
    public enum Code: String, Sendable, Hashable, CaseIterable, Codable {
        /// The site has not answered yet.
        case notCheckedYet = "not-checked-yet"
        /// The entitlement's mode is not in force on this device, or for this app.
        case modeNotInForce = "mode-not-in-force"
        /// The file names the app for the service.
        case listed = "listed"
        /// The file does not name the app for the service.
        case notListed = "not-listed"
        /// The file cannot be read.
        case brokenFile = "broken-file"
        /// The file is larger than is read.
        case tooLarge = "too-large"
        /// The site redirects.
        case redirected = "redirected"
        /// There is no file: 4xx wherever it may be.
        case notFound = "not-found"
        /// The network has no file of the site.
        case notFoundByNetwork = "not-found-by-network"
        /// A status that no file comes with.
        case unexpectedStatus = "unexpected-status"
        /// The certificate is refused.
        case certificate = "certificate"
        /// The site failed and is asked again later.
        case retrying = "retrying"
        /// The site failed in every try of the round.
        case gaveUp = "gave-up"
    }

    /// The kind of reason.
    public let code: Code

    /// The status of the answer that it follows from, where there was one.
    public let status: Int?

    /// More, in words. From outside, so cut to 200 characters, without control characters.
    public let detail: String?

    /// The reason as a sentence.
    public var description: String {
        let base = sentence + (status.map { " (status \($0))" } ?? "")
        return detail.map { "\(base): \($0)" } ?? base
    }

    init(_ code: Code, status: Int? = nil, detail: String? = nil) {
        self.code = code
        self.status = status
        self.detail = detail.map(Self.printable)
    }

    private var sentence: String {
        switch code {
        case .notCheckedYet: "the site has not answered yet"
        case .modeNotInForce: "the mode of the entitlement is not in force"
        case .listed: "the file names the app"
        case .notListed: "the file does not name the app for this service"
        case .brokenFile: "the file cannot be read"
        case .tooLarge: "the file is too large"
        case .redirected: "the site redirects, which is not followed"
        case .notFound: "the site has no file"
        case .notFoundByNetwork: "the content delivery network has no file of the site"
        case .unexpectedStatus: "the answer is no file"
        case .certificate: "the certificate of the site is refused"
        case .retrying: "the site failed and is asked again"
        case .gaveUp: "the site failed in every try of this round"
        }
    }

    private static func printable(_ text: String) -> String {
        let scalars = text.unicodeScalars.prefix(200).map {
            $0.properties.generalCategory == .control || $0.properties.generalCategory == .format ? " " : $0
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
