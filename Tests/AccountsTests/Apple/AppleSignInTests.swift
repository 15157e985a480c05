import Secrets
import Testing

@testable import Accounts

@Suite("Signing in with Apple")
struct AppleSignInTests {
    static let start = AppleBench.start

    @Test("an unknown identity gets a new account without name and password; a known one signs in to its account")
    func registration() async throws {
        let bench = try AppleBench()
        let anna = try #require(try await bench.signIn(AppleBench.assertion(email: "anna@example.com")).registered)
        #expect(anna.active.account.userName == nil)
        #expect(!anna.active.account.hasPassword)
        #expect(anna.active.session.origin == .apple)
        #expect(try await bench.bench.session(anna.token)?.session.origin == .apple)
        #expect(bench.bench.service.isRecentlyAuthenticated(anna.active, now: Self.start))
        #expect(try await bench.identity()?.email?.address == "anna@example.com")

        let again = try #require(try await bench.signIn(AppleBench.assertion()).signedIn)
        #expect(again.active.account == anna.active.account)
        #expect(again.token.digest != anna.token.digest)
        #expect(bench.bench.reported == [.accountCreated, .signedInByApple])
        #expect(try await bench.stores.countAccounts() == 1)
    }

    @Test(
        "another subject, or the same subject of another team, is another user",
        arguments: [("000001.berta", "TEAM000001"), ("000001.anna", "TEAM000002")])
    func otherKeys(subject: String, team: String) async throws {
        let bench = try AppleBench()
        let anna = try await bench.registered()
        let other = try #require(try await bench.signIn(AppleBench.assertion(subject, team: team)).registered)
        #expect(other.active.account.id != anna.active.account.id)
    }

    @Test("a nonce is accepted once, and an unknown nonce never")
    func challenges() async throws {
        let bench = try AppleBench()
        let nonce = try await bench.nonce()
        #expect(try await bench.signIn(AppleBench.assertion(), nonce: nonce).registered != nil)
        #expect(try await bench.signIn(AppleBench.assertion(), nonce: nonce).isChallengeRejected)
        let unknown = OpaqueToken(random: PredictableRandomBytes(seed: 99))
        #expect(try await bench.signIn(AppleBench.assertion(), nonce: unknown).isChallengeRejected)
        #expect(try await bench.stores.countAccounts() == 1)
        #expect(bench.bench.reported == [.accountCreated])
    }

    @Test("a token without a nonce is accepted once for any purpose; a failed use is charged as an invalid nonce")
    func unboundToken() async throws {
        let bench = try AppleBench()
        let token = UnboundAppleToken(
            digest: OpaqueToken(random: PredictableRandomBytes(seed: 5)).digest, issuedAt: Self.start,
            expiresAt: Self.start + .seconds(600))
        let assertion = try AppleBench.assertion(unbound: token)
        let anna = try #require(try await bench.signIn(assertion).registered)
        #expect(try await bench.signIn(assertion).isChallengeRejected)
        #expect(try await bench.reauthenticate(anna, assertion, at: Self.start).isChallengeRejected)
        #expect(try await bench.link(assertion, to: anna) == .challengeRejected)
        // A bound token of the same user, and another unbound one, are accepted.
        #expect(try await bench.signIn(AppleBench.assertion()).signedIn != nil)
        let other = UnboundAppleToken(
            digest: OpaqueToken(random: PredictableRandomBytes(seed: 6)).digest, issuedAt: token.issuedAt,
            expiresAt: token.expiresAt)
        #expect(try await bench.signIn(AppleBench.assertion(unbound: other)).signedIn != nil)
    }

    @Test("a nonce for linking or reauthentication does not sign in")
    func purposes() async throws {
        let bench = try AppleBench()
        let anna = try await bench.registered()
        for purpose in [ChallengePurpose.appleLink(anna.active.session.id), .appleReauthentication(anna.active.session.id)] {
            let nonce = try await bench.nonce(for: purpose)
            #expect(try await bench.signIn(AppleBench.assertion(), nonce: nonce).isChallengeRejected)
        }
    }

    @Test("a nonce is valid for ten minutes, exact to the millisecond")
    func expiry() async throws {
        let bench = try AppleBench()
        let (first, second) = (try await bench.nonce(), try await bench.nonce())
        let end = Self.start + .seconds(600)
        #expect(try await bench.signIn(AppleBench.assertion(), nonce: first, at: end).isChallengeRejected)
        #expect(try await bench.signIn(AppleBench.assertion(), nonce: second, at: end - .milliseconds(1)).registered != nil)
    }

    @Test("of 64 sign-ins with one nonce, one succeeds")
    func race() async throws {
        let bench = try AppleBench()
        let nonce = try await bench.nonce()
        let count = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<64 {
                group.addTask { try await bench.signIn(AppleBench.assertion(), nonce: nonce).registered != nil }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(count == 1)
    }

    @Test("concurrent sign-ins of a new identity create one account and all sign in to it")
    func oneAccount() async throws {
        let bench = try AppleBench()
        let accounts = try await withThrowingTaskGroup(of: AccountID?.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let outcome = try await bench.signIn(AppleBench.assertion())
                    return (outcome.registered ?? outcome.signedIn)?.active.account.id
                }
            }
            return try await group.reduce(into: [AccountID?]()) { $0.append($1) }
        }
        #expect(Set(accounts).count == 1)
        #expect(!accounts.contains(nil))
        #expect(try await bench.stores.countAccounts() == 1)
    }

    @Test("an identity that loses its account during the sign-in gets a new one")
    func deletedMeanwhile() async throws {
        let bench = try AppleBench()
        let anna = try await bench.registered()
        bench.stores.before(.openByApple) {
            try await bench.bench.service.delete(anna.active.account.id, client: AppleBench.home, now: Self.start)
        }
        let again = try #require(try await bench.signIn(AppleBench.assertion()).registered)
        #expect(again.active.account.id != anna.active.account.id)
    }

    @Test("a sign-in with the device's token replaces the device")
    func devices() async throws {
        let bench = try AppleBench()
        let anna = try await bench.registered()
        let again = try #require(try await bench.signIn(AppleBench.assertion(), device: anna.deviceToken).signedIn)
        let since = Timestamp(milliseconds: 0)
        #expect(try await bench.stores.device(#require(anna.deviceToken).digest, usedSince: since) == nil)
        #expect(try await bench.stores.device(#require(again.deviceToken).digest, usedSince: since) != nil)
    }

    @Test("a token from before the consent ended does not sign in, and a later one does")
    func outdated() async throws {
        let bench = try AppleBench()
        _ = try await bench.registered()
        let key = try AppleBench.key()
        #expect(try await bench.notify("1", .consentRevoked, of: key) != .duplicate)
        let now = Self.start + .seconds(120)
        let early = try AppleBench.assertion(at: Self.start + .seconds(59))
        #expect(try await bench.signIn(early, at: now).isOutdated)
        #expect(try await bench.signIn(AppleBench.assertion(at: Self.start + .seconds(61)), at: now).signedIn != nil)
        #expect(try await bench.identity()?.revokedAt == nil)
    }
}

@Suite("The name that Apple sends once")
struct AppleNameTests {
    private let name = PersonName(given: "Anna", family: "Berg")

    @Test("it is kept if the account cannot be created, and used for the account that is created later")
    func interrupted() async throws {
        let bench = try AppleBench()
        bench.stores.before(.createByApple) { throw StoreError(.full, reason: "test") }
        await #expect(throws: StoreError.self) { try await bench.signIn(AppleBench.assertion(name: name)) }
        _ = try await bench.registered()
        #expect(try await bench.identity()?.name == name)
    }

    @Test("it is kept if the address has exhausted its budget for accounts")
    func throttled() async throws {
        var policy = ThrottlePolicy()
        policy.registrationsPerAddress = try #require(Budget(burst: 1, refill: 1, per: .seconds(3_600)))
        let bench = try AppleBench(throttles: policy)
        _ = try await bench.registered("000001.berta")
        #expect(try await bench.signIn(AppleBench.assertion(name: name)).wait != nil)
        let now = AppleBench.start + .seconds(7_200)
        _ = try await bench.registered(at: now)
        #expect(try await bench.identity()?.name == name)
    }

    @Test("it is never replaced by a missing name")
    func kept() async throws {
        let bench = try AppleBench()
        _ = try await bench.signIn(AppleBench.assertion(name: name))
        _ = try await bench.signIn(AppleBench.assertion(at: AppleBench.start + .seconds(1)))
        #expect(try await bench.identity()?.name == name)
    }
}

@Suite("Budgets of signing in with Apple")
struct AppleThrottlingTests {
    @Test("challenges are counted by address and in total")
    func challenges() async throws {
        for isShared in [false, true] {
            var policy = ThrottlePolicy()
            let two = try #require(Budget(burst: 2, refill: 1, per: .seconds(3_600)))
            if isShared { policy.challengesInAll = two } else { policy.challengesPerAddress = two }
            let bench = try AppleBench(throttles: policy)
            for _ in 0..<2 { _ = try await bench.nonce() }
            let third = try await bench.service.issueChallenge(for: .appleSignIn, client: AppleBench.home, now: AppleBench.start)
            guard case .throttled(.seconds(3_600)) = third else {
                Issue.record("\(third)")
                continue
            }
            let elsewhere = try await bench.service.issueChallenge(
                for: .appleSignIn, client: AccountBench.elsewhere, now: AppleBench.start)
            if case .throttled = elsewhere { #expect(isShared) } else { #expect(!isShared) }
        }
    }

    @Test("invalid nonces are counted by address, and valid ones are not")
    func failures() async throws {
        var policy = ThrottlePolicy()
        policy.appleFailuresPerAddress = try #require(Budget(burst: 2, refill: 1, per: .seconds(3_600)))
        let bench = try AppleBench(throttles: policy)
        for _ in 0..<5 { _ = try await bench.signIn(AppleBench.assertion()) }
        let unknown = OpaqueToken(random: PredictableRandomBytes(seed: 99))
        for _ in 0..<2 { #expect(try await bench.signIn(AppleBench.assertion(), nonce: unknown).isChallengeRejected) }
        #expect(try await bench.signIn(AppleBench.assertion()).wait == .seconds(3_600))
        #expect(try await bench.signIn(AppleBench.assertion(), from: AccountBench.elsewhere).signedIn != nil)
        // Passwords have separate budgets.
        _ = try await bench.bench.account("boris")
        #expect(try await bench.bench.signIn("boris", from: AppleBench.home).signedIn != nil)
    }

    @Test("new accounts with Apple are charged to the address's budget for accounts, and sign-ins are not")
    func registrations() async throws {
        var policy = ThrottlePolicy()
        policy.registrationsPerAddress = try #require(Budget(burst: 2, refill: 1, per: .seconds(3_600)))
        let bench = try AppleBench(throttles: policy)
        for subject in ["1", "2"] { #expect(try await bench.signIn(AppleBench.assertion(subject)).registered != nil) }
        #expect(try await bench.signIn(AppleBench.assertion("3")).wait == .seconds(3_600))
        #expect(try await bench.signIn(AppleBench.assertion("1")).signedIn != nil)
        #expect(try await bench.stores.countAccounts() == 2)
    }
}
