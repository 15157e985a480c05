public import FoundationEssentials

/// The state of one line of the daemon's database.
public struct Association: Sendable, Hashable {
    /// The app and the entitlement.
    public let key: AssociationKey

    /// The decision of the site.
    public let siteApproval: Approval

    /// The decision of the user.
    public let userApproval: Approval

    /// The reason for the site's decision.
    public let reason: AssociationReason

    /// The means of access to the site. Nil if the mode of the entitlement is inactive.
    public let access: SiteAccess?

    /// The version of the app.
    public let appVersion: String?

    /// The time at which the last request ended, with or without a response. Nil before the first one.
    public let lastChecked: Date?

    /// The time of the next request. Nil during a request, and if no request is scheduled.
    public let nextCheck: Date?

    /// The number of tries in this round.
    public let tries: Int

    /// Whether a request to the site is in progress.
    public let isUpdating: Bool

    /// Whether app and site are associated: the site approves, and the user does not deny.
    public var isAssociated: Bool { siteApproval == .approved && userApproval != .denied }
}

/// The key of a line of the daemon's database: an app and one of its entitlements, which gives the service and the domain.
public struct AssociationKey: Sendable, Hashable, Codable, Comparable, CustomStringConvertible {
    /// The app.
    public let app: AppIdentifier

    /// The entitlement.
    public let entitlement: AssociatedDomainEntitlement

    /// Creates a key.
    public init(app: AppIdentifier, entitlement: AssociatedDomainEntitlement) {
        self.app = app
        self.entitlement = entitlement
    }

    /// The key in the form of Apple's tool: `{ s = applinks, a = ABCDE12345.com.example.app, d = example.com }`.
    public var description: String {
        let mode = entitlement.mode.map { "?mode=" + $0.rawValue } ?? ""
        return "{ s = \(entitlement.service.rawValue), a = \(app), d = \(entitlement.host)\(mode) }"
    }

    /// Orders by app, then by entitlement.
    public static func < (left: AssociationKey, right: AssociationKey) -> Bool {
        (left.app.description, left.entitlement.description) < (right.app.description, right.entitlement.description)
    }
}

/// The decision of a site or a user about an association.
public enum Approval: String, Sendable, Hashable, CaseIterable, Codable {
    /// No decision.
    case unspecified
    /// Approved.
    case approved
    /// Denied.
    case denied
}

/// The reason for the state of an association.
public struct AssociationReason: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The kind of reason. The raw values are stable, because they are stored and displayed.
    public struct Code: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
        enum Value: String {
            case notCheckedYet = "not-checked-yet"
            case modeNotInForce = "mode-not-in-force"
            case listed
            case notListed = "not-listed"
            case brokenFile = "broken-file"
            case tooLarge = "too-large"
            case redirected
            case notFound = "not-found"
            case notFoundByNetwork = "not-found-by-network"
            case unexpectedStatus = "unexpected-status"
            case certificate
            case retrying
            case gaveUp = "gave-up"
        }

        let value: Value

        private init(_ value: Value) { self.value = value }

        /// Creates the code with a raw value; nil if no code has it.
        public init?(rawValue: String) {
            guard let value = Value(rawValue: rawValue) else { return nil }
            self.init(value)
        }

        /// The raw value.
        public var rawValue: String { value.rawValue }

        /// The raw value.
        public var description: String { rawValue }

        /// The site has not answered yet.
        public static let notCheckedYet = Code(.notCheckedYet)
        /// The mode of the entitlement is inactive on this device or for this app.
        public static let modeNotInForce = Code(.modeNotInForce)
        /// The file names the app for the service.
        public static let listed = Code(.listed)
        /// The file does not name the app for the service.
        public static let notListed = Code(.notListed)
        /// The file is malformed.
        public static let brokenFile = Code(.brokenFile)
        /// The file is larger than the limit.
        public static let tooLarge = Code(.tooLarge)
        /// The site redirects.
        public static let redirected = Code(.redirected)
        /// The site has no file: 4xx at each location.
        public static let notFound = Code(.notFound)
        /// The content delivery network has no file of the site.
        public static let notFoundByNetwork = Code(.notFoundByNetwork)
        /// The status is neither a success nor a known error.
        public static let unexpectedStatus = Code(.unexpectedStatus)
        /// The certificate is rejected.
        public static let certificate = Code(.certificate)
        /// The request failed and will be retried.
        public static let retrying = Code(.retrying)
        /// The request failed in every try of the round.
        public static let gaveUp = Code(.gaveUp)
    }

    /// The kind of reason.
    public let code: Code

    /// The HTTP status of the response, if there was one.
    public let status: Int?

    /// Further information. Cut to 200 characters and free of control characters, because it comes from outside.
    public let detail: String?

    /// The reason as a clause.
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
        switch code.value {
        case .notCheckedYet: "the site has not answered yet"
        case .modeNotInForce: "the mode of the entitlement is inactive"
        case .listed: "the file names the app"
        case .notListed: "the file does not name the app for this service"
        case .brokenFile: "the file is malformed"
        case .tooLarge: "the file is too large"
        case .redirected: "the site redirects; redirects are not followed"
        case .notFound: "the site has no file"
        case .notFoundByNetwork: "the content delivery network has no file of the site"
        case .unexpectedStatus: "the response contains no file"
        case .certificate: "the certificate of the site is rejected"
        case .retrying: "the request failed and will be retried"
        case .gaveUp: "the request failed in every try of this round"
        }
    }

    private static func printable(_ text: String) -> String {
        let scalars = text.unicodeScalars.prefix(200).map {
            $0.properties.generalCategory == .control || $0.properties.generalCategory == .format ? " " : $0
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
