import AsyncHTTPClient
import FoundationEssentials
import NIOCore
import NIOHTTP1
import NIOSSL
import ServiceLifecycle

/// Posts what the service's outbox holds, and tells the service what came of it. When to try again is the service's matter, by its clock.
///
/// A redirect is an answer like any other: it is never followed. Of an answer's body nothing is read.
final class NotificationDeliverer: Service {
    private let service: AppleService
    private let client: HTTPClient
    private let wakes: AsyncStream<Void>
    private let waker: AsyncStream<Void>.Continuation

    /// How long one post may take.
    static let timeout = TimeAmount.seconds(10)

    /// How often the emulated clock is looked at when nothing else happens. It may have been moved.
    static let interval = Duration.milliseconds(200)

    /// Delivers for `service`.
    ///
    /// - Parameters:
    ///   - authorities: certificates in PEM to trust besides those of the system; the emulator's own among them, so that a relying
    ///     party under test can have a certificate of it.
    ///   - hosts: for a host name in it, the address to connect to instead.
    init(service: AppleService, authorities: [String], hosts: [String: String]) throws {
        self.service = service
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.minimumTLSVersion = .tlsv12
        tls.additionalTrustRoots = [
            .certificates(try authorities.flatMap { try NIOSSLCertificate.fromPEMBytes(Array($0.utf8)) })
        ]
        var configuration = HTTPClient.Configuration(tlsConfiguration: tls, redirectConfiguration: .disallow)
        configuration.timeout = .init(connect: .seconds(5))
        configuration.dnsOverride = hosts
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        (wakes, waker) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Something may have to be posted.
    func wake() {
        waker.yield()
    }

    /// Delivers until the task is cancelled or a shutdown begins, then closes its connections.
    func run() async throws {
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { group in
                group.addTask { [waker = self.waker] in
                    while !Task.isCancelled {
                        waker.yield()
                        try? await Task.sleep(for: Self.interval)
                    }
                    waker.finish()
                }
                for await _ in self.wakes {
                    if Task.isCancelled { break }
                    await self.deliverDue()
                }
                group.cancelAll()
            }
        }
        try? await client.shutdown()
    }

    /// Posts everything that is due now, at most 16 at the same time.
    func deliverDue() async {
        while case let due = service.takeOutbox(limit: 16), !due.isEmpty {
            await withDiscardingTaskGroup { group in
                for delivery in due { group.addTask { await self.post(delivery) } }
            }
        }
    }

    private func post(_ delivery: NotificationDelivery) async {
        for fault in service.takeTransportFaults(.notification) {
            if case .delay(let milliseconds) = fault { try? await Task.sleep(for: .milliseconds(milliseconds)) }
        }
        var request = HTTPClientRequest(url: delivery.url)
        request.method = .POST
        request.headers = ["Content-Type": "application/json", "User-Agent": "Sign in with Apple emulator"]
        request.body = .bytes(ByteBuffer(bytes: delivery.body))
        do {
            let response = try await client.execute(request, timeout: Self.timeout)
            service.recordDelivery(delivery.id, status: Int(response.status.code))
        } catch {
            service.recordDeliveryFailure(delivery.id, reason: Self.reason(error))
        }
    }

    private static func reason(_ error: any Error) -> String {
        (error as? HTTPClientError)?.shortDescription ?? String(String(describing: error).prefix(200))
    }
}
