import InternetAddresses
import PasswordHashing
import Secrets
import Testing

@testable import Accounts

@Suite("Setting a new password with the operator's link")
struct PasswordLinkTests {
    private static let start = AccountBench.start
    private static let new = SignInRaceTests.newPassword
    private static let hand = Client(address: .loopback, deviceName: "latchkey accounts")

    private func link(
        _ bench: AccountBench, _ account: AccountID, lifetime: PasswordLinkLifetime = .standard
    ) async throws -> PasswordLink {
        let making = try await bench.service.makePasswordLink(
            for: account, lifetime: lifetime, client: Self.hand, now: Self.start)
        return try #require(making.link)
    }

    private func set(
        _ bench: AccountBench, _ token: OpaqueToken, to password: String = new, from client: Client = AccountBench.home,
        at now: Timestamp = start
    ) async throws -> PasswordLinkOutcome {
        try await bench.service.setPassword(Password(password), by: token, client: client, now: now)
    }

    @Test("the new password signs in, the old one and the earlier sessions do not, and the link is used up")
    func used() async throws {
        let bench = try AccountBench()
        let anna = try await bench.account()
        let link = try await link(bench, anna.active.account.id)
        #expect(try await set(bench, link.token).isSet)
        #expect(try await bench.session(anna.token) == nil)
        #expect(try await bench.signIn().isRejected)
        #expect(try await bench.signIn(password: Self.new).signedIn != nil)
        #expect(try await set(bench, link.token, to: "third-velvet 88 kettle").isDead)
        #expect(
            bench.reported == [.accountCreated, .passwordLinkMade, .passwordSetByLink, .signInFailed, .signedIn])
    }

    @Test("a link is valid for its lifetime, exact to the millisecond, and opening it does not use it up")
    func lifetime() async throws {
        let bench = try AccountBench()
        let anna = try await bench.account()
        let lifetime = try #require(PasswordLinkLifetime(.seconds(300)))
        let link = try await link(bench, anna.active.account.id, lifetime: lifetime)
        #expect(link.expiresAt == Self.start + .seconds(300))
        for _ in 0..<3 {
            let opening = try await bench.service.openPasswordLink(
                link.token, client: AccountBench.home, now: link.expiresAt - .milliseconds(1))
            #expect(opening.account == anna.active.account)
        }
        #expect(
            try await bench.service.openPasswordLink(link.token, client: AccountBench.home, now: link.expiresAt).isDead)
        #expect(try await set(bench, link.token, at: link.expiresAt).isDead)
        #expect(try await set(bench, link.token, at: link.expiresAt - .milliseconds(1)).isSet)
    }

    @Test(
        "lifetimes are from 5 minutes to 1 day",
        arguments: [(299_999, false), (300_000, true), (86_400_000, true), (86_400_001, false), (-1, false)])
    func bounds(milliseconds: Int, isPossible: Bool) {
        #expect((PasswordLinkLifetime(.milliseconds(milliseconds)) != nil) == isPossible)
    }

    @Test("the store receives only the digest of the token, and the description of a link is redacted")
    func secrecy() async throws {
        let bench = try AccountBench()
        let link = try await link(bench, try await bench.account().active.account.id)
        #expect(!"\(link)".contains(link.token.reveal()))
        #expect(!String(reflecting: link).contains(link.token.reveal()))
    }

    @Test("the policy applies, and a rejected password leaves the link valid and computes no hash")
    func policy() async throws {
        let bench = try AccountBench()
        let link = try await link(bench, try await bench.account().active.account.id)
        for (password, rejection) in [
            ("short", PasswordRejection.tooShort(minimum: 12)), ("otter-ANNA.K-42#Zq", .containsUserName),
            ("aaaaaaaabbbbbbbb", .weak),
        ] {
            #expect(try await set(bench, link.token, to: password).rejections == [rejection])
        }
        #expect(bench.hasher.hashed == 1)
        #expect(try await bench.signIn().signedIn != nil)
        #expect(try await set(bench, link.token).isSet)
    }

    @Test("a wrong link is charged to its address, and then a right one must wait, too")
    func guessing() async throws {
        var throttles = ThrottlePolicy()
        throttles.failuresPerAddress = try #require(Budget(burst: 2, refill: 1, per: .seconds(3_600)))
        let bench = try AccountBench(throttles: throttles)
        let link = try await link(bench, try await bench.account().active.account.id)
        let wrong = OpaqueToken(random: PredictableRandomBytes(seed: 9))
        // A valid link is not charged.
        for _ in 0..<3 {
            #expect(
                try await bench.service.openPasswordLink(link.token, client: AccountBench.home, now: Self.start).account != nil)
        }
        #expect(try await set(bench, wrong).isDead)
        #expect(try await bench.service.openPasswordLink(wrong, client: AccountBench.home, now: Self.start).isDead)
        for token in [wrong, link.token] {
            #expect(
                try await bench.service.openPasswordLink(token, client: AccountBench.home, now: Self.start).wait
                    == .seconds(3_600))
            #expect(try await set(bench, token).wait == .seconds(3_600))
        }
        #expect(try await set(bench, link.token, from: AccountBench.elsewhere).isSet)
    }

    @Test("the hash is charged as that of a sign-in")
    func costs() async throws {
        var throttles = ThrottlePolicy()
        throttles.hashesPerAddress = try #require(Budget(burst: 1, refill: 1, per: .seconds(3_600)))
        let bench = try AccountBench(throttles: throttles)
        let link = try await link(bench, try await bench.account().active.account.id)
        #expect(try await bench.signIn(from: AccountBench.home).signedIn != nil)
        let hashed = bench.hasher.hashed
        #expect(try await set(bench, link.token).wait == .seconds(3_600))
        #expect(bench.hasher.hashed == hashed)
        #expect(try await set(bench, link.token, from: AccountBench.elsewhere).isSet)
    }

    @Test("of two concurrent uses, one sets the password")
    func race() async throws {
        let bench = try AccountBench()
        let link = try await link(bench, try await bench.account().active.account.id)
        bench.stores.before(.usePasswordLink) {
            let won = try await set(bench, link.token)
            #expect(won.isSet)
        }
        #expect(try await set(bench, link.token, to: "third-velvet 88 kettle").isDead)
        #expect(try await bench.signIn(password: Self.new).signedIn != nil)
    }

    @Test("a hasher that is too busy leaves the link valid")
    func busy() async throws {
        let bench = try AccountBench()
        let link = try await link(bench, try await bench.account().active.account.id)
        bench.hasher.failHashing(with: .busy(retryAfter: .seconds(1)))
        await #expect(throws: PasswordHashingError.busy(retryAfter: .seconds(1))) { try await set(bench, link.token) }
        #expect(
            try await bench.service.openPasswordLink(link.token, client: AccountBench.home, now: Self.start).account != nil)
    }

    @Test("an account without a user name, or a missing account, gets no link and no event")
    func noLink() async throws {
        let bench = try AppleBench()
        let anna = try await bench.registered()
        let service = bench.bench.service
        let nameless = try await service.makePasswordLink(
            for: anna.active.account.id, lifetime: .standard, client: Self.hand, now: Self.start)
        #expect(nameless.isNoUserName)
        let missing = try await service.makePasswordLink(
            for: AccountID(random: PredictableRandomBytes(seed: 4)), lifetime: .standard, client: Self.hand, now: Self.start)
        #expect(missing.isNoAccount)
        #expect(!bench.bench.reported.contains(.passwordLinkMade))
    }
}
