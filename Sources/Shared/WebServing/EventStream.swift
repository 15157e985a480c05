import HTTPTypes
package import Hummingbird
import NIOCore
import ServiceLifecycle
import Synchronization

/// A server-sent event (HTML, section 9.2).
package struct ServerSentEvent: Sendable {
    /// The event as it is sent.
    let text: String

    /// Creates an event. Each line of the data becomes a data line.
    ///
    /// - Parameter data: The data, without carriage returns, which would also end a line.
    package init(data: String, id: Int? = nil) {
        let lines = data.split(separator: "\n", omittingEmptySubsequences: false).map { "data: \($0)\n" }.joined()
        text = (id.map { "id: \($0)\n" } ?? "") + lines + "\n"
    }

    /// The page may be out of date.
    package static let changed = ServerSentEvent(data: "changed")
}

extension Response {
    /// Returns a response that sends events until `produce` returns, the connection is closed or the server stops. A slow client
    /// receives only the newest event.
    ///
    /// - Parameters:
    ///   - request: The request, whose connection is watched. Without it, a closed connection is detected at the next event or comment.
    ///   - pause: The longest pause without data. Then a comment is sent, which detects a lost connection.
    ///   - produce: Calls its argument with each event. It is cancelled when the response ends.
    package static func events(
        to request: Request? = nil, pause: Duration = .seconds(15),
        _ produce: @escaping @Sendable (_ send: @Sendable (ServerSentEvent) -> Void) async -> Void
    ) -> Response {
        Response(
            status: .ok,
            headers: [.contentType: "text/event-stream", .cacheControl: "no-store", .xContentTypeOptions: "nosniff"],
            body: ResponseBody { writer in
                if let request {
                    try await request.body.consumeWithCancellationOnInboundClose { _ in
                        try await write(events: produce, pause: pause, to: &writer)
                    }
                } else {
                    try await write(events: produce, pause: pause, to: &writer)
                }
                try await writer.finish(nil)
            })
    }

    /// Returns a response with the event ``ServerSentEvent/changed`` at the start and after each change. The page may have missed
    /// changes before the connection.
    package static func events(
        ofChanges changes: AsyncStream<Void>, to request: Request? = nil, pause: Duration = .seconds(15)
    ) -> Response {
        events(to: request, pause: pause) { send in
            send(.changed)
            for await _ in changes { send(.changed) }
        }
    }

    private static func write(
        events produce: @escaping @Sendable (_ send: @Sendable (ServerSentEvent) -> Void) async -> Void, pause: Duration,
        to writer: inout any ResponseBodyWriter
    ) async throws {
        let outbox = EventOutbox()
        let (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let sending = Task {
            await produce { event in
                outbox.put(event)
                signal.yield()
            }
            signal.finish()
        }
        let beating = Task {
            while (try? await Task.sleep(for: pause)) != nil { signal.yield() }
        }
        signal.onTermination = { _ in
            sending.cancel()
            beating.cancel()
        }
        for await _ in signals.cancelOnGracefulShutdown() { try await writer.write(ByteBuffer(string: outbox.next())) }
    }
}

/// The newest unsent event of a response. A comment never replaces it.
final class EventOutbox: Sendable {
    private let event = Mutex<ServerSentEvent?>(nil)

    func put(_ event: ServerSentEvent) { self.event.withLock { $0 = event } }

    /// Returns the text to send next: the unsent event, or a comment.
    func next() -> String { event.withLock { $0.take() }?.text ?? ": still here\n\n" }
}
