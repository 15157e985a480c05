import ServiceLifecycle
import Synchronization
import WebClient

/// The connections to the servers of one purpose: opened at the first request, kept, and closed when this server has stopped.
///
/// A `WebClient` that is let go without being shut down ends the process. So there is none before the server runs: whatever fails while
/// its parts are put together lets nothing go.
final class OutgoingConnections: WebTransport, Service {
    private enum State {
        case unused
        case open(WebClient)
        case closed
    }

    private let makeClient: @Sendable () throws -> WebClient
    private let state = Mutex(State.unused)

    /// - Parameter makeClient: called once, at the first request; what it throws is what that request and the next ones meet.
    init(_ makeClient: @escaping @Sendable () throws -> WebClient) {
        self.makeClient = makeClient
    }

    /// Throws ``WebClientError/cancelled`` once closed.
    func send(_ request: WebRequest) async throws(WebClientError) -> WebResponse {
        try await client().send(request)
    }

    /// Makes the client now.
    ///
    /// - Throws: ``WebClientError/untrusted(_:)`` where it cannot be made, and as ``send(_:)``.
    func open() throws(WebClientError) { _ = try client() }

    /// Closes the connections when the server has stopped.
    func run() async throws {
        try? await gracefulShutdown()
        let client = state.withLock { state -> WebClient? in
            defer { state = .closed }
            if case .open(let client) = state { return client }
            return nil
        }
        try await client?.shutdown()
    }

    private func client() throws(WebClientError) -> WebClient {
        try state.withLock { state throws(WebClientError) in
            switch state {
            case .open(let client): return client
            case .closed: throw .cancelled
            case .unused:
                let client: WebClient
                do { client = try makeClient() } catch { throw .untrusted("\(error)") }
                state = .open(client)
                return client
            }
        }
    }
}
