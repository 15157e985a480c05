package import HTTPTypes
package import InternetAddresses

/// Sends requests to other servers: a client, or a double in a test.
package protocol WebTransport: Sendable {
    /// Sends a request. Returns a response of any status; throws ``WebClientError`` if no response arrives.
    func send(_ request: WebRequest) async throws(WebClientError) -> WebResponse
}

/// A request to another server, complete except for the derived fields `Host` and `Content-Length`.
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

/// A complete response. Its body is within the requested limit.
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

/// The limits of one request.
package struct WebLimits: Hashable, Sendable {
    /// The time until the connection is established, including TLS.
    package var connecting: Duration
    /// The time until the last byte.
    package var total: Duration
    /// The largest body, in bytes. A larger response is an error and is not truncated.
    package var body: Int

    package init(connecting: Duration = .seconds(10), total: Duration = .seconds(30), body: Int = 1 << 20) {
        self.connecting = connecting
        self.total = total
        self.body = body
    }
}

/// The reason why a request has no response.
package enum WebClientError: Error, Hashable, Sendable {
    /// Plain http, which is allowed only for loopback hosts.
    case insecure(host: String)
    case unresolvable(host: String)
    /// All addresses of the host are in ranges that the policy rejects.
    case addressesRejected(host: String, [IPAddress])
    case unreachable(String)
    /// The certificate was rejected, or the TLS handshake failed.
    case untrusted(String)
    case timedOut
    /// The body exceeds the limit, in bytes.
    case tooLarge(limit: Int)
    /// The response is not HTTP, or is incomplete.
    case malformed(String)
    case cancelled

    /// Whether a retry may succeed: the network failed, not the request.
    package var isPassing: Bool {
        switch self {
        case .unresolvable, .unreachable, .timedOut, .malformed, .cancelled: true
        case .insecure, .addressesRejected, .untrusted, .tooLarge: false
        }
    }
}

extension WebClientError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .insecure(let host): "plain http to \(host): only https is allowed beyond this machine"
        case .unresolvable(let host): "\(host) has no address"
        case .addressesRejected(let host, let addresses):
            "\(host) has only addresses that are not public: \(addresses.map(\.description).joined(separator: ", "))"
        case .unreachable(let reason): "no connection: \(reason)"
        case .untrusted(let reason): "no trusted connection: \(reason)"
        case .timedOut: "timed out before the response was complete"
        case .tooLarge(let limit): "the response is larger than \(limit) bytes"
        case .malformed(let reason): "malformed response: \(reason)"
        case .cancelled: "the request was cancelled"
        }
    }
}
