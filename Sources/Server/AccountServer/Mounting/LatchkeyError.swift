/// Why a request is refused, or failed, or a setting cannot be used.
public struct LatchkeyError: Error, Sendable, CustomStringConvertible {
    /// What went wrong. The raw values are stable and meant for programs.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The raw value.
        public let rawValue: String

        /// The raw value.
        public var description: String { rawValue }

        private init(_ rawValue: String) { self.rawValue = rawValue }

        /// The settings cannot be used; ``LatchkeyError/reason`` names which.
        public static let invalidSettings = Code("invalid-settings")
        /// The application has a route for a path of the account server; ``LatchkeyError/reason`` names it.
        public static let routeConflict = Code("route-conflict")
        /// The user name or the new password is not accepted; ``LatchkeyError/reason`` tells the person why.
        public static let refused = Code("refused")
        /// The name or the password is wrong.
        public static let wrongCredentials = Code("wrong-credentials")
        /// No living session.
        public static let notSignedIn = Code("not-signed-in")
        /// The password must be shown again first.
        public static let reauthenticationRequired = Code("reauthentication-required")
        /// The account has a second factor, and it must be shown.
        public static let additionalAuthenticationRequired = Code("additional_authentication_required")
        /// A budget is used up; try again after ``LatchkeyError/retryAfter``.
        public static let tooManyRequests = Code("too-many-requests")
        /// The server cannot take this on now; try again after ``LatchkeyError/retryAfter``.
        public static let overloaded = Code("overloaded")
        /// Something of ours failed; the log says what.
        public static let internalError = Code("internal")
        /// A public origin does not begin with `https://` or `http://`.
        public static let originScheme = Code("origin-scheme")
        /// A public origin is http, and its host is not loopback.
        public static let insecureOrigin = Code("insecure-origin")
        /// A public origin has a user name or password.
        public static let originUserInformation = Code("origin-user-information")
        /// A public origin has a path, a query or a fragment; a final slash is a path.
        public static let originPath = Code("origin-path")
        /// A public origin has no host, or one with a character, label or length that no host name has (RFC 1123, section 2.1).
        public static let originHost = Code("origin-host")
        /// A public origin has a host that ends in a number and is not an IPv4 address in its one spelling; browsers take it for one.
        public static let originNumericHost = Code("origin-numeric-host")
        /// A public origin has a host in letters beyond ASCII.
        public static let originInternationalHost = Code("origin-international-host")
        /// A public origin has brackets that hold no IPv6 address, or one that represents an IPv4 address.
        public static let originIPv6Host = Code("origin-ipv6-host")
        /// A public origin has a port that is not a number from 1 to 65535 without leading zeros.
        public static let originPort = Code("origin-port")
    }

    /// What went wrong.
    public let code: Code
    /// One or two sentences for a person.
    public let reason: String
    /// Where in the text of a public origin, in UTF-8 bytes from 0.
    public let position: Int?
    /// After how long another attempt makes sense.
    public let retryAfter: Duration?

    init(_ code: Code, at position: Int? = nil, _ reason: String, retryAfter: Duration? = nil) {
        self.code = code
        self.reason = reason
        self.position = position
        self.retryAfter = retryAfter
    }

    /// What a failure inside amounts to.
    init(_ problem: Problem) {
        let code: Code =
            switch problem.code {
            case .tooManyRequests: .tooManyRequests
            case .overloaded: .overloaded
            case .invalidCredentials: .wrongCredentials
            case .unauthenticated, .sessionExpired: .notSignedIn
            case .reauthenticationRequired: .reauthenticationRequired
            case .additionalAuthenticationRequired: .additionalAuthenticationRequired
            case .internalError: .internalError
            default: .refused
            }
        let isOurs = code == .internalError || code == .overloaded
        self.init(
            code, isOurs ? problem.code.title : problem.detail ?? problem.code.title, retryAfter: problem.retryAfter)
    }

    /// The reason, and where.
    public var description: String { reason + (position.map { ", at character \($0 + 1)" } ?? "") }
}
