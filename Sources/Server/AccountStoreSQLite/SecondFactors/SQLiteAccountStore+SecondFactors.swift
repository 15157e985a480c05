import AccountTables
package import Accounts
import GRDB
package import Secrets

extension SQLiteAccountStore {
    package func secondFactors(of account: AccountID) async throws -> SecondFactors {
        try await snapshot { connection in
            guard let number = try connection.number(of: account) else {
                return SecondFactors(hasTOTP: false, deviceKeys: [], recoveryCodes: 0)
            }
            let confirmed: Int? = try connection.first(
                "SELECT 1 FROM totp_generators WHERE account = ? AND confirmed_at IS NOT NULL", [number]
            ) { try $0.next() }
            let keys = try connection.all(
                "SELECT \(DeviceKey.columns) FROM device_keys WHERE account = ? ORDER BY number", [number]
            ) { try DeviceKey(from: &$0, account: account) }
            let codes: Int? = try connection.first("SELECT count(*) FROM recovery_codes WHERE account = ?", [number]) {
                try $0.next()
            }
            return SecondFactors(hasTOTP: confirmed != nil, deviceKeys: keys, recoveryCodes: codes ?? 0)
        }
    }

    package func totp(of account: AccountID) async throws -> StoredTOTP? {
        try await read { connection in
            try connection.first(
                """
                SELECT \(StoredTOTP.columns) FROM totp_generators
                WHERE account = (SELECT number FROM accounts WHERE id = ?)
                """, [account]
            ) { try StoredTOTP(from: &$0, account: account) }
        }
    }

    package func beginTOTP(_ totp: StoredTOTP, by session: SessionID, now: Timestamp) async throws -> TOTPBeginning {
        try await write { connection in
            guard let account = try connection.number(of: totp.account),
                try connection.isLiving(session, of: account, at: now)
            else { return .sessionEnded }
            let begun = try connection.execute(
                cached: """
                    INSERT INTO totp_generators (account, id, sealed, created_at) VALUES (?, ?, ?, ?)
                    ON CONFLICT (account) DO UPDATE SET
                        id = excluded.id, sealed = excluded.sealed, created_at = excluded.created_at
                    WHERE confirmed_at IS NULL
                    """, [account, totp.id, totp.sealed, totp.createdAt])
            return begun == 1 ? .begun : .alreadySet
        }
    }

    package func confirmTOTP(
        _ id: TOTPID, step: Int64, isLate: Bool, _ addition: FactorAddition
    ) async throws -> FactorAdditionResult {
        try await write { connection in
            guard let account = try connection.number(of: addition.account),
                try connection.isLiving(addition.session, of: account, at: addition.event.at)
            else { return .sessionEnded }
            let confirmed = try connection.execute(
                cached: """
                    UPDATE totp_generators SET confirmed_at = ?, last_step = ?, late_step = ?
                    WHERE account = ? AND id = ? AND confirmed_at IS NULL
                    """, [addition.event.at, step, isLate ? step : nil, account, id])
            guard confirmed == 1 else { return .superseded }
            if let renewal = addition.renewal { _ = try connection.renew(renewal, of: account, at: addition.event.at) }
            return .added(withRecoveryCodes: try connection.addFactor(to: account, addition))
        }
    }

    package func recordLateStep(_ step: Int64, of id: TOTPID, _ account: AccountID) async throws {
        try await write { connection in
            _ = try connection.execute(
                cached: """
                    UPDATE totp_generators SET late_step = ?1
                    WHERE account = (SELECT number FROM accounts WHERE id = ?2) AND id = ?3 AND last_step < ?1
                    """, [step, account, id])
        }
    }

    package func add(_ key: DeviceKey, _ addition: FactorAddition) async throws -> DeviceKeyAdditionResult {
        try await write { connection in
            guard let account = try connection.number(of: addition.account),
                try connection.isLiving(addition.session, of: account, at: addition.event.at)
            else { return .sessionEnded }
            let count: Int? = try connection.first("SELECT count(*) FROM device_keys WHERE account = ?", [account]) {
                try $0.next()
            }
            guard (count ?? 0) < DeviceKey.limit else { return .tooMany }
            let inserted = try connection.execute(
                cached: """
                    INSERT INTO device_keys (id, account, public_key, name, created_at, attested_by) VALUES (?, ?, ?, ?, ?, ?)
                    ON CONFLICT (account, public_key) DO NOTHING
                    """, [key.id, account, key.publicKey, key.name, key.createdAt, key.attestedBy])
            guard inserted == 1 else { return .alreadyAdded }
            if let renewal = addition.renewal { _ = try connection.renew(renewal, of: account, at: addition.event.at) }
            return .added(withRecoveryCodes: try connection.addFactor(to: account, addition))
        }
    }

    package func removeTOTP(by session: SessionID, event: AuditEvent) async throws -> FactorRemovalResult {
        try await removeFactor(by: session, event) { connection, account in
            try connection.execute(
                cached: "DELETE FROM totp_generators WHERE account = ? AND confirmed_at IS NOT NULL", [account])
        }
    }

    package func removeDeviceKey(
        _ id: DeviceKeyID, by session: SessionID, event: AuditEvent
    ) async throws -> FactorRemovalResult {
        try await removeFactor(by: session, event) { connection, account in
            try connection.execute(cached: "DELETE FROM device_keys WHERE id = ? AND account = ?", [id, account])
        }
    }

    /// - Parameter remove: removes it from the account of this number, and returns how many rows went.
    private func removeFactor(
        by session: SessionID, _ event: AuditEvent, _ remove: @escaping @Sendable (Database, Int64) throws -> Int
    ) async throws -> FactorRemovalResult {
        try await write { connection in
            guard let id = event.account, let account = try connection.number(of: id),
                try connection.isLiving(session, of: account, at: event.at)
            else { return .sessionEnded }
            guard try remove(connection, account) == 1 else { return .missing }
            try connection.settleFactors(of: account)
            try connection.insert(event, of: account)
            return .removed
        }
    }

    package func replaceRecoveryCodes(
        with codes: [TokenDigest], by session: SessionID, event: AuditEvent
    ) async throws -> RecoveryCodesResult {
        try await write { connection in
            guard let id = event.account, let account = try connection.number(of: id),
                try connection.isLiving(session, of: account, at: event.at)
            else { return .sessionEnded }
            guard try connection.requiresFactor(account) else { return .noFactor }
            try connection.replaceRecoveryCodes(of: account, with: codes)
            try connection.insert(event, of: account)
            return .replaced
        }
    }

    package func removeSecondFactors(of account: AccountID, event: AuditEvent) async throws -> Bool {
        try await write { connection in
            guard let number = try connection.number(of: account), try connection.requiresFactor(number) else { return false }
            try connection.execute(cached: "DELETE FROM totp_generators WHERE account = ?", [number])
            try connection.execute(cached: "DELETE FROM device_keys WHERE account = ?", [number])
            try connection.settleFactors(of: number)
            try connection.insert(event, of: number)
            return true
        }
    }
}
