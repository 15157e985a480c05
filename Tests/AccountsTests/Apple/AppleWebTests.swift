import Secrets
import Testing

@testable import Accounts

@Suite("Signing in with Apple on the web")
struct AppleWebTests {
    static let start = AppleBench.start

    @Test("the browser that started finishes once and reaches its destination")
    func whole() async throws {
        let bench = try AppleBench()
        let attempt = try await begin(bench)
        let landing = try #require(try await bench.service.land(state: attempt.state, now: Self.start))
        #expect(landing.nonce.digest == attempt.nonce.digest)
        #expect(landing.purpose == .signIn)
        let completion = try await bench.service.park(
            AppleBench.assertion(), grant: AppleBench.code(flow: .web), of: landing, now: Self.start)
        guard case .signIn(let outcome, let next) = try await finish(bench, completion, attempt.browser) else {
            Issue.record("rejected")
            return
        }
        #expect(outcome.registered != nil)
        #expect(next.text == "/account")
        guard case .rejected = try await finish(bench, completion, attempt.browser) else {
            Issue.record("finished twice")
            return
        }
        _ = try await bench.jobs.runDue(now: Self.start)
        #expect(bench.apple.asked == ["exchange c0de web org.example.app"])
    }

    @Test("a state is accepted once, within ten minutes")
    func states() async throws {
        let bench = try AppleBench()
        let (first, second) = (try await begin(bench), try await begin(bench))
        let end = Self.start + .seconds(600)
        #expect(try await bench.service.land(state: first.state, now: end) == nil)
        #expect(try await bench.service.land(state: second.state, now: end - .milliseconds(1)) != nil)
        #expect(try await bench.service.land(state: second.state, now: Self.start) == nil)
        let unknown = OpaqueToken(random: PredictableRandomBytes(seed: 99))
        #expect(try await bench.service.land(state: unknown, now: Self.start) == nil)
        // The nonce and the cookie are not accepted as a state.
        let third = try await begin(bench)
        for token in [third.nonce, third.browser] { #expect(try await bench.service.land(state: token, now: Self.start) == nil) }
    }

    @Test("another browser does not finish, and its attempt invalidates the sign-in")
    func otherBrowser() async throws {
        let bench = try AppleBench()
        let (mine, theirs) = (try await begin(bench), try await begin(bench))
        let completion = try await land(bench, theirs)
        guard case .rejected = try await finish(bench, completion, mine.browser) else {
            Issue.record("signed in to another account")
            return
        }
        guard case .rejected = try await finish(bench, completion, theirs.browser) else {
            Issue.record("used twice")
            return
        }
        #expect(try await bench.stores.countAccounts() == 0)
    }

    @Test("attempts in several tabs of one browser each finish")
    func tabs() async throws {
        let bench = try AppleBench()
        let first = try await begin(bench)
        let second = try await begin(bench, browser: first.browser)
        #expect(second.browser.digest == first.browser.digest)
        for attempt in [first, second] {
            guard case .signIn = try await finish(bench, try await land(bench, attempt), first.browser) else {
                Issue.record("rejected")
                return
            }
        }
    }

    @Test("a parked assertion is valid for two minutes, exact to the millisecond")
    func completionExpiry() async throws {
        let bench = try AppleBench()
        let end = Self.start + .seconds(120)
        let (late, intime) = (try await begin(bench), try await begin(bench))
        let (first, second) = (try await land(bench, late), try await land(bench, intime))
        guard case .rejected = try await finish(bench, first, late.browser, at: end),
            case .signIn = try await finish(bench, second, intime.browser, at: end - .milliseconds(1))
        else {
            Issue.record("another lifetime")
            return
        }
    }

    @Test("linking and reauthentication finish in their own session only")
    func sessions() async throws {
        let bench = try AppleBench()
        let anna = try await bench.bench.account()
        let other = try #require(try await bench.bench.signIn().signedIn)
        let id = anna.active.session.id
        for purpose in [AppleWebPurpose.link(id), .reauthenticate(id)] {
            for wrong in [nil, other.active] {
                let attempt = try await begin(bench, for: purpose)
                guard case .rejected = try await finish(bench, try await land(bench, attempt), attempt.browser, in: wrong) else {
                    Issue.record("finished in another session")
                    return
                }
            }
        }
        #expect(try await bench.identity() == nil)

        let linking = try await begin(bench, for: .link(id))
        guard case .linking(.linked, _) = try await finish(bench, try await land(bench, linking), linking.browser, in: anna.active),
            case let again = try await begin(bench, for: .reauthenticate(id)),
            case .reauthentication(.reauthenticated, _) = try await finish(
                bench, try await land(bench, again), again.browser, in: anna.active)
        else {
            Issue.record("rejected in its own session")
            return
        }
    }

    @Test(
        "a conversion links the identity, removes the password and ends the other sessions in one store operation, or changes nothing"
    )
    func conversion() async throws {
        let bench = try AppleBench()
        let anna = try await bench.bench.account()
        let other = try #require(try await bench.bench.signIn().signedIn)
        let purpose = AppleWebPurpose.convert(anna.active.session.id)
        for wrong in [nil, other.active] {
            let attempt = try await begin(bench, for: purpose)
            guard case .rejected = try await finish(bench, try await land(bench, attempt), attempt.browser, in: wrong) else {
                Issue.record("finished in another session")
                return
            }
        }
        // The store fails in between: the password still signs in, and no identity is linked.
        let failing = try await begin(bench, for: purpose)
        let completion = try await land(bench, failing)
        bench.stores.before(.convert) { throw StoreError(.unavailable, reason: "gone") }
        await #expect(throws: StoreError.self) { try await finish(bench, completion, failing.browser, in: anna.active) }
        #expect(try await bench.identity() == nil)
        #expect(try await bench.bench.signIn().signedIn != nil)

        bench.stores.forget()
        let attempt = try await begin(bench, for: purpose)
        guard
            case .conversion(.finished(.converted(let renewed?))) = try await finish(
                bench, try await land(bench, attempt), attempt.browser, in: anna.active)
        else {
            Issue.record("rejected in its own session")
            return
        }
        #expect(!bench.stores.operations.contains(.link) && !bench.stores.operations.contains(.removePassword))
        #expect(try await bench.identity()?.account == anna.active.account.id)
        #expect(try await bench.bench.signIn().signedIn == nil)
        #expect(try await bench.bench.session(renewed.token) != nil)
        #expect(try await bench.bench.session(other.token) == nil)
    }

    @Test("a conversion requires recent authentication at its end, and rejects an identity of another account")
    func rejectedConversion() async throws {
        let bench = try AppleBench()
        let anna = try await bench.bench.account()
        let late = Self.start + .seconds(601)
        let attempt = try await begin(bench, for: .convert(anna.active.session.id), at: late)
        guard
            case .conversion(.denied(.reauthenticationRequired)) = try await finish(
                bench, try await land(bench, attempt, at: late), attempt.browser, in: anna.active, at: late)
        else {
            Issue.record("converted without recent authentication")
            return
        }
        _ = try await bench.registered()
        let taken = try await begin(bench, for: .convert(anna.active.session.id))
        guard
            case .conversion(.finished(.identityTaken)) = try await finish(
                bench, try await land(bench, taken), taken.browser, in: anna.active)
        else {
            Issue.record("took the identity of another account")
            return
        }
        #expect(try await bench.bench.signIn().signedIn != nil)
    }

    @Test("linking requires recent authentication at its end")
    func freshness() async throws {
        let bench = try AppleBench()
        let anna = try await bench.bench.account()
        let attempt = try await begin(bench, for: .link(anna.active.session.id), at: Self.start + .seconds(590))
        let late = Self.start + .seconds(601)
        let completion = try await land(bench, attempt, at: late)
        guard
            case .linking(.reauthenticationRequired, _) = try await finish(
                bench, completion, attempt.browser, in: anna.active, at: late)
        else {
            Issue.record("linked without recent authentication")
            return
        }
    }

    @Test("the name is kept from the landing on, even if the sign-in does not finish")
    func name() async throws {
        let bench = try AppleBench()
        let name = PersonName(given: "Anna", family: "Berg")
        let attempt = try await begin(bench)
        let landing = try #require(try await bench.service.land(state: attempt.state, now: Self.start))
        _ = try await bench.service.park(AppleBench.assertion(name: name), grant: .none, of: landing, now: Self.start)
        _ = try await bench.registered()
        #expect(try await bench.identity()?.name == name)
    }

    @Test("attempts are charged as challenges")
    func budget() async throws {
        var policy = ThrottlePolicy()
        policy.challengesPerAddress = try #require(Budget(burst: 1, refill: 1, per: .seconds(3_600)))
        let bench = try AppleBench(throttles: policy)
        _ = try await begin(bench)
        guard
            case .throttled = try await bench.service.beginWebAttempt(
                for: .signIn, next: #require(ReturnPath("/")), browser: nil, client: AppleBench.home, now: Self.start)
        else {
            Issue.record("not counted")
            return
        }
    }

    private func begin(
        _ bench: AppleBench, for purpose: AppleWebPurpose = .signIn, browser: OpaqueToken? = nil, at now: Timestamp = start
    ) async throws -> AppleWebAttempt {
        let outcome = try await bench.service.beginWebAttempt(
            for: purpose, next: #require(ReturnPath("/account")), browser: browser, client: AppleBench.home, now: now)
        guard case .begun(let attempt) = outcome else { throw StoreError(.failed, reason: "throttled") }
        return attempt
    }

    private func land(_ bench: AppleBench, _ attempt: AppleWebAttempt, at now: Timestamp = start) async throws -> OpaqueToken {
        let landing = try #require(try await bench.service.land(state: attempt.state, now: now))
        return try await bench.service.park(AppleBench.assertion(at: now), grant: .none, of: landing, now: now)
    }

    private func finish(
        _ bench: AppleBench, _ completion: OpaqueToken, _ browser: OpaqueToken, in active: ActiveSession? = nil,
        at now: Timestamp = start
    ) async throws -> AppleWebFinish {
        try await bench.service.finishWebAttempt(
            completion: completion, browser: browser, in: active, deviceToken: nil, client: AppleBench.home, now: now)
    }
}
