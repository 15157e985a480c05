public import FoundationEssentials

/// One request as the log keeps it; secrets are left out, only their length stays.
public struct RequestRecord: Sendable, Hashable, Codable, Identifiable {
    /// One parameter of the request.
    public struct Parameter: Sendable, Hashable, Codable {
        /// The parameter's name, cut after 64 characters.
        public let name: String
        /// The value, or `(43 characters, not kept)` for a secret; cut after 256 characters.
        public let value: String
    }

    /// Counts up from 1, over all requests.
    public let id: Int
    /// When it came.
    public let at: Date
    /// The door it came to.
    public let endpoint: Endpoint
    /// In the order of the request.
    public let parameters: [Parameter]
    /// HTTP status of the answer.
    public let status: Int
    /// `error` of the answer, if it was one.
    public let error: String?
    /// Why, in words for the developer; may say more than the answer did.
    public let explanation: String
}
