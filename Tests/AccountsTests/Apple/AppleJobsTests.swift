import InternetAddresses
import Secrets
import Synchronization
import Testing

@testable import Accounts

@Suite("Apple's tokens in background jobs")
struct AppleJobsTests {
    static let start = AppleBench.start

    @Test("a code is exchanged once after the sign-in, and the token is checked once a day from the next day")
    func exchangeAndCheck() async throws {
        let bench = try AppleBench()
        _ = try await bench.registered(grant: AppleBench.code())
        #expect(try await bench.jobs.runDue(now: Self.start).exchanged == 1)
        #expect(try await bench.jobs.runDue(now: Self.start) == AppleJobsRun())
        #expect(try await bench.tokens().map(\.isStored) == [true])

        var checks: [Timestamp] = []
        for hour in 0..<24 * 10 {
            let now = Self.start + .seconds(hour * 3_600)
            if try await bench.jobs.runDue(now: now).checked > 0 { checks.append(now) }
        }
        #expect((8...9).contains(checks.count))
        #expect(zip(checks, checks.dropFirst()).allSatisfy { $1 - $0 >= .seconds(86_400) })
        #expect(bench.apple.asked.first == "exchange c0de native org.example.app")
        #expect(bench.apple.asked.dropFirst().allSatisfy { $0 == "check refresh-c0de org.example.app" })
    }

    @Test("while Apple is unavailable, the sign-in succeeds, and the code is exchanged later")
    func down() async throws {
        let bench = try AppleBench()
        bench.apple.answerExchange { _ in .unavailable(retryAfter: nil) }
        _ = try await bench.registered(grant: AppleBench.code())
        for second in 0..<120 { _ = try await bench.jobs.runDue(now: Self.start + .seconds(second)) }
        #expect((3...10).contains(bench.apple.asked.count))
        bench.apple.answerExchange { _ in .exchanged(try #require(AppleRefreshToken("late")), try AppleBench.key()) }
        #expect(try await bench.jobs.runDue(now: Self.start + .seconds(200)).exchanged == 1)
    }

    @Test("a code that expired in the queue is not sent and leaves no token, and the next sign-in obtains one")
    func expiredCode() async throws {
        let bench = try AppleBench()
        let anna = try await bench.registered(grant: AppleBench.code())
        let now = Self.start + .seconds(300)
        #expect(try await bench.jobs.runDue(now: now).codesUnusable == 1)
        #expect(bench.apple.asked == [])
        #expect(try await bench.tokens().map(\.isStored) == [false])
        #expect(try await bench.bench.session(anna.token, at: now) != nil)
        _ = try await bench.signIn(AppleBench.assertion(at: now), grant: AppleBench.code("second"), at: now)
        #expect(try await bench.jobs.runDue(now: now).exchanged == 1)
        #expect(try await bench.tokens().map(\.isStored) == [true])
    }

    @Test("each batch reads the clock, so that a code that expired during a slow batch is not sent")
    func slowBatch() async throws {
        let bench = try AppleBench()
        for index in 0..<10 { _ = try await bench.registered("subject.\(index)", grant: AppleBench.code(), from: index) }
        bench.apple.answerExchange { _ in .unavailable(retryAfter: nil) }
        let clock = Mutex(Self.start)
        bench.apple.duringAnswer { clock.withLock { $0 = Self.start + .seconds(300) } }
        let run = try await bench.jobs.runDue(now: { clock.withLock { $0 } })
        #expect(run.putOff == 8 && run.codesUnusable >= 2)
        #expect(bench.apple.asked.count == 8)
    }

    @Test("a code that Apple rejects leaves no token")
    func rejected() async throws {
        let bench = try AppleBench()
        bench.apple.answerExchange { _ in .rejected }
        _ = try await bench.registered(grant: AppleBench.code())
        #expect(try await bench.jobs.runDue(now: Self.start).codesUnusable == 1)
        #expect(try await bench.tokens().map(\.isStored) == [false])
        #expect(try await bench.jobs.runDue(now: Self.start + .seconds(60)) == AppleJobsRun())
    }

    @Test("another user's code is reported, and its token is not kept", arguments: ["000001.berta", "000001.ANNA"])
    func foreignCode(subject: String) async throws {
        let bench = try AppleBench()
        bench.apple.answerExchange { _ in .exchanged(try #require(AppleRefreshToken("theirs")), try AppleBench.key(subject)) }
        _ = try await bench.registered(grant: AppleBench.code())
        #expect(try await bench.jobs.runDue(now: Self.start).codesOfOtherUsers == 1)
        #expect(try await bench.tokens().map(\.isStored) == [false])
        #expect(bench.apple.asked.count == 1)
    }

    @Test("a revoked token ends the sessions that Apple opened, and is reported")
    func revoked() async throws {
        let bench = try AppleBench()
        let anna = try await bench.bench.account()
        _ = try await bench.link(AppleBench.assertion(), to: anna, grant: AppleBench.token())
        let byApple = try #require(try await bench.signIn(AppleBench.assertion()).signedIn)
        bench.apple.answerCheck(.revoked)
        let now = Self.start + .seconds(2 * 86_400)
        #expect(try await bench.jobs.runDue(now: now).consentsRevoked == 1)
        #expect(try await bench.bench.session(byApple.token, at: now) == nil)
        #expect(try await bench.bench.session(anna.token, at: now) != nil)
        #expect(try await bench.identity()?.revokedAt == now)
        #expect(bench.bench.reported.last == .appleConsentRevoked)
        #expect(try await bench.bench.events(of: anna).first == .appleConsentRevoked)

        let again = try #require(
            try await bench.signIn(AppleBench.assertion(at: now), grant: AppleBench.token("new"), at: now).signedIn)
        #expect(again.active.account.id == anna.active.account.id)
        #expect(try await bench.identity()?.revokedAt == nil)
        #expect(try await bench.tokens().map(\.isStored) == [true])
    }

    @Test("a sign-in during the check of the old token is not ended by its result")
    func replacedMeanwhile() async throws {
        let bench = try AppleBench()
        _ = try await bench.registered(grant: AppleBench.token())
        bench.apple.answerCheck(.revoked)
        let now = Self.start + .seconds(2 * 86_400)
        bench.apple.duringAnswer {
            _ = try? await bench.signIn(AppleBench.assertion(at: now), grant: AppleBench.token("new"), at: now)
        }
        #expect(try await bench.jobs.runDue(now: now) == AppleJobsRun())
        #expect(try await bench.identity()?.revokedAt == nil)
        #expect(try await bench.stores.sessions(of: #require(try await bench.identity()).account, now: now).count == 2)
    }

    @Test("a check without a result ends nothing and is postponed, longer each time")
    func unavailableCheck() async throws {
        let bench = try AppleBench()
        let anna = try await bench.registered(grant: AppleBench.token())
        bench.apple.answerCheck(.unavailable(retryAfter: nil))
        let first = Self.start + .seconds(2 * 86_400)
        for minute in 0..<24 * 60 { _ = try await bench.jobs.runDue(now: first + .seconds(minute * 60)) }
        #expect((4...9).contains(bench.apple.asked.count))
        #expect(try await bench.identity()?.revokedAt == nil)
        #expect(try await bench.bench.session(anna.token, at: first) != nil)
    }

    @Test("a worker that stops after the request does not cause another request on the same day")
    func claimedCheck() async throws {
        let bench = try AppleBench()
        _ = try await bench.registered(grant: AppleBench.token())
        let due = Self.start + .seconds(2 * 86_400)
        #expect(try await bench.stores.claim(.checkAppleToken, now: due, lease: JobKind.checkAppleToken.lease, limit: 1).count == 1)
        #expect(try await bench.jobs.runDue(now: due + .seconds(86_399)) == AppleJobsRun())
        #expect(try await bench.jobs.runDue(now: due + .seconds(86_400)).checked == 1)
    }

    @Test("the delay of mail and events doubles up to an hour, after any number of attempts", arguments: [JobKind.mail, .event])
    func longestDelay(of kind: JobKind) {
        #expect(kind.delay(after: 9, asked: nil) == .seconds(2_560))
        for retries in [10, 17, 100] { #expect(kind.delay(after: retries, asked: nil) == .seconds(3_600)) }
    }

    @Test("Apple's Retry-After is respected, up to a day")
    func retryAfter() {
        #expect(JobKind.exchangeAppleCode.delay(after: 0, asked: nil) == .seconds(2))
        #expect(JobKind.exchangeAppleCode.delay(after: 100, asked: nil) == .seconds(30))
        #expect(JobKind.revokeAppleToken.delay(after: 0, asked: .seconds(3_600)) == .seconds(3_600))
        #expect(JobKind.revokeAppleToken.delay(after: 0, asked: .seconds(10_000_000)) == .seconds(86_400))
        #expect(JobKind.checkAppleToken.delay(after: 1, asked: .seconds(1)) == .seconds(1_200))
    }

    @Test("checks of many identities are spread over the day")
    func spread() {
        let random = PredictableRandomBytes(seed: 5)
        let hours = (0..<2_400).map { _ in
            let first = AppleTokenSchedule.firstCheck(of: AppleIdentityID(random: random), obtainedAt: Self.start)
            return Int((first - Self.start).components.seconds / 3_600)
        }
        #expect(hours.allSatisfy { (24..<48).contains($0) })
        let counts = Dictionary(grouping: hours, by: \.self).mapValues(\.count)
        #expect(counts.count == 24)
        #expect(counts.values.allSatisfy { (50...160).contains($0) })
    }

    @Test("a run is limited, and codes come before everything else")
    func bounded() async throws {
        let bench = try AppleBench()
        for index in 0..<70 { _ = try await bench.registered("subject.\(index)", grant: AppleBench.code(), from: index) }
        bench.apple.answerExchange { _ in .unavailable(retryAfter: nil) }
        #expect(try await bench.jobs.runDue(now: Self.start).putOff == AppleJobs.batch * AppleJobs.rounds)
        #expect(try await bench.jobs.runDue(now: Self.start).putOff == 70 - AppleJobs.batch * AppleJobs.rounds)
    }

    @Test("a sealed token opens only with its key, its identity and its client")
    func sealing() async throws {
        let bench = try AppleBench()
        let sealer = bench.service.sealer
        let token = try #require(AppleRefreshToken("refresh"))
        let (identity, client) = (AppleIdentityID(random: PredictableRandomBytes(seed: 3)), try #require(AppleClientID("a")))
        let sealed = try sealer.seal(token, of: identity, client: client)
        #expect(sealer.refreshToken(sealed, of: identity, client: client)?.reveal() == "refresh")
        #expect(sealer.refreshToken(sealed, of: AppleIdentityID(random: PredictableRandomBytes(seed: 4)), client: client) == nil)
        #expect(sealer.refreshToken(sealed, of: identity, client: try #require(AppleClientID("b"))) == nil)
        #expect(sealer.code(sealed, flow: .native, of: identity, client: client) == nil)
        let other = try AppleBench(keySeed: 32)
        #expect(other.service.sealer.refreshToken(sealed, of: identity, client: client) == nil)
    }
}

extension AppleBench {
    func tokens(_ subject: String = "000001.anna") async throws -> [AppleTokenState] {
        try await stores.appleTokens(of: #require(try await identity(subject)).id)
    }

    fileprivate func registered(_ subject: String, grant: AppleGrant, from number: Int) async throws -> SignedIn {
        let client = Client(address: IPAddress(v4: 0x0A00_0000 + UInt32(number)), deviceName: nil)
        return try #require(try await signIn(Self.assertion(subject), grant: grant, from: client).registered)
    }
}
