import CoreMetrics
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle

@testable import AccountServer

/// A standalone server on its own port while a test runs.
enum LiveServer {
    /// Runs `body` with the port of a server for `routes`, then shuts the server down. Returns when it has ended.
    static func run<Result: Sendable>(
        _ routes: [Route], limits: ConnectionLimits = ConnectionLimits(), metrics: any MetricsFactory = NOOPMetricsHandler.instance,
        _ body: @escaping @Sendable (Int) async throws -> Result
    ) async throws -> Result {
        let (ports, port) = AsyncStream<Int>.makeStream()
        let router = Router(context: AccountRequestContext.self)
        router.add(middleware: RequestIdentifiers())
        router.add(middleware: SecurityHeadersMiddleware(SecurityHeaders()))
        router.add(middleware: ProblemResponses())
        try RouteTable(routes).mount(on: router)
        let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let application = Application(
            router: router, server: .bounded(limits, metrics: metrics),
            configuration: .bounded(limits, address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { port.yield($0.localAddress?.port ?? 0) }, logger: silent)
        return try await run(application, limits: limits, ports: ports, logger: silent, body)
    }

    static func run<Result: Sendable>(
        _ service: some Service, limits: ConnectionLimits, ports: AsyncStream<Int>, logger: Logger,
        _ body: @escaping @Sendable (Int) async throws -> Result
    ) async throws -> Result {
        var configuration = ServiceGroupConfiguration(services: [service], logger: logger)
        configuration.maximumGracefulShutdownDuration = limits.shutdown
        let group = ServiceGroup(configuration: configuration)
        return try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                // Some tests let a shutdown reach its limit, which the group reports as a cancellation.
                do { try await group.run() } catch is CancellationError {}
            }
            var iterator = ports.makeAsyncIterator()
            guard let port = await iterator.next() else { throw CancellationError() }
            let result: Swift.Result<Result, any Error>
            do { result = .success(try await body(port)) } catch { result = .failure(error) }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
            return try result.get()
        }
    }
}

/// A connection over which a test sends and receives raw text.
struct RawConnection {
    private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    private var inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    private(set) var received = ""

    /// Runs `body` with a connection to `port` of this machine.
    static func run<Result: Sendable>(_ port: Int, _ body: (inout RawConnection) async throws -> Result) async throws -> Result {
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .channelOption(.allowRemoteHalfClosure, value: true)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            var connection = RawConnection(outbound: outbound, inbound: inbound.makeAsyncIterator())
            return try await body(&connection)
        }
    }

    func send(_ text: String) async throws { try await outbound.write(ByteBuffer(string: text)) }

    /// Returns everything received so far, once it contains `text` this number of times or the server has closed.
    mutating func read(until text: String, times count: Int = 1) async throws -> String {
        while received.ranges(of: text).count < count, let piece = try await inbound.next() { received += String(buffer: piece) }
        return received
    }

    /// Returns everything received, once the server has closed, even abruptly.
    mutating func readToEnd() async -> String {
        while let piece = try? await inbound.next() { received += String(buffer: piece) }
        return received
    }

    /// Sends `text` and returns the complete response.
    static func exchange(_ port: Int, _ text: String) async throws -> String {
        try await run(port) { connection in
            try await connection.send(text)
            return await connection.readToEnd()
        }
    }
}
