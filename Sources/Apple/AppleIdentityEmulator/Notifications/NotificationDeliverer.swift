import AsyncHTTPClient
import FoundationEssentials
import NIOCore
import NIOHTTP1
import NIOSSL
import ServiceLifecycle
import Synchronization

/// Posts the notifications of the service's outbox and records the outcomes. The service schedules retries by its clock.
///
/// Redirects are not followed and count as failures. Response bodies are not read.
final class NotificationDeliverer: Service {
    private let service: AppleService
    private let client: HTTPClient
    private let posts = Mutex<[NotificationDelivery: Task<Void, Never>]>([:])
    private let wakes: AsyncStream<Void>
    private let waker: AsyncStream<Void>.Continuation

    /// The timeout of one request.
    static let timeout = TimeAmount.seconds(10)

    /// The number of posts at once.
    static let limit = 16

    /// The interval at which the emulated clock is polled, because it may be moved.
    static let interval = Duration.milliseconds(200)

    /// Creates a deliverer for `service`.
    ///
    /// - Parameters:
    ///   - authorities: PEM certificates to trust in addition to the system's, including the emulator's, so that a relying party
    ///     under test can use a certificate from it.
    ///   - hosts: the address to connect to for a host name.
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

    /// Checks the outbox now.
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
                    _ = self.startDue()
                }
                group.cancelAll()
            }
        }
        let left = posts.withLock { Array($0.values) }
        left.forEach { $0.cancel() }
        for post in left { await post.value }
        try? await client.shutdown()
    }

    /// Posts all due notifications. Returns when the response to each has arrived, also to those that were posted before.
    func deliverDue() async {
        while case let current = startDue(), !current.isEmpty {
            for post in current { await post.value }
        }
    }

    /// Starts to post what is due, and returns all current posts.
    private func startDue() -> [Task<Void, Never>] {
        posts.withLock { posts in
            for delivery in service.takeOutbox(limit: Self.limit - posts.count) {
                posts[delivery] = Task {
                    await self.post(delivery)
                    _ = self.posts.withLock { $0.removeValue(forKey: delivery) }
                }
            }
            return Array(posts.values)
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
