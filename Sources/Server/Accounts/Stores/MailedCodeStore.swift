/// Stores the codes that are mailed to clients without a session: for recovery (``RecoveryStore``) and for sign-in.
package protocol MailedCodeStore: Sendable {
    /// Returns the address that a code for this name goes to: the verified address itself, or the address of the account with
    /// this user name that was verified first. Neither is undeliverable. Nil if there is no such address.
    func codeAddress(of name: AccountName) async throws -> AccountAddress?

    /// Stores a code and queues its mail, as a job of the kind ``JobKind/mail``. If the recipient is not a verified address by now,
    /// or is undeliverable, no code matches and no mail is queued.
    func addCode(_ code: PendingAddressCode, mail: QueuedMail) async throws

    /// Returns the account that a right code signs in to; nil for any other code. Counts no attempt and uses nothing up:
    /// ``openSession(_:by:now:)`` does.
    func account(of use: MailedCodeUse) async throws -> Account?

    /// Counts an attempt at a code. If the code is right, uses it up and opens the session. Of several simultaneous uses of a code,
    /// one succeeds. For an account with a second factor, a right code is used up and opens no session;
    /// ``SecondFactorStore/completeSignIn(_:)`` does.
    ///
    /// - Parameter opening: the session of the account that ``account(of:)`` returned; nil if it returned none.
    func openSession(
        _ opening: SessionOpening?, by use: MailedCodeUse, now: Timestamp
    ) async throws -> MailedSessionResult
}

package enum MailedSessionResult: Hashable, Sendable {
    case opened
    /// The account has a second factor. The code of this address is its first one.
    case factorRequired(AccountAddressID)
    case wrong(attemptsLeft: Int)
    /// No code was stored for this holder, or it was used, has expired or has no attempts left.
    case missing
}
