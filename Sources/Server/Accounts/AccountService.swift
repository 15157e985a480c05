package import PasswordHashing
package import Secrets

/// Runs the ceremonies of this module over a store and a password hasher.
///
/// The service is a value; all state is in the store. Each ceremony has a folder: its types hold the decisions, and an extension of
/// this type holds the order of the steps. Expected rejections are return values. A thrown error (``StoreError``,
/// `PasswordHashingError`) is a failure of the system and never depends on whether a password is right.
package struct AccountService: Sendable {
    package let stores: any AccountStores
    package let hasher: any PasswordHasher
    package let passwordPolicy: PasswordPolicy
    package let throttles: ThrottlePolicy
    package let lifetimes: SessionLifetimes
    let secondFactorRequirement: SecondFactorRequirement
    /// The policy for passkeys. Nil if passkeys are off.
    let passkeyPolicy: PasskeyPolicy?
    let budgetKeys: BudgetKeys
    /// Seals the notices of events; nil if mail is off.
    let notices: MailSealer?
    /// The targets of events; empty if events are not delivered.
    let eventTargets: [EventTargetName]
    let random: any RandomBytes
    let report: @Sendable (AuditEvent) -> Void

    /// - Parameter mail: seals the notices to verified addresses, in the transactions that make them necessary; nil if mail is off.
    /// - Parameter eventTargets: the targets to which events are delivered, queued in their transactions.
    /// - Parameter report: called with each event after it is stored, for the operator's log.
    package init(
        stores: any AccountStores, hasher: any PasswordHasher, passwordPolicy: PasswordPolicy,
        throttles: ThrottlePolicy = ThrottlePolicy(), lifetimes: SessionLifetimes = SessionLifetimes(),
        secondFactorRequirement: SecondFactorRequirement = SecondFactorRequirement(), passkeyPolicy: PasskeyPolicy? = nil,
        budgetKeys: BudgetKeys, mail: MailSealer? = nil, eventTargets: [EventTargetName] = [], random: any RandomBytes,
        report: @escaping @Sendable (AuditEvent) -> Void = { _ in }
    ) {
        self.stores = stores
        self.hasher = hasher
        self.passwordPolicy = passwordPolicy
        self.throttles = throttles
        self.lifetimes = lifetimes
        self.secondFactorRequirement = secondFactorRequirement
        self.passkeyPolicy = passkeyPolicy
        self.budgetKeys = budgetKeys
        notices = mail
        self.eventTargets = eventTargets
        self.random = random
        self.report = report
    }

    /// - Parameter notices: nil for those of the service.
    func event(
        _ kind: AuditEventKind, _ account: AccountID?, by client: Client, at now: Timestamp, notices: MailSealer? = nil,
        successor: AccountID? = nil
    ) -> AuditEvent {
        AuditEvent(
            id: AuditEventID(random: random), kind: kind, account: account, at: now, client: client,
            notices: notices ?? self.notices, targets: eventTargets, successor: successor)
    }
}
