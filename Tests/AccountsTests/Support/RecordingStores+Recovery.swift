import Accounts
import Secrets

extension RecordingStores {
    func recoveryAddress(of name: RecoveryName) async throws -> AccountAddress? {
        try await asked(.recoveryAddress)
        return try await stores.recoveryAddress(of: name)
    }

    func beginRecovery(_ code: PendingAddressCode, mail: QueuedMail) async throws {
        try await asked(.beginRecovery)
        try await stores.beginRecovery(code, mail: mail)
    }

    func openRecovery(
        _ holder: TokenDigest, code: TokenDigest, session: TokenDigest, expiresAt: Timestamp, event: AuditEvent
    ) async throws -> RecoveryOpeningResult {
        try await asked(.openRecovery)
        return try await stores.openRecovery(holder, code: code, session: session, expiresAt: expiresAt, event: event)
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

    func begin(_ wait: RecoveryWait, by session: TokenDigest, event: AuditEvent) async throws -> RecoveryWaitResult {
        try await asked(.beginRecoveryWait)
        return try await stores.begin(wait, by: session, event: event)
    }

    func recoveryWait(of account: AccountID, now: Timestamp) async throws -> RecoveryWait? {
        try await asked(.recoveryWait)
        return try await stores.recoveryWait(of: account, now: now)
    }

    func cancelRecoveryWait(by session: SessionID, event: AuditEvent) async throws -> RecoveryCancellationResult {
        try await asked(.cancelRecoveryWait)
        return try await stores.cancelRecoveryWait(by: session, event: event)
    }
}
