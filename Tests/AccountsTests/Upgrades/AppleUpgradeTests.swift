import Secrets
import Testing

@testable import Accounts

@Suite("Converting an account to Sign in with Apple")
struct AppleUpgradeTests {
    private let start = AppleBench.start
    private let key = UpgradeKey(random: PredictableRandomBytes(seed: 7))

    private func request(_ authority: UpgradeAuthority, key: UpgradeKey? = nil) -> AppleUpgrade {
        AppleUpgrade(key: key ?? self.key, authority: authority, client: AppleBench.home)
    }

    private var shown: UpgradeAuthority { shown(AccountBench.password) }

    private func shown(_ password: String) -> UpgradeAuthority {
        .password(SignIn(userName: "anna.k", password: Password(password), deviceToken: nil, client: AccountBench.elsewhere))
    }

    private func begin(_ bench: AppleBench, by authority: UpgradeAuthority) async throws -> OpaqueToken {
        let admitted = try #require(try await bench.service.admitUpgrade(request(authority), now: start).admitted)
        let outcome = try await bench.service.beginUpgrade(admitted, now: start)
        guard case .begun(let challenge) = outcome else { throw StoreError(.failed, reason: "\(outcome)") }
        return challenge.nonce
    }

    /// Returns an upgrade that was admitted but has not converted yet.
    private func admitted(_ bench: AppleBench, by authority: UpgradeAuthority, nonce: OpaqueToken) async throws
        -> AdmittedAppleUpgrade
    {
        try #require(try await bench.service.admitUpgrade(request(authority), answering: nonce, now: start).admitted)
    }

    private func finish(
        _ bench: AppleBench, by authority: UpgradeAuthority, nonce: OpaqueToken, subject: String = "000001.anna",
        key: UpgradeKey? = nil
    ) async throws -> Finish {
        let admission = try await bench.service.admitUpgrade(request(authority, key: key), answering: nonce, now: start)
        guard let admitted = admission.admitted else { return .rejected(admission) }
        return .finished(try await finish(bench, admitted, nonce: nonce, subject: subject))
    }

    private func finish(
        _ bench: AppleBench, _ admitted: AdmittedAppleUpgrade, nonce: OpaqueToken, subject: String = "000001.anna"
    ) async throws -> AppleUpgradeOutcome {
        try await bench.service.finishUpgrade(
            admitted, by: try AppleBench.assertion(subject), grant: .none, nonce: nonce, now: start)
    }

    @Test("the identity signs in, the password does not, and other sessions have ended")
    func converted() async throws {
        let bench = try AppleBench()
        let signedIn = try await bench.bench.account()
        let other = try #require(try await bench.bench.signIn().signedIn)
        let nonce = try await begin(bench, by: .session(signedIn.active))
        let outcome = try await finish(bench, by: .session(signedIn.active), nonce: nonce)
        guard case .finished(.converted(let renewed?)) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(try await bench.bench.signIn().isRejected)
        #expect(try await bench.bench.session(other.token) == nil)
        #expect(try await bench.bench.session(renewed.token)?.account.hasPassword == false)
        #expect(try await bench.signIn(try AppleBench.assertion()).signedIn?.active.account.id == signedIn.active.account.id)
    }

    @Test("the password suffices, and a lost response is repeated for the session that Apple opens")
    func repeated() async throws {
        let bench = try AppleBench()
        let signedIn = try await bench.bench.account()
        let nonce = try await begin(bench, by: shown)
        #expect(try await finish(bench, by: shown, nonce: nonce).isConverted)
        #expect(try await bench.bench.session(signedIn.token) == nil)
        #expect(try await finish(bench, by: shown, nonce: nonce).isWrong)
        let fresh = try #require(try await bench.signIn(try AppleBench.assertion()).signedIn).active
        #expect(try await finish(bench, by: .session(fresh), nonce: nonce).isConverted)
        let again = try await bench.service.admitUpgrade(request(.session(fresh)), now: start)
        guard case .converted = again else {
            Issue.record("\(again)")
            return
        }
    }

    @Test("of two admitted requests one converts, and the other learns that it is done")
    func twiceAtOnce() async throws {
        let bench = try AppleBench()
        _ = try await bench.bench.account()
        let nonce = try await begin(bench, by: shown)
        let (one, two) = (
            try await admitted(bench, by: shown, nonce: nonce), try await admitted(bench, by: shown, nonce: nonce)
        )
        for admitted in [one, two] {
            guard case .converted = try await finish(bench, admitted, nonce: nonce) else {
                Issue.record("not converted")
                return
            }
        }
        #expect(bench.bench.reported.count { $0 == .upgradedToApple } == 1)
    }

    @Test("starting again invalidates an earlier response from Apple")
    func begunAnew() async throws {
        let bench = try AppleBench()
        _ = try await bench.bench.account()
        let nonce = try await begin(bench, by: shown)
        let admitted = try await admitted(bench, by: shown, nonce: nonce)
        let next = try await begin(bench, by: shown)
        guard case .challengeRejected = try await finish(bench, admitted, nonce: nonce) else {
            Issue.record("converted")
            return
        }
        #expect(try await finish(bench, by: shown, nonce: nonce).isChallengeRejected)
        #expect(try await finish(bench, by: shown, nonce: next).isConverted)
    }

    @Test("a nonce of another purpose or another key converts nothing")
    func wrongNonce() async throws {
        let bench = try AppleBench()
        let signedIn = try await bench.bench.account()
        _ = try await begin(bench, by: shown)
        let foreign = try await bench.nonce()
        #expect(try await finish(bench, by: shown, nonce: foreign).isChallengeRejected)
        let linking = try await bench.nonce(for: .appleLink(signedIn.active.session.id))
        #expect(try await finish(bench, by: shown, nonce: linking).isChallengeRejected)
        #expect(try await bench.bench.signIn().signedIn != nil)
        #expect(try await bench.identity() == nil)
    }

    @Test("the password before an upgrade starts no conversion, and finishes none")
    func formerPassword() async throws {
        let bench = try AppleBench()
        _ = try await bench.bench.account()
        let strong = "copper-heron 72 meadow"
        let upgrade = PasswordUpgrade(
            key: UpgradeKey(random: PredictableRandomBytes(seed: 8)), authority: shown, new: Password(strong),
            client: AppleBench.home)
        _ = try await bench.bench.service.upgradePassword(upgrade, now: start)
        #expect(try await bench.service.admitUpgrade(request(shown), now: start).isSuperseded)
        // Nor does the new one, before the device confirms that it saved it.
        #expect(try await bench.service.admitUpgrade(request(shown(strong)), now: start).isSuperseded)
        #expect(try await bench.bench.service.confirmUpgrade(upgrade.key, authority: shown(strong), now: start).isConfirmed)
        let nonce = try await begin(bench, by: shown(strong))
        #expect(try await finish(bench, by: shown, nonce: nonce).isWrong)
        #expect(try await bench.bench.signIn(password: strong).signedIn != nil)
        #expect(try await finish(bench, by: shown(strong), nonce: nonce).isConverted)
    }

    @Test("a conversion responds to its own key, and another key finds no password to convert")
    func otherKey() async throws {
        let bench = try AppleBench()
        let signedIn = try await bench.bench.account()
        let nonce = try await begin(bench, by: .session(signedIn.active))
        guard case .finished(.converted(let renewed?)) = try await finish(bench, by: .session(signedIn.active), nonce: nonce) else {
            Issue.record("not converted")
            return
        }
        let other = UpgradeKey(random: PredictableRandomBytes(seed: 8))
        for nonce in [nil, nonce] {
            let outcome = try await bench.service.admitUpgrade(
                request(.session(renewed.active), key: other), answering: nonce, now: start)
            guard case .noPassword = outcome else {
                Issue.record("\(outcome)")
                return
            }
        }
        #expect(try await finish(bench, by: .session(renewed.active), nonce: nonce).isConverted)
    }

    @Test("each start is charged as a challenge")
    func charged() async throws {
        var throttles = ThrottlePolicy()
        throttles.challengesPerAddress = try #require(Budget(burst: 2, refill: 1, per: .seconds(86_400)))
        let bench = try AppleBench(throttles: throttles)
        let signedIn = try await bench.bench.account()
        for _ in 0..<2 { _ = try await begin(bench, by: .session(signedIn.active)) }
        let admitted = try #require(
            try await bench.service.admitUpgrade(request(.session(signedIn.active)), now: start).admitted)
        let third = try await bench.service.beginUpgrade(admitted, now: start)
        guard case .throttled = third else {
            Issue.record("\(third)")
            return
        }
    }

    @Test("a used token without a nonce converts nothing")
    func usedToken() async throws {
        let bench = try AppleBench()
        let token = UnboundAppleToken(
            digest: OpaqueToken(random: PredictableRandomBytes(seed: 5)).digest, issuedAt: start, expiresAt: start + .seconds(600))
        #expect(try await bench.stores.recordUse(of: token))
        let signedIn = try await bench.bench.account()
        let nonce = try await begin(bench, by: .session(signedIn.active))
        let admitted = try await admitted(bench, by: .session(signedIn.active), nonce: nonce)
        let outcome = try await bench.service.finishUpgrade(
            admitted, by: try AppleBench.assertion(unbound: token), grant: .none, nonce: nonce, now: start)
        guard case .challengeRejected = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(try await bench.bench.signIn().signedIn != nil)
    }

    @Test("another user's identity converts nothing, and the password still signs in")
    func taken() async throws {
        let bench = try AppleBench()
        _ = try await bench.registered("000001.bert")
        _ = try await bench.bench.account()
        let nonce = try await begin(bench, by: shown)
        let outcome = try await finish(bench, by: shown, nonce: nonce, subject: "000001.bert")
        guard case .finished(.identityTaken) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(try await bench.bench.signIn().signedIn != nil)
    }
}

/// The end of a second request: before or after the request to Apple.
private enum Finish {
    case rejected(AppleUpgradeAdmission)
    case finished(AppleUpgradeOutcome)

    var isConverted: Bool {
        switch self {
        case .rejected(.converted), .finished(.converted): true
        default: false
        }
    }

    var isChallengeRejected: Bool {
        if case .rejected(.challengeRejected) = self { true } else { false }
    }

    var isWrong: Bool {
        if case .rejected(.denied(.wrongCredentials)) = self { true } else { false }
    }
}
