/// A mistake that the service makes on purpose.
public struct Fault: Sendable, Hashable, Codable, Identifiable {
    /// What goes wrong.
    public enum Kind: Sendable, Hashable, Codable {
        // Of the transport: ``AppleService/takeTransportFaults(_:)`` hands these to whoever serves.
        /// The answer comes late; at most ten minutes.
        case delay(milliseconds: Int)
        /// The request is not worked; the answer has this status, 500 to 599, and an HTML body.
        case status(Int)
        /// The request is worked; the answer's body is cut in its middle.
        case malformedBody
        /// The request is worked; the connection is closed without an answer.
        case droppedConnection

        // Of the tokens: spoil the identity token or notification that the endpoint signs.
        /// `iss` is this text.
        case wrongIssuer(String)
        /// `aud` is this text.
        case wrongAudience(String)
        /// `email` is an address of somebody else, verified (failure 5: Apple signed any address in 2020).
        case foreignEmail(String)
        /// The token was issued two days ago and has expired. At the endpoint of keys: the set as it was before the last rotation.
        case stale
        /// The signature is wrong in its last byte.
        case wrongSignature

        /// Whether the service itself works this fault, rather than whoever serves it.
        public var spoilsTokens: Bool {
            switch self {
            case .delay, .status, .malformedBody, .droppedConnection: false
            case .wrongIssuer, .wrongAudience, .foreignEmail, .stale, .wrongSignature: true
            }
        }
    }

    /// Names it for removal.
    public let id: Int
    /// Where it shows.
    public let endpoint: Endpoint
    /// What goes wrong.
    public let kind: Kind
    /// For how many requests more; nil for every one until it is removed.
    public internal(set) var remaining: Int?
}
