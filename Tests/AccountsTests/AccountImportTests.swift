import PasswordHashing
import Secrets
import Testing

@testable import Accounts

@Suite("Importing accounts")
struct AccountImportTests {
    static let start = AccountBench.start

    @Test("an imported account signs in with its password, which is then rehashed with the current parameters")
    func upgrade() async throws {
        let bench = try AccountBench()
        let pool = try HashingPool(
            parameters: Argon2idParameters(uncheckedMemoryKiB: 64, passes: 1), threads: 1, random: PredictableRandomBytes(seed: 5))
        let weak = try HashingPool(
            parameters: Argon2idParameters(uncheckedMemoryKiB: 8, passes: 1), threads: 1, random: PredictableRandomBytes(seed: 6))
        let service = AccountService(
            stores: bench.stores, hasher: pool, passwordPolicy: AccountBench.policy, budgetKeys: AccountBench.budgetKeys,
            random: PredictableRandomBytes(seed: 7))
        let hash = try await weak.hash(Password("hunter2").bytes, for: .local)
        let outcomes = try await service.importAccounts([try entry("anna.k", hash)], client: AccountBench.home, now: Self.start)
        #expect(outcomes == [.created])

        let request = SignIn(userName: "anna.k", password: Password("hunter2"), deviceToken: nil, client: AccountBench.home)
        let signedIn = try #require(try await service.signIn(request, now: Self.start).signedIn)
        let stored = try #require(try await bench.stores.credential(of: signedIn.active.account.id))
        #expect(stored.hash.memoryKiB == 64)
        #expect(try await service.signIn(request, now: Self.start).signedIn != nil)
        await pool.shutdown()
        await weak.shutdown()
    }

    @Test("an imported account with a taken name is skipped and reported at its position")
    func takenNames() async throws {
        let bench = try AccountBench()
        let anna = try await bench.account("anna.k")
        let hash = try await bench.hasher.hash(Password(SignInRaceTests.newPassword).bytes, for: .local)
        let entries = [try entry("boris", hash), try entry("ANNA.K", hash), try entry("clara", hash), try entry("Boris", hash)]
        let outcomes = try await bench.service.importAccounts(entries, client: AccountBench.home, now: Self.start)
        #expect(outcomes == [.created, .userNameTaken, .created, .userNameTaken])
        #expect(bench.reported == [.accountCreated, .accountImported, .accountImported])
        #expect(try await bench.signIn("anna.k").signedIn?.active.account.id == anna.active.account.id)
        #expect(try await bench.signIn("anna.k", password: SignInRaceTests.newPassword).isRejected)
        #expect(try await bench.signIn("clara", password: SignInRaceTests.newPassword).signedIn != nil)
    }

    @Test("the identifier and creation time are kept if they are given")
    func kept() async throws {
        let bench = try AccountBench()
        let id = AccountID(random: PredictableRandomBytes(seed: 11))
        let created = Timestamp(seconds: 1_500_000_000)
        let hash = try await bench.hasher.hash(Password(AccountBench.password).bytes, for: .local)
        let entries = [
            AccountImportEntry(id: id, userName: try UserName("anna.k"), hash: hash, createdAt: created), try entry("boris", hash),
        ]
        #expect(
            try await bench.service.importAccounts(entries, client: AccountBench.home, now: Self.start) == [.created, .created])
        let anna = try #require(try await bench.stores.account(id))
        #expect(anna.createdAt == created)
        #expect(anna.passwordChangedAt == created)
        let boris = try #require(try await bench.stores.account(named: UserNameKey("boris")))
        #expect(boris.createdAt == Self.start)
        #expect(boris.id != id)
    }

    @Test("an import opens no session and knows no device")
    func noSession() async throws {
        let bench = try AccountBench()
        let hash = try await bench.hasher.hash(Password(AccountBench.password).bytes, for: .local)
        _ = try await bench.service.importAccounts([try entry("anna.k", hash)], client: AccountBench.home, now: Self.start)
        let signedIn = try #require(try await bench.signIn().signedIn)
        #expect(try await bench.service.sessions(of: signedIn.active, now: Self.start).count == 1)
        #expect(try await bench.events(of: signedIn) == [.signedIn, .accountImported])
    }

    @Test("an empty import changes nothing")
    func empty() async throws {
        let bench = try AccountBench()
        #expect(try await bench.service.importAccounts([], client: AccountBench.home, now: Self.start).isEmpty)
        #expect(bench.reported.isEmpty)
    }

    private func entry(_ name: String, _ hash: PasswordHash) throws -> AccountImportEntry {
        AccountImportEntry(id: nil, userName: try UserName(name), hash: hash, createdAt: nil)
    }
}
