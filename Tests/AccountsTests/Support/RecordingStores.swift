import Accounts
import InternetAddresses
import PasswordHashing
import Secrets
import Synchronization

/// The operations of a store, by name.
enum StoreOperation: Hashable {
    case create, importAccounts, accountByID, accountByName, rename, setSettings, turnNotice, deleteAccount, listAccounts,
        listCredentials,
        countAccounts
    case credentialByName, credentialByID, replacePassword, rehashPassword
    case open, session, isEndedByPasswordChange, recordUse, renew, sessions, revoke, revokeAll, device
    case charge, refund
    case record, events
    case signingKeys, addSigningKey, removeExpired, prepareCopy
    case setFirstPassword, removePassword
    case addPasswordLink, accountOfPasswordLink, usePasswordLink
    case addChallenge, consumeChallenge, recordTokenUse
    case appleIdentity, appleIdentities, rememberName, createByApple, openByApple, renewByApple, link, unlink
    case announce, move, applyNotification
    case addAttempt, consumeAttempt, park, consumeParked
    case appleTokens, finishExchange, finishCheck, finishCheckRevoked
    case keepAppleKeys, storedAppleKeys
    case secondFactors, totp, waitingTOTP, beginTOTP, confirmTOTP, recordLateStep, addDeviceKey, removeTOTP, removeDeviceKey
    case replaceRecoveryCodes
    case removeSecondFactors, addFactorChallenge, takeFactorAttempt, factorChallenge, removeFactorChallenge, completeSignIn,
        completeStepUp
    case passwordUpgrade, commitUpgrade, confirmUpgrade, appleUpgrade, beginAppleUpgrade, convert
    case passkey, passkeys, userHandle, useUp, createByPasskey, addPasskey, openByPasskey, renewByPasskey, renamePasskey
    case removePasskey
    case addresses, claimAddress, verifyAddress, removeAddress, restoreAddress
    case finishMail, rejectMail, bounceMail, postponeMail
    case claimEvents, finishEvent, requeueEvents
    case codeAddress, addCode, accountOfCode, openByCode, openRecovery, recoverySession, completeRecoveryFactor, completeRecovery,
        confirmCredential
    case beginRecoveryWait, recoveryWait, cancelRecoveryWait
    case claimJobs, finishJob, retryJob, abandonJob, countJobs
}

/// A store that records its operations in order, and lets a test interrupt one of them: with a failure or a concurrent change.
final class RecordingStores: AccountStores {
    typealias Interruption = @Sendable () async throws -> Void

    let stores: any AccountStores
    private let state = Mutex(State())

    private struct State {
        var operations: [StoreOperation] = []
        var charges: [[ThrottleCharge]] = []
        var interruptions: [StoreOperation: Interruption] = [:]
    }

    init(_ stores: any AccountStores) {
        self.stores = stores
    }

    /// All operations since the last ``forget()``.
    var operations: [StoreOperation] { state.withLock { $0.operations } }

    /// The charges among them.
    var charges: [[ThrottleCharge]] { state.withLock { $0.charges } }

    func forget() {
        state.withLock {
            $0.operations = []
            $0.charges = []
        }
    }

    /// Runs `interruption` once, before the next operation of this kind.
    func before(_ operation: StoreOperation, _ interruption: @escaping Interruption) {
        state.withLock { $0.interruptions[operation] = interruption }
    }

    func asked(_ operation: StoreOperation) async throws {
        let interruption = state.withLock {
            $0.operations.append(operation)
            return $0.interruptions.removeValue(forKey: operation)
        }
        try await interruption?()
    }
}

extension RecordingStores {
    func create(_ account: Account, hash: PasswordHash, opening: SessionOpening) async throws -> AccountCreation {
        try await asked(.create)
        return try await stores.create(account, hash: hash, opening: opening)
    }

    func importAccounts(_ accounts: [ImportedAccount]) async throws -> [AccountImportOutcome] {
        try await asked(.importAccounts)
        return try await stores.importAccounts(accounts)
    }

    func account(_ id: AccountID) async throws -> Account? {
        try await asked(.accountByID)
        return try await stores.account(id)
    }

    func account(named key: UserNameKey) async throws -> Account? {
        try await asked(.accountByName)
        return try await stores.account(named: key)
    }

    func rename(
        _ id: AccountID, in session: SessionID, to name: UserName, event: AuditEvent
    ) async throws -> AccountRenaming {
        try await asked(.rename)
        return try await stores.rename(id, in: session, to: name, event: event)
    }

    func set(_ settings: [AccountSetting], of id: AccountID, in session: SessionID, now: Timestamp) async throws -> Bool {
        try await asked(.setSettings)
        return try await stores.set(settings, of: id, in: session, now: now)
    }

    func turn(
        _ notice: OptionalNotice, on isOn: Bool, of id: AccountID, in session: SessionID, event: AuditEvent
    ) async throws -> NoticePreferenceResult {
        try await asked(.turnNotice)
        return try await stores.turn(notice, on: isOn, of: id, in: session, event: event)
    }

    func deleteAccount(
        _ id: AccountID, in session: SessionID?, event: AuditEvent
    ) async throws -> AppleRevocationNotice? {
        try await asked(.deleteAccount)
        return try await stores.deleteAccount(id, in: session, event: event)
    }

    func accounts(after: AccountID?, limit: Int) async throws -> [Account] {
        try await asked(.listAccounts)
        return try await stores.accounts(after: after, limit: limit)
    }

    func credentials(after: AccountID?, limit: Int) async throws -> [AccountCredentials] {
        try await asked(.listCredentials)
        return try await stores.credentials(after: after, limit: limit)
    }

    func countAccounts() async throws -> Int {
        try await asked(.countAccounts)
        return try await stores.countAccounts()
    }

    func credential(named key: UserNameKey) async throws -> PasswordCredential? {
        try await asked(.credentialByName)
        return try await stores.credential(named: key)
    }

    func credential(of account: AccountID) async throws -> PasswordCredential? {
        try await asked(.credentialByID)
        return try await stores.credential(of: account)
    }

    func replacePassword(_ replacement: PasswordReplacement) async throws -> PasswordReplacementOutcome {
        try await asked(.replacePassword)
        return try await stores.replacePassword(replacement)
    }

    func rehashPassword(of account: AccountID, from old: PasswordHash, to new: PasswordHash) async throws {
        try await asked(.rehashPassword)
        try await stores.rehashPassword(of: account, from: old, to: new)
    }

    func open(
        _ opening: SessionOpening, passwordVersion: Int, refunding charges: [ThrottleCharge]
    ) async throws -> SessionOpeningOutcome {
        try await asked(.open)
        return try await stores.open(opening, passwordVersion: passwordVersion, refunding: charges)
    }

    func session(_ digest: TokenDigest, now: Timestamp) async throws -> StoredSession? {
        try await asked(.session)
        return try await stores.session(digest, now: now)
    }

    func isEndedByPasswordChange(_ digest: TokenDigest, now: Timestamp) async throws -> Bool {
        try await asked(.isEndedByPasswordChange)
        return try await stores.isEndedByPasswordChange(digest, now: now)
    }

    func recordUse(of session: SessionID, at now: Timestamp, idleExpiry: Timestamp, address: IPAddress) async throws {
        try await asked(.recordUse)
        try await stores.recordUse(of: session, at: now, idleExpiry: idleExpiry, address: address)
    }

    func renew(_ renewal: SessionRenewal, passwordVersion: Int, event: AuditEvent) async throws -> Bool {
        try await asked(.renew)
        return try await stores.renew(renewal, passwordVersion: passwordVersion, event: event)
    }

    func sessions(of account: AccountID, now: Timestamp) async throws -> [Session] {
        try await asked(.sessions)
        return try await stores.sessions(of: account, now: now)
    }

    func revoke(
        _ session: SessionID, of account: AccountID, device: DeviceEffect, event: AuditEvent
    ) async throws -> Bool {
        try await asked(.revoke)
        return try await stores.revoke(session, of: account, device: device, event: event)
    }

    func revokeAll(of account: AccountID, except: SessionID?, event: AuditEvent) async throws -> Int {
        try await asked(.revokeAll)
        return try await stores.revokeAll(of: account, except: except, event: event)
    }

    func revokeAll(
        by session: SessionID, event: AuditEvent, recoveryEvent: AuditEvent
    ) async throws -> FullRevocationResult {
        try await asked(.revokeAll)
        return try await stores.revokeAll(by: session, event: event, recoveryEvent: recoveryEvent)
    }

    func device(_ digest: TokenDigest, usedSince cutoff: Timestamp) async throws -> Device? {
        try await asked(.device)
        return try await stores.device(digest, usedSince: cutoff)
    }

    func charge(_ charges: [ThrottleCharge], now: Timestamp) async throws -> ThrottleDecision {
        try await asked(.charge)
        state.withLock { $0.charges.append(charges) }
        return try await stores.charge(charges, now: now)
    }

    func refund(_ charges: [ThrottleCharge], now: Timestamp) async throws {
        try await asked(.refund)
        try await stores.refund(charges, now: now)
    }

    func record(_ event: AuditEvent) async throws {
        try await asked(.record)
        try await stores.record(event)
    }

    func events(of account: AccountID, before: AuditEventID?, limit: Int) async throws -> [AuditEvent] {
        try await asked(.events)
        return try await stores.events(of: account, before: before, limit: limit)
    }

    func signingKeys(now: Timestamp) async throws -> [SealedSigningKey] {
        try await asked(.signingKeys)
        return try await stores.signingKeys(now: now)
    }

    func add(_ key: SealedSigningKey, ifNewestIs newest: String?) async throws -> Bool {
        try await asked(.addSigningKey)
        return try await stores.add(key, ifNewestIs: newest)
    }

    func removeExpired(now: Timestamp, retention: Retention, limit: Int) async throws -> Int {
        try await asked(.removeExpired)
        return try await stores.removeExpired(now: now, retention: retention, limit: limit)
    }

    func prepareCopy(_ restoration: StoreRestoration) async throws -> PreparedCopy? {
        try await asked(.prepareCopy)
        return try await stores.prepareCopy(restoration)
    }

    func isReady() async -> Bool {
        await stores.isReady()
    }

    func add(_ link: StoredPasswordLink, event: AuditEvent) async throws -> PasswordLinkAddition {
        try await asked(.addPasswordLink)
        return try await stores.add(link, event: event)
    }

    func account(ofPasswordLink digest: TokenDigest, now: Timestamp) async throws -> Account? {
        try await asked(.accountOfPasswordLink)
        return try await stores.account(ofPasswordLink: digest, now: now)
    }

    func usePasswordLink(_ use: PasswordLinkUse) async throws -> Bool {
        try await asked(.usePasswordLink)
        return try await stores.usePasswordLink(use)
    }

    func sealingKeys(of kind: SealedKind) async throws -> [KeyFingerprint] { [] }
    func countSealedValues(_ kind: SealedKind, under key: KeyFingerprint) async throws -> Int { 0 }
    func sealedValues(
        _ kind: SealedKind, under key: KeyFingerprint, after row: SealedRow?, limit: Int
    ) async throws -> [StoredSealedValue] { [] }
    func replace(_ replacements: [SealedReplacement]) async throws -> Int { 0 }
    func forget(_ value: StoredSealedValue, event: AuditEvent) async throws -> Bool { false }

    func passwordUpgrade(of account: AccountID) async throws -> StoredPasswordUpgrade? {
        try await asked(.passwordUpgrade)
        return try await stores.passwordUpgrade(of: account)
    }

    func commit(_ commit: PasswordUpgradeCommit) async throws -> PasswordUpgradeResult {
        try await asked(.commitUpgrade)
        return try await stores.commit(commit)
    }

    func confirmPasswordUpgrade(_ key: UpgradeKey, of account: AccountID) async throws -> Bool {
        try await asked(.confirmUpgrade)
        return try await stores.confirmPasswordUpgrade(key, of: account)
    }

    func appleUpgrade(of account: AccountID) async throws -> StoredAppleUpgrade? {
        try await asked(.appleUpgrade)
        return try await stores.appleUpgrade(of: account)
    }

    func begin(_ upgrade: StoredAppleUpgrade, of account: AccountID) async throws {
        try await asked(.beginAppleUpgrade)
        try await stores.begin(upgrade, of: account)
    }

    func convert(_ conversion: AppleConversion) async throws -> AppleConversionResult {
        try await asked(.convert)
        return try await stores.convert(conversion)
    }
}
