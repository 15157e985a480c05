import HTTPTypes
import Hummingbird
import HummingbirdTesting
import JSONText
import NIOCore
import Testing

@testable import AccountServer

@Suite("Matching routes")
struct RouteMatchingTests {
    @Test(
        "a path of the table reaches its route",
        arguments: [
            ("/", "GET /", nil), ("/v1/session", "GET /v1/session", nil), ("/v1/sessions/x", "GET /v1/sessions/{id}", "x"),
            ("/v1/sessions/current", "GET /v1/sessions/current", nil), ("/v1/sessions/Current", "GET /v1/sessions/{id}", "Current"),
            ("/v1/sessions/%63urrent", "GET /v1/sessions/{id}", "current"), ("/v1/sessions/a%20b", "GET /v1/sessions/{id}", "a b"),
            ("/v1/sessions/%C3%A4+", "GET /v1/sessions/{id}", "ä+"), ("/v1/sessions/...", "GET /v1/sessions/{id}", "..."),
            ("/v1/sessions/a:b@c", "GET /v1/sessions/{id}", "a:b@c"),
            ("/.well-known/security.txt", "GET /.well-known/security.txt", nil),
            ("/v1/sessions/x/events/y", "GET /v1/sessions/{id}/events/{event}", "x"),
            ("/v1/session?a=1&b=2", "GET /v1/session", nil),
            ("/?a=", "GET /", nil),
        ] as [(String, String, String?)])
    func matched(path: String, route: String, id: String?) async throws {
        try await RoutingSamples.application().test(.router) { client in
            let response = try await client.execute(uri: path, method: .get)
            #expect(response.status == .ok)
            #expect(response.json?["route"]?.string == route)
            #expect(response.json?["id"]?.string == id)
        }
    }

    @Test(
        "another spelling of a path is not found",
        arguments: [
            "/v1/session/", "/v1//session", "//v1/session", "/v1/session//", "/V1/session", "/v1/Session", "/v1/./session",
            "/v1/x/../session",
            "/v1/sessio%6E", "/v1%2Fsession", "/v1/sessions/a%2Fb", "/v1/sessions/a%5Cb", "/v1/sessions/.", "/v1/sessions/..",
            "/v1/sessions/%2e",
            "/v1/sessions/%2E%2e", "/v1/sessions/", "/v1/sessions/a/", "/v1/sessions//a", "/v1/sessions/%00", "/v1/sessions/a%0Ab",
            "/v1/session;x=1", "/v1/session%3Fa", "/v1/nothing", "/v1", "/.well-known/nothing", "/v1/sessions//events/y",
            "/?/../v1=", "//?a=1",
        ].filter { $0 != "/?/../v1=" })
    func otherSpellings(path: String) async throws {
        try await RoutingSamples.application().test(.router) { client in
            let response = try await client.execute(uri: path, method: .get)
            #expect(response.status == .notFound)
            #expect(response.problemCode == "not-found")
        }
    }

    @Test(
        "a malformed path or query is rejected with 400",
        arguments: [
            "/v1/sessions/%ZZ", "/v1/sessions/%", "/v1/sessions/%2", "/v1/sessions/%FF", "/v1/sessions/%C3",
            "/v1/sessions/%ED%A0%80",
            "/v1/session?a=%ZZ", "/v1/session?a=%FF", "/v1/session?a=1&a=2", "/v1/session?a", "/v1/session?a=1#b",
            "/v1/session?a=\u{FFFD}",
            "/v1/sessions/\u{E4}", "/v1/sessions/\u{FFFD}", "/v1/session?a=b c", "/v1/sessions/a#b",
        ])
    func malformed(path: String) async throws {
        try await RoutingSamples.application().test(.router) { client in
            let response = try await client.execute(uri: path, method: .get)
            #expect(response.status == .badRequest)
            #expect(response.problemCode == "bad-request")
        }
    }

    @Test("a URL at the length limit is accepted, and one more byte is rejected")
    func length() async throws {
        try await RoutingSamples.application().test(.router) { client in
            let longest = "/v1/session?a=" + String(repeating: "x", count: 4_096 - 14)
            #expect(try await client.execute(uri: longest, method: .get).status == .ok)
            let response = try await client.execute(uri: longest + "x", method: .get)
            #expect(response.status == .uriTooLong)
            #expect(response.problemCode == "uri-too-long")
        }
    }

    @Test("an unsupported method is rejected with the allowed ones", arguments: Self.knownMethods)
    func methods(method: HTTPRequest.Method) async throws {
        try await RoutingSamples.application().test(.router) { client in
            let response = try await client.execute(uri: "/v1/sessions/x", method: method)
            if ["GET", "HEAD", "DELETE"].contains(method.rawValue) {
                #expect(response.status == .ok)
            } else {
                #expect(response.status == .methodNotAllowed)
                #expect(response.headers[.allow] == "DELETE, GET, HEAD")
                #expect(response.problemCode == "method-not-allowed")
            }
        }
    }

    /// Every method that NIO's HTTP/1 parser accepts.
    private static let knownMethods: [HTTPRequest.Method] = [
        "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "QUERY", "ACL", "BIND", "CHECKOUT", "COPY",
        "LINK", "LOCK", "MERGE", "MKACTIVITY", "MKCALENDAR", "MKCOL", "MOVE", "MSEARCH", "NOTIFY", "PROPFIND", "PROPPATCH", "PURGE",
        "REBIND", "REPORT", "SEARCH", "SOURCE", "SUBSCRIBE", "UNBIND", "UNLINK", "UNLOCK", "UNSUBSCRIBE",
    ].compactMap(HTTPRequest.Method.init(_:))

    @Test("HEAD returns the response to GET without the body, also for errors")
    func head() async throws {
        try await RoutingSamples.application().test(.router) { client in
            for path in ["/v1/session", "/v1/sessions/%ZZ"] {
                let get = try await client.execute(uri: path, method: .get)
                let head = try await client.execute(uri: path, method: .head)
                #expect(head.status == get.status)
                #expect(head.body.readableBytes == 0)
                #expect(head.headers[.contentType] == get.headers[.contentType])
                #expect(head.headers[.contentLength] == String(get.body.readableBytes))
            }
            #expect(try await client.execute(uri: "/v1/nothing", method: .head).status == .notFound)
        }
    }

    @Test("a literal takes precedence over a parameter, for methods too")
    func precedence() async throws {
        try await RoutingSamples.application().test(.router) { client in
            let response = try await client.execute(uri: "/v1/sessions/current", method: .delete)
            #expect(response.status == .methodNotAllowed)
            #expect(response.headers[.allow] == "GET, HEAD")
        }
    }

    @Test("under a prefix the same routes match, and the root is the prefix itself")
    func prefix() async throws {
        try await RoutingSamples.application(prefix: "/accounts/x").test(.router) { client in
            for (path, own) in [("/accounts/x/v1/session", "/v1/session"), ("/accounts/x", "/")] {
                let response = try await client.execute(uri: path, method: .get)
                #expect(response.json?["path"]?.string == own)
                #expect(response.json?["prefix"]?.string == "/accounts/x")
            }
            for path in [
                "/accounts/x/", "/v1/session", "/accounts//x/v1/session", "/Accounts/x/v1/session", "/accounts/x//v1/session", "/",
            ] {
                let response = try await client.execute(uri: path, method: .get)
                #expect(response.status == .notFound)
            }
        }
    }
}
