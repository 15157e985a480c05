import HTTPTypes
import Hummingbird
import Markup
import NIOCore
import ServiceLifecycle

extension EmulatorServer {
    /// Adds the server-sent events of the log (HTML, section 9.2), one after each change. Sends a comment
    /// every 15 seconds, so that a lost connection is detected.
    func addLogEvents(to router: Router<EmulatorContext>) {
        router.get(RouterPath(PagePath.Console.logEvents.text)) { request, context -> Response in
            do {
                try requireOperator(request, context)
            } catch let rejection as ForeignRequest {
                return .text(rejection.reason + "\n", status: .forbidden)
            }
            guard let changes = service.requestChanges() else {
                return .text("too many pages follow the log\n", status: .tooManyRequests)
            }
            return Response(
                status: .ok,
                headers: [
                    .contentType: "text/event-stream", .cacheControl: "no-store", .xContentTypeOptions: "nosniff",
                ],
                body: ResponseBody { writer in
                    for await line in Self.lines(of: changes).cancelOnGracefulShutdown() {
                        try await writer.write(ByteBuffer(string: line))
                    }
                    try await writer.finish(nil)
                })
        }
    }

    private static func lines(of changes: AsyncStream<Void>) -> AsyncStream<String> {
        let (lines, continuation) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingNewest(1))
        // The page may have missed changes before this connection.
        continuation.yield(changeLine)
        let sending = Task {
            for await _ in changes { continuation.yield(changeLine) }
            continuation.finish()
        }
        let heartbeat = Task {
            while (try? await Task.sleep(for: heartbeatInterval)) != nil { continuation.yield(": still here\n\n") }
        }
        continuation.onTermination = { _ in
            sending.cancel()
            heartbeat.cancel()
        }
        return lines
    }

    private static let changeLine = "data: changed\n\n"
    private static let heartbeatInterval = Duration.seconds(15)
}
