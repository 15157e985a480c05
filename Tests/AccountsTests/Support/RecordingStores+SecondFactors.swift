import Accounts
import Secrets

extension RecordingStores {
    func secondFactors(of account: AccountID) async throws -> SecondFactors {
        try await asked(.secondFactors)
        return try await stores.secondFactors(of: account)
    }

    func totp(of account: AccountID) async throws -> StoredTOTP? {
        try await asked(.totp)
        return try await stores.totp(of: account)
    }

    func waitingTOTP(of account: AccountID, begunBy session: SessionID, now: Timestamp) async throws -> StoredTOTP? {
        try await asked(.waitingTOTP)
        return try await stores.waitingTOTP(of: account, begunBy: session, now: now)
    }

    func beginTOTP(_ totp: StoredTOTP, by session: SessionID, now: Timestamp) async throws -> TOTPBeginning {
        try await asked(.beginTOTP)
        return try await stores.beginTOTP(totp, by: session, now: now)
    }

    func confirmTOTP(
        _ id: TOTPID, step: Int64, isLate: Bool, _ addition: FactorAddition
    ) async throws -> FactorAdditionResult {
        try await asked(.confirmTOTP)
        return try await stores.confirmTOTP(id, step: step, isLate: isLate, addition)
    }

    func recordLateStep(_ step: Int64, of id: TOTPID, _ account: AccountID) async throws {
        try await asked(.recordLateStep)
        try await stores.recordLateStep(step, of: id, account)
    }

    func add(_ key: DeviceKey, _ addition: FactorAddition) async throws -> DeviceKeyAdditionResult {
        try await asked(.addDeviceKey)
        return try await stores.add(key, addition)
    }

    func removeTOTP(by session: SessionID, event: AuditEvent) async throws -> FactorRemovalResult {
        try await asked(.removeTOTP)
        return try await stores.removeTOTP(by: session, event: event)
    }

    func removeDeviceKey(_ id: DeviceKeyID, by session: SessionID, event: AuditEvent) async throws -> FactorRemovalResult {
        try await asked(.removeDeviceKey)
        return try await stores.removeDeviceKey(id, by: session, event: event)
    }

    func replaceRecoveryCodes(
        with codes: [TokenDigest], by session: SessionID, event: AuditEvent
    ) async throws -> RecoveryCodesResult {
        try await asked(.replaceRecoveryCodes)
        return try await stores.replaceRecoveryCodes(with: codes, by: session, event: event)
    }

    func removeSecondFactors(of account: AccountID, event: AuditEvent) async throws -> Bool {
        try await asked(.removeSecondFactors)
        return try await stores.removeSecondFactors(of: account, event: event)
    }

    func add(_ challenge: StoredFactorChallenge) async throws {
        try await asked(.addFactorChallenge)
        try await stores.add(challenge)
    }

    func factorChallenge(_ digest: TokenDigest, now: Timestamp) async throws -> StoredFactorChallenge? {
        try await asked(.factorChallenge)
        return try await stores.factorChallenge(digest, now: now)
    }

    func takeFactorAttempt(
        at challenge: TokenDigest, in session: SessionID?, now: Timestamp
    ) async throws -> StoredFactorChallenge? {
        try await asked(.takeFactorAttempt)
        return try await stores.takeFactorAttempt(at: challenge, in: session, now: now)
    }

    func removeFactorChallenge(_ digest: TokenDigest) async throws {
        try await asked(.removeFactorChallenge)
        try await stores.removeFactorChallenge(digest)
    }

    func completeSignIn(_ completion: FactorSignInCompletion) async throws -> FactorCompletionResult {
        try await asked(.completeSignIn)
        return try await stores.completeSignIn(completion)
    }

    func completeStepUp(_ completion: FactorStepUpCompletion) async throws -> FactorCompletionResult {
        try await asked(.completeStepUp)
        return try await stores.completeStepUp(completion)
    }
}
