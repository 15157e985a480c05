#if PostgreSQL
import AccountTables
package import Accounts

extension PostgreSQLAccountStore {
    package func appleIdentity(_ key: AppleIdentityKey) async throws -> AppleIdentity? {
        try await first(
            "\(NumberedAppleIdentity.selection) WHERE apple_identities.team = $1 AND apple_identities.subject = $2",
            [key.team, key.subject]
        ) { try NumberedAppleIdentity(from: &$0).identity }
    }

    package func appleIdentity(_ id: AppleIdentityID) async throws -> AppleIdentity? {
        try await first("\(NumberedAppleIdentity.selection) WHERE apple_identities.id = $1", [id]) {
            try NumberedAppleIdentity(from: &$0).identity
        }
    }

    package func appleIdentities(of account: AccountID) async throws -> [AppleIdentity] {
        try await snapshot { connection in
            guard let number = try connection.number(of: account) else { return [] }
            return try connection.appleIdentities(of: number).map(\.identity)
        }
    }

    package func remember(_ name: PersonName, of key: AppleIdentityKey, at now: Timestamp) async throws {
        try await write { connection in
            guard try connection.appleIdentity(key) == nil else { return }
            try connection.remember(name, of: key, at: now)
        }
    }

    package func create(
        _ account: Account, by vouching: AppleVouching, opening: SessionOpening
    ) async throws -> AppleAccountCreation {
        try await write { connection in
            guard try connection.appleIdentity(vouching.assertion.key) == nil else { return .identityTaken }
            guard let number = try connection.insert(account, hash: nil) else {
                throw StoreError(.failed, reason: "an account that begins with Apple has a name already")
            }
            let identity = try connection.insert(vouching, of: number, account.id)
            try connection.insert(opening, of: number, by: identity?.number)
            return .created
        }
    }

    package func open(_ opening: SessionOpening, by vouching: AppleVouching) async throws -> AppleSessionOpeningOutcome {
        try await write { connection in
            guard let known = try connection.lock(vouching.assertion.key), known.identity.id == vouching.id,
                known.identity.account == opening.session.account
            else { return .superseded }
            guard !known.isOutdated(vouching.assertion) else { return .outdated }
            try connection.update(known, by: vouching)
            guard try !connection.requiresFactor(known.accountNumber) else { return .factorRequired }
            try connection.insert(opening, of: known.accountNumber, by: known.number)
            return .opened
        }
    }

    package func renew(_ renewal: SessionRenewal, by vouching: AppleVouching, event: AuditEvent) async throws -> Bool {
        try await write { connection in
            guard let known = try connection.lock(vouching.assertion.key), known.identity.id == vouching.id,
                !known.isOutdated(vouching.assertion),
                try connection.renew(renewal, of: known.accountNumber, at: vouching.at)
            else { return false }
            try connection.update(known, by: vouching)
            try connection.insert(event, of: known.accountNumber)
            return true
        }
    }

    package func link(
        _ vouching: AppleVouching, to account: AccountID, from session: SessionID, event: AuditEvent
    ) async throws -> AppleLinkingResult {
        try await write { connection in
            guard let number = try connection.lock(account), try connection.isLiving(session, of: number, at: event.at) else {
                return .sessionEnded
            }
            let key = vouching.assertion.key
            if let known = try connection.appleIdentity(key) {
                return known.accountNumber == number ? .unchanged(known.identity) : .identityTaken
            }
            let linked = try connection.appleIdentities(of: number).count { $0.identity.key.team == key.team }
            guard linked < vouching.limit else { return .alreadyLinked }
            guard let linked = try connection.insert(vouching, of: number, account) else { return .sessionEnded }
            try connection.insert(event, of: number)
            return .linked(linked.identity)
        }
    }

    package func unlink(
        _ id: AppleIdentityID, from account: AccountID, by session: SessionID, event: AuditEvent
    ) async throws -> AppleUnlinkingResult {
        try await write { connection in
            guard let number = try connection.lock(account), try connection.isLiving(session, of: number, at: event.at) else {
                return .sessionEnded
            }
            let identities = try connection.appleIdentities(of: number)
            guard let identity = identities.first(where: { $0.identity.id == id }) else { return .notLinked }
            guard try identities.count > 1 || connection.passwordVersion(of: number) != nil else { return .lastCredential }

            let notice = try connection.revocationNotice(for: [identity.number])
            try connection.queueRevocation(of: identity.number, at: event.at)
            try connection.endSessions(ofAppleIdentity: identity.number, account: number)
            try connection.queue("DELETE FROM apple_identities WHERE number = $1", [identity.number])
            try connection.insert(event, of: number)
            let survives = try connection.isLiving(session, of: number, at: event.at)
            return .unlinked(notice, endedPresentSession: !survives)
        }
    }
}
#endif
