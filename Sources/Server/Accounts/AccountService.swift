package import PasswordHashing
package import Secrets

/// The account domain in operation: the ceremonies of this module, carried out over stores and a hasher.
///
/// It is a value: its state is in the stores. What a ceremony decides stands in the types of its folder; here, in one extension
/// for each ceremony, is the order of its steps. Expected refusals are returned; what is thrown is a failure of the system
/// (``StoreError``, `PasswordHashingError`) and never says anything about a password.
package struct AccountService: Sendable {
    package let stores: any AccountStores
    package let hasher: any PasswordHasher
    package let passwordPolicy: PasswordPolicy
    package let throttles: ThrottlePolicy
    package let lifetimes: SessionLifetimes
    let secondFactorRequirement: SecondFactorRequirement
    let budgetKeys: BudgetKeys
    let random: any RandomBytes
    let report: @Sendable (AuditEvent) -> Void

    /// - Parameter report: told of each event once it is stored, for the operator's log.
    package init(
        stores: any AccountStores, hasher: any PasswordHasher, passwordPolicy: PasswordPolicy,
        throttles: ThrottlePolicy = ThrottlePolicy(), lifetimes: SessionLifetimes = SessionLifetimes(),
        secondFactorRequirement: SecondFactorRequirement = SecondFactorRequirement(), budgetKeys: BudgetKeys,
        random: any RandomBytes, report: @escaping @Sendable (AuditEvent) -> Void = { _ in }
    ) {
        self.stores = stores
        self.hasher = hasher
        self.passwordPolicy = passwordPolicy
        self.throttles = throttles
        self.lifetimes = lifetimes
        self.secondFactorRequirement = secondFactorRequirement
        self.budgetKeys = budgetKeys
        self.random = random
        self.report = report
    }

    func event(_ kind: AuditEventKind, _ account: AccountID?, by client: Client, at now: Timestamp) -> AuditEvent {
        AuditEvent(kind, account: account, at: now, client: client, random: random)
    }
}
