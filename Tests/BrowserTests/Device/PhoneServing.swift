import DevicePages
import DeviceSimulator
import Hummingbird
import Logging
import NIOCore
import ReservedPorts
import ServiceLifecycle

/// The page with phones, on a port.
enum PhoneServing {
    /// Serves the page with these phones while `body` runs.
    static func serve(
        _ phones: [any ShownPhone], on port: ReservedPort, _ body: @escaping @Sendable () async throws -> Void
    ) async throws {
        let (running, isRunning) = AsyncStream<Void>.makeStream()
        let application = Application(
            router: DevicePages(phones: phones, passcode: "2468").router(),
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port.number)),
            onServerRunning: { _ in isRunning.finish() }, logger: silence)
        let group = ServiceGroup(configuration: ServiceGroupConfiguration(services: [application], logger: silence))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                defer { isRunning.finish() }
                try await group.run()
            }
            for await _ in running {}
            let result: Swift.Result<Void, any Error>
            do { result = .success(try await body()) } catch { result = .failure(error) }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
            try result.get()
        }
        withExtendedLifetime(port) {}
    }

    private static let silence = Logger(label: "phones") { _ in SwiftLogNoOpLogHandler() }
}
