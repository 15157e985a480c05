#if PostgreSQL
import AccountTables
package import Accounts

extension PostgreSQLAccountStore {
    package func announce(_ transfer: AppleTransfer, of key: AppleIdentityKey) async throws -> Bool {
        try await write { connection in
            guard let identity = try connection.lock(key) else { return false }
            let bearer = try connection.identity(bearing: transfer)
            guard bearer == nil || bearer == identity.identity.id else { return false }
            return try connection.execute(
                "UPDATE apple_identities SET transfer_team = $1, transfer_subject = $2 WHERE number = $3",
                [transfer.team, transfer.subject, identity.number]) == 1
        }
    }

    package func move(
        _ transfer: AppleTransfer, to subject: AppleSubject, event: AuditEvent
    ) async throws -> AppleTransferOutcome {
        try await write { connection in
            guard let id = try connection.identity(bearing: transfer), let identity = try connection.lock(id) else {
                return .unknown
            }
            let key = AppleIdentityKey(team: transfer.team, subject: subject)
            let others = try connection.appleIdentities(of: identity.accountNumber).filter { $0.number != identity.number }
            guard try connection.appleIdentity(key) == nil, !others.contains(where: { $0.identity.key.team == key.team }) else {
                return .taken
            }
            try connection.queue(
                """
                UPDATE apple_identities SET team = $1, subject = $2, transfer_team = NULL, transfer_subject = NULL WHERE number = $3
                """, [key.team, key.subject, identity.number])
            try connection.queue("DELETE FROM apple_tokens WHERE identity = $1", [identity.number])
            try connection.insert(event.of(identity.identity.account), of: identity.accountNumber)
            guard let moved = try connection.appleIdentity(id) else { return .unknown }
            return .moved(moved.identity)
        }
    }
}

extension Connection {
    fileprivate func identity(bearing transfer: AppleTransfer) throws -> AppleIdentityID? {
        try first(
            "SELECT id FROM apple_identities WHERE transfer_team = $1 AND transfer_subject = $2", [transfer.team, transfer.subject]
        ) { try $0.next() }
    }
}
#endif
