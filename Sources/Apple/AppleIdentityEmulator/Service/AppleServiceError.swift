/// A refusal as the service words it: the JSON of the POST endpoints, and the text of the authorize page (facts 1.6, 1.8).
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

/// Why an operation of the console or of the emulator's own interface was refused.
public struct EmulatorRefusal: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of refusal, for programs.
    public enum Code: String, Sendable, Hashable, Codable, CaseIterable {
        /// A value breaks a rule; the message says which.
        case malformed
        /// No such thing.
        case unknown
        /// The identifier is taken.
        case exists
        /// A cap is reached.
        case limit
        /// The thing is not in a state that allows it.
        case notAllowed = "not-allowed"
    }

    /// The kind of refusal.
    public let code: Code
    /// One sentence: what was refused and why.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// Kind and sentence.
    public var description: String { "\(code.rawValue): \(message)" }
}

/// Why a query or body could not be read. Positions are byte offsets.
public enum FormRefusal: Error, Sendable, Hashable {
    case tooLarge
    case tooManyFields
    case badEscape(position: Int)
    case notUTF8(position: Int)
    case repeated(String)
}

extension AppleServiceError {
    /// The answer to a request whose parameters could not be read.
    public init(_ refusal: FormRefusal) {
        let reason =
            switch refusal {
            case .tooLarge: "the parameters have more than \(FormValues.byteLimit) bytes"
            case .tooManyFields: "there are more than \(FormValues.fieldLimit) parameters"
            case .badEscape(let position): "byte \(position) begins a percent escape without two hexadecimal digits"
            case .notUTF8(let position): "the text from byte \(position) is not UTF-8"
            case .repeated(let name): "the parameter \(name) is given twice (RFC 6749 section 3.1)"
            }
        self.init(.invalidRequest, because: reason)
    }
}
