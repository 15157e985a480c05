import HTTPTypes
import Testing
import WebClient

/// The quick start of WebClient.docc.
enum QuickStart {
    static func fetch(_ address: String) async throws -> [UInt8] {
        // In Sources/Shared/WebClient/WebClient.docc/WebClient.md
        let client = try WebClient(userAgent: "example/1.0", limits: WebLimits(total: .seconds(10), body: 65_536))
        let response = try await client.send(WebRequest(.get, WebURL(address)))
        try await client.shutdown()
        // End
        return response.body
    }
}

@Suite("Quick start of WebClient")
struct QuickStartTests {
    @Test("the code block fetches a document")
    func runs() async throws {
        try await CannedServer.serving("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello") { server in
            let body = try await QuickStart.fetch("http://127.0.0.1:\(server.port)/")
            #expect(body == Array("hello".utf8))
        }
    }
}
