import ServiceLifecycle
import WebClient

/// Closes the connections to other servers when this one has stopped.
struct OutgoingConnections: Service {
    let client: WebClient

    func run() async throws {
        try? await gracefulShutdown()
        try await client.shutdown()
    }
}
