import Accounts
import Secrets

extension RecordingStores {
    func setFirstPassword(_ setting: FirstPasswordSetting) async throws -> FirstPasswordResult {
        try await asked(.setFirstPassword)
        return try await stores.setFirstPassword(setting)
    }

    func removePassword(
        of account: AccountID, renewal: SessionRenewal, event: AuditEvent
    ) async throws -> PasswordRemovalResult {
        try await asked(.removePassword)
        return try await stores.removePassword(of: account, renewal: renewal, event: event)
    }

    func add(_ challenge: StoredChallenge) async throws {
        try await asked(.addChallenge)
        try await stores.add(challenge)
    }

    func consumeChallenge(_ digest: TokenDigest, for purpose: ChallengePurpose, now: Timestamp) async throws -> Bool {
        try await asked(.consumeChallenge)
        return try await stores.consumeChallenge(digest, for: purpose, now: now)
    }

    func recordUse(of token: UnboundAppleToken) async throws -> Bool {
        try await asked(.recordTokenUse)
        return try await stores.recordUse(of: token)
    }
}

extension RecordingStores {
    func appleIdentity(_ key: AppleIdentityKey) async throws -> AppleIdentity? {
        try await asked(.appleIdentity)
        return try await stores.appleIdentity(key)
    }

    func appleIdentity(_ id: AppleIdentityID) async throws -> AppleIdentity? {
        try await asked(.appleIdentity)
        return try await stores.appleIdentity(id)
    }

    func appleIdentities(of account: AccountID) async throws -> [AppleIdentity] {
        try await asked(.appleIdentities)
        return try await stores.appleIdentities(of: account)
    }

    func remember(_ name: PersonName, of key: AppleIdentityKey, at now: Timestamp) async throws {
        try await asked(.rememberName)
        try await stores.remember(name, of: key, at: now)
    }

    func create(
        _ account: Account, by verification: AppleVerification, opening: SessionOpening
    ) async throws -> AppleAccountCreation {
        try await asked(.createByApple)
        return try await stores.create(account, by: verification, opening: opening)
    }

    func open(_ opening: SessionOpening, by verification: AppleVerification) async throws -> AppleSessionOpeningOutcome {
        try await asked(.openByApple)
        return try await stores.open(opening, by: verification)
    }

    func renew(_ renewal: SessionRenewal, by verification: AppleVerification, event: AuditEvent) async throws -> Bool {
        try await asked(.renewByApple)
        return try await stores.renew(renewal, by: verification, event: event)
    }

    func link(
        _ verification: AppleVerification, to account: AccountID, from session: SessionID, event: AuditEvent
    ) async throws -> AppleLinkingResult {
        try await asked(.link)
        return try await stores.link(verification, to: account, from: session, event: event)
    }

    func unlink(
        _ id: AppleIdentityID, from account: AccountID, by session: SessionID, event: AuditEvent
    ) async throws -> AppleUnlinkingResult {
        try await asked(.unlink)
        return try await stores.unlink(id, from: account, by: session, event: event)
    }

    func announce(_ transfer: AppleTransfer, of key: AppleIdentityKey) async throws -> Bool {
        try await asked(.announce)
        return try await stores.announce(transfer, of: key)
    }

    func move(
        _ transfer: AppleTransfer, to subject: AppleSubject, event: AuditEvent
    ) async throws -> AppleTransferOutcome {
        try await asked(.move)
        return try await stores.move(transfer, to: subject, event: event)
    }

    func apply(_ notification: AppleNotification, event: AuditEvent) async throws -> AppleNotificationOutcome {
        try await asked(.applyNotification)
        return try await stores.apply(notification, event: event)
    }
}

extension RecordingStores {
    func add(_ attempt: StoredAppleWebAttempt) async throws {
        try await asked(.addAttempt)
        try await stores.add(attempt)
    }

    func consumeWebAttempt(_ state: TokenDigest, now: Timestamp) async throws -> StoredAppleWebAttempt? {
        try await asked(.consumeAttempt)
        return try await stores.consumeWebAttempt(state, now: now)
    }

    func park(_ parked: ParkedAppleAssertion, at now: Timestamp) async throws {
        try await asked(.park)
        try await stores.park(parked, at: now)
    }

    func consumeParkedAssertion(_ completion: TokenDigest, now: Timestamp) async throws -> ParkedAppleAssertion? {
        try await asked(.consumeParked)
        return try await stores.consumeParkedAssertion(completion, now: now)
    }
}

extension RecordingStores {
    func appleTokens(of identity: AppleIdentityID) async throws -> [AppleTokenState] {
        try await asked(.appleTokens)
        return try await stores.appleTokens(of: identity)
    }

    func finishExchange(
        _ job: Job, with token: AppleStoredToken, at now: Timestamp, nextCheckAt: Timestamp
    ) async throws -> AppleExchangeResult {
        try await asked(.finishExchange)
        return try await stores.finishExchange(job, with: token, at: now, nextCheckAt: nextCheckAt)
    }

    func finishCheck(_ job: Job, at now: Timestamp, nextCheckAt: Timestamp) async throws -> Bool {
        try await asked(.finishCheck)
        return try await stores.finishCheck(job, at: now, nextCheckAt: nextCheckAt)
    }

    func finishCheckRevoked(_ job: Job, event: AuditEvent) async throws -> AccountID? {
        try await asked(.finishCheckRevoked)
        return try await stores.finishCheckRevoked(job, event: event)
    }

    func claim(_ kind: JobKind, now: Timestamp, lease: Duration, limit: Int) async throws -> [Job] {
        try await asked(.claimJobs)
        return try await stores.claim(kind, now: now, lease: lease, limit: limit)
    }

    func finish(_ job: Job) async throws -> Bool {
        try await asked(.finishJob)
        return try await stores.finish(job)
    }

    func retry(_ job: Job, at moment: Timestamp) async throws -> Bool {
        try await asked(.retryJob)
        return try await stores.retry(job, at: moment)
    }

    func abandon(_ job: Job) async throws -> Bool {
        try await asked(.abandonJob)
        return try await stores.abandon(job)
    }

    func countJobs(_ kind: JobKind) async throws -> Int {
        try await asked(.countJobs)
        return try await stores.countJobs(kind)
    }

    func keep(_ keys: StoredAppleKeys) async throws {
        try await asked(.keepAppleKeys)
        try await stores.keep(keys)
    }

    func storedAppleKeys() async throws -> StoredAppleKeys? {
        try await asked(.storedAppleKeys)
        return try await stores.storedAppleKeys()
    }
}
