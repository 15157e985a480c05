import AccountPages
import AccountStore
import AccountStoreSQLite
import Accounts
import HTTPTypes
import Hummingbird
import JSONText
import Markup
import NIOCore
import Secrets
import Testing
import Traces
import WebServing

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
        let steps = trace.spans.filter { $0.kind != .transaction }
        #expect(steps.map(\.kind).prefix(2) == [.serverRequest, .verification])
        #expect(steps.dropFirst(2).allSatisfy { $0.kind == .event })
        #expect(trace.spans.dropFirst().allSatisfy { $0.parent == trace.spans[0].id })
        #expect(trace.spans.contains { $0.attributes[.event] == "account-created" })
        #expect(trace.outcome == .succeeded && trace.spans.allSatisfy { $0.lane == .server && $0.end != nil })
        #expect(trace.spans[0].attributes == [.method: "POST", .route: "/v1/sessions/apple", .status: "201"])
        let checks = steps[1].checks
        #expect(checks.map(\.claim) == ["form", "signature", "claims", "iss", "aud", "exp", "iat", "nonce"])
        #expect(checks.allSatisfy { $0.result == .passed })
        let values = checks.compactMap { check in check.value.map { [check.claim, $0] } }
        #expect(
            values == [
                ["form", "alg ES256"], ["signature", "kid TESTKEY001"], ["claims", "nonce_supported true"],
                ["iss", "https://appleid.apple.com"], ["aud", FakeAppleService.appID], ["exp", "2027-01-16T08:00:00Z"],
                ["iat", "2027-01-15T08:00:00Z"],
            ])
    }

    @Test(
        "the checks have the values of the header and of claims that are no secret, and none of a malformed token",
        arguments: [
            (#"{"alg":"RS256","kid":"K"}"#, "alg RS256", "kid K"), (#"{"kid":["K"]}"#, nil, #"kid ["K"]"#), ("{}", nil, nil),
            ("[", nil, nil), ("", nil, nil),
        ] as [(String, String?, String?)])
    func values(header: String, form: String?, signature: String?) {
        let claims = """
            {"auth_time":1800000000,"nonce_supported":true,"real_user_status":2,"is_private_email":"true","nonce":"secret","sub":"secret",\
            "email":"secret","exp":"soon"}
            """
        let token = [header, claims, "secret"].map { Base64URL.encode(Array($0.utf8)) }.joined(separator: ".")
        let checks = TracedVerification.checks(of: token, nil)
        func value(_ claim: String) -> String? { checks.first { $0.claim == claim }?.value }
        #expect(value("form") == form && value("signature") == signature && value("exp") == "soon" && value("iat") == nil)
        let expected = "auth_time 2027-01-15T08:00:00Z, nonce_supported true, real_user_status 2, is_private_email true"
        #expect(value("claims") == expected)
        #expect(!"\(checks)".contains("secret"))
        #expect(TracedVerification.checks(of: token + ".", nil).allSatisfy { $0.value == nil })
    }

    @Test("a transaction is recorded with its name, its kind, its statements and the tables that it changed")
    func transactions() async throws {
        let apple = FakeAppleService()
        let bench = try DeskBench(apple: apple)
        try await bench.run { client in
            #expect(try await Self.signIn(client, apple) == 201)
            let trace = try #require(bench.traces.traces.first)
            let creation = try #require(trace.spans.first { $0.attributes[.operation] == "create" })
            #expect(creation.kind == .transaction && creation.outcome == .succeeded)
            #expect(creation.attributes[.transaction] == "writing")
            let tables = try #require(creation.attributes[.tables]?.split(separator: ", ").map(String.init))
            #expect(
                tables == tables.sorted() && Set(tables).isSuperset(of: ["accounts", "apple_identities", "events", "sessions"]))
            let count = try #require(creation.attributes[.statements].flatMap { Int($0) })
            #expect(count >= tables.count)
            #expect(Set(creation.attributes.keys) == [.operation, .transaction, .statements, .tables])
            // The event is reported once the transaction is on disk.
            let event = try #require(trace.spans.firstIndex { $0.attributes[.event] == "account-created" })
            #expect(try #require(trace.spans.firstIndex(of: creation)) < event)

            var developer = try await bench.developer(client)
            let page = try await developer.open("/dev/timeline/\(trace.id)").text
            #expect(page.contains("Transaction: create") && page.contains("apple_identities"))
        }
    }

    @Test("a transaction that was rolled back is a failed step without the text of the error")
    func rolledBack() async throws {
        let traces = TraceStore(random: { .random(in: .min ... .max) }, now: { 0 })
        let span = TraceSpan(.serverRequest, in: .server, by: traces)
        await TraceSpan.$current.withValue(span) {
            do {
                try await Self.rollBack()
                Issue.record("committed")
            } catch is CancellationError {
            } catch { Issue.record("\(error)") }
        }
        let step = try #require(traces.traces.first?.spans.last)
        #expect(step.kind == .transaction && step.outcome == .failed("rolled back: CancellationError"))
        #expect(step.attributes == [.operation: "rollBack", .transaction: "writing", .statements: "1", .tables: "accounts"])
    }

    /// Deletes all accounts of a store, and throws before the commit.
    private static func rollBack() async throws {
        let store = try SQLiteAccountStore.inMemory()
        try await store.write { connection in
            _ = try connection.execute("DELETE FROM accounts WHERE number > $1", [Int64(0)])
            throw CancellationError()
        }
    }

    @Test(
        "the redemption of a code by a later job belongs to the trace of its request, with the reason of a rejection",
        arguments: [true, false])
    func redemption(isAccepted: Bool) async throws {
        let apple = FakeAppleService()
        let bench = try DeskBench(apple: apple)
        try await bench.run { client in
            let nonce = try await client.send(.post, "/v1/challenges", json: ["purpose": "apple-sign-in"]).text("nonce")
            let token = try apple.signIn("000002.subject", nonce: nonce, code: "secret-code")
            _ = try await client.send(
                .post, "/v1/sessions/apple",
                json: ["identityToken": .string(token), "authorizationCode": "secret-code", "nonce": .string(nonce)])
            if !isAccepted { apple.goDown("/auth/token") }
            await bench.bench.system.workForApple()
        }
        let trace = try #require(bench.traces.traces.first { $0.spans.contains { $0.attributes[.route] == "/v1/sessions/apple" } })
        let step = try #require(trace.spans.first { $0.kind == .redemption })
        #expect(step.parent == trace.spans[0].id && step.attributes == [.client: FakeAppleService.appID])
        if isAccepted {
            #expect(step.outcome == .succeeded)
            // The token of the response is verified too; the sign-in has already used the nonce.
            let verification = try #require(trace.spans.last { $0.kind == .verification })
            #expect(verification.checks.map(\.claim) == ["form", "signature", "claims", "iss", "aud", "exp", "iat"])
            #expect(verification.outcome == .succeeded && verification.id != trace.spans.first { $0.kind == .verification }?.id)
        } else if case .failed(let reason) = step.outcome {
            #expect(!reason.isEmpty && !reason.contains("secret-code"))
        } else {
            Issue.record("\(step.outcome)")
        }
    }

    @Test(
        "the page names the check that failed for a token",
        arguments: [
            (audience: "com.example.other", later: 0, claim: "aud", reason: "is not a configured client ID"),
            (audience: FakeAppleService.appID, later: 3_600, claim: "iat", reason: "check the clock of this machine"),
            (audience: FakeAppleService.appID, later: -3_600, claim: "iat", reason: "older than the maximum age"),
        ])
    func rejections(audience: String, later: Int, claim: String, reason: String) async throws {
        let apple = FakeAppleService()
        let bench = try DeskBench(apple: apple)
        try await bench.run { client in
            let time = ServerBench.start + .seconds(later)
            #expect(try await Self.signIn(client, apple, audience: audience, at: time) == 401)
            let trace = try #require(bench.traces.traces.first)
            let failed = trace.spans.flatMap(\.checks).filter { if case .failed = $0.result { true } else { false } }
            #expect(failed.map(\.claim) == [claim])

            var developer = try await bench.developer(client)
            #expect(trace.spans[0].attributes[.problem] == "apple-token-rejected")
            #expect(trace.spans[0].outcome == .failed("status 401: apple-token-rejected"))
            let list = try await developer.open("/dev/timeline").text
            #expect(list.contains("href=\"/dev/timeline/\(trace.id)\"") && list.contains("Failed"))
            let heading = try #require(list.split(separator: "<p class=\"detail\">\(claim): ").dropFirst().first)
            #expect(heading.prefix { $0 != "<" }.contains(reason))
            let page = try await developer.open("/dev/timeline/\(trace.id)").text
            let notice = try #require(page.split(separator: "data-failed=\"trace\">").dropFirst().first).prefix { $0 != "<" }
            #expect(notice.hasPrefix("\(claim): ") && notice.contains(reason))
            #expect(page.contains("<code>\(claim)</code> failed") && page.contains("<code>apple-token-rejected</code>"))
            #expect(page.contains("<code>iss</code> passed") && page.contains("<code>nonce</code> not checked"))
            #expect(page.contains("-failed\" open>") && page.contains(">\(audience)<"))
        }
    }

    @Test("a right password that leads to the request for a second factor is no failure, and a wrong code is one")
    func secondFactor() async throws {
        let bench = try DeskBench()
        try await bench.run { client in
            let anna = try await bench.register("anna@example.com", by: client)
            _ = try await client.turnOn(anna.token, bench.bench.clock)
            let required = try await client.signIn("anna@example.com", password: ServerBench.password)
            #expect(required.code == "additional_authentication_required")
            let trace = try #require(bench.traces.traces.first)
            #expect(trace.outcome == .succeeded && trace.spans[0].attributes[.status] == "401")
            #expect(trace.spans[0].attributes[.problem] == "additional_authentication_required")

            let wrong = try await client.answer(try required.text("challenge"), [("totp", "000000")])
            #expect(wrong.code == "factor-rejected")
            let failed = try #require(bench.traces.traces.first)
            #expect(failed.spans[0].outcome == .failed("status 401: factor-rejected"))
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
            await bench.bench.system.workForApple()
            let registered = try await bench.register("not-in-examples@example.net", by: client)
            _ = try await client.send(
                .post, "/v1/sessions", json: ["username": "not-in-examples@example.net", "password": "wrong-password"])
            _ = try await client.send(.post, "/v1/unknown-secret-path?secret-query", json: ["secret": "value"])
            // The form of a page, whose token and cookie are secrets too.
            var browser = Browser(client, origin: DeskBench.origin)
            let form = try await browser.open("/sign-in").form(to: "/sign-in", having: ["username", "password"])
                .filled(["username": "not-in-examples@example.net", "password": "wrong-password"])
            _ = try await browser.post("/sign-in", form)
            let formSecrets = (browser.cookies.map(\.value) + form.map(\.value)).filter { $0.utf8.count > 40 }
            #expect(formSecrets.count >= 2)
            let session = try answer.text("session", "token")
            let secrets: [String] =
                [
                    nonce, "secret-code", "000002.subject", session, registered.token, registered.id,
                    ServerBench.password, "wrong-password", "not-in-examples@example.net", "secret-path", "secret-query",
                ] + token.split(separator: ".").map(String.init) + formSecrets
            let bodies = bench.traces.traces.flatMap(\.spans).flatMap(\.messages.values).compactMap(\.body)
            #expect(Set(bodies.map(\.kind)) == [.json, .form])
            let names = Set(bodies.flatMap(\.members).map(\.name))
            #expect(
                names.isSuperset(of: [
                    "authorizationCode", "form-token", "identityToken", "nonce", "password", "session.token",
                ]))
            let file = String(decoding: TraceFile(fitting: bench.traces.traces).json.bytes(), as: UTF8.self)
            for secret in secrets { #expect(!file.contains(secret), "\(secret)") }
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
            let answer = try await developer.send(.get, "/dev/timeline/events", headers: [.secFetchSite: site])
            #expect(answer.status == .forbidden)
        }
    }

    @Test("the events say at the start and after each change that the page may be out of date")
    func eventLines() async throws {
        let bench = try DeskBench()
        let system = bench.bench.system
        let (ports, port) = AsyncStream<Int>.makeStream()
        let application = try system.application { port.yield($0.localAddress?.port ?? 0) }
        try await LiveServer.run(application, limits: system.limits, ports: ports, logger: system.logger) { port in
            try await RawConnection.run(port) { connection in
                try await connection.send(
                    "GET /dev/timeline/events HTTP/1.1\r\nHost: localhost:8080\r\n"
                        + "Authorization: Bearer \(DeskBench.bearer.reveal())\r\n\r\n")
                let beginning = try await connection.read(until: Self.event)
                #expect(beginning.hasPrefix("HTTP/1.1 200 ") && beginning.contains("text/event-stream"))
                TraceSpan(.tap, in: .phone, by: bench.traces).end()
                let all = try await connection.read(until: Self.event, times: 2)
                #expect(all.ranges(of: Self.event).count >= 2)
            }
        }
    }

    private static let event = "data: changed\n\n"

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
