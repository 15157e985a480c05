import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LocalAccess
import Markup
import NIOCore
import Secrets
import Testing

@Suite("The gate of a server on loopback")
struct LocalAccessGateTests {
    @Test(
        "without a cookie and a bearer every request is 401, to a path without a route too", arguments: ["/page", "/data", "/none"])
    func closed(path: String) async throws {
        try await GateScene.run { scene async throws in
            for method in [HTTPRequest.Method.get, .post] {
                let response = try await scene.send(method, path)
                #expect(response.status == .unauthorized && response.headers[.wwwAuthenticate] == "Bearer realm=\"latchkey\"")
                #expect(response.text.contains("latchkey phone open"))
            }
        }
    }

    @Test("a rejection is a page for a browser and a problem document for a program")
    func rejections() async throws {
        try await GateScene.run { scene async throws in
            let page = try await scene.send(.get, "/page", [.accept: "text/html,application/xhtml+xml"])
            #expect(page.headers[.contentType] == "text/html; charset=utf-8" && page.text.contains("<h1>Not signed in</h1>"))
            #expect(page.headers[.cacheControl] == "no-store")
            let document = try await scene.send(.get, "/page")
            #expect(document.headers[.contentType] == "application/problem+json")
            #expect(document.text.hasPrefix(#"{"code":"unauthorized","detail":"#) && document.text.hasSuffix(#","status":401}"#))
        }
    }

    @Test("the bearer opens every route, and a bearer that is wrong or misspelled opens none")
    func bearer() async throws {
        try await GateScene.run { scene async throws in
            let right = GateScene.bearer.reveal()
            for value in ["Bearer \(right)", "bearer \(right)"] {
                #expect(try await scene.send(.get, "/data", [.authorization: value]).status == .ok)
            }
            let wrong = OpaqueToken(random: PredictableRandomBytes(seed: 7)).reveal()
            for value in ["Bearer \(wrong)", "Bearer \(right)=", "Bearer", "Bearer ", right, "Basic \(right)", ""] {
                #expect(try await scene.send(.get, "/data", [.authorization: value]).status == .unauthorized, "\(value)")
            }
        }
    }

    @Test("the first visit exchanges the token for a cookie and leads to the same page without it; the cookie opens every route")
    func visit() async throws {
        try await GateScene.run { scene async throws in
            let first = try await scene.send(.get, scene.gate.newPath().text)
            #expect(first.status == .seeOther && first.headers[.location] == "/page")
            #expect(first.headers[.cacheControl] == "no-store")
            let cookie = try #require(first.headers[.setCookie])
            #expect(cookie.hasPrefix("latchkey-8082=") && cookie.hasSuffix("; Path=/; HttpOnly; SameSite=Strict"))
            let pair = String(cookie.prefix { $0 != ";" })
            for path in ["/page", "/data", "/page"] { #expect(try await scene.send(.get, path, [.cookie: pair]).status == .ok) }
            #expect(try await scene.send(.get, "/page", [.cookie: "a=b; latchkey-8082=planted; \(pair)"]).status == .ok)
        }
    }

    @Test("a used, unknown, misspelled or expired token is 401 and sets no cookie")
    func badToken() async throws {
        try await GateScene.run { scene async throws in
            let used = scene.gate.newPath().text
            #expect(try await scene.send(.get, used).status == .seeOther)
            let expired = scene.gate.newPath().text
            scene.clock.advance(by: LocalAccess.tokenLifetime)
            let unknown = "/page?token=" + OpaqueToken(random: PredictableRandomBytes(seed: 7)).reveal()
            for path in [used, expired, unknown, "/page?token=", "/page?token=x"] {
                let response = try await scene.send(.get, path)
                #expect(response.status == .unauthorized && response.headers[.setCookie] == nil, "\(path)")
            }
        }
    }

    @Test("a browser that is admitted follows an address a second time, and the token of that address stays unused")
    func secondVisit() async throws {
        try await GateScene.run { scene async throws in
            let pair = try await scene.cookie()
            let path = scene.gate.newPath().text
            let again = try await scene.send(.get, path, [.cookie: pair])
            #expect(again.status == .seeOther && again.headers[.location] == "/page" && again.headers[.setCookie] == nil)
            #expect(try await scene.send(.get, path).headers[.setCookie] != nil)
        }
    }

    @Test("a token is exchanged by a visit to the first page alone")
    func landingAlone() async throws {
        try await GateScene.run { scene async throws in
            let path = scene.gate.newPath().text
            #expect(try await scene.send(.get, path.replacing("/page", with: "/data")).status == .unauthorized)
            #expect(try await scene.send(.post, path).status == .unauthorized)
            #expect(try await scene.send(.head, path).status == .unauthorized)
            #expect(try await scene.send(.get, path).status == .seeOther)
        }
    }

    @Test("the cookie of another server is 401, under its own name and under this server's")
    func otherCookie() async throws {
        try await GateScene.run { scene async throws in
            let other = GateScene.access(port: 9_000, seed: 5, clock: scene.clock)
            let session = try #require(other.exchange(other.newToken())).reveal()
            let own = try await scene.cookie()
            #expect(other.cookieName == "latchkey-9000")
            for pair in ["latchkey-9000=\(session)", "latchkey-8082=\(session)"] {
                #expect(try await scene.send(.get, "/page", [.cookie: pair]).status == .unauthorized, "\(pair)")
            }
            // Of two servers of one host a browser sends both.
            #expect(try await scene.send(.get, "/page", [.cookie: "latchkey-9000=\(session); \(own)"]).status == .ok)
        }
    }

    @Test("of 64 visits with one token at the same time, one receives a cookie")
    func race() async throws {
        try await GateScene.run { scene async throws in
            let path = scene.gate.newPath().text
            let cookies = try await withThrowingTaskGroup(of: Bool.self) { tasks in
                for _ in 0..<64 { tasks.addTask { try await scene.send(.get, path).headers[.setCookie] != nil } }
                return try await tasks.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(cookies == 1)
        }
    }

    @Test("a program with the bearer receives a further path, which works; a browser with a cookie does not")
    func further() async throws {
        try await GateScene.run { scene async throws in
            let tokens = LocalAccessGate.tokenPath
            let response = try await scene.send(.post, tokens, [.authorization: "Bearer \(GateScene.bearer.reveal())"])
            #expect(response.status == .created)
            let path = try JSONDecoder().decode([String: String].self, from: Data(response.text.utf8))["path"]
            #expect(try await scene.send(.get, #require(path)).status == .seeOther)
            #expect(try await scene.send(.post, tokens).status == .unauthorized)
            #expect(try await scene.send(.post, tokens, [.cookie: scene.cookie()]).status == .notFound)
        }
    }
}

/// A server with two routes behind a gate.
struct GateScene: Sendable {
    let gate: LocalAccessGate
    let clock: ManualClock
    let client: any TestClientProtocol

    static let bearer = OpaqueToken(random: PredictableRandomBytes(seed: 99))

    static func access(port: Int, seed: UInt64, clock: ManualClock) -> LocalAccess {
        LocalAccess(port: port, bearer: bearer, random: PredictableRandomBytes(seed: seed)) { clock.now }
    }

    static func run(_ body: @escaping @Sendable (GateScene) async throws -> Void) async throws {
        let clock = ManualClock()
        let gate = LocalAccessGate(access(port: 8_082, seed: 1, clock: clock), landing: "/page", command: "latchkey phone open")
        let router = Router()
        router.add(middleware: LocalAccessMiddleware(gate))
        router.get("/page") { _, _ in "page" }
        router.get("/data") { _, _ in "data" }
        try await Application(router: router).test(.router) { client in
            try await body(GateScene(gate: gate, clock: clock, client: client))
        }
    }

    func send(_ method: HTTPRequest.Method, _ path: String, _ headers: HTTPFields = [:]) async throws -> TestResponse {
        try await client.execute(uri: path, method: method, headers: headers)
    }

    /// Returns the cookie that a browser sends after a first visit.
    func cookie() async throws -> String {
        let response = try await send(.get, gate.newPath().text)
        return String(try #require(response.headers[.setCookie]).prefix { $0 != ";" })
    }
}

extension TestResponse {
    var text: String { String(buffer: body) }
}
