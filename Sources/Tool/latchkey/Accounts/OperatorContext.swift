import Accounts
import AccountServer
import InternetAddresses
import PasswordHashing
import Secrets

/// The account service for an operator: its operations require no password and are charged to no budget.
struct OperatorContext {
    let service: AccountService
    private let pool: HashingPool

    /// The client in the audit events of operator commands.
    let client = Client(address: .loopback, deviceName: "latchkey accounts")

    private init(
        _ store: any AccountStores, policy: PasswordPolicy, mail: MailSealer?, eventTargets: [EventTargetName],
        random: any RandomBytes
    ) throws {
        pool = try HashingPool(threads: 1, waitingLimit: 1, random: random)
        // No budget is charged here, so a random key is sufficient.
        let budgetKey = MasterKey.random(random).authenticationKey(for: .operatorBudgets)
        service = AccountService(
            stores: store, hasher: pool,
            passwordPolicy: policy, budgetKeys: BudgetKeys(key: budgetKey),
            mail: mail, eventTargets: eventTargets, random: random)
    }

    /// Runs `body` with the service over the store, under the configured password policy, or the default one without a
    /// configuration. The configured server sends the notices of what `body` changes, if it sends mail, and delivers the events.
    static func with<Value>(
        _ store: any AccountStores, _ options: StoreOptions, _ body: (OperatorContext) async throws -> Value
    ) async throws -> Value {
        let random = SystemRandomBytes()
        let context = try OperatorContext(
            store, policy: try options.passwordPolicy(), mail: try options.mailSealer(random: random),
            eventTargets: try options.eventTargets(), random: random)
        do {
            let value = try await body(context)
            await context.pool.shutdown()
            return value
        } catch {
            await context.pool.shutdown()
            throw error
        }
    }
}

extension KeyPurpose {
    fileprivate static let operatorBudgets = KeyPurpose("operator-budgets")
}

extension AccountRecordStore {
    /// Returns the account with an identifier or user name. Throws a ``CommandFailure`` if it does not exist.
    func account(namedByOperator text: String) async throws -> Account {
        if let id = AccountID(text), let account = try await account(id) { return account }
        if let account = try await account(named: UserNameKey(text)) { return account }
        throw CommandFailure(
            .negative, "no such account: \(text.sanitized)", hint: "`latchkey accounts list` prints identifiers and user names")
    }
}
