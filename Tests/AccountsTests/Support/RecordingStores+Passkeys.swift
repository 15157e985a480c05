import Accounts
import WebAuthn

extension RecordingStores {
    func passkey(_ credential: CredentialID) async throws -> StoredPasskey? {
        try await asked(.passkey)
        return try await stores.passkey(credential)
    }

    func passkeys(of account: AccountID) async throws -> [Passkey] {
        try await asked(.passkeys)
        return try await stores.passkeys(of: account)
    }

    func userHandle(of account: AccountID, orElse fresh: UserHandle?) async throws -> UserHandle? {
        try await asked(.userHandle)
        return try await stores.userHandle(of: account, orElse: fresh)
    }

    func acceptedPasskeys(of account: AccountID) async throws -> AcceptedPasskeys? {
        try await stores.acceptedPasskeys(of: account)
    }

    func areSignalsConfirmed() async throws -> Bool { try await stores.areSignalsConfirmed() }

    func confirmSignals() async throws { try await stores.confirmSignals() }

    func useUp(_ challenge: UsedChallenge) async throws -> Bool {
        try await asked(.useUp)
        return try await stores.useUp(challenge)
    }

    func create(
        _ account: Account, _ passkey: Passkey, opening: SessionOpening, using challenge: UsedChallenge
    ) async throws -> PasskeyAccountCreation {
        try await asked(.createByPasskey)
        return try await stores.create(account, passkey, opening: opening, using: challenge)
    }

    func add(
        _ passkey: Passkey, by session: SessionID, using challenge: UsedChallenge, event: AuditEvent
    ) async throws -> PasskeyAdditionResult {
        try await asked(.addPasskey)
        return try await stores.add(passkey, by: session, using: challenge, event: event)
    }

    func open(
        _ opening: SessionOpening, by use: PasskeyUse, using challenge: UsedChallenge
    ) async throws -> PasskeySessionOpening {
        try await asked(.openByPasskey)
        return try await stores.open(opening, by: use, using: challenge)
    }

    func renew(
        _ renewal: SessionRenewal, by use: PasskeyUse, using challenge: UsedChallenge, event: AuditEvent
    ) async throws -> PasskeyRenewal {
        try await asked(.renewByPasskey)
        return try await stores.renew(renewal, by: use, using: challenge, event: event)
    }

    func renamePasskey(
        _ id: PasskeyID, to name: String, by session: SessionID, event: AuditEvent
    ) async throws -> PasskeyChangeResult {
        try await asked(.renamePasskey)
        return try await stores.renamePasskey(id, to: name, by: session, event: event)
    }

    func removePasskey(_ id: PasskeyID, by session: SessionID, event: AuditEvent) async throws -> PasskeyChangeResult {
        try await asked(.removePasskey)
        return try await stores.removePasskey(id, by: session, event: event)
    }

    func relyingPartyIDs() async throws -> [String] {
        try await stores.relyingPartyIDs()
    }
}
