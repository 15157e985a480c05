import Accounts
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import JSONText
import Logging
import Testing
import WebServing

@testable import AccountServer

@Suite("The standalone server's middleware")
struct MiddlewareTests {
    @Test("each request has its own identifier, and one from the client is ignored")
    func identifiers() async throws {
        try await RoutingSamples.application().test(.router) { client in
            let sent = "00000000-0000-4000-8000-000000000000"
            var seen: Set<String> = [sent]
            for path in ["/v1/session", "/v1/session", "/v1/nothing", "/v1/sessions/%ZZ"] {
                let response = try await client.execute(uri: path, method: .get, headers: [.requestIdentifier: sent])
                let id = try #require(response.headers[.requestIdentifier])
                #expect(RequestIdentifier(id) != nil)
                #expect(seen.insert(id).inserted)
                if response.status != .ok { #expect(response.json?["instance"]?.string == "urn:uuid:\(id)") }
            }
        }
    }

    @Test("an unknown path is a problem with all header fields")
    func fallback() async throws {
        try await RoutingSamples.application().test(.router) { client in
            for method in [HTTPRequest.Method.get, .post, .options] {
                let response = try await client.execute(uri: "/.well-known/nothing", method: method)
                #expect(response.status == .notFound)
                #expect(response.problemCode == "not-found")
                #expect(response.headers[.xContentTypeOptions] == "nosniff")
                #expect(response.headers[.contentSecurityPolicy]?.contains("default-src 'none'") == true)
            }
        }
    }

    @Test("each request logs one line with method, route and status, and no secret")
    func log() async throws {
        let log = Log()
        try await RoutingSamples.application(logger: log.logger).test(.router) { client in
            let headers: HTTPFields = [.authorization: "Bearer hunter2", .cookie: "s=hunter2"]
            let response = try await client.execute(uri: "/v1/sessions/hunter2?token=hunter2", method: .get, headers: headers)
            let line = try #require(log.lines.last { $0.level == .info })
            #expect(
                line.text.contains("method=GET") && line.text.contains("route=/v1/sessions/{id}")
                    && line.text.contains("status=200"))
            #expect(line.text.contains("request=\(response.headers[.requestIdentifier] ?? "none")"))
            _ = try await client.execute(uri: "/v1/sessions/%ZZ?token=hunter2", method: .get, headers: headers)
            #expect(!log.lines.contains { $0.text.contains("hunter2") })
        }
    }

    @Test(
        "Strict-Transport-Security is sent as configured",
        arguments: [
            (SecurityHeaders.TransportSecurity.none, nil), (.host, "max-age=31536000"),
            (.hostAndSubdomains, "max-age=31536000; includeSubDomains"),
        ] as [(SecurityHeaders.TransportSecurity, String?)])
    func transportSecurity(setting: SecurityHeaders.TransportSecurity, field: String?) {
        var response = Response(status: .ok)
        SecurityHeaders(transportSecurity: setting).complete(&response)
        #expect(response.headers[.strictTransportSecurity] == field)
    }

    @Test("a header field of the handler is kept, once")
    func ownFields() {
        var response = Response(status: .ok, headers: [.contentSecurityPolicy: "default-src 'self'", .cacheControl: "max-age=60"])
        SecurityHeaders().complete(&response)
        #expect(response.headers[values: .contentSecurityPolicy] == ["default-src 'self'"])
        #expect(response.headers[values: .cacheControl] == ["max-age=60"])
        #expect(response.headers[.referrerPolicy] == "same-origin")
        #expect(response.headers[.literal("Cross-Origin-Opener-Policy")] == "same-origin")
        #expect(response.headers[.crossOriginResourcePolicy] == "same-origin")
        #expect(response.headers[.literal("Permissions-Policy")]?.contains("camera=()") == true)
    }
}
