import HTTPTypes
import JSONText
import LocalAccess
import WebClient

/// An address with a new one-time token, for a browser of the user who started a server.
enum NewAddress {
    /// Prints one. It is not handed to a browser here: other users of the machine can read a program's arguments.
    ///
    /// - Parameters:
    ///   - base: The address of the server, without a slash at its end.
    ///   - command: What starts such a server.
    /// - Throws: ``CommandFailure`` where no server answers, and where another user started it.
    static func print(at base: String, json: Bool, startedBy command: String) async throws {
        let response = try await ask(base, startedBy: command)
        let document = try? JSONText.parse(response.body).root.value
        guard response.status == .created, let path = document?["path"]?.string else {
            throw CommandFailure(
                .usage, document?["detail"]?.string ?? "the server at \(base) requires no token: open its address as it is")
        }
        let terminal = Terminal()
        guard json else { return terminal.result(base + path) }
        terminal.result(.object(JSONObject([("address", .string(base + path))])), .compact)
    }

    private static func ask(_ base: String, startedBy command: String) async throws -> WebResponse {
        let url = try WebURL(base + LocalAccessGate.tokenPath)
        let client = try WebClient(userAgent: "latchkey/\(Latchkey.version)")
        do {
            let response = try await LocalTransport(client: client).send(WebRequest(.post, url))
            try await client.shutdown()
            return response
        } catch {
            try? await client.shutdown()
            throw CommandFailure(.failure, "no server answers at \(base): \(error)", hint: "start one: \(command)")
        }
    }
}
