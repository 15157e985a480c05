/// Why a ``TokenPolicy`` cannot be: each would accept tokens that nobody means to accept.
public enum TokenPolicyError: Error, Sendable, Hashable, CustomStringConvertible {
    /// No client identifier was given.
    case noClientID
    /// A client identifier is empty, or holds something else than printable ASCII.
    case malformedClientID
    /// No issuer was given.
    case noIssuer
    /// The leeway is negative, longer than ten minutes, or not a number.
    case leewayOutOfRange
    /// The maximum age is not a positive number.
    case maximumAgeOutOfRange

    /// The reason in one English sentence.
    public var description: String {
        switch self {
        case .noClientID: "No client id is given; without one the tokens of every app would be accepted."
        case .malformedClientID: "A client id is empty or holds something else than printable ASCII."
        case .noIssuer: "No issuer is given."
        case .leewayOutOfRange: "The leeway must be between 0 and 600 seconds."
        case .maximumAgeOutOfRange: "The maximum age must be a positive number of seconds."
        }
    }
}
