@testable import Accounts
import Secrets
import Testing
import Traces
import WebAuthn

// Recoveries, from the code to the waiting time.
extension ConformanceScene {
    /// A begun recovery with everything that the case sent along.
    struct BegunRecovery: Sendable {
        let code: PendingAddressCode
        let mail: QueuedMail
    }

    /// A begun waiting time.
    struct BegunWait: Sendable {
        let readyAt: Timestamp
        let endsAt: Timestamp
        let undo: UndoCode
    }

    func recoveryName(_ text: String) -> AccountName {
        AccountName(typed: text, address: EmailAddress(text, key: text))
    }

    /// Stores a code and its mail.
    func recovery(
        to recipient: AccountAddressID, by template: MailTemplate = .recoveryCode, at moment: Timestamp = start
    ) async throws -> BegunRecovery {
        let code = PendingAddressCode(holder: try digest(), code: try digest(), expiresAt: moment + .minutes(10))
        let mail = try mail(template, to: recipient, at: moment)
        try await stores.addCode(code, mail: mail)
        return BegunRecovery(code: code, mail: mail)
    }

    /// Requests a code for a name, and returns the attributes of the transactions: among them the number of their statements and the
    /// tables that they changed.
    func transactions(ofCodeFor name: String) async throws -> [[SpanAttribute: String]] {
        let traces = TraceStore(random: { .random(in: .min ... .max) }, now: { 0 })
        try await TraceSpan.$current.withValue(TraceSpan(.serverRequest, in: .server, by: traces)) {
            let address = try await stores.codeAddress(of: recoveryName(name))
            _ = try await recovery(to: address?.id ?? AccountAddressID(random: random))
        }
        return traces.traces.flatMap(\.spans).filter { $0.kind == .transaction }.map(\.attributes)
    }

    func open(
        _ begun: BegunRecovery, holder: TokenDigest? = nil, code: TokenDigest? = nil, as session: TokenDigest? = nil,
        at moment: Timestamp = start
    ) async throws -> RecoveryOpeningResult {
        try await stores.openRecovery(
            by: MailedCodeUse(holder: holder ?? begun.code.holder, code: code ?? begun.code.code),
            session: try session ?? digest(), expiresAt: moment + .minutes(10), event: event(.recoveryOpened, nil, at: moment))
    }

    /// Opens a recovery session and returns its digest. Fails the case if that is not possible.
    @discardableResult
    func openedRecovery(to recipient: AccountAddressID, at moment: Timestamp = start) async throws -> TokenDigest {
        let session = try digest()
        let result = try await open(try await recovery(to: recipient, at: moment), as: session, at: moment)
        try #require(result.isOpened)
        return session
    }

    func recoveryCompletion(
        of account: AccountID, in session: TokenDigest, userName: UserName? = nil, at moment: Timestamp = start
    ) throws -> RecoveryCompletion {
        try recoveryCompletion(
            of: account, in: session, by: .password(StoredHash.second.value(), userName: userName), .passwordRecovered, at: moment)
    }

    func recoveryCompletion(
        of passkey: Passkey, using challenge: UsedChallenge, in session: TokenDigest, at moment: Timestamp = start
    ) -> RecoveryCompletion {
        recoveryCompletion(
            of: passkey.account, in: session, by: .passkey(passkey, using: challenge), .passkeyRecovered, at: moment)
    }

    private func recoveryCompletion(
        of account: AccountID, in session: TokenDigest, by credential: RecoveredCredential, _ kind: AuditEventKind,
        at moment: Timestamp
    ) -> RecoveryCompletion {
        RecoveryCompletion(
            session: session, credential: credential, event: event(kind, account, at: moment),
            factorEvent: event(.secondFactorsRemoved, account, at: moment),
            addressEvent: event(.emailAddressRemoved, account, at: moment),
            suspensionEvent: event(.credentialsSuspended, account, at: moment))
    }

    /// Returns a passkey that is not stored yet, for the user handle of the account.
    func recoveredPasskey(of registered: Registered, id: [UInt8]? = nil) async throws -> Passkey {
        let user = try await stores.userHandle(of: registered.account.id, orElse: UserHandle(random.bytes(64)))
        return try passkey(of: registered.account.id, id: id, user: user)
    }

    func recoveryFactor(
        _ challenge: StoredFactorChallenge, in session: TokenDigest, by use: FactorUse
    ) -> FactorRecoveryCompletion {
        FactorRecoveryCompletion(
            challenge: challenge.digest, use: use, recovery: session, event: event(.factorShown, challenge.account))
    }

    func beginWait(
        of registered: Registered, in session: TokenDigest, at moment: Timestamp = start
    ) async throws -> (RecoveryWaitResult, BegunWait) {
        let wait = RecoveryWait(readyAt: moment + .days(3), endsAt: moment + .days(10))
        let undo = UndoCode(random: random)
        let result = try await stores.begin(
            wait, undo: undo, by: session, event: event(.recoveryWaitBegun, registered.account.id, at: moment))
        return (result, BegunWait(readyAt: wait.readyAt, endsAt: wait.endsAt, undo: undo))
    }

    /// Begins the waiting time of an account, and takes the mail of the code from the queue. Fails the case if that is not possible.
    @discardableResult
    func waitBegun(of registered: Registered, to address: AccountAddress) async throws -> BegunWait {
        let session = try await openedRecovery(to: address.id)
        for job in try await claim(.mail, at: start) { try #require(try await stores.finishMail(job)) }
        let (result, wait) = try await beginWait(of: registered, in: session)
        try #require(result == .begun)
        return wait
    }

    /// Makes an address undeliverable: mail servers reject it on two days.
    func kill(_ address: AccountAddress) async throws {
        for moment in [start, start + .days(1)] {
            let mail = try mail(.addressRemoved, to: address.id, at: moment)
            _ = try await stores.addCode(
                PendingAddressCode(holder: try digest(), code: try digest(), expiresAt: moment), mail: mail)
            for job in try await claim(.mail, at: moment) {
                guard case .mail(let sent) = job.work, sent.recipient == address.id else { continue }
                _ = try await stores.rejectMail(job, event: event(.emailAddressUndeliverable, nil, at: moment))
            }
        }
    }
}

extension RecoveryOpeningResult {
    var isOpened: Bool { if case .opened = self { true } else { false } }
}
