import Crypto
import FoundationEssentials
import InternetAddresses
import NIOCore
import NIOPosix
import NIOSSL
import SwiftASN1
import Synchronization
import WebClient
import X509

/// A server on loopback that responds to every request with the same bytes.
struct CannedServer {
    let port: Int
    private let channel: any Channel
    private let heard: Heard

    /// The clients' data, one text for each connection that sent a complete request head.
    var requests: [String] { heard.texts.withLock { $0 } }

    /// - Parameter answer: nil for a server that never responds.
    @discardableResult
    static func serving<T>(
        _ answer: String?, address: String = "127.0.0.1", tls: TLSConfiguration? = nil,
        _ body: (CannedServer) async throws -> T
    ) async throws -> T {
        let heard = Heard()
        let context = try tls.map { try NIOSSLContext(configuration: $0) }
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let context { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context)) }
                    try channel.pipeline.syncOperations.addHandler(CannedAnswer(answer, heard: heard))
                }
            }
            .bind(host: address, port: 0).get()
        let server = CannedServer(port: channel.localAddress?.port ?? 0, channel: channel, heard: heard)
        do {
            let result = try await body(server)
            try await channel.close()
            return result
        } catch {
            try? await channel.close()
            throw error
        }
    }

    fileprivate final class Heard: Sendable {
        let texts = Mutex<[String]>([])
    }
}

private final class CannedAnswer: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let answer: String?
    private let heard: CannedServer.Heard
    private var text = ""

    init(_ answer: String?, heard: CannedServer.Heard) {
        self.answer = answer
        self.heard = heard
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        text += String(buffer: unwrapInboundIn(data))
        guard text.contains("\r\n\r\n") else { return }
        heard.texts.withLock { $0.append(text) }
        text = ""
        guard let answer else { return }
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: answer)), promise: nil)
        context.close(promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}

/// Returns the listed results in turn; the last one repeats.
final class FixedResolver: HostResolver {
    private let answers: [[IPAddress]]
    private let asked = Mutex(0)

    var lookUps: Int { asked.withLock { $0 } }

    init(_ answers: [String]...) throws {
        self.answers = try answers.map { try $0.map { try IPAddress($0) } }
    }

    func addresses(of host: String) async -> [IPAddress] {
        let index = asked.withLock { count in
            count += 1
            return count - 1
        }
        return answers[min(index, answers.count - 1)]
    }
}

/// A certificate authority for one test, and a certificate for one server.
struct TestAuthority {
    let pem: String
    private let name: DistinguishedName
    private let key: Certificate.PrivateKey

    init() throws {
        key = Certificate.PrivateKey(P256.Signing.PrivateKey())
        name = try DistinguishedName { CommonName("Test authority") }
        let extensions = try Certificate.Extensions {
            Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
        }
        pem = try Self.certificate(subject: name, issuer: name, key: key.publicKey, signedBy: key, extensions).serializeAsPEM()
            .pemString
    }

    func server(for host: String) throws -> TLSConfiguration {
        let serverKey = P256.Signing.PrivateKey()
        let extensions = try Certificate.Extensions { SubjectAlternativeNames([.dnsName(host)]) }
        let certificate = try Self.certificate(
            subject: try DistinguishedName { CommonName(host) }, issuer: name, key: Certificate.PrivateKey(serverKey).publicKey,
            signedBy: key, extensions)
        return .makeServerConfiguration(
            certificateChain: [
                .certificate(try NIOSSLCertificate(bytes: Array(certificate.serializeAsPEM().pemString.utf8), format: .pem))
            ],
            privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(serverKey.pemRepresentation.utf8), format: .pem)))
    }

    private static func certificate(
        subject: DistinguishedName, issuer: DistinguishedName, key: Certificate.PublicKey, signedBy signer: Certificate.PrivateKey,
        _ extensions: Certificate.Extensions
    ) throws -> Certificate {
        // A century around the clock of any test machine.
        try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: key,
            notValidBefore: Date(timeIntervalSince1970: 1_577_836_800), notValidAfter: Date(timeIntervalSince1970: 4_733_510_400),
            issuer: issuer, subject: subject, signatureAlgorithm: .ecdsaWithSHA256, extensions: extensions, issuerPrivateKey: signer
        )
    }
}

extension WebLimits {
    /// For machines under heavy load.
    static let patient = WebLimits(connecting: .seconds(600), total: .seconds(600))
}
