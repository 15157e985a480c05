import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle
import Testing

/// A small HTTP server on a loopback port, for the time of a test.
enum LoopbackService {
    typealias Answer = @Sendable (Request) async throws -> Response

    /// - Parameter body: receives the port, once the server responds.
    static func run(answering answer: @escaping Answer, _ body: (Int) async throws -> Void) async throws {
        let (ports, announcement) = AsyncStream<Int>.makeStream()
        let application = Application(
            responder: CallbackResponder<BasicRequestContext> { request, _ in try await answer(request) },
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { announcement.yield($0.localAddress?.port ?? 0) }, logger: RunningServer.silent)
        var configuration = ServiceGroupConfiguration(services: [application], logger: RunningServer.silent)
        configuration.maximumGracefulShutdownDuration = .seconds(10)
        let group = ServiceGroup(configuration: configuration)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                defer { announcement.finish() }
                // A shutdown that reaches its limit is reported as a cancellation.
                do { try await group.run() } catch is CancellationError {}
            }
            var ready = ports.makeAsyncIterator()
            let port = try #require(await ready.next(), "the service did not start")
            let result = await Result { try await body(port) }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
            try result.get()
        }
    }
}
