/// Why something was refused, or failed.
public struct LatchkeyError: Error, Sendable, CustomStringConvertible {
    /// What kind of thing happened. New kinds may come.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Kind: String, Sendable {
            case invalidSettings = "invalid-settings"
            case routeConflict = "route-conflict"
            case refused
            case wrongCredentials = "wrong-credentials"
            case notSignedIn = "not-signed-in"
            case reauthenticationRequired = "reauthentication-required"
            case additionalAuthenticationRequired = "additional_authentication_required"
            case tooManyRequests = "too-many-requests"
            case overloaded
            case internalError = "internal"
        }

        private let kind: Kind

        /// The settings cannot be used; ``LatchkeyError/reason`` names which.
        public static let invalidSettings = Code(kind: .invalidSettings)
        /// The application has a route for a path of the account server; ``LatchkeyError/reason`` names it.
        public static let routeConflict = Code(kind: .routeConflict)
        /// The user name or the new password is not accepted; ``LatchkeyError/reason`` tells the person why.
        public static let refused = Code(kind: .refused)
        /// The name or the password is wrong.
        public static let wrongCredentials = Code(kind: .wrongCredentials)
        /// No living session.
        public static let notSignedIn = Code(kind: .notSignedIn)
        /// The password must be shown again first.
        public static let reauthenticationRequired = Code(kind: .reauthenticationRequired)
        /// The account has a second factor, and it must be shown.
        public static let additionalAuthenticationRequired = Code(kind: .additionalAuthenticationRequired)
        /// A budget is used up; try again after ``LatchkeyError/retryAfter``.
        public static let tooManyRequests = Code(kind: .tooManyRequests)
        /// The server cannot take this on now; try again after ``LatchkeyError/retryAfter``.
        public static let overloaded = Code(kind: .overloaded)
        /// Something of ours failed; the log says what.
        public static let internalError = Code(kind: .internalError)

        /// The kind as a word that stays the same.
        public var description: String { kind.rawValue }
    }

    /// The kind.
    public let code: Code
    /// One or two sentences for a person.
    public let reason: String
    /// After how long another attempt makes sense.
    public let retryAfter: Duration?

    init(_ code: Code, reason: String, retryAfter: Duration? = nil) {
        self.code = code
        self.reason = reason
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
            code, reason: isOurs ? problem.code.title : problem.detail ?? problem.code.title, retryAfter: problem.retryAfter)
    }

    /// Kind and reason.
    public var description: String { "\(code): \(reason)" }
}
