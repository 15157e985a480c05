import AccountStoreSQLite
import Accounts
import PasswordHashing
import Secrets
import Testing

/// The quick start of Accounts.docc.
enum QuickStart {
    static func signIn(
        _ typed: String, store: any AccountStores, hasher: any PasswordHasher, policy: PasswordPolicy, keys: BudgetKeys,
        client: Client, now: Timestamp
    ) async throws -> String {
        // In Sources/Server/Accounts/Accounts.docc/Accounts.md
        let service = AccountService(
            stores: store, hasher: hasher, passwordPolicy: policy, budgetKeys: keys, random: SystemRandomBytes())
        let request = SignIn(userName: "anna.k", password: Password(typed), deviceToken: nil, client: client)
        let message =
            switch try await service.signIn(request, now: now) {
            case .signedIn(let signedIn): "signed in as account \(signedIn.active.account.id)"
            case .factorRequired(let challenge): "enter a code: \(challenge.factors.methods)"
            case .rejected: "wrong user name or password"
            case .throttled(let retryAfter): "try again in \(retryAfter)"
            }
        // End
        return message
    }
}

@Suite("Quick start of Accounts")
struct QuickStartTests {
    @Test("the code block signs in with the right password only")
    func runs() async throws {
        let store = try SQLiteAccountStore.inMemory()
        let hasher = try FakeHasher()
        let registered = try await AccountService(
            stores: store, hasher: hasher, passwordPolicy: AccountBench.policy, budgetKeys: AccountBench.budgetKeys,
            random: PredictableRandomBytes(seed: 1)
        ).register(
            Registration(userName: "anna.k", password: Password(AccountBench.password), client: AccountBench.home),
            now: AccountBench.start)
        let account = try #require(registered.signedIn).active.account.id
        for (typed, message) in [
            (AccountBench.password, "signed in as account \(account)"), ("wrong", "wrong user name or password"),
        ] {
            let answer = try await QuickStart.signIn(
                typed, store: store, hasher: hasher, policy: AccountBench.policy, keys: AccountBench.budgetKeys,
                client: AccountBench.home, now: AccountBench.start + .seconds(5))
            #expect(answer == message)
        }
    }
}
