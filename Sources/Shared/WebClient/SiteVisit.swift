internal import HTTPTypes
internal import InternetAddresses
internal import NIOConcurrencyHelpers
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import NIOSSL
internal import NIOTLS

/// One connection to one address, for one request.
struct SiteVisit {
    let request: WebRequest
    let address: IPAddress
    let headers: [(String, String)]
    let tls: NIOSSLContext
    let limits: WebLimits
    let start: NIODeadline
    let deadline: NIODeadline

    private var url: WebURL { request.url }

    private typealias Wire = NIOAsyncChannel<HTTPClientResponsePart, HTTPClientRequestPart>

    func perform(into report: inout FetchReport) async {
        report.address = address
        let expired = NIOLockedValueBox(false)
        let handshake = NIOLockedValueBox(Handshake())
        do {
            let wire = try await connect(expiring: expired, handshake)
            report.timings.connected = elapsed
            report.outcome = .success(try await exchange(over: wire, timings: &report.timings))
        } catch {
            let rejection = handshake.withLockedValue { $0.rejection } ?? Self.rejection(of: error)
            report.outcome = .failure(expired.withLockedValue { $0 } ? .timedOut : rejection)
            if case .untrusted = rejection { await look(at: handshake) }
        }
        report.certificate = handshake.withLockedValue { $0.certificate }.flatMap(ShownCertificate.init(der:))
    }

    private var elapsed: Duration { Duration(NIODeadline.now() - start) }

    /// An IP address is not a server name (RFC 6066 section 3). NIOSSL then verifies the certificate for the address.
    private var serverName: String? { url.literalAddress == nil ? url.host : nil }

    private func connect(
        expiring expired: NIOLockedValueBox<Bool>, _ handshake: NIOLockedValueBox<Handshake>
    ) async throws -> Wire {
        let (tls, serverName, usesTLS, deadline) = (tls, serverName, url.scheme == .https, deadline)
        return try await bootstrap().connect(to: socketAddress()) { channel in
            channel.eventLoop.makeCompletedFuture {
                let timer = channel.eventLoop.scheduleTask(deadline: deadline) {
                    expired.withLockedValue { $0 = true }
                    channel.close(promise: nil)
                }
                channel.closeFuture.whenComplete { _ in timer.cancel() }
                if usesTLS {
                    let handler = try NIOSSLClientHandler(context: tls, serverHostname: serverName)
                    try channel.pipeline.syncOperations.addHandler(handler)
                    try channel.pipeline.syncOperations.addHandler(
                        HandshakeWitness(of: handler) { note in handshake.withLockedValue { note(&$0) } })
                }
                try channel.pipeline.syncOperations.addHTTPClientHandlers()
                return try Wire(wrappingChannelSynchronously: channel)
            }
        }
    }

    private func bootstrap() -> ClientBootstrap {
        let left = min(deadline, start + TimeAmount(limits.connecting)) - NIODeadline.now()
        return ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton).connectTimeout(max(left, .nanoseconds(1)))
    }

    private func socketAddress() throws -> SocketAddress {
        try SocketAddress(packedIPAddress: ByteBuffer(bytes: address.octets), port: url.port)
    }

    private func exchange(over wire: Wire, timings: inout FetchTimings) async throws -> WebResponse {
        var head: HTTPResponseHead?
        var answered: Duration?
        var body: [UInt8] = []
        var isWhole = false
        let method = HTTPMethod(rawValue: request.method.rawValue)
        let requestHead = HTTPRequestHead(version: .http1_1, method: method, uri: url.target, headers: HTTPHeaders(headers))
        let content: [HTTPClientRequestPart] = request.body.isEmpty ? [] : [.body(.byteBuffer(ByteBuffer(bytes: request.body)))]
        try await wire.executeThenClose { inbound, outbound in
            // In one write: if the server responds after the head and closes the connection, a separate end would fail.
            try await outbound.write(contentsOf: [.head(requestHead)] + content + [.end(nil)])
            reading: for try await part in inbound {
                switch part {
                case .head(let received):
                    answered = elapsed
                    head = received
                case .body(let bytes):
                    guard body.count + bytes.readableBytes <= limits.body else { throw WebClientError.tooLarge(limit: limits.body) }
                    body += bytes.readableBytesView
                case .end:
                    isWhole = true
                    break reading
                }
            }
        }
        timings.answered = answered
        guard let head, isWhole else { throw WebClientError.malformed("the connection closed before the response was complete") }
        let fields = head.headers.compactMap { name, value in HTTPField.Name(name).map { HTTPField(name: $0, value: value) } }
        return WebResponse(status: .init(code: Int(head.status.code)), headers: HTTPFields(fields), body: body)
    }

    /// Connects again, reads the untrusted certificate, and closes the connection before sending anything.
    private func look(at handshake: NIOLockedValueBox<Handshake>) async {
        let (tls, serverName) = (tls, serverName)
        let channel = try? await bootstrap().channelInitializer { channel in
            channel.eventLoop.makeCompletedFuture {
                let look: NIOSSLCustomVerificationCallback = { certificates, verdict in
                    handshake.withLockedValue { $0.certificate = try? certificates.first?.toDERBytes() }
                    verdict.succeed(.failed)
                }
                let handler = try NIOSSLClientHandler(context: tls, serverHostname: serverName, customVerificationCallback: look)
                try channel.pipeline.syncOperations.addHandler(handler)
            }
        }.connect(to: socketAddress()).get()
        guard let channel else { return }
        let timer = channel.eventLoop.scheduleTask(deadline: max(deadline, .now() + .seconds(1))) { channel.close(promise: nil) }
        try? await channel.closeFuture.get()
        timer.cancel()
    }

    private static func rejection(of error: any Error) -> WebClientError {
        switch error {
        case let known as WebClientError: known
        case is CancellationError: .cancelled
        case is NIOConnectionError, is IOError, is ChannelError: isTimeout(error) ? .timedOut : .unreachable("\(error)")
        case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError: .untrusted("\(error)")
        case is HTTPParserError: .malformed("\(error)")
        default: .unreachable("\(error)")
        }
    }

    private static func isTimeout(_ error: any Error) -> Bool {
        if case .connectTimeout = error as? ChannelError { true } else { false }
    }
}

/// The state of a handshake, for every outcome of the connection.
struct Handshake {
    /// The server's certificate, DER.
    var certificate: [UInt8]?
    /// The reason why the TLS handshake failed. A concurrent write of the request fails with a less precise error.
    var rejection: WebClientError?
}

/// Records the server's certificate, or why the handshake failed, before the connection closes.
final class HandshakeWitness: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let tls: NIOSSLHandler
    private let saw: @Sendable ((inout Handshake) -> Void) -> Void
    private var isOver = false

    init(of tls: NIOSSLHandler, _ saw: @escaping @Sendable ((inout Handshake) -> Void) -> Void) {
        self.tls = tls
        self.saw = saw
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case TLSUserEvent.handshakeCompleted = event {
            isOver = true
            let certificate = try? tls.peerCertificate?.toDERBytes()
            saw { $0.certificate = certificate }
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if !isOver { saw { $0.rejection = .untrusted("\(error)") } }
        context.fireErrorCaught(error)
    }
}
