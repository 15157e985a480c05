/// The operator who sends a request. A store checks the role of the account and the session in the transaction of the request.
package struct ActingOperator: Sendable {
    package let account: AccountID
    package let session: SessionID
    package let client: Client
    package let now: Timestamp

    package init(account: AccountID, session: SessionID, client: Client, now: Timestamp) {
        self.account = account
        self.session = session
        self.client = client
        self.now = now
    }
}

/// An act that an operator orders for an account.
package struct OperatorOrder: Sendable {
    package let act: OperatorAct
    package let reason: OperatorReason
    /// The event of the account, with the account and the notices that the act queues. It does not name the operator.
    package let event: AuditEvent
    package let orderedBy: ActingOperator
    /// The identifier of the request, if the act needs an approval.
    package let request: ApprovalRequestID
    package let recordID: OperatorRecordID
    package let account: AccountID

    package init(
        _ act: OperatorAct, for account: AccountID, reason: OperatorReason, event: AuditEvent, by operating: ActingOperator,
        request: ApprovalRequestID, record: OperatorRecordID
    ) {
        self.act = act
        self.account = account
        self.reason = reason
        self.event = event
        orderedBy = operating
        self.request = request
        recordID = record
    }

    /// Returns whether an operator with this role may order the act. Operators manage their own accounts on the account page, as
    /// every user.
    package func isAllowed(for role: OperatorRole, onAccountWith other: OperatorRole?) -> Bool {
        account != orderedBy.account && role.mayOrder(act, forAccountWith: other)
    }

    /// The record of the act, which needed no approval.
    package var performed: OperatorRecord {
        record(.performed(act, by: orderedBy.account, approver: nil, reason: reason))
    }

    /// The record of the request for an approval.
    package var requested: OperatorRecord { record(.requested(act, by: orderedBy.account, reason: reason)) }

    private func record(_ entry: OperatorRecord.Entry) -> OperatorRecord {
        OperatorRecord(id: recordID, entry, at: orderedBy.now, account: account, client: orderedBy.client)
    }
}

/// An act that waits for the approval of an administrator who did not order it.
package struct ApprovalRequest: Hashable, Sendable {
    package let id: ApprovalRequestID
    package let act: OperatorAct
    package let account: AccountID
    package let reason: OperatorReason
    /// The operator who ordered the act.
    package let requester: AccountID
    package let requestedAt: Timestamp
    package let expiresAt: Timestamp

    package init(
        id: ApprovalRequestID, act: OperatorAct, account: AccountID, reason: OperatorReason, requester: AccountID,
        requestedAt: Timestamp, expiresAt: Timestamp
    ) {
        self.id = id
        self.act = act
        self.account = account
        self.reason = reason
        self.requester = requester
        self.requestedAt = requestedAt
        self.expiresAt = expiresAt
    }

    /// 24 hours: colleagues in another time zone have a working day, and a forgotten request has no effect later.
    package static var lifetime: Duration { .seconds(86_400) }

    /// The number of an operator's requests that may wait at once, so that a stolen session cannot bury those of others in the list.
    package static var limitPerOperator: Int { 50 }

    /// The number of requests that a list shows: those of four operators who reach ``limitPerOperator``.
    package static var resultLimit: Int { 200 }
}

extension ApprovalRequest {
    /// Returns whether an operator with a role may approve the request. The requester and the operator on whose account it acts may
    /// not.
    package func mayBeApproved(by operating: AccountID, as role: OperatorRole) -> Bool {
        role.mayApprove && operating != requester && operating != account
    }

    /// Returns whether an operator with a role may remove the request: its requester, or an administrator. The operator on whose
    /// account it acts may not, because that operator could then prevent every act on their own account.
    package func mayBeDeclined(by operating: AccountID, as role: OperatorRole) -> Bool {
        operating == requester || (role.mayApprove && operating != account)
    }

    /// Returns the record of the request's removal without the act.
    package func removal(by operating: ActingOperator, record: OperatorRecordID) -> OperatorRecord {
        OperatorRecord(
            id: record, .declined(act, by: operating.account, reason: reason), at: operating.now, account: account,
            client: operating.client)
    }
}

package typealias ApprovalRequestID = Identifier<ApprovalRequest>

/// The approval of a request, with what the approver saw. It is void if the request is for anything else.
package struct OperatorApproval: Sendable {
    package let request: ApprovalRequestID
    package let act: OperatorAct
    package let event: AuditEvent
    package let approvedBy: ActingOperator
    package let recordID: OperatorRecordID
    package let account: AccountID

    package init(
        of request: ApprovalRequestID, act: OperatorAct, account: AccountID, event: AuditEvent, by operating: ActingOperator,
        record: OperatorRecordID
    ) {
        self.request = request
        self.act = act
        self.account = account
        self.event = event
        approvedBy = operating
        recordID = record
    }

    /// Returns whether the approval is for exactly this act.
    package func matches(_ other: ApprovalRequest) -> Bool {
        request == other.id && act == other.act && account == other.account
    }

    /// Returns the record of the act, which names both operators.
    package func record(of other: ApprovalRequest) -> OperatorRecord {
        OperatorRecord(
            id: recordID,
            .performed(other.act, by: other.requester, approver: approvedBy.account, reason: other.reason),
            at: approvedBy.now, account: other.account, client: approvedBy.client)
    }
}

/// The outcome of an order or an approval. Only ``performed`` and ``awaitsApproval(_:)`` change an account or store a request. The
/// approval of an act that no longer has an effect removes the request, with a record.
package enum OperatorOutcome: Hashable, Sendable {
    case performed
    case awaitsApproval(ApprovalRequest)
    /// The operator has no role, or none that may do this; or the session has ended.
    case notAllowed
    /// The account does not exist.
    case noAccount
    /// The request does not exist, has expired, was used, or the operator who made it may no longer order the act.
    case noRequest
    /// The request is for another act or another account than the approval.
    case otherRequest
    /// The account is in this state already, or the same act waits for an approval.
    case nothingToDo
    /// The account has no address that receives mail, or the server sends none.
    case unreachable
    /// ``ApprovalRequest/limitPerOperator`` requests of the operator wait already.
    case tooManyRequests
}
