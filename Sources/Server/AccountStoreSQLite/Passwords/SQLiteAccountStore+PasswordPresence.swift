package import Accounts
import GRDB
import PasswordHashing

extension SQLiteAccountStore {
    package func setFirstPassword(_ setting: FirstPasswordSetting) async throws -> FirstPasswordResult {
        try await write { connection in
            guard let account = try connection.number(of: setting.account),
                try connection.passwordVersion(of: account) == nil,
                try connection.isLiving(setting.session, of: account, at: setting.event.at)
            else { return .superseded }
            if let name = setting.userName, try !connection.take(name, for: account) { return .userNameTaken }
            guard try connection.insertPassword(setting.hash, of: account, at: setting.event.at) else { return .superseded }
            try connection.insert(setting.event, of: account)
            return .set
        }
    }

    package func removePassword(
        of account: AccountID, renewal: SessionRenewal, event: AuditEvent
    ) async throws -> PasswordRemovalResult {
        try await write { connection in
            guard let number = try connection.number(of: account) else { return .sessionEnded }
            guard let version = try connection.passwordVersion(of: number) else { return .noPassword }
            guard try !connection.appleIdentities(of: number).isEmpty else { return .lastCredential }
            guard try connection.renew(renewal, of: number, at: event.at) else { return .sessionEnded }

            try connection.removePassword(of: number, version: version)
            try connection.endSessions(of: number, except: renewal.session)
            try connection.insert(event, of: number)
            return .removed
        }
    }
}

extension Database {
    /// Gives an account without a password its first or next one. False, and nothing is changed, where it has no user name.
    func insertPassword(_ hash: PasswordHash, of account: Int64, at now: Timestamp) throws -> Bool {
        let changed = try execute(
            cached: "UPDATE accounts SET password_changed_at = ? WHERE number = ? AND name IS NOT NULL", [now, account])
        guard changed == 1 else { return false }
        try execute(
            cached: """
                INSERT INTO passwords (account, hash, version)
                SELECT number, ?, removed_password_version + 1 FROM accounts WHERE number = ?
                """, [hash, account])
        return true
    }
}
