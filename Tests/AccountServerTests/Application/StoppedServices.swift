import Logging
import ServiceLifecycle

@testable import AccountServer

/// Services run from start to end.
enum StoppedServices {
    /// Starts the services of `system` and stops them gracefully at once. Returns when all have ended.
    static func run(_ system: AccountSystem) async throws {
        let (starts, start) = AsyncStream<Void>.makeStream()
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: system.services + [Starting(start: start)], logger: system.logger))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            for await _ in starts { break }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }

    /// Tells when the services before it have been started.
    private struct Starting: Service {
        let start: AsyncStream<Void>.Continuation

        func run() async throws {
            start.yield()
            try await gracefulShutdown()
        }
    }
}
