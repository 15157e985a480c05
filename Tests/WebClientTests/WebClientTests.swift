import HTTPTypes
import TestAuthority
import Testing
import WebClient

@Suite("Requests to a configured server", .timeLimit(.minutes(20)))
struct WebClientTests {
    @discardableResult
    private func asking<T>(_ client: WebClient, _ body: (WebClient) async throws -> T) async throws -> T {
        do {
            let result = try await body(client)
            try await client.shutdown()
            return result
        } catch {
            try? await client.shutdown()
            throw error
        }
    }

    @Test("the server is reached by host mapping, and its certificate is verified for the original name")
    func hostMapping() async throws {
        let authority = try TestAuthority()
        let answer = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"
        try await CannedServer.serving(answer, tls: try authority.server(for: "apple.example")) { server in
            let hosts = ["apple.example": "127.0.0.1", "other.example": "127.0.0.1"]
            let trust = WebTrust(additionalAuthorities: [authority.pem])
            try await asking(try WebClient(userAgent: "test", limits: .patient, trust: trust, hosts: hosts)) { client in
                let url = try WebURL("https://apple.example:\(server.port)/token?x=1")
                let response = try await client.send(
                    WebRequest(.post, url, headers: [.contentType: "text/plain"], body: Array("body".utf8)))
                #expect(response.body == Array("hello".utf8))
                await #expect(throws: WebClientError.self) {
                    try await client.send(WebRequest(.get, try WebURL("https://other.example:\(server.port)/")))
                }
            }
            let request = try #require(server.requests.first)
            #expect(request.hasPrefix("POST /token?x=1 HTTP/1.1\r\n"))
            #expect(request.lowercased().contains("user-agent: test\r\n"))
        }
    }

    @Test("a redirect is returned as a response, so that no secret follows it")
    func redirect() async throws {
        try await CannedServer.serving("HTTP/1.1 307 Temporary Redirect\r\nLocation: /other\r\nContent-Length: 0\r\n\r\n") {
            server in
            try await asking(try WebClient(userAgent: "test", limits: .patient)) { client in
                let response = try await client.send(WebRequest(.get, try WebURL("http://127.0.0.1:\(server.port)/")))
                #expect(response.status.code == 307)
            }
            #expect(server.requests.count == 1)
        }
    }

    @Test("a response above the limit is an error")
    func cap() async throws {
        let answer = "HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\n01234567890"
        try await CannedServer.serving(answer) { server in
            try await asking(
                try WebClient(userAgent: "test", limits: WebLimits(connecting: .seconds(600), total: .seconds(600), body: 10))
            ) { client in
                await #expect(throws: WebClientError.tooLarge(limit: 10)) {
                    try await client.send(WebRequest(.get, try WebURL("http://127.0.0.1:\(server.port)/")))
                }
            }
        }
    }

    @Test("plain http to another machine is rejected before anything is sent")
    func insecure() async throws {
        try await asking(try WebClient(userAgent: "test", hosts: ["site.example": "127.0.0.1"])) { client in
            await #expect(throws: WebClientError.insecure(host: "site.example")) {
                try await client.send(WebRequest(.get, try WebURL("http://site.example/")))
            }
        }
    }

    @Test(
        "a server that is silent, or stops within its response, times out",
        arguments: [nil, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhe"])
    func silence(answer: String?) async throws {
        try await CannedServer.serving(answer, closes: false) { server in
            try await asking(try WebClient(userAgent: "test", limits: WebLimits(total: .milliseconds(300)))) { client in
                await #expect(throws: WebClientError.timedOut) {
                    try await client.send(WebRequest(.get, try WebURL("http://127.0.0.1:\(server.port)/")))
                }
            }
        }
    }
}
