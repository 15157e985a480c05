/// What happened to accounts. Operations that change an account write their event themselves, in the same transaction.
///
/// An account keeps its newest ``AuditEvent/limit`` events, and of older ones those that are not ``AuditEventKind/routine``.
package protocol AuditStore: Sendable {
    func record(_ event: AuditEvent) async throws

    /// The events of an account, the newest first, older than the given one.
    func events(of account: AccountID, before: AuditEventID?, limit: Int) async throws -> [AuditEvent]
}
