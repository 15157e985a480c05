import PasswordHashing
import Secrets
import Testing

@testable import Accounts

@Suite("Signing in with a password")
struct SignInTests {
    @Test("the right password opens a session with its own tokens")
    func signedIn() async throws {
        let bench = try AccountBench()
        let registered = try await bench.account()
        let signedIn = try #require(try await bench.signIn(at: AccountBench.start + .seconds(5)).signedIn)
        #expect(signedIn.active.account == registered.active.account)
        #expect(signedIn.active.session.id != registered.active.session.id)
        #expect(signedIn.token.digest != registered.token.digest)
        #expect(signedIn.deviceToken != nil)
        #expect(signedIn.active.session.authenticatedAt == AccountBench.start + .seconds(5))
        #expect(signedIn.active.session.client == AccountBench.elsewhere)
        let found = try await bench.session(signedIn.token, from: AccountBench.elsewhere, at: AccountBench.start + .seconds(6))
        #expect(found?.session.id == signedIn.active.session.id)
        #expect(try await bench.session(registered.token) != nil)
        #expect(bench.reported == [.accountCreated, .signedIn])
        #expect(try await bench.events(of: signedIn) == [.signedIn, .accountCreated])
    }

    @Test("the user name matches in any case and width, and the password only exactly")
    func spellings() async throws {
        let bench = try AccountBench()
        _ = try await bench.account("Anna.K")
        #expect(try await bench.signIn(" ＡＮＮＡ．k ").signedIn != nil)
        #expect(try await bench.signIn(password: AccountBench.password.uppercased()).isRejected)
        #expect(try await bench.signIn(password: AccountBench.password + " ").isRejected)
        #expect(try await bench.signIn(password: "").isRejected)
    }

    @Test("a password that has become too weak still signs in")
    func policyDoesNotApply() async throws {
        let bench = try AccountBench()
        let hash = try await bench.hasher.hash(Password("short").bytes, for: .local)
        _ = try await bench.service.importAccounts(
            [AccountImportEntry(id: nil, userName: UserName("anna.k"), hash: hash, createdAt: nil)], client: AccountBench.home,
            now: AccountBench.start)
        #expect(try await bench.signIn(password: "short").signedIn != nil)
    }

    @Test("each sign-in returns another token")
    func freshTokens() async throws {
        let bench = try AccountBench()
        _ = try await bench.account()
        var digests: Set<TokenDigest> = []
        for _ in 0..<10 {
            let signedIn = try #require(try await bench.signIn().signedIn)
            digests.insert(signedIn.token.digest)
            digests.insert(try #require(signedIn.deviceToken).digest)
        }
        #expect(digests.count == 20)
    }

    @Test("a failure is recorded for its account, and a success is not recorded as a failure")
    func events() async throws {
        let bench = try AccountBench()
        let anna = try await bench.account()
        #expect(try await bench.signIn(password: "wrong").isRejected)
        #expect(try await bench.signIn("nobody.here").isRejected)
        #expect(try await bench.events(of: anna) == [.signInFailed, .accountCreated])
        #expect(bench.reported == [.accountCreated, .signInFailed, .signInFailed])
    }

    @Test("with a real hashing pool, the results are the same")
    func realHasher() async throws {
        let bench = try AccountBench()
        let pool = try HashingPool(
            parameters: Argon2idParameters(uncheckedMemoryKiB: 64, passes: 1), threads: 1, random: PredictableRandomBytes(seed: 5))
        let service = AccountService(
            stores: bench.stores, hasher: pool, passwordPolicy: AccountBench.policy, budgetKeys: AccountBench.budgetKeys,
            random: PredictableRandomBytes(seed: 6))
        let client = AccountBench.home
        let now = AccountBench.start
        let password = Password("caf\u{E9} velvet-otter 41")
        let registered = try await service.register(Registration(userName: "anna.k", password: password, client: client), now: now)
        #expect(registered.signedIn != nil)
        for (name, typed, isRight) in [
            ("anna.k", "cafe\u{301} velvet-otter 41", true), ("ANNA.K", "caf\u{E9} velvet-otter 41", true),
            ("anna.k", "cafe velvet-otter 41", false), ("nobody.here", "caf\u{E9} velvet-otter 41", false),
        ] {
            let request = SignIn(userName: name, password: Password(typed), deviceToken: nil, client: client)
            let outcome = try await service.signIn(request, now: now)
            #expect((outcome.signedIn != nil) == isRight)
            #expect(outcome.isRejected == !isRight)
        }
        await pool.shutdown()
        await #expect(throws: PasswordHashingError.stopped) {
            try await service.signIn(SignIn(userName: "anna.k", password: password, deviceToken: nil, client: client), now: now)
        }
    }
}
