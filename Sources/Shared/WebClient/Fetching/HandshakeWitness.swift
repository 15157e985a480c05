internal import NIOCore
internal import NIOSSL
internal import NIOTLS

/// What is known of a handshake, whichever way the connection ends.
struct Handshake {
    /// The server's certificate, DER.
    var certificate: [UInt8]?
    /// Why TLS gave up. A request being written meanwhile fails with less telling an error.
    var refusal: WebClientError?
}

/// Keeps the server's certificate, or why there is no handshake; later, the connection may be gone before anyone asks.
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
        if !isOver { saw { $0.refusal = .untrusted("\(error)") } }
        context.fireErrorCaught(error)
    }
}
