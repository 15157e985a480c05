import AccountPages
import Accounts
import HTTPTypes
import JSONText
import Markup
import Testing
import Traces

@testable import AccountServer

@Suite("The timeline of the desk")
struct TimelineTests {
    /// Signs in at the server with a token of Apple, and returns the status.
    private static func signIn(
        _ client: ServerClient, _ apple: FakeAppleService, audience: String = FakeAppleService.appID,
        at time: Timestamp = ServerBench.start, headers: HTTPFields = [:]
    ) async throws -> Int {
        let challenge = try await client.send(
            .post, "/v1/challenges", json: ["purpose": "apple-sign-in"], headers: headers)
        let nonce = try challenge.text("nonce")
        let token = try apple.signIn(nonce: nonce, audience: audience, at: time)
        return try await client.send(
            .post, "/v1/sessions/apple", json: ["identityToken": .string(token), "nonce": .string(nonce)], headers: headers
        ).status.code
    }

    @Test("a sign-in is recorded: the request with its route, the checks of the token, and the events")
    func signIn() async throws {
        let apple = FakeAppleService()
        let bench = try DeskBench(apple: apple)
        try await bench.run { client async throws in
            #expect(try await Self.signIn(client, apple) == 201)
        }
        let trace = try #require(bench.traces.traces.first)
        #expect(trace.spans.map(\.kind).prefix(2) == [.serverRequest, .verification])
        #expect(trace.spans.dropFirst(2).allSatisfy { $0.kind == .event && $0.parent == trace.spans[0].id })
        #expect(trace.spans.contains { $0.attributes[.event] == "account-created" })
        #expect(trace.outcome == .succeeded && trace.spans.allSatisfy { $0.lane == .server && $0.end != nil })
        #expect(trace.spans[0].attributes == [.method: "POST", .route: "/v1/sessions/apple", .status: "201"])
        let checks = trace.spans[1].checks
        #expect(checks.map(\.claim) == ["form", "signature", "claims", "iss", "aud", "exp", "iat", "nonce"])
        #expect(checks.allSatisfy { $0.result == .passed })
        let values = checks.compactMap { check in check.value.map { [check.claim, $0] } }
        #expect(
            values == [
                ["iss", "https://appleid.apple.com"], ["aud", FakeAppleService.appID], ["exp", "2027-01-16T08:00:00Z"],
                ["iat", "2027-01-15T08:00:00Z"],
            ])
    }

    @Test(
        "the page names the check that failed for a token",
        arguments: [
            (audience: "com.example.other", later: 0, claim: "aud", reason: "is not a configured client ID"),
            (audience: FakeAppleService.appID, later: 3_600, claim: "iat", reason: "check the clock of this machine"),
            (audience: FakeAppleService.appID, later: -3_600, claim: "iat", reason: "older than the maximum age"),
        ])
    func refusals(audience: String, later: Int, claim: String, reason: String) async throws {
        let apple = FakeAppleService()
        let bench = try DeskBench(apple: apple)
        try await bench.run { client in
            let time = ServerBench.start + .seconds(later)
            #expect(try await Self.signIn(client, apple, audience: audience, at: time) == 401)
            let trace = try #require(bench.traces.traces.first)
            let failed = trace.spans.flatMap(\.checks).filter { if case .failed = $0.result { true } else { false } }
            #expect(failed.map(\.claim) == [claim])

            var developer = try await bench.developer(client)
            let list = try await developer.open("/dev/timeline").text
            #expect(list.contains("href=\"/dev/timeline/\(trace.id)\"") && list.contains("Failed"))
            let page = try await developer.open("/dev/timeline/\(trace.id)").text
            #expect(page.contains("<code>\(claim)</code> failed") && page.contains(reason))
            #expect(page.contains("<code>iss</code> passed") && page.contains("<code>nonce</code> not checked"))
            #expect(page.contains("<details open>") && page.contains(">\(audience)<"))
        }
    }

    @Test("no password, token, code or nonce is in a trace or on a page")
    func secrets() async throws {
        let apple = FakeAppleService()
        let bench = try DeskBench(apple: apple)
        try await bench.run { client in
            let nonce = try await client.send(.post, "/v1/challenges", json: ["purpose": "apple-sign-in"]).text("nonce")
            let token = try apple.signIn("000002.subject", nonce: nonce, code: "secret-code")
            let answer = try await client.send(
                .post, "/v1/sessions/apple",
                json: ["identityToken": .string(token), "authorizationCode": "secret-code", "nonce": .string(nonce)])
            let registered = try await bench.register("not-in-examples@example.net", by: client)
            _ = try await client.send(
                .post, "/v1/sessions", json: ["username": "not-in-examples@example.net", "password": "wrong-password"])
            _ = try await client.send(.post, "/v1/unknown-secret-path?secret-query", json: ["secret": "value"])
            let session = try answer.text("session", "token")
            let secrets: [String] =
                [
                    nonce, "secret-code", "000002.subject", session, registered.token, registered.id,
                    ServerBench.password, "wrong-password", "not-in-examples@example.net", "secret-path", "secret-query",
                ] + token.split(separator: ".").map(String.init)
            let recorded = bench.traces.traces.map { "\($0)" }.joined()
            for secret in secrets {
                #expect(!recorded.contains(secret), "\(secret)")
            }
            var developer = try await bench.developer(client)
            for trace in bench.traces.traces {
                let page = try await developer.open("/dev/timeline/\(trace.id)").text
                for secret in secrets { #expect(!page.contains(secret), "\(secret)") }
            }
        }
    }

    @Test("the desk, documents and assets are not recorded")
    func unrecorded() async throws {
        let bench = try DeskBench()
        try await bench.run { client in
            var developer = try await bench.developer(client)
            for path in ["/", "/dev/timeline", "/dev/log", "/sign-in", PagePath.stylesheet.text, "/docs/api"] {
                _ = try await developer.send(.get, path)
            }
            _ = try await developer.post("/dev/start-over", [])
        }
        #expect(bench.traces.traces.isEmpty)
    }

    @Test("a request continues a trace of this process, and links another")
    func positions() async throws {
        let bench = try DeskBench()
        let tap = TraceSpan(.tap, in: .phone, by: bench.traces, [.app: "A"])
        let foreign = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
        try await bench.run { client in
            for value in ["\(tap.position)", foreign] {
                _ = try await client.send(
                    .post, "/v1/sessions", json: ["username": "a", "password": "b"], headers: [.traceparent: value])
            }
            let own = try #require(bench.traces.trace(tap.position.trace))
            #expect(own.spans.prefix(2).map(\.kind) == [.tap, .serverRequest] && own.spans[1].parent == tap.position.span)
            let other = try #require(bench.traces.traces.first)
            #expect(other.id != tap.position.trace && other.spans.first?.link == TraceParent(foreign))
            var developer = try await bench.developer(client)
            #expect(try await developer.open("/dev/timeline/\(other.id)").text.contains("4bf92f3577b34da6a3ce929d0e0e4736"))
            #expect(try await developer.send(.get, "/dev/timeline/4bf92f3577b34da6a3ce929d0e0e4736").status == .notFound)
            #expect(try await developer.send(.get, "/dev/timeline/unknown").status == .notFound)
        }
    }

    @Test(
        "the list is filtered by person, app and status",
        arguments: [
            ("", ["/a", "/b", "/c"]), ("?person=anna", ["/a", "/b"]), ("?person=anna&app=One", ["/a"]), ("?status=failed", ["/b"]),
            ("?status=running", ["/c"]), ("?status=unknown&app=", ["/a", "/b", "/c"]), ("?person=none", []),
        ])
    func filter(query: String, shown: [String]) async throws {
        let bench = try DeskBench()
        TraceSpan(.tap, in: .phone, by: bench.traces, [.person: "anna", .app: "One", .button: "/a"]).end()
        TraceSpan(.tap, in: .phone, by: bench.traces, [.person: "anna", .app: "Two", .button: "/b"]).end(.failed("r"))
        _ = TraceSpan(.tap, in: .phone, by: bench.traces, [.person: "bob", .app: "Two", .button: "/c"])
        try await bench.run { client in
            var developer = try await bench.developer(client)
            let page = try await developer.open("/dev/timeline" + query).text
            for button in ["/a", "/b", "/c"] {
                #expect(page.contains("The user acts: \(button)<") == shown.contains(button), "\(button)")
            }
        }
    }

    @Test("only the timeline itself reads its events", arguments: ["cross-site", "same-site", "none"])
    func events(site: String) async throws {
        let bench = try DeskBench()
        try await bench.run { client in
            var developer = try await bench.developer(client)
            let answer = try await developer.send(.get, "/dev/timeline/events", headers: [.literal("Sec-Fetch-Site"): site])
            #expect(answer.status == .forbidden)
        }
    }

    @Test("a reader above the limit of event streams receives a time to retry")
    func crowd() async throws {
        let bench = try DeskBench()
        let streams = (0..<16).compactMap { _ in bench.traces.changes() }
        try await bench.run { client in
            var developer = try await bench.developer(client)
            #expect(try await developer.send(.get, "/dev/timeline/events").status == .tooManyRequests)
        }
        #expect(streams.count == 16)
    }
}
