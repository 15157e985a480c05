import Texts

/// The reason for a rejected request, a failure, or an invalid setting.
public struct LatchkeyError: Error, Sendable, CustomStringConvertible {
    /// A stable code for programs.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The raw value.
        public let rawValue: String

        /// The raw value.
        public var description: String { rawValue }

        private init(_ rawValue: String) { self.rawValue = rawValue }

        /// The settings are invalid; ``LatchkeyError/reason`` names the setting.
        public static let invalidSettings = Code("invalid-settings")
        /// The application has a route for a path of the account server; ``LatchkeyError/reason`` names it.
        public static let routeConflict = Code("route-conflict")
        /// The user name or the new password was rejected; ``LatchkeyError/reason`` explains why to the user.
        public static let rejected = Code("rejected")
        /// The user name or the password is wrong.
        public static let wrongCredentials = Code("wrong-credentials")
        /// The request has no active session.
        public static let notSignedIn = Code("not-signed-in")
        /// The password must be entered again first.
        public static let reauthenticationRequired = Code("reauthentication-required")
        /// The account requires a second factor.
        public static let additionalAuthenticationRequired = Code("additional_authentication_required")
        /// A budget is exhausted; retry after ``LatchkeyError/retryAfter``.
        public static let tooManyRequests = Code("too-many-requests")
        /// The server is overloaded; retry after ``LatchkeyError/retryAfter``.
        public static let overloaded = Code("overloaded")
        /// The server failed; the log has the cause.
        public static let internalError = Code("internal")
        /// A public origin does not begin with `https://` or `http://`.
        public static let originScheme = Code("origin-scheme")
        /// A public origin is http, and its host is not loopback.
        public static let insecureOrigin = Code("insecure-origin")
        /// A public origin has a user name or password.
        public static let originUserInformation = Code("origin-user-information")
        /// A public origin has a path, a query or a fragment; a final slash is a path.
        public static let originPath = Code("origin-path")
        /// A public origin has no host, or its host has a character, label or length that host names do not allow (RFC 1123,
        /// section 2.1).
        public static let originHost = Code("origin-host")
        /// A public origin has a host that ends in a number but is not a canonical IPv4 address; browsers would parse it as one.
        public static let originNumericHost = Code("origin-numeric-host")
        /// A public origin has a host with non-ASCII characters.
        public static let originInternationalHost = Code("origin-international-host")
        /// A public origin has brackets without an IPv6 address, or with one that represents an IPv4 address.
        public static let originIPv6Host = Code("origin-ipv6-host")
        /// A public origin has a port that is not a number from 1 to 65535 without leading zeros.
        public static let originPort = Code("origin-port")
    }

    /// The code.
    public let code: Code
    /// One or two sentences for the user, in English. ``reason(acceptLanguage:)`` returns them in the user's language.
    public let reason: String
    /// The position in the text of a public origin, in UTF-8 bytes from 0.
    public let position: Int?
    /// The time after which a retry makes sense.
    public let retryAfter: Duration?
    /// The problem that was converted.
    private var problem: Problem?

    init(_ code: Code, at position: Int? = nil, _ reason: String, retryAfter: Duration? = nil) {
        self.code = code
        self.reason = reason
        self.position = position
        self.retryAfter = retryAfter
    }

    /// Converts a problem.
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
            default: .rejected
            }
        let isOurs = code == .internalError || code == .overloaded
        self.init(
            code, isOurs ? problem.code.title : problem.detail ?? problem.code.title, retryAfter: problem.retryAfter)
        if code != .internalError { self.problem = problem }
    }

    /// Returns the reason in the language that a client accepts, and that language as a BCP 47 tag for `Content-Language`.
    ///
    /// A reason that only a developer can act on is in English.
    ///
    /// ```swift
    /// let reason = error.reason(acceptLanguage: request.headers[.acceptLanguage])
    /// ```
    ///
    /// - Parameter acceptLanguage: The value of the request's `Accept-Language` (RFC 9110, section 12.5.4). Nil and a malformed value select
    ///   English.
    public func reason(acceptLanguage: String?) -> (text: String, language: String) {
        guard let (translated, language) = problem?.translated(acceptLanguage: acceptLanguage), language != .english,
            let detail = translated.detail
        else { return (reason, Language.english.tag) }
        return (detail, language.tag)
    }

    /// The reason and the position.
    public var description: String { reason + (position.map { ", at character \($0 + 1)" } ?? "") }
}
