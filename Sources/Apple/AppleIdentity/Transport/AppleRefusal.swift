/// The `error` of an answer (RFC 6749, section 5.2; Apple's ErrorResponse).
public enum AppleRefusal: Sendable, Hashable, CustomStringConvertible {
    /// The request is malformed. Also seen where the person has withdrawn their consent.
    case invalidRequest
    /// The client or its secret is not known.
    case invalidClient
    /// The code or token is not good, or not this client's.
    case invalidGrant
    /// The client may not ask this.
    case unauthorizedClient
    /// `grant_type` is not one that Apple knows.
    case unsupportedGrantType
    /// `scope` is not one that Apple knows.
    case invalidScope
    /// Another one, at most 64 printable characters of it.
    case other(String)

    /// A refusal by its name on the wire.
    public init(_ name: String) {
        self = Self.known.first { $0.name.hasSameBytes(as: name) } ?? .other(ForeignText.shown(name, limit: 64))
    }

    /// The name on the wire.
    public var name: String {
        switch self {
        case .invalidRequest: "invalid_request"
        case .invalidClient: "invalid_client"
        case .invalidGrant: "invalid_grant"
        case .unauthorizedClient: "unauthorized_client"
        case .unsupportedGrantType: "unsupported_grant_type"
        case .invalidScope: "invalid_scope"
        case .other(let name): name
        }
    }

    /// The name on the wire.
    public var description: String { name }

    /// Those that Apple documents.
    static let known: [AppleRefusal] = [
        .invalidRequest, .invalidClient, .invalidGrant, .unauthorizedClient, .unsupportedGrantType, .invalidScope,
    ]
}
