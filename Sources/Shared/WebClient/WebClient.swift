internal import AsyncHTTPClient
internal import HTTPTypes
internal import InternetAddresses
internal import NIOCore
internal import NIOHTTP1
internal import NIOSSL

/// A client for the servers that our configuration names: pooled connections, no redirects, bounded time and bytes.
///
/// What strangers name is visited with ``SiteFetcher``. A redirect is an answer like any other here: following one would carry
/// secrets of a request to a place that nobody configured.
package final class WebClient: WebTransport {
    private let client: HTTPClient
    private let limits: WebLimits
    private let userAgent: String

    /// - Parameters:
    ///   - hosts: for names in it, the name or address to connect to instead; TLS still asks for the name. For tests.
    /// - Throws: where an authority of `trust` is no certificate.
    package init(
        userAgent: String, limits: WebLimits = WebLimits(), trust: WebTrust = .system, hosts: [String: String] = [:]
    ) throws {
        var configuration = HTTPClient.Configuration()
        configuration.tlsConfiguration = try trust.configuration()
        configuration.redirectConfiguration = .disallow
        configuration.timeout = .init(connect: TimeAmount(limits.connecting))
        // Otherwise a certificate that is not trusted is asked for again until the time is over.
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

    // AsyncHTTPClient stops the process where a client is released open, so it lives until its connections are closed.
    deinit { client.shutdown { [client] _ in _ = client } }

    package func send(_ request: WebRequest) async throws(WebClientError) -> WebResponse {
        guard request.url.scheme == .https || request.url.isLoopback else { throw .insecure(host: request.url.host) }
        do {
            let response = try await client.execute(wireForm(of: request), timeout: TimeAmount(limits.total))
            let body = try await response.body.collect(upTo: limits.body)
            let fields = HTTPFields(
                response.headers.compactMap { name, value in HTTPField.Name(name).map { HTTPField(name: $0, value: value) } })
            return WebResponse(status: .init(code: Int(response.status.code)), headers: fields, body: Array(body.readableBytesView))
        } catch {
            throw refusal(of: error)
        }
    }

    private func wireForm(of request: WebRequest) -> HTTPClientRequest {
        var wire = HTTPClientRequest(url: request.url.description)
        wire.method = HTTPMethod(rawValue: request.method.rawValue)
        if request.headers[.userAgent] == nil { wire.headers.add(name: "User-Agent", value: userAgent) }
        for field in request.headers { wire.headers.add(name: field.name.rawName, value: field.value) }
        if !request.body.isEmpty { wire.body = .bytes(ByteBuffer(bytes: request.body)) }
        return wire
    }

    private func refusal(of error: any Error) -> WebClientError {
        switch error {
        case is CancellationError: .cancelled
        case is NIOTooManyBytesError: .tooLarge(limit: limits.body)
        case let error as HTTPClientError: refusal(ofClient: error)
        case is HTTPParserError: .malformed("\(error)")
        case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError: .untrusted("\(error)")
        default: .unreachable("\(error)")
        }
    }

    private func refusal(ofClient error: HTTPClientError) -> WebClientError {
        switch error {
        case .cancelled: .cancelled
        case .connectTimeout, .readTimeout, .deadlineExceeded, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout: .timedOut
        case .uncleanShutdown, .remoteConnectionClosed: .malformed("the connection ended before the answer did")
        default: .unreachable(error.shortDescription)
        }
    }
}

extension WebURL {
    /// Whether a request to it stays on this machine.
    var isLoopback: Bool { host == "localhost" || literalAddress?.isLoopback == true }
}
