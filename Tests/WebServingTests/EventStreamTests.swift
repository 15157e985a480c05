import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import NIOPosix
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

extension EventStreamTests {
    @Test("a closed connection ends the events at once, long before the next comment", .timeLimit(.minutes(5)))
    func closedConnection() async throws {
        let (steps, step) = AsyncStream.makeStream(of: String.self)
        let router = Router()
        router.get("/events") { request, _ in
            Response.events(to: request, pause: .seconds(86_400)) { send in
                send(.changed)
                step.yield("begun")
                await withTaskCancellationHandler {
                    for await _ in AsyncStream<Never>.makeStream().stream {}
                } onCancel: {
                    step.yield("cancelled")
                }
            }
        }
        try await Application(router: router).test(.live) { client in
            let bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            let page = try await bootstrap.connect(host: "127.0.0.1", port: try #require(client.port)).get()
            try await page.writeAndFlush(ByteBuffer(string: "GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n"))
            var iterator = steps.makeAsyncIterator()
            #expect(await iterator.next() == "begun")
            try await page.close()
            #expect(await iterator.next() == "cancelled")
        }
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
