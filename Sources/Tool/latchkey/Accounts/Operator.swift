import Accounts
import AccountServer
import InternetAddresses
import PasswordHashing
import Secrets

/// The domain in the hands of an operator: ceremonies that need no password and are charged to no budget.
struct Operator {
    let service: AccountService
    private let pool: HashingPool

    /// Who stands in the audit events of what is done here.
    let client = Client(address: .loopback, deviceName: "latchkey accounts")

    private init(_ store: any AccountStores, policy: PasswordPolicy) throws {
        let random = SystemRandomBytes()
        pool = try HashingPool(threads: 1, waitingLimit: 1, random: random)
        // No budget is charged here, so its key is as good as any.
        let budgetKey = MasterKey.random(random).authenticationKey(for: .operatorBudgets)
        service = AccountService(
            stores: store, hasher: pool,
            passwordPolicy: policy, budgetKeys: BudgetKeys(key: budgetKey), random: random)
    }

    /// Runs `body` with the domain over the store, under the policy for passwords of the configuration, where one is given.
    static func over<Value>(
        _ store: any AccountStores, _ options: StoreOptions, _ body: (Operator) async throws -> Value
    ) async throws -> Value {
        let hand = try Operator(store, policy: try options.passwordPolicy())
        do {
            let value = try await body(hand)
            await hand.pool.shutdown()
            return value
        } catch {
            await hand.pool.shutdown()
            throw error
        }
    }
}

extension KeyPurpose {
    fileprivate static let operatorBudgets = KeyPurpose("operator-budgets")
}

extension AccountRecordStore {
    /// The account that an operator names by its identifier or its user name.
    func account(namedByOperator text: String) async throws -> Account {
        if let id = AccountID(text), let account = try await account(id) { return account }
        if let account = try await account(named: UserNameKey(text)) { return account }
        throw CommandFailure(
            .negative, "there is no such account", hint: "`latchkey accounts list` prints identifiers and user names")
    }
}
