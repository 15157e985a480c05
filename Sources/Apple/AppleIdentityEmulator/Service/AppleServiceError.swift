/// An error response of the service: the JSON of the POST endpoints (RFC 6749, section 5.2), and the text of the authorization page.
///
/// It is part of Apple's protocol, for relying parties. The errors of this library are ``EmulatorError``.
public struct AppleServiceError: Error, Sendable, Hashable {
    /// The `error` of the response: the six of Apple's ErrorResponse.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The raw value.
        public let rawValue: String

        /// The raw value.
        public var description: String { rawValue }

        private init(_ rawValue: String) { self.rawValue = rawValue }

        /// A parameter is missing, malformed or repeated.
        public static let invalidRequest = Code("invalid_request")
        /// The client ID is unknown, or the client secret is invalid.
        public static let invalidClient = Code("invalid_client")
        /// The code or token is invalid, expired or revoked, or belongs to another client.
        public static let invalidGrant = Code("invalid_grant")
        /// The return URL is not registered for the client.
        public static let unauthorizedClient = Code("unauthorized_client")
        /// The `grant_type` is unknown.
        public static let unsupportedGrantType = Code("unsupported_grant_type")
        /// The `scope` is unknown, or not permitted.
        public static let invalidScope = Code("invalid_scope")
    }

    /// The `error` of the response.
    public let code: Code
    /// The `error_description`, if Apple was observed to send one, and the text of the page.
    public let description: String?
    /// The explanation for the developer, in the request log and the console. Responses do not contain it.
    public let explanation: String
    /// The HTTP status: 400, or 429 if throttled.
    public let status: Int

    init(_ code: Code, _ description: String? = nil, because explanation: String, status: Int = 400) {
        self.code = code
        self.description = description
        self.explanation = explanation
        self.status = status
    }

    /// The JSON body. Send it with `Cache-Control: no-store` and `Pragma: no-cache`.
    public var body: [UInt8] {
        var members = ["error": code.rawValue]
        members["error_description"] = description
        return WireJSON.bytes(members)
    }
}

extension AppleServiceError {
    /// Returns the error for malformed parameters.
    static func malformedForm(_ reason: String) -> AppleServiceError { AppleServiceError(.invalidRequest, because: reason) }

    static let tooManyFields = malformedForm("there are more than \(FormValues.fieldLimit) parameters")

    static let oversizeForm = malformedForm("the parameters have more than \(FormValues.byteLimit) bytes")
}
