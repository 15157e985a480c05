package import Accounts
package import WebAuthn

extension StoreEngine {
    package func passkey(_ credential: CredentialID) async throws -> StoredPasskey? {
        try await first("\(PasskeyRow.selection) WHERE passkeys.credential = $1", [credential]) {
            try PasskeyRow(from: &$0).stored
        }
    }

    package func passkeys(of account: AccountID) async throws -> [Passkey] {
        try await snapshot { connection in
            guard let number = try connection.number(of: account) else { return [] }
            return try connection.passkeys(of: number)
        }
    }

    package func userHandle(of account: AccountID, orElse fresh: UserHandle?) async throws -> UserHandle? {
        let known: UserHandle? = try await first(
            "SELECT handle FROM user_handles WHERE account = (SELECT number FROM accounts WHERE id = $1)", [account]
        ) { try $0.next() }
        guard known == nil, let fresh else { return known }
        return try await write { connection in
            guard let number = try connection.lock(account) else { return nil }
            return try connection.userHandle(of: number, orElse: fresh)
        }
    }

    package func acceptedPasskeys(of account: AccountID) async throws -> AcceptedPasskeys? {
        try await snapshot { connection in
            let sql = "SELECT handle FROM user_handles WHERE account = $1 AND \(Connection.areSignalsConfirmed)"
            guard let number = try connection.number(of: account),
                let user: UserHandle = try connection.first(sql, [number], { try $0.next() })
            else { return nil }
            return AcceptedPasskeys(user: user, passkeys: try connection.passkeys(of: number))
        }
    }

    package func areSignalsConfirmed() async throws -> Bool {
        try await first("SELECT \(Connection.areSignalsConfirmed) OR NOT EXISTS (SELECT 1 FROM user_handles)") {
            try $0.next()
        } ?? false
    }

    package func confirmSignals() async throws {
        try await write { connection in
            try connection.queue("DELETE FROM confirmed_stores", [])
            try connection.queue("INSERT INTO confirmed_stores (identity) VALUES (\(Connection.identity))", [])
        }
    }

    package func useUp(_ challenge: UsedChallenge) async throws -> Bool {
        try await write { try $0.useUp(challenge) }
    }

    package func create(
        _ account: Account, _ passkey: Passkey, opening: SessionOpening, using challenge: UsedChallenge
    ) async throws -> PasskeyAccountCreation {
        try await write { connection in
            guard try connection.useUp(challenge) else { return .challengeUsed }
            guard try connection.passkeyRow(passkey.credential.id) == nil else { return .credentialTaken }
            guard let number = try connection.insert(account, hash: nil) else { return .userNameTaken }
            guard try connection.userHandle(of: number, orElse: passkey.credential.user) == passkey.credential.user else {
                throw StoreError(.failed, reason: "a new account already has a user handle")
            }
            let key = try connection.insert(passkey, of: number)
            try connection.insert(opening, of: number, passkey: key)
            return .created
        }
    }

    package func add(
        _ passkey: Passkey, by session: SessionID, using challenge: UsedChallenge, event: AuditEvent
    ) async throws -> PasskeyAdditionResult {
        try await write { connection in
            let account = try connection.lock(passkey.account)
            guard try connection.useUp(challenge) else { return .challengeUsed }
            guard let account, try connection.isLiving(session, of: account, at: event.at) else { return .sessionEnded }
            guard try connection.hasRequiredFactor(session, of: account) else { return .factorRequired }
            // As for another upgrade: a device that just received the password, or will, must not lose it.
            let replaced = try passkey.replacedPassword.flatMap { version in
                let grounds = try connection.upgradeGrounds(of: account, in: session, at: event.at)
                return grounds.obstacle(to: version, in: session, at: event.at) == nil ? version : nil
            }
            let result = try connection.add(passkey, to: account, replacing: replaced)
            if result == .added { try connection.insert(event, of: account) }
            return result
        }
    }

    package func open(
        _ opening: SessionOpening, by use: PasskeyUse, using challenge: UsedChallenge
    ) async throws -> PasskeySessionOpening {
        try await write { connection in
            let account = try connection.lock(opening.session.account)
            guard try connection.useUp(challenge) else { return .challengeUsed }
            guard let account, try connection.record(use, of: account) else { return .superseded }
            guard try opening.session.factorAuthenticatedAt != nil || !connection.requiresFactor(account) else {
                return .factorRequired
            }
            if use.signsIn { try connection.queue("UPDATE passkeys SET way_in = TRUE WHERE id = $1", [use.id]) }
            let isReplaced = try connection.replacePassword(by: use.id, of: account, keeping: nil, event: use.passwordRemoval)
            try connection.insert(opening, of: account, passkey: connection.number(of: use.id))
            return isReplaced ? .replacedPassword : .opened
        }
    }

    package func renew(
        _ renewal: SessionRenewal, by use: PasskeyUse, using challenge: UsedChallenge, event: AuditEvent
    ) async throws -> PasskeyRenewal {
        try await write { connection in
            let account = try event.account.flatMap { try connection.lock($0) }
            guard try connection.useUp(challenge) else { return .challengeUsed }
            guard let account, try connection.isLiving(renewal.session, of: account, at: event.at),
                try connection.record(use, of: account), try connection.renew(renewal, of: account, at: event.at)
            else { return .sessionEnded }
            if renewal.factorAuthenticatedAt != nil { try connection.endRecoveryWait(of: account, event: renewal.recoveryEvent) }
            let isReplaced = try connection.replacePassword(
                by: use.id, of: account, keeping: renewal.session, event: use.passwordRemoval)
            try connection.insert(event, of: account)
            return isReplaced ? .replacedPassword : .renewed
        }
    }

    package func renamePasskey(
        _ id: PasskeyID, to name: String, by session: SessionID, event: AuditEvent
    ) async throws -> PasskeyChangeResult {
        try await write { connection in
            guard let account = try connection.lock(event.account, in: session, at: event.at) else { return .sessionEnded }
            let renamed = try connection.execute(
                "UPDATE passkeys SET name = $1 WHERE id = $2 AND account = $3", [name, id, account])
            guard renamed == 1 else { return .missing }
            try connection.insert(event, of: account)
            return .changed(endedPresentSession: false)
        }
    }

    package func removePasskey(
        _ id: PasskeyID, by session: SessionID, event: AuditEvent
    ) async throws -> PasskeyChangeResult {
        try await write { connection in
            guard let account = try connection.lock(event.account, provedIn: session, at: event.at) else { return .sessionEnded }
            let passkeys = try connection.passkeys(of: account)
            guard passkeys.contains(where: { $0.id == id }), let number = try connection.number(of: id) else { return .missing }
            guard
                try passkeys.contains(where: { $0.isWayIn && $0.suspendedAt == nil && $0.id != id })
                    || connection.passwordVersion(of: account) != nil
                    || connection.hasWayInByApple(account)
            else { return .lastCredential }

            try connection.endSessions(ofPasskey: number, account: account)
            try connection.queue("DELETE FROM passkeys WHERE number = $1", [number])
            try connection.insert(event, of: account)
            return .changed(endedPresentSession: try !connection.isLiving(session, of: account, at: event.at))
        }
    }

    package func relyingPartyIDs() async throws -> [String] {
        // Two lookups in an index are fast for any number of passkeys.
        try await snapshot { connection in
            let ends = try ["min", "max"].compactMap { end -> String? in
                try connection.first("SELECT \(end)(relying_party) FROM passkeys", []) { try $0.nextIfPresent() } ?? nil
            }
            return ends.first == ends.last ? Array(ends.prefix(1)) : ends
        }
    }
}

extension StoreConnection {
    /// Records the use of a challenge. Returns false if it was already used, or if it was issued before the store was restored. A
    /// concurrent transaction with the same challenge waits.
    func useUp(_ challenge: UsedChallenge) throws -> Bool {
        try execute(
            """
            INSERT INTO used_challenges (digest, expires_at) SELECT $1, $2 WHERE \(Self.isOfThisStore(issuedAt: "$3"))
            ON CONFLICT (digest) DO NOTHING
            """, [challenge.digest, challenge.expiresAt, challenge.issuedAt]) == 1
    }

    /// Adds a passkey to an account, unless an account has its credential or this account has ``Passkey/limit`` passkeys.
    func add(_ passkey: Passkey, to account: Int64, replacing password: Int? = nil) throws -> PasskeyAdditionResult {
        guard try passkeyRow(passkey.credential.id) == nil else { return .credentialTaken }
        guard try passkeys(of: account).count < Passkey.limit else { return .tooMany }
        _ = try insert(passkey, of: account, replacing: password)
        return .added
    }

    func passkeys(of account: Int64) throws -> [Passkey] {
        try all("\(PasskeyRow.selection) WHERE passkeys.account = $1 ORDER BY passkeys.number", [account]) {
            try PasskeyRow(from: &$0).stored.passkey
        }
    }

    /// Returns whether the account has a passkey that can be its only credential and is not suspended.
    func hasWayInByPasskey(_ account: Int64) throws -> Bool {
        let condition = "account = $1 AND way_in AND suspended_at IS NULL"
        return try first("SELECT EXISTS (SELECT 1 FROM passkeys WHERE \(condition))", [account]) { try $0.next() } ?? false
    }

    fileprivate func passkeyRow(_ credential: CredentialID) throws -> PasskeyRow? {
        try first("\(PasskeyRow.selection) WHERE passkeys.credential = $1", [credential]) { try PasskeyRow(from: &$0) }
    }

    func number(of passkey: PasskeyID) throws -> Int64? {
        try first("SELECT number FROM passkeys WHERE id = $1", [passkey]) { try $0.next() }
    }

    /// The condition under which signals are on, apart from a store without user handles.
    fileprivate static var areSignalsConfirmed: String {
        "EXISTS (SELECT 1 FROM confirmed_stores WHERE identity = \(identity))"
    }

    /// Returns the account's user handle. Stores the given one if the account has none. The first user handle turns signals on.
    fileprivate func userHandle(of account: Int64, orElse fresh: UserHandle) throws -> UserHandle? {
        try queue(
            """
            INSERT INTO confirmed_stores (identity)
            SELECT \(Self.identity) WHERE NOT EXISTS (SELECT 1 FROM user_handles) ON CONFLICT (identity) DO NOTHING
            """, [])
        try queue(
            "INSERT INTO user_handles (account, handle) VALUES ($1, $2) ON CONFLICT (account) DO NOTHING", [account, fresh])
        return try first("SELECT handle FROM user_handles WHERE account = $1", [account]) { try $0.next() }
    }

    /// Inserts a passkey and returns its number. Throws ``LostRace``, which repeats the transaction, if a concurrent transaction
    /// registered the credential.
    fileprivate func insert(_ passkey: Passkey, of account: Int64, replacing password: Int? = nil) throws -> Int64 {
        let credential = passkey.credential
        let number: Int64? = try first(
            """
            INSERT INTO passkeys (
                id, account, credential, public_key, sign_count, user_verified, backup_eligible, backed_up, transports, aaguid,
                attestation, relying_party, name, device_name, way_in, registration, replaced_password, created_at
            ) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
            ON CONFLICT (credential) DO NOTHING RETURNING number
            """,
            [
                passkey.id, account, credential.id, credential.publicKey, Int(credential.signCount), credential.hasVerifiedUser,
                credential.isBackupEligible, credential.isBackedUp, credential.transports.joined(separator: " "), passkey.aaguid,
                passkey.attestation, passkey.relyingPartyID, passkey.name, passkey.deviceName, passkey.isWayIn,
                passkey.registration, password, passkey.createdAt,
            ]
        ) { try $0.next() }
        guard let number else { throw LostRace(reason: "another transaction registered the credential") }
        return number
    }

    /// Records the use of a passkey of this account, and its events. Returns false and changes nothing if the account does not have
    /// the passkey, if it is suspended, or if its counter is no longer the one that the use was compared with. Of two copies of a key
    /// that sign at once, one therefore succeeds, and the next one is compared with its counter.
    func record(_ use: PasskeyUse, of account: Int64) throws -> Bool {
        let changed = try execute(
            """
            UPDATE passkeys SET sign_count = $1, backed_up = $2, backup_changed_at = coalesce($3, backup_changed_at),
                user_verified = user_verified OR $4, way_in = way_in OR $4, last_used_at = $5
            WHERE id = $6 AND account = $7 AND suspended_at IS NULL AND sign_count = $8
            """,
            [
                Int(use.signCount), use.isBackedUp, use.hasBackupChanged ? use.at : nil, use.confirmsUser, use.at, use.id, account,
                Int(use.previousSignCount),
            ])
        guard changed == 1 else { return false }
        for event in use.events { try insert(event, of: account) }
        return true
    }

    /// Removes the password and ends all sessions but one, if this is the first use of a passkey that replaces the password. Returns
    /// whether it did. The password stays if the account would only keep a passkey that is not backed up. The use was recorded before.
    func replacePassword(
        by passkey: PasskeyID, of account: Int64, keeping session: SessionID?, event: AuditEvent
    ) throws -> Bool {
        let replaced: Int?? = try first("SELECT replaced_password FROM passkeys WHERE id = $1", [passkey]) {
            try $0.nextIfPresent()
        }
        guard let version = replaced ?? nil else { return false }
        try queue("UPDATE passkeys SET replaced_password = NULL WHERE id = $1", [passkey])
        let waysIn = try passkeys(of: account).filter { $0.isWayIn && $0.suspendedAt == nil }
        guard try passwordVersion(of: account) == version,
            try waysIn.contains(where: { $0.id != passkey || $0.credential.isBackedUp }) || hasWayInByApple(account)
        else { return false }
        try removePassword(of: account, version: version)
        try endSessions(of: account, except: session)
        try insert(event, of: account)
        return true
    }

    /// Records that a second factor confirmed the first verification of a passkey's user.
    func confirmUser(of passkey: Int64) throws {
        try queue("UPDATE passkeys SET user_verified = TRUE, way_in = TRUE WHERE number = $1", [passkey])
    }
}

/// A passkey with its account, as read from a row.
private struct PasskeyRow {
    let stored: StoredPasskey

    /// The statement that selects passkeys in the form that ``init(from:)`` reads.
    static let selection = """
        SELECT \(Account.columns), passkeys.id, passkeys.credential, user_handles.handle, passkeys.public_key, passkeys.sign_count,
            passkeys.user_verified, passkeys.backup_eligible, passkeys.backed_up, passkeys.transports, passkeys.aaguid,
            passkeys.attestation, passkeys.relying_party, passkeys.name, passkeys.device_name, passkeys.way_in,
            passkeys.registration, passkeys.replaced_password, passkeys.created_at, passkeys.last_used_at, passkeys.backup_changed_at,
            passkeys.suspended_at
        FROM passkeys JOIN accounts ON accounts.number = passkeys.account
        JOIN user_handles ON user_handles.account = passkeys.account
        """

    init(from columns: inout Columns) throws {
        let account = try Account(from: &columns)
        let id: PasskeyID = try columns.next()
        let credential = Credential(
            id: try columns.next(), user: try columns.next(), publicKey: try columns.next(),
            signCount: UInt32(truncatingIfNeeded: try columns.next(as: Int64.self)), hasVerifiedUser: try columns.next(),
            isBackupEligible: try columns.next(), isBackedUp: try columns.next(),
            transports: try columns.next(as: String.self).split(separator: " ").map(String.init))
        stored = StoredPasskey(
            account: account,
            passkey: Passkey(
                id: id, account: account.id, credential: credential, aaguid: try columns.next(), attestation: try columns.next(),
                relyingPartyID: try columns.next(), name: try columns.next(), deviceName: try columns.next(),
                isWayIn: try columns.next(),
                registration: try columns.next(), replacedPassword: try columns.nextIfPresent(), createdAt: try columns.next(),
                lastUsedAt: try columns.nextIfPresent(),
                backupChangedAt: try columns.nextIfPresent(), suspendedAt: try columns.nextIfPresent()))
    }
}
