import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization
import Testing

@testable import WebServing

@Suite("Server-sent events")
struct EventStreamTests {
    @Test(
        "each line of the data is a data line, and a blank line ends the event",
        arguments: [
            ("changed", nil, "data: changed\n\n"), ("a\nb", 7, "id: 7\ndata: a\ndata: b\n\n"), ("a\n", nil, "data: a\ndata: \n\n"),
            ("", nil, "data: \n\n"),
        ] as [(String, Int?, String)])
    func lines(data: String, id: Int?, text: String) {
        #expect(ServerSentEvent(data: data, id: id).text == text)
    }

    @Test("a slow client receives only the newest event, and a comment never replaces it")
    func slowClient() {
        let outbox = EventOutbox()
        outbox.put(ServerSentEvent(data: "old"))
        outbox.put(ServerSentEvent(data: "new"))
        #expect(outbox.next() == "data: new\n\n")
        #expect(outbox.next() == ": still here\n\n", "nothing is left to send")
    }

    @Test("a response says at the start that the page may be out of date, and ends with its changes")
    func changes() async throws {
        let response = Response.events(ofChanges: AsyncStream { $0.finish() })
        #expect(response.headers[.contentType] == "text/event-stream" && response.headers[.cacheControl] == "no-store")
        let page = ReceivingPage()
        try await response.body.write(page)
        #expect(page.received == "data: changed\n\n" && page.isFinished)
    }

    @Test("what sends the events is cancelled when the client is gone")
    func goneClient() async throws {
        let (cancellations, cancellation) = AsyncStream.makeStream(of: Void.self)
        let response = Response.events { send in
            send(.changed)
            await withTaskCancellationHandler {
                for await _ in AsyncStream<Never>.makeStream().stream {}
            } onCancel: {
                cancellation.yield()
            }
        }
        await #expect(throws: CancellationError.self) { try await response.body.write(GonePage()) }
        var iterator = cancellations.makeAsyncIterator()
        #expect(await iterator.next() != nil)
    }
}

private final class ReceivingPage: ResponseBodyWriter, Sendable {
    private let state = Mutex((text: "", isFinished: false))

    var received: String { state.withLock { $0.text } }
    var isFinished: Bool { state.withLock { $0.isFinished } }

    func write(_ buffer: ByteBuffer) { state.withLock { $0.text += String(buffer: buffer) } }
    func finish(_ trailingHeaders: HTTPFields?) { state.withLock { $0.isFinished = true } }
}

private struct GonePage: ResponseBodyWriter {
    func write(_ buffer: ByteBuffer) throws { throw CancellationError() }
    func finish(_ trailingHeaders: HTTPFields?) {}
}
