/// An entry of the operators' audit trail. It outlives the accounts that it names, and never changes. Maintenance deletes it after
/// ``Retention/operatorRecords``; no operation does.
package struct OperatorRecord: Hashable, Sendable {
    /// The raw values are stored, so they never change.
    package enum Kind: String, CaseIterable, Sendable {
        /// The operator opened the account.
        case viewed
        /// The operator ordered an act that needs an approval.
        case requested
        /// The act was performed.
        case performed
        /// The request was cancelled by the operator who made it, declined by an administrator, or approved when its act no longer had
        /// an effect.
        case declined
        /// The command granted or changed a role.
        case roleGranted = "role-granted"
        /// The command removed the role.
        case roleRemoved = "role-removed"
    }

    package let id: OperatorRecordID
    package let kind: Kind
    /// Nil unless the record is about an act.
    package let act: OperatorAct?
    /// The role that was granted; nil for the other kinds.
    package let role: OperatorRole?
    package let at: Timestamp
    /// The operator; nil for the command.
    package let actor: AccountID?
    /// The account that was viewed or changed.
    package let account: AccountID
    /// The administrator who approved the act; nil for an act that needs no approval.
    package let approver: AccountID?
    package let reason: OperatorReason?
    /// The client of the request that completed the act.
    package let client: Client

    package init(
        id: OperatorRecordID, kind: Kind, act: OperatorAct? = nil, role: OperatorRole? = nil, at moment: Timestamp,
        actor: AccountID?, account: AccountID, approver: AccountID? = nil, reason: OperatorReason? = nil, client: Client
    ) {
        self.id = id
        self.kind = kind
        self.act = act
        self.role = role
        at = moment
        self.actor = actor
        self.account = account
        self.approver = approver
        self.reason = reason
        self.client = client
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
        OperatorRecord(
            id: id, kind: role == nil ? .roleRemoved : .roleGranted, role: role, at: moment, actor: nil, account: account,
            reason: reason, client: client)
    }
}

package typealias OperatorRecordID = Identifier<OperatorRecord>
