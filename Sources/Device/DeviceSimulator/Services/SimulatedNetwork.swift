import Synchronization
import WebClient

/// The way from a simulated device to Apple's service: to wherever the device was told that the service is, or nowhere.
final class SimulatedNetwork: WebTransport {
    /// What requests are addressed to before the network says where that is.
    static let placeholder = "http://localhost"

    private struct State {
        var base: String?
        var isOnline = true
    }

    /// One for the process, which is never let go: a client must be shut down before that, and an object's end cannot wait for it.
    private static let client = try? WebClient(userAgent: "latchkey-device-simulator")

    private let state = Mutex(State())

    var isOnline: Bool {
        get { state.withLock(\.isOnline) }
        set { state.withLock { $0.isOnline = newValue } }
    }

    func lead(to base: String) {
        state.withLock { $0.base = base.hasSuffix("/") ? String(base.dropLast()) : base }
    }

    func send(_ request: WebRequest) async throws(WebClientError) -> WebResponse {
        let base = state.withLock { $0.isOnline ? $0.base : nil }
        guard let base, let url = try? WebURL(base + request.url.target), let client = Self.client else {
            throw .unreachable("the device is offline")
        }
        var request = request
        request.url = url
        return try await client.send(request)
    }
}
