package import Secrets

/// Recovers accounts by a code that is mailed to a verified address. Exists only where mail is on.
///
/// 1. ``begin(_:client:now:)`` sends the code. The response is the same for names without an account.
/// 2. ``open(_:holder:client:now:)`` exchanges the code for a ``RecoverySession``, which can do one thing: set a password or add a
///    passkey.
/// 3. An account with a second factor proves it (``prove(_:answering:in:client:now:)``), or waits
///    (``beginWait(in:client:now:)``).
/// 4. ``setPassword(_:in:now:)`` or ``addPasskey(_:with:in:now:)`` completes the recovery. Both end all sessions, and open none.
package struct RecoveryService: Sendable {
    package let accounts: AccountService
    let factors: SecondFactorService
    let sealer: MailSealer
    /// The time for which a recovery without the account's second factor waits for an objection.
    let wait: Duration
    private let codes: MailedCodeSender

    /// - Parameter codeRequests: the step of the time of ``begin(_:client:now:)``.
    package init(
        accounts: AccountService, factors: SecondFactorService, sealer: MailSealer, wait: Duration = standardWait,
        codeRequests: TimeStep = .none
    ) {
        self.accounts = accounts
        self.factors = factors
        self.sealer = sealer
        self.wait = wait
        codes = MailedCodeSender(accounts: accounts, sealer: sealer, step: codeRequests)
    }

    var stores: any AccountStores { accounts.stores }

    /// 72 hours: a user who reads mail at the weekend only still reads the notice in time.
    package static var standardWait: Duration { .seconds(72 * 3_600) }

    /// Sends a code to the address that this name recovers by, if there is one.
    package func begin(_ name: AccountName, client: Client, now: Timestamp) async throws -> MailedCodeBeginning {
        try await codes.begin(name, for: .recovery, client: client, now: now)
    }

    /// Uses up a code and opens a recovery session, with a notice to all verified addresses.
    ///
    /// - Parameter holder: the secret that the client received when it began.
    package func open(
        _ code: MailedCode, holder: OpaqueToken, client: Client, now: Timestamp
    ) async throws -> RecoveryOpening {
        let token = OpaqueToken(random: accounts.random)
        let event = accounts.event(.recoveryOpened, nil, by: client, at: now)
        let result = try await stores.openRecovery(
            by: MailedCodeUse(code, for: .recovery, holder: holder), session: token.digest,
            expiresAt: now + RecoverySession.lifetime, event: event)
        switch result {
        case .missing: return .codeRejected(attemptsLeft: 0)
        case .wrong(let attemptsLeft): return .codeRejected(attemptsLeft: attemptsLeft)
        case .opened(let session):
            accounts.report(event.of(session.account.id))
            return .opened(session, token)
        }
    }

    /// Returns the recovery session of this token; nil if it is unknown, has expired, or its account's password changed meanwhile.
    package func session(_ token: OpaqueToken, now: Timestamp) async throws -> RecoverySession? {
        try await stores.recoverySession(token.digest, now: now)
    }
}

package enum RecoveryOpening: Sendable {
    case opened(RecoverySession, OpaqueToken)
    /// The code is wrong, or was never sent. Without attempts left, the client begins again.
    case codeRejected(attemptsLeft: Int)
}
