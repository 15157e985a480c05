package import Secrets

/// Sends codes to the verified addresses of accounts, for clients that are not signed in: to recover an account, or to sign in.
struct MailedCodeSender: Sendable {
    let accounts: AccountService
    let sealer: MailSealer
    let step: TimeStep

    /// Sends a code to the address of this name, if there is one.
    ///
    /// The budgets are charged before anything is looked up. A name without such an address causes the same work: a code that never
    /// matches is stored, and a message is sealed. What still differs, such as pages that the database must read, is hidden by the step
    /// unless it takes the work past a multiple of it.
    func begin(
        _ name: AccountName, for purpose: MailedCodePurpose, client: Client, now: Timestamp
    ) async throws -> MailedCodeBeginning {
        try await step.completed { try await send(name, for: purpose, client: client, now: now) }
    }

    private func send(
        _ name: AccountName, for purpose: MailedCodePurpose, client: Client, now: Timestamp
    ) async throws -> MailedCodeBeginning {
        let (stores, random) = (accounts.stores, accounts.random)
        if case .exhausted(let retryAfter) = try await stores.charge(accounts.codeCharges(of: name, from: client), now: now) {
            return .throttled(retryAfter: retryAfter)
        }
        let (holder, code) = (OpaqueToken(random: random), MailedCode(random: random))
        let recipient = try await stores.codeAddress(of: name) ?? name.decoy(random: random, now: now)
        let pending = PendingAddressCode(
            holder: holder.digest, code: code.digest(for: purpose, holder: holder), expiresAt: now + MailedCode.lifetime)
        let content = purpose.mail(code, from: NoticeSource(client))
        try await stores.addCode(pending, mail: try sealer.seal(content, to: recipient, in: client.language, now: now))
        return .begun(holder: holder, expiresAt: pending.expiresAt)
    }
}

/// The step of the time of work whose own time would reveal whether a name has an account: the result comes after a whole number of
/// steps, also if the work takes longer than one.
package struct TimeStep: Sendable {
    /// No step: the result comes when the work is done.
    package static let none = TimeStep(.zero)

    private let step: Duration
    private let clock: any Clock<Duration>

    package init(_ step: Duration, clock: any Clock<Duration> = ContinuousClock()) {
        self.step = step
        self.clock = clock
    }

    /// Does the work, and returns its result at the next multiple of the step after the call, or early if the task is cancelled.
    func completed<Result: Sendable>(_ work: () async throws -> Result) async rethrows -> Result {
        guard step > .zero else { return try await work() }
        var result: Result?
        let elapsed = try await clock.measure { result = try await work() }
        let beyond = Duration(attoseconds: elapsed.attoseconds % step.attoseconds)
        if elapsed == .zero || beyond > .zero { try? await clock.sleep(for: step - beyond) }
        guard let result else { preconditionFailure("the work returned a result") }
        return result
    }
}

/// The user name or e-mail address that a user typed to recover an account, or to sign in by a mailed code.
package struct AccountName: Hashable, Sendable {
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

package enum MailedCodeBeginning: Sendable {
    /// If the name has an account with a verified address, a code is on its way there.
    ///
    /// - holder: the secret that the client returns with the code.
    case begun(holder: OpaqueToken, expiresAt: Timestamp)
    case throttled(retryAfter: Duration)
}

extension AccountService {
    /// Returns the charges of a code: to the name in this network, the name, the network, and the address if the name is one.
    /// Recovery and sign-in share them, so that they send no more messages together than one of them would.
    ///
    /// The first is smaller than the second, so that one network cannot keep the owner in another from recovering. For an address it
    /// is the one of all messages to the address, so that other spellings and claims add nothing to it. The address of a user name
    /// is not charged, because the result of a charge would then depend on a lookup. One mailbox therefore gets at most the messages
    /// of two such budgets. There is no global budget, because these codes go to verified addresses only.
    fileprivate func codeCharges(of name: AccountName, from client: Client) -> [ThrottleCharge] {
        let subject = name.userName.text
        let inNetwork =
            name.address.map { budgetKeys.mail(to: $0, from: client.address) }
            ?? budgetKeys.recoveries(of: subject, from: client.address)
        return [
            ThrottleCharge(key: inNetwork, budget: throttles.recoveriesPerNameAndAddress),
            ThrottleCharge(key: budgetKeys.recoveries(of: subject), budget: throttles.mailsPerRecipient),
        ] + budgetKeys.charges(of: .mail, from: client, throttles.mailsPerAddress)
            + (name.address.map { [ThrottleCharge(key: budgetKeys.mail(to: $0), budget: throttles.mailsPerRecipient)] } ?? [])
    }
}
