internal import AsyncHTTPClient
internal import HTTPTypes
internal import InternetAddresses
internal import NIOCore
internal import NIOHTTP1
internal import NIOSSL

/// A client for servers that the configuration names: pooled connections, no redirects, limited time and size.
///
/// For URLs from untrusted sources, use ``SiteFetcher``. Redirects are returned as responses, because following one would send the
/// secrets of a request to a host that the operator did not configure.
package final class WebClient: WebTransport {
    private let client: HTTPClient
    private let limits: WebLimits
    private let userAgent: String

    /// - Parameters:
    ///   - hosts: for a host name, the name or address to connect to instead. TLS still verifies the original name.
    /// - Throws: an error if an authority of `trust` is not a certificate.
    package init(
        userAgent: String, limits: WebLimits = WebLimits(), trust: WebTrust = .system, hosts: [String: String] = [:]
    ) throws {
        var configuration = HTTPClient.Configuration()
        configuration.tlsConfiguration = try trust.configuration()
        configuration.redirectConfiguration = .disallow
        configuration.timeout = .init(connect: TimeAmount(limits.connecting))
        // Otherwise the client retries an untrusted certificate until the timeout.
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.dnsOverride = hosts
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        self.limits = limits
        self.userAgent = userAgent
    }

    /// Closes the connections; later requests fail.
    package func shutdown() async throws {
        try await client.shutdown()
    }

    // AsyncHTTPClient stops the process if an open client is released, so this reference lives until its connections are closed.
    deinit { client.shutdown { [client] _ in _ = client } }

    package func send(_ request: WebRequest) async throws(WebClientError) -> WebResponse {
        guard request.url.scheme == .https || request.url.isLoopback else { throw .insecure(host: request.url.host) }
        do {
            // AsyncHTTPClient's own limit ends with the head of the response.
            return try await withThrowingTaskGroup(of: WebResponse.self) { group in
                group.addTask { try await self.response(to: request) }
                group.addTask { [limits] in
                    try await Task.sleep(for: limits.total)
                    throw HTTPClientError.deadlineExceeded
                }
                defer { group.cancelAll() }
                guard let response = try await group.next() else { throw CancellationError() }
                return response
            }
        } catch {
            throw rejection(of: error)
        }
    }

    private func response(to request: WebRequest) async throws -> WebResponse {
        let response = try await client.execute(wireForm(of: request), timeout: TimeAmount(limits.total))
        let body = try await response.body.collect(upTo: limits.body)
        let fields = HTTPFields(
            response.headers.compactMap { name, value in HTTPField.Name(name).map { HTTPField(name: $0, value: value) } })
        return WebResponse(status: .init(code: Int(response.status.code)), headers: fields, body: Array(body.readableBytesView))
    }

    private func wireForm(of request: WebRequest) -> HTTPClientRequest {
        var wire = HTTPClientRequest(url: request.url.description)
        wire.method = HTTPMethod(rawValue: request.method.rawValue)
        if request.headers[.userAgent] == nil { wire.headers.add(name: "User-Agent", value: userAgent) }
        for field in request.headers { wire.headers.add(name: field.name.rawName, value: field.value) }
        if !request.body.isEmpty { wire.body = .bytes(ByteBuffer(bytes: request.body)) }
        return wire
    }

    private func rejection(of error: any Error) -> WebClientError {
        switch error {
        case is CancellationError: .cancelled
        case is NIOTooManyBytesError: .tooLarge(limit: limits.body)
        case let error as HTTPClientError: rejection(ofClient: error)
        case is HTTPParserError: .malformed("\(error)")
        case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError: .untrusted("\(error)")
        default: .unreachable("\(error)")
        }
    }

    private func rejection(ofClient error: HTTPClientError) -> WebClientError {
        switch error {
        case .cancelled: .cancelled
        case .connectTimeout, .readTimeout, .deadlineExceeded, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout: .timedOut
        case .uncleanShutdown, .remoteConnectionClosed: .malformed("the connection closed before the response was complete")
        default: .unreachable(error.shortDescription)
        }
    }
}

extension WebURL {
    /// Whether the host is a loopback host.
    var isLoopback: Bool { host == "localhost" || literalAddress?.isLoopback == true }
}
