import DeviceSimulator
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle

/// What a phone shows, as server-sent events (HTML, section 9.2): one event now and one after each change, until either side goes away.
enum EventStream {
    /// How long nothing may be sent; then a comment is, so that a connection that is gone is noticed.
    static let pause = Duration.seconds(15)

    /// - Parameter text: What the event of a view says.
    static func response(
        of phone: any ShownPhone, to request: Request, _ text: @escaping @Sendable (PhoneView) -> String
    ) -> Response {
        Response(
            status: .ok,
            headers: [.contentType: "text/event-stream", .cacheControl: "no-store", .xContentTypeOptions: "nosniff"],
            body: ResponseBody { writer in
                try await request.body.consumeWithCancellationOnInboundClose { _ in
                    let lines = await lines(of: phone, text).cancelOnGracefulShutdown()
                    for await line in lines { try await writer.write(ByteBuffer(string: line)) }
                }
                try await writer.finish(nil)
            })
    }

    private static func lines(of phone: any ShownPhone, _ text: @escaping @Sendable (PhoneView) -> String) async -> AsyncStream<
        String
    > {
        let views = await phone.views()
        let (lines, continuation) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingNewest(2))
        let sending = Task {
            for await view in views { continuation.yield(event(text(view), version: view.version)) }
            continuation.finish()
        }
        let beating = Task {
            while (try? await Task.sleep(for: pause)) != nil { continuation.yield(": still here\n\n") }
        }
        continuation.onTermination = { _ in
            sending.cancel()
            beating.cancel()
        }
        return lines
    }

    /// One event. Each line of the text is a line of data; a carriage return, which would end a line too, is not in what we write.
    private static func event(_ text: String, version: Int) -> String {
        let data = text.split(separator: "\n", omittingEmptySubsequences: false).map { "data: \($0)\n" }.joined()
        return "id: \(version)\n\(data)\n"
    }
}

/// A message that is sent to a phone.
struct IncomingMessage {
    let sender: String
    let text: String

    /// - Throws: ``PageProblem`` for one without sender or text, or with more than 100 and 1,000 characters.
    init(sender: String, text: String) throws(PageProblem) {
        guard (1...100).contains(sender.count), (1...1_000).contains(text.count) else {
            throw PageProblem(.badRequest, "bad-message", "a message has a sender of 1 to 100 characters, and a text of 1 to 1,000")
        }
        self.sender = sender
        self.text = text.replacing("\r\n", with: "\n")
    }
}

/// Time that passes.
struct PassingTime {
    let duration: Duration

    /// - Throws: ``PageProblem`` for none, for time that runs backwards, and for more than ten years.
    init(seconds: Int?) throws(PageProblem) {
        guard let seconds, (1...315_576_000).contains(seconds) else {
            throw PageProblem(.badRequest, "bad-time", "time passes by whole seconds, 1 to 315,576,000")
        }
        duration = .seconds(seconds)
    }
}
