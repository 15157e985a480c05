import Accounts
import Secrets

extension RecordingStores {
    func codeAddress(of name: AccountName) async throws -> AccountAddress? {
        try await asked(.codeAddress)
        return try await stores.codeAddress(of: name)
    }

    func addCode(_ code: PendingAddressCode, mail: QueuedMail) async throws {
        try await asked(.addCode)
        try await stores.addCode(code, mail: mail)
    }

    func account(of use: MailedCodeUse) async throws -> Account? {
        try await asked(.accountOfCode)
        return try await stores.account(of: use)
    }

    func openSession(
        _ opening: SessionOpening?, by use: MailedCodeUse, now: Timestamp
    ) async throws -> MailedSessionResult {
        try await asked(.openByCode)
        return try await stores.openSession(opening, by: use, now: now)
    }

    func openRecovery(
        by use: MailedCodeUse, session: TokenDigest, expiresAt: Timestamp, event: AuditEvent
    ) async throws -> RecoveryOpeningResult {
        try await asked(.openRecovery)
        return try await stores.openRecovery(by: use, session: session, expiresAt: expiresAt, event: event)
    }

    func recoverySession(_ digest: TokenDigest, now: Timestamp) async throws -> RecoverySession? {
        try await asked(.recoverySession)
        return try await stores.recoverySession(digest, now: now)
    }

    func completeRecoveryFactor(_ completion: FactorRecoveryCompletion) async throws -> FactorCompletionResult {
        try await asked(.completeRecoveryFactor)
        return try await stores.completeRecoveryFactor(completion)
    }

    func completeRecovery(_ completion: RecoveryCompletion) async throws -> RecoveryCompletionResult {
        try await asked(.completeRecovery)
        return try await stores.completeRecovery(completion)
    }

    func confirm(
        _ credential: SuspendedCredential, by session: SessionID, event: AuditEvent
    ) async throws -> CredentialConfirmationResult {
        try await asked(.confirmCredential)
        return try await stores.confirm(credential, by: session, event: event)
    }

    func begin(
        _ wait: RecoveryWait, undo: UndoCode, by session: TokenDigest, event: AuditEvent
    ) async throws -> RecoveryWaitResult {
        try await asked(.beginRecoveryWait)
        return try await stores.begin(wait, undo: undo, by: session, event: event)
    }

    func recoveryWait(of account: AccountID, now: Timestamp) async throws -> RecoveryWait? {
        try await asked(.recoveryWait)
        return try await stores.recoveryWait(of: account, now: now)
    }

    func cancelRecoveryWait(by session: SessionID, event: AuditEvent) async throws -> RecoveryCancellationResult {
        try await asked(.cancelRecoveryWait)
        return try await stores.cancelRecoveryWait(by: session, event: event)
    }

    func cancelRecoveryWait(byCode code: TokenDigest, event: AuditEvent) async throws -> AccountID? {
        try await asked(.cancelRecoveryWait)
        return try await stores.cancelRecoveryWait(byCode: code, event: event)
    }
}
