import Accounts
import Secrets

extension RecordingStores {
    func addresses(of account: AccountID) async throws -> [AccountAddress] {
        try await asked(.addresses)
        return try await stores.addresses(of: account)
    }

    func claim(
        _ address: AccountAddress, code: PendingAddressCode, mail: QueuedMail, by session: SessionID, event: AuditEvent
    ) async throws -> AddressClaimResult {
        try await asked(.claimAddress)
        return try await stores.claim(address, code: code, mail: mail, by: session, event: event)
    }

    func verify(
        _ holder: TokenDigest, code: TokenDigest, by session: SessionID, event: AuditEvent
    ) async throws -> AddressVerificationResult {
        try await asked(.verifyAddress)
        return try await stores.verify(holder, code: code, by: session, event: event)
    }

    func removeAddress(
        _ id: AccountAddressID, by session: SessionID, undo: UndoCode, event: AuditEvent
    ) async throws -> AddressRemovalResult {
        try await asked(.removeAddress)
        return try await stores.removeAddress(id, by: session, undo: undo, event: event)
    }

    func restoreAddress(
        _ code: TokenDigest, as id: AccountAddressID, event: AuditEvent
    ) async throws -> AddressRestorationResult {
        try await asked(.restoreAddress)
        return try await stores.restoreAddress(code, as: id, event: event)
    }

    func finishMail(_ job: Job) async throws -> Bool {
        try await asked(.finishMail)
        return try await stores.finishMail(job)
    }

    func rejectMail(_ job: Job, event: AuditEvent?) async throws -> MailRejectionResult {
        try await asked(.rejectMail)
        return try await stores.rejectMail(job, event: event)
    }

    func bounceMail(_ tag: BounceTag, event: AuditEvent) async throws -> MailBounceResult {
        try await asked(.bounceMail)
        return try await stores.bounceMail(tag, event: event)
    }

    func postponeMail(_ job: Job, until moment: Timestamp, reply: String?) async throws -> Bool {
        try await asked(.postponeMail)
        return try await stores.postponeMail(job, until: moment, reply: reply)
    }

    func waitingMail(limit: Int) async throws -> [WaitingMail] {
        try await stores.waitingMail(limit: limit)
    }

    func oldestMail() async throws -> Timestamp? {
        try await stores.oldestMail()
    }
}
