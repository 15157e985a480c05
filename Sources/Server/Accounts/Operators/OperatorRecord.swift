/// A record of the operators' audit trail. It outlives the accounts that it names, and never changes. Maintenance deletes it after
/// ``Retention/operatorRecords``; no operation does.
package struct OperatorRecord: Hashable, Sendable {
    /// What happened to the account.
    package enum Entry: Hashable, Sendable {
        /// The operator opened the account.
        case viewed(by: AccountID)
        /// The operator searched for an e-mail address and found the account.
        case searched(by: AccountID)
        /// The operator ordered an act that needs an approval.
        case requested(OperatorAct, by: AccountID, reason: OperatorReason)
        /// The act was performed. The administrator who approved it is nil for an act that needs no approval.
        case performed(OperatorAct, by: AccountID, approver: AccountID?, reason: OperatorReason)
        /// The request was cancelled by the operator who made it, declined by an administrator, or approved when its act no longer had
        /// an effect.
        case declined(OperatorAct, by: AccountID, reason: OperatorReason)
        /// The operator ordered a replay of events. The account is the one whose events are replayed, or the operator's own for those of
        /// all accounts.
        case replayed(by: AccountID, reason: OperatorReason)
        /// The command granted or changed a role.
        case roleGranted(OperatorRole, reason: OperatorReason?)
        /// The command removed the role.
        case roleRemoved(reason: OperatorReason?)
    }

    /// The raw values are stored, so they never change.
    package enum Kind: String, CaseIterable, Sendable {
        case viewed
        case searched
        case requested
        case performed
        case declined
        case replayed
        case roleGranted = "role-granted"
        case roleRemoved = "role-removed"
    }

    package let id: OperatorRecordID
    package let entry: Entry
    package let at: Timestamp
    /// The account that the entry concerns.
    package let account: AccountID
    /// The client of the request that completed the act.
    package let client: Client

    package init(id: OperatorRecordID, _ entry: Entry, at moment: Timestamp, account: AccountID, client: Client) {
        self.id = id
        self.entry = entry
        at = moment
        self.account = account
        self.client = client
    }
}

extension OperatorRecord {
    package var kind: Kind { entry.parts.kind }
    /// Nil unless the record is about an act.
    package var act: OperatorAct? { entry.parts.act }
    /// The role that was granted; nil for the other kinds.
    package var role: OperatorRole? { entry.parts.role }
    /// The operator; nil for the command.
    package var actor: AccountID? { entry.parts.actor }
    /// The administrator who approved the act; nil for the other kinds, and for an act that needs no approval.
    package var approver: AccountID? { entry.parts.approver }
    package var reason: OperatorReason? { entry.parts.reason }
}

extension OperatorRecord.Entry {
    /// Restores an entry from its stored parts. Returns nil for parts that its kind does not have, and if one that it has is missing.
    package init?(
        _ kind: OperatorRecord.Kind, act: OperatorAct?, role: OperatorRole?, actor: AccountID?, approver: AccountID?,
        reason: OperatorReason?
    ) {
        switch (kind, act, role, actor, approver, reason) {
        case (.viewed, nil, nil, let actor?, nil, nil): self = .viewed(by: actor)
        case (.searched, nil, nil, let actor?, nil, nil): self = .searched(by: actor)
        case (.requested, let act?, nil, let actor?, nil, let reason?): self = .requested(act, by: actor, reason: reason)
        case (.performed, let act?, nil, let actor?, _, let reason?):
            self = .performed(act, by: actor, approver: approver, reason: reason)
        case (.declined, let act?, nil, let actor?, nil, let reason?): self = .declined(act, by: actor, reason: reason)
        case (.replayed, nil, nil, let actor?, nil, let reason?): self = .replayed(by: actor, reason: reason)
        case (.roleGranted, nil, let role?, nil, nil, _): self = .roleGranted(role, reason: reason)
        case (.roleRemoved, nil, nil, nil, nil, _): self = .roleRemoved(reason: reason)
        default: return nil
        }
    }

    /// What is stored of the entry: nil for what its kind does not have.
    fileprivate var parts:
        (
            kind: OperatorRecord.Kind, act: OperatorAct?, role: OperatorRole?, actor: AccountID?, approver: AccountID?,
            reason: OperatorReason?
        )
    {
        switch self {
        case .viewed(let actor): (.viewed, nil, nil, actor, nil, nil)
        case .searched(let actor): (.searched, nil, nil, actor, nil, nil)
        case .requested(let act, let actor, let reason): (.requested, act, nil, actor, nil, reason)
        case .performed(let act, let actor, let approver, let reason): (.performed, act, nil, actor, approver, reason)
        case .declined(let act, let actor, let reason): (.declined, act, nil, actor, nil, reason)
        case .replayed(let actor, let reason): (.replayed, nil, nil, actor, nil, reason)
        case .roleGranted(let role, let reason): (.roleGranted, nil, role, nil, nil, reason)
        case .roleRemoved(let reason): (.roleRemoved, nil, nil, nil, nil, reason)
        }
    }
}

extension OperatorRecord {
    /// Returns the record of a change of a role by the command.
    ///
    /// - Parameter role: the role that the command grants; nil to remove the account's role.
    package static func roleChange(
        _ id: OperatorRecordID, to role: OperatorRole?, of account: AccountID, at moment: Timestamp, reason: OperatorReason? = nil,
        client: Client
    ) -> OperatorRecord {
        let entry = role.map { Entry.roleGranted($0, reason: reason) } ?? .roleRemoved(reason: reason)
        return OperatorRecord(id: id, entry, at: moment, account: account, client: client)
    }
}

package typealias OperatorRecordID = Identifier<OperatorRecord>
