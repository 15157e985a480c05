import AccountServer
import DevicePages
import DeviceSimulator
import Foundation
import Hummingbird
import LocalAccess
import Logging
import NIOCore
import ReservedPorts
import Secrets
import ServiceLifecycle

/// Serves the page with phones on a port.
enum PhoneServing {
    /// The bearer token for programs of the tests, such as an app's server that sends messages.
    static let bearer = OpaqueToken(random: SystemRandomBytes())
    /// One gate for all ports: a shared browser holds one cookie.
    private static let gate = newGate()

    /// A gate that has not admitted a browser.
    static func newGate() -> LocalAccessGate {
        LocalAccessGate(
            LocalAccess(port: 1, bearer: bearer, random: SystemRandomBytes()) { Date.now }, landing: PagePath.devices,
            command: "latchkey phone open")
    }

    /// An address of the page that admits a browser.
    static func newAddress(at origin: String) -> String { gate.newAddress(at: origin) }

    /// Serves the page with these phones while `body` runs.
    ///
    /// - Parameter hasDesk: whether the page has the links to the parts of the desk.
    static func serve(
        _ phones: [any ShownPhone], on port: ReservedPort, behind gate: LocalAccessGate = gate, hasDesk: Bool = false,
        story: PhoneStory? = nil,
        _ body: @escaping @Sendable () async throws -> Void
    ) async throws {
        let (running, isRunning) = AsyncStream<Void>.makeStream()
        let parts = hasDesk ? DevelopmentDesk.links(to: "http://localhost:8080", from: .phones, hasPhones: true) : []
        let application = Application(
            router: DevicePages(phones: phones, gate: gate, passcode: "2468", parts: parts, story: story).router(),
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
