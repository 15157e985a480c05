import ServiceLifecycle
import Synchronization
import WebClient

/// The connections for one purpose. They open at the first request, persist, and close when the server has stopped.
///
/// Releasing a `WebClient` without shutting it down ends the process. The client is therefore created only at the first request,
/// so a failed start releases none.
final class OutgoingConnections: WebTransport, Service {
    private enum State {
        case unused
        case open(WebClient)
        case closed
    }

    private let makeClient: @Sendable () throws -> WebClient
    private let state = Mutex(State.unused)

    /// - Parameter makeClient: creates the client at the first request. If it throws, that request fails.
    init(_ makeClient: @escaping @Sendable () throws -> WebClient) {
        self.makeClient = makeClient
    }

    /// Sends a request. Throws ``WebClientError/cancelled`` after the server has stopped.
    func send(_ request: WebRequest) async throws(WebClientError) -> WebResponse {
        try await client().send(request)
    }

    /// Creates the client now.
    ///
    /// - Throws: ``WebClientError/untrusted(_:)`` if creation fails, and ``WebClientError/cancelled`` after the server has
    ///   stopped.
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
