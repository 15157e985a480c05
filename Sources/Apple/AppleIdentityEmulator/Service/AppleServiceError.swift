/// A refusal as the service words it: the JSON of the POST endpoints, and the text of the authorize page (facts 1.6, 1.8).
///
/// A value of Apple's protocol, not an error of this library, which is ``EmulatorError``: relying parties read it.
public struct AppleServiceError: Error, Sendable, Hashable {
    /// `error` of the answer: the six of Apple's ErrorResponse.
    public enum Code: String, Sendable, Hashable, Codable, CaseIterable {
        case invalidRequest = "invalid_request"
        case invalidClient = "invalid_client"
        case invalidGrant = "invalid_grant"
        case unauthorizedClient = "unauthorized_client"
        case unsupportedGrantType = "unsupported_grant_type"
        case invalidScope = "invalid_scope"
    }

    /// `error` of the answer.
    public let code: Code
    /// `error_description`, where Apple was seen to send one; the text on the page.
    public let description: String?
    /// Why, for the developer: in the request log and the console, never on the wire.
    public let explanation: String
    /// HTTP status: 400, or 429 when throttled.
    public let status: Int

    init(_ code: Code, _ description: String? = nil, because explanation: String, status: Int = 400) {
        self.code = code
        self.description = description
        self.explanation = explanation
        self.status = status
    }

    /// The JSON body. Send `Cache-Control: no-store` and `Pragma: no-cache` with it.
    public var body: [UInt8] {
        var members = ["error": code.rawValue]
        members["error_description"] = description
        return WireJSON.bytes(members)
    }
}

extension AppleServiceError {
    /// Parameters that cannot be read.
    static func malformedForm(_ reason: String) -> AppleServiceError { AppleServiceError(.invalidRequest, because: reason) }

    static let tooManyFields = malformedForm("there are more than \(FormValues.fieldLimit) parameters")

    static let oversizeForm = malformedForm("the parameters have more than \(FormValues.byteLimit) bytes")
}
