import ArgumentParser
import HTTPTypes
import JSONText
import WebClient

/// Which emulator a command speaks to, and how it writes the answer.
struct AppleEmulatorOptions: ParsableArguments {
    static let defaultPort = 8_085

    @Option(help: ArgumentHelp("The emulator's address.", valueName: "address"))
    var at = "http://127.0.0.1:\(defaultPort)"

    @Option(help: ArgumentHelp("A file with the emulator's admin token, for one on another machine.", valueName: "file"))
    var adminTokenFile: String?

    @Flag(help: "Write the answer as JSON.")
    var json = false

    func validate() throws {
        guard (try? WebURL(base)) != nil else { throw ValidationError("--at takes an address such as http://127.0.0.1:8085") }
    }

    /// Asks the emulator, and returns what it answers; nil for an answer without a body.
    ///
    /// - Throws: ``CommandFailure`` where there is no emulator, or where it refuses.
    func ask(_ method: AdminMethod, _ path: String, _ body: JSONValue? = nil) async throws -> JSONValue? {
        let client = try WebClient(userAgent: "latchkey/\(Latchkey.version)")
        do {
            let answer = try await send(method, path, body, by: client)
            try await client.shutdown()
            return answer
        } catch {
            try? await client.shutdown()
            throw error
        }
    }

    /// The address without a slash at its end.
    var base: String { at.hasSuffix("/") ? String(at.dropLast()) : at }

    private func send(
        _ method: AdminMethod, _ path: String, _ body: JSONValue?, by client: WebClient
    ) async throws -> JSONValue? {
        var request = WebRequest(method.onTheWire, try WebURL(base + "/emulator" + path))
        if let body {
            request.headers[.contentType] = "application/json"
            request.body = body.bytes()
        }
        if let adminTokenFile { request.headers[.authorization] = "Bearer " + (try AdminToken.read(adminTokenFile)) }
        let response: WebResponse
        do throws(WebClientError) {
            response = try await LocalTransport(client: client).send(request)
        } catch {
            throw CommandFailure(.failure, "no emulator answers at \(base): \(error)", hint: "start one: latchkey apple serve")
        }
        let document = try? JSONText.parse(response.body, limits: JSONLimits(maximumBytes: 1 << 20)).root.value
        guard response.status.code < 400 else {
            let message =
                document?["error"]?["message"]?.string ?? document?["detail"]?.string
                ?? "the emulator answers \(response.status.code)"
            throw CommandFailure(response.status.code == 404 ? .negative : .usage, message.firstLowercased)
        }
        return document
    }
}

/// The methods of the admin interface.
enum AdminMethod {
    case get, post, put, patch, delete

    fileprivate var onTheWire: HTTPRequest.Method {
        switch self {
        case .get: .get
        case .post: .post
        case .put: .put
        case .patch: .patch
        case .delete: .delete
        }
    }
}

extension String {
    fileprivate var firstLowercased: String { prefix(1).lowercased() + dropFirst() }
}
