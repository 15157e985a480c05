internal import Hummingbird
internal import Logging

/// `EmptyRoute PORT`: a server with one route that does nothing, to measure the cost of the framework.
@main
struct EmptyRoute {
    static func main() async throws {
        guard let port = CommandLine.arguments.dropFirst().first.flatMap({ Int($0) }) else {
            return print("usage: EmptyRoute PORT")
        }
        let router = Router()
        router.get("empty") { _, _ in
            Response(
                status: .ok, headers: [.contentType: "application/json"],
                body: .init(byteBuffer: ByteBuffer(string: #"{"nothing":"is asked and nothing is done"}"#)))
        }
        var logger = Logger(label: "empty")
        logger.logLevel = .warning
        let application = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)), logger: logger)
        try await application.runService()
    }
}
