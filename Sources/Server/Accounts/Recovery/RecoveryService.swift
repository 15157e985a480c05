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

    package init(accounts: AccountService, factors: SecondFactorService, sealer: MailSealer, wait: Duration = standardWait) {
        self.accounts = accounts
        self.factors = factors
        self.sealer = sealer
        self.wait = wait
    }

    var stores: any AccountStores { accounts.stores }

    /// 72 hours: a user who reads mail at the weekend only still reads the notice in time.
    package static var standardWait: Duration { .seconds(72 * 3_600) }

    /// Sends a code to the address that this name recovers by, if there is one.
    ///
    /// The budgets are charged before anything is looked up. A name without such an address causes the same work: a code that never
    /// matches is stored, and a message is sealed.
    package func begin(_ name: RecoveryName, client: Client, now: Timestamp) async throws -> RecoveryBeginning {
        if case .exhausted(let retryAfter) = try await stores.charge(accounts.recoveryCharges(of: name, from: client), now: now) {
            return .throttled(retryAfter: retryAfter)
        }
        let random = accounts.random
        let (holder, code) = (OpaqueToken(random: random), MailedCode(random: random))
        let recipient = try await stores.recoveryAddress(of: name) ?? name.decoy(random: random, now: now)
        let pending = PendingAddressCode(
            holder: holder.digest, code: code.digest(for: .recovery, holder: holder), expiresAt: now + MailedCode.lifetime)
        try await stores.beginRecovery(
            pending, mail: try sealer.seal(.recoveryCode(code), to: recipient, in: client.language, now: now))
        return .begun(holder: holder, expiresAt: pending.expiresAt)
    }

    /// Uses up a code and opens a recovery session.
    ///
    /// - Parameter holder: the secret that the client received when it began.
    package func open(
        _ code: MailedCode, holder: OpaqueToken, client: Client, now: Timestamp
    ) async throws -> RecoveryOpening {
        let token = OpaqueToken(random: accounts.random)
        let event = accounts.event(.recoveryOpened, nil, by: client, at: now)
        let result = try await stores.openRecovery(
            holder.digest, code: code.digest(for: .recovery, holder: holder), session: token.digest,
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

/// The user name or e-mail address that a user typed to recover an account.
package struct RecoveryName: Hashable, Sendable {
    package let userName: UserNameKey
    /// The text as an e-mail address. Nil if the text is not an address.
    package let address: EmailAddress?

    /// - Parameter address: the text as an address, if it is one.
    package init(typed text: String, address: EmailAddress?) {
        userName = UserNameKey(text)
        self.address = address
    }

    /// Returns an address of no account. A message to it takes the same work as another.
    fileprivate func decoy(random: some RandomBytes, now: Timestamp) -> AccountAddress {
        AccountAddress(
            id: AccountAddressID(random: random), account: AccountID(random: random), address: address ?? Self.decoyAddress,
            claimedAt: now)
    }

    private static var decoyAddress: EmailAddress {
        guard let address = EmailAddress("decoy@example.invalid", key: "decoy@example.invalid") else {
            preconditionFailure("the decoy is a well-formed address")
        }
        return address
    }
}

package enum RecoveryBeginning: Sendable {
    /// If the name has an account with a verified address, a code is on its way there.
    ///
    /// - holder: the secret that the client returns with the code.
    case begun(holder: OpaqueToken, expiresAt: Timestamp)
    case throttled(retryAfter: Duration)
}

package enum RecoveryOpening: Sendable {
    case opened(RecoverySession, OpaqueToken)
    /// The code is wrong, or was never sent. Without attempts left, the client begins again.
    case codeRejected(attemptsLeft: Int)
}

extension AccountService {
    /// Returns the charges of a recovery: to the name in this network, the name, the network, and the address if the name is one.
    ///
    /// The first is smaller than the second, so that one network cannot keep the owner in another from recovering. There is no
    /// global budget, because a recovery sends mail to verified addresses only.
    fileprivate func recoveryCharges(of name: RecoveryName, from client: Client) -> [ThrottleCharge] {
        let subject = name.userName.text
        return [
            ThrottleCharge(
                key: budgetKeys.recoveries(of: subject, from: client.address), budget: throttles.recoveriesPerNameAndAddress),
            ThrottleCharge(key: budgetKeys.recoveries(of: subject), budget: throttles.mailsPerRecipient),
            ThrottleCharge(key: budgetKeys.mail(from: client.address), budget: throttles.mailsPerAddress),
        ] + (name.address.map { [ThrottleCharge(key: budgetKeys.mail(to: $0), budget: throttles.mailsPerRecipient)] } ?? [])
    }
}
