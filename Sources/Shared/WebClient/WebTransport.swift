package import HTTPTypes
package import InternetAddresses

/// Whatever carries a request to another server and brings its answer: a client, or a double in a test.
package protocol WebTransport: Sendable {
    /// Throws ``WebClientError``. An answer of any status is an answer.
    func send(_ request: WebRequest) async throws(WebClientError) -> WebResponse
}

/// A request to another server: everything that goes on the wire, but `Host` and `Content-Length`, which follow from the rest.
package struct WebRequest: Sendable {
    package var method: HTTPRequest.Method
    package var url: WebURL
    package var headers: HTTPFields
    package var body: [UInt8]

    package init(_ method: HTTPRequest.Method = .get, _ url: WebURL, headers: HTTPFields = [:], body: [UInt8] = []) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }
}

/// An answer, whole: its body is within the cap that was asked for.
package struct WebResponse: Sendable {
    package var status: HTTPResponse.Status
    package var headers: HTTPFields
    package var body: [UInt8]

    package init(status: HTTPResponse.Status, headers: HTTPFields = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// What one exchange may cost us.
package struct WebLimits: Hashable, Sendable {
    /// From the beginning to the connection, TLS included.
    package var connecting: Duration
    /// From the beginning to the last byte.
    package var total: Duration
    /// In bytes. An answer with more is an error, never cut short.
    package var body: Int

    package init(connecting: Duration = .seconds(10), total: Duration = .seconds(30), body: Int = 1 << 20) {
        self.connecting = connecting
        self.total = total
        self.body = body
    }
}

/// Why there is no answer.
package enum WebClientError: Error, Hashable, Sendable {
    /// Plain http, which is allowed to this machine only.
    case insecure(host: String)
    case unresolvable(host: String)
    /// All addresses of the host are within ranges that this client does not visit.
    case addressesRefused(host: String, [IPAddress])
    case unreachable(String)
    /// The certificate did not pass, or there was no agreement on TLS.
    case untrusted(String)
    case timedOut
    /// The body is larger than the cap, which is given in bytes.
    case tooLarge(limit: Int)
    /// What came back is no HTTP, or broke off.
    case malformed(String)
    case cancelled

    /// Whether the same request may succeed later: the network's doing rather than the answer's.
    package var isPassing: Bool {
        switch self {
        case .unresolvable, .unreachable, .timedOut, .malformed, .cancelled: true
        case .insecure, .addressesRefused, .untrusted, .tooLarge: false
        }
    }
}

extension WebClientError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .insecure(let host): "plain http to \(host): only https leaves this machine"
        case .unresolvable(let host): "\(host) has no address"
        case .addressesRefused(let host, let addresses):
            "\(host) has only addresses that are not public: \(addresses.map(\.description).joined(separator: ", "))"
        case .unreachable(let reason): "no connection: \(reason)"
        case .untrusted(let reason): "no trusted connection: \(reason)"
        case .timedOut: "no whole answer in time"
        case .tooLarge(let limit): "the answer is larger than \(limit) bytes"
        case .malformed(let reason): "the answer is broken: \(reason)"
        case .cancelled: "cancelled"
        }
    }
}
