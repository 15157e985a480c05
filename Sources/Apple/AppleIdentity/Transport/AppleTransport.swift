import InternetAddresses

/// Sends requests to Apple: an HTTP client, or a double in a test.
///
/// This library opens no connections. A transport
/// - follows no redirects, which would send secrets to an unknown host;
/// - verifies the server's certificate;
/// - stops reading at ``AppleResponse/maximumByteCount`` and has a timeout;
/// - sends each request once: a second attempt would reuse a code that the first has used up.
public protocol AppleTransport: Sendable {
    /// Sends a request. Returns the response with any status, and throws if no response arrives.
    ///
    /// - Throws: ``AppleIdentityError/noAnswer(_:isTemporary:)`` or ``AppleIdentityError/oversizeAnswer``, which say whether a
    ///   retry may succeed. Any other error counts as temporary.
    func send(_ request: AppleRequest) async throws -> AppleResponse
}

/// A request to Apple, complete except for derived headers such as `Content-Length`.
public struct AppleRequest: Sendable {
    /// The HTTP methods of Apple's endpoints.
    public enum Method: String, Sendable, Hashable, CaseIterable {
        /// Fetches Apple's keys.
        case get = "GET"
        /// Sends an authenticated request.
        case post = "POST"
    }

    /// The default `User-Agent`. Apple rejects requests without one.
    public static let defaultUserAgent = "latchkey-apple-identity"

    /// The method.
    public let method: Method

    /// The absolute URL: https, or http with a loopback host; see ``AppleEndpoints``.
    public let url: String

    /// The header fields, including `User-Agent`.
    public let headers: [(name: String, value: String)]

    /// The body, which contains secrets; empty for ``Method/get``.
    public let body: [UInt8]

    /// Creates a request. Adds ``defaultUserAgent`` if `headers` has no `User-Agent`.
    public init(method: Method, url: String, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
        self.method = method
        self.url = url
        let isNamed = headers.contains { $0.name.lowercased() == "user-agent" }
        self.headers = isNamed ? headers : [("User-Agent", Self.defaultUserAgent)] + headers
        self.body = body
    }
}

extension AppleRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Method and URL, which contain no secrets. Header and body are omitted.
    public var description: String { "\(method.rawValue) \(url)" }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// A response of Apple.
public struct AppleResponse: Sendable {
    /// The largest body, in bytes: 64 KiB. Apple's largest, the key set, has about 2,000.
    public static let maximumByteCount = 65_536

    /// The HTTP status.
    public let status: Int

    /// The header fields.
    public let headers: [(name: String, value: String)]

    /// The body, which may contain tokens.
    public let body: [UInt8]

    /// Creates a response.
    public init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Returns the value of the first field with this name, ignoring case.
    public func header(_ name: String) -> String? {
        let name = name.lowercased()
        return headers.first { $0.name.lowercased() == name }?.value
    }
}

extension AppleResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The status and the size of the body.
    public var description: String { "\(status), \(body.count) bytes" }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The kinds of requests to Apple.
public enum AppleOperation: String, Sendable, Hashable, CaseIterable {
    /// Exchanges an authorization code for tokens.
    case exchange
    /// Checks a refresh token.
    case refresh
    /// Revokes a token.
    case revocation
    /// Requests a token for a user migration.
    case migrationToken = "migration-token"
    /// Requests the transfer identifier of a user, for the team that transfers the app.
    case transferIdentifier = "transfer-identifier"
    /// Requests the user of a transfer identifier, for the receiving team.
    case transferredUser = "transferred-user"

    /// Whether the request can be repeated with the same result. A code is used up by its first exchange, even if that fails.
    public var mayBeRepeated: Bool { self != .exchange }
}

/// Encodes fields as `application/x-www-form-urlencoded` or as a query. Everything but the unreserved characters of RFC 3986,
/// section 2.3, is written as `%XX`, the space as `%20`, as Apple documents for `scope`.
enum FormBody {
    /// The content type of such a body.
    static let contentType = "application/x-www-form-urlencoded"

    /// Returns the fields, encoded, in the given order.
    static func text(_ fields: [(name: String, value: String)]) -> String {
        fields.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }.joined(separator: "&")
    }
}
