import NIOCore
import HTTPTypes
import Testing

@testable import AccountServer

@Suite("The Host header has no effect", .timeLimit(.minutes(20)))
struct PublicOriginOnlyTests {
    @Test(
        "redirects, cookies and pages are the same with every Host and X-Forwarded header, over a socket",
        arguments: ["https://accounts.example.com", "http://localhost:8080"])
    func poisoned(_ origin: String) async throws {
        let bench = try ServerBench(origin: origin) { $0.listener.port = 0 }
        let (ports, port) = AsyncStream<Int>.makeStream()
        let application = try bench.system.application { port.yield($0.localAddress?.port ?? 0) }
        try await LiveServer.run(application, limits: ConnectionLimits(), ports: ports, logger: bench.system.logger) { port in
            for path in [
                "/", "/account", "/account/delete", "/sign-in", "/.well-known/change-password", "/.well-known/jwks.json",
                "/nothing",
            ] {
                var answers: [String] = []
                for host in [
                    "Host: accounts.example.com", "Host: evil.example",
                    "Host: evil.example:81\r\nX-Forwarded-Host: evil.example\r\nX-Forwarded-Proto: ftp\r\nForwarded: host=evil.example",
                ] {
                    let text = try await RawConnection.exchange(
                        port, "GET \(path) HTTP/1.1\r\n\(host)\r\nAccept: text/html\r\nConnection: close\r\n\r\n")
                    #expect(text.hasPrefix("HTTP/1.1 "))
                    #expect(!text.contains("evil"))
                    answers.append(Self.withoutRandomness(text))
                }
                #expect(answers[0].contains("nosniff"))
                #expect(answers[1] == answers[0])
                #expect(answers[2] == answers[0])
                #expect(answers[0].contains("__Host-") == (origin.hasPrefix("https:") && ["/sign-in", "/nothing"].contains(path)))
            }
        }
    }

    @Test("a browser at a loopback address is redirected to localhost, and programs and other names are not")
    func redirect() async throws {
        let bench = try ServerBench(origin: "http://localhost:8080") { $0.listener.port = 0 }
        let (ports, port) = AsyncStream<Int>.makeStream()
        let application = try bench.system.application { port.yield($0.localAddress?.port ?? 0) }
        try await LiveServer.run(application, limits: ConnectionLimits(), ports: ports, logger: bench.system.logger) { port in
            func location(_ host: String, accept: String = "text/html", method: String = "GET") async throws -> Substring? {
                let text = try await RawConnection.exchange(
                    port,
                    "\(method) /sign-in?next=password HTTP/1.1\r\nHost: \(host)\r\nAccept: \(accept)\r\nConnection: close\r\n\r\n")
                #expect(text.contains("nosniff"))
                return text.firstMatch(of: /(?i)\r\nlocation: ([^\r]*)/)?.1
            }
            for host in ["127.0.0.1:8080", "[::1]:8080"] {
                let found = try await location(host)
                #expect(found == "http://localhost:8080/sign-in?next=password")
            }
            for host in ["localhost:8080", "127.0.0.1:81", "127.0.0.1.evil.example:8080", "evil.example:8080", "192.0.2.1:8080"] {
                let found = try await location(host)
                #expect(found == nil, "\(host)")
            }
            let program = try await location("127.0.0.1:8080", accept: "*/*")
            #expect(program == nil)
        }
    }

    /// Removes request identifiers, cookie values, form tokens and times, which differ each time.
    private static func withoutRandomness(_ text: String) -> String {
        text.replacing(/[0-9a-f]{8}-[0-9a-f-]{27}/, with: "UUID").replacing(/[A-Za-z0-9_-]{43,}/, with: "TOKEN")
            .replacing(/(?i)date: [^\r]*\r\n/, with: "")
    }
}
