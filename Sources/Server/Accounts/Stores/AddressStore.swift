package import Secrets

/// Stores the e-mail addresses of accounts and the codes that verify them.
///
/// An operation with messages queues them in the same transaction, as jobs of the kind ``JobKind/mail``. Notices are sealed by the
/// event (``AuditEvent/notices``), and go to the addresses that receive notices (``AccountAddress/receivesNotices``).
package protocol AddressStore: Sendable {
    /// Returns the addresses of an account, in the order in which they were claimed.
    func addresses(of account: AccountID) async throws -> [AccountAddress]

    /// Claims an address for its account, unless the account has it, and queues the mail with the code. Queues no mail if Apple
    /// reported that its relay no longer delivers to the address (``AppleNotificationKind/emailDisabled``). The code replaces the
    /// session's previous code for the address. Does nothing if the address of the account is verified and not undeliverable, or if
    /// the account has ``AccountAddress/limit`` other addresses. Records the event for a new claim.
    func claim(
        _ address: AccountAddress, code: PendingAddressCode, mail: QueuedMail, by session: SessionID, event: AuditEvent
    ) async throws -> AddressClaimResult

    /// Verifies the address that received the code for this session and holder. Uses up all its codes, removes the claims of other
    /// accounts, and queues a notice for each other address. If the code is wrong, only counts the attempt. Does nothing if another
    /// account has verified the address, or if the account has a second factor and the session proved none. Of several simultaneous
    /// uses of a code, one succeeds.
    ///
    /// - Parameter event: for the account of the session; its time is the time of the operation.
    func verify(
        _ holder: TokenDigest, code: TokenDigest, by session: SessionID, event: AuditEvent
    ) async throws -> AddressVerificationResult

    /// Removes an address of the event's account with its codes. If it was verified, queues a notice for each address of the account,
    /// the removed one included.
    ///
    /// - Parameter undo: the code that restores the address. It is stored, and its mail replaces the notice to the removed address,
    ///   unless the account keeps a deliverable address that was verified earlier. Otherwise a client with the password could
    ///   restore its own address, which the owner removed.
    func removeAddress(
        _ id: AccountAddressID, by session: SessionID, undo: UndoCode, event: AuditEvent
    ) async throws -> AddressRemovalResult

    /// Uses up the code of a removed address and verifies the address again, with the time of its first verification. Ends all
    /// sessions, devices, links for passwords, recoveries with their waiting time, and codes that restore addresses of the account.
    /// If another account has verified the address, only uses the code up. Of several simultaneous uses, one succeeds.
    ///
    /// - Parameters:
    ///   - id: for the restored address.
    ///   - event: for the account of the code; its time is the time of the operation.
    func restoreAddress(_ code: TokenDigest, as id: AccountAddressID, event: AuditEvent) async throws -> AddressRestorationResult
}

package enum AddressClaimResult: Hashable, Sendable {
    /// The address of the account, which may have claimed it earlier.
    case claimed(AccountAddress)
    case alreadyVerified(AccountAddress)
    case tooMany
    case sessionEnded
}

package enum AddressVerificationResult: Hashable, Sendable {
    case verified(AccountAddress)
    case wrong(attemptsLeft: Int)
    /// No such code was sent for this session and holder, or it was used, has expired or has no attempts left.
    case missing
    /// Another account has verified the address.
    case taken
    case sessionEnded
}

package enum AddressRemovalResult: Hashable, Sendable {
    case removed(AccountAddress)
    case missing
    case sessionEnded
}

package enum AddressRestorationResult: Hashable, Sendable {
    case restored(AccountID)
    /// No address was removed with this code, or the code was used or has expired.
    case missing
    /// Another account has verified the address.
    case taken
}

/// Stores the outcomes of messages. Each operation requires a claimed job, like those of ``JobStore``, and returns false if the
/// caller no longer holds it.
package protocol MailStore: Sendable {
    /// Removes the job of a message that a mail server has accepted. An earlier
    /// rejection of the account's address no longer counts. An undeliverable address stays undeliverable until it is verified.
    func finishMail(_ job: Job) async throws -> Bool

    /// Removes the job of a message that a mail server has rejected permanently.
    ///
    /// - Parameter event: nil if the rejection was not about the address. Otherwise the address of an account is marked as rejected,
    ///   and as undeliverable after the second time (``AccountAddress/rejected(at:)``), with this event for its account.
    func rejectMail(_ job: Job, event: AuditEvent?) async throws -> MailRejectionResult

    /// Counts a bounce as a rejection at the time of its message, with the rules of ``rejectMail(_:event:)``. The same tag changes
    /// nothing a second time.
    ///
    /// Does nothing if the address was removed, or if its account has verified or restored an address since the message was queued.
    ///
    /// - Parameter event: for the account of the address, if the address becomes undeliverable.
    func bounceMail(_ tag: BounceTag, event: AuditEvent) async throws -> MailBounceResult

    /// Makes the job due again at that time.
    ///
    /// - Parameter reply: the code of the last reply, 1 to 64 characters; nil if there was none.
    func postponeMail(_ job: Job, until moment: Timestamp, reply: String?) async throws -> Bool

    /// Returns the messages in the queue, the oldest first. For the operator.
    func waitingMail(limit: Int) async throws -> [WaitingMail]

    /// Returns the time at which the oldest message in the queue was queued; nil if the queue is empty. For metrics.
    func oldestMail() async throws -> Timestamp?
}

package enum MailRejectionResult: Hashable, Sendable {
    /// The job is removed.
    case rejected
    /// The job is removed, and the address of this account is undeliverable.
    case addressUndeliverable(AccountID)
    case notHeld
}

package enum MailBounceResult: Hashable, Sendable {
    /// The bounce is recorded, or an earlier one of the same day was.
    case counted
    /// The address of this account is now undeliverable.
    case addressUndeliverable(AccountID)
    /// The address is gone, was undeliverable before, or may have been verified since.
    case ignored
}

/// A message in the queue.
package struct WaitingMail: Hashable, Sendable {
    /// The message, with its address and content sealed.
    package let mail: QueuedMail
    package let dueAt: Timestamp
    package let attempts: Int
    /// The code of the last reply; nil if there was none.
    package let reply: String?

    package init(mail: QueuedMail, dueAt: Timestamp, attempts: Int, reply: String?) {
        self.mail = mail
        self.dueAt = dueAt
        self.attempts = attempts
        self.reply = reply
    }
}
