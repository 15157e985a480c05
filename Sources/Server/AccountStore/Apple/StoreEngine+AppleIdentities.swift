package import Accounts

extension StoreEngine {
    package func appleIdentity(_ key: AppleIdentityKey) async throws -> AppleIdentity? {
        try await first(
            "\(AppleIdentityRow.selection) WHERE apple_identities.team = $1 AND apple_identities.subject = $2",
            [key.team, key.subject]
        ) { try AppleIdentityRow(from: &$0).identity }
    }

    package func appleIdentity(_ id: AppleIdentityID) async throws -> AppleIdentity? {
        try await first("\(AppleIdentityRow.selection) WHERE apple_identities.id = $1", [id]) {
            try AppleIdentityRow(from: &$0).identity
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
        _ account: Account, by verification: AppleVerification, opening: SessionOpening
    ) async throws -> AppleAccountCreation {
        try await write { connection in
            guard try connection.appleIdentity(verification.assertion.key) == nil else { return .identityTaken }
            guard let number = try connection.insert(account, hash: nil) else {
                throw StoreError(.failed, reason: "an account created with Sign in with Apple already has a user name")
            }
            let identity = try connection.insert(verification, of: number, account.id)
            try connection.insert(opening, of: number, by: identity.number)
            return .created
        }
    }

    package func open(_ opening: SessionOpening, by verification: AppleVerification) async throws -> AppleSessionOpeningOutcome {
        try await write { connection in
            guard let known = try connection.lock(verification.assertion.key), known.identity.id == verification.id,
                known.identity.account == opening.session.account, known.identity.suspendedAt == nil
            else { return .superseded }
            guard !known.isOutdated(verification.assertion) else { return .outdated }
            try connection.update(known, by: verification)
            guard try !connection.requiresFactor(known.accountNumber) else { return .factorRequired }
            try connection.insert(opening, of: known.accountNumber, by: known.number)
            return .opened
        }
    }

    package func renew(_ renewal: SessionRenewal, by verification: AppleVerification, event: AuditEvent) async throws -> Bool {
        try await write { connection in
            guard let known = try connection.lock(verification.assertion.key), known.identity.id == verification.id,
                !known.isOutdated(verification.assertion), known.identity.suspendedAt == nil,
                try connection.renew(renewal, of: known.accountNumber, at: verification.at)
            else { return false }
            try connection.update(known, by: verification)
            try connection.insert(event, of: known.accountNumber)
            return true
        }
    }

    package func link(
        _ verification: AppleVerification, to account: AccountID, from session: SessionID, event: AuditEvent
    ) async throws -> AppleLinkingResult {
        try await write { connection in
            guard let number = try connection.lock(account, for: verification),
                try connection.isProved(session, of: number, at: event.at)
            else { return .sessionEnded }
            let known = try connection.appleIdentity(verification.assertion.key)
            if let known, known.accountNumber == number { return .unchanged(known.identity) }
            switch try connection.attach(verification, known: known, to: number, account) {
            case .identityTaken: return .identityTaken
            case .alreadyLinked: return .alreadyLinked
            case .attached(let identity):
                try connection.insert(event, of: number)
                return .linked(identity)
            }
        }
    }

    package func unlink(
        _ id: AppleIdentityID, from account: AccountID, by session: SessionID, event: AuditEvent
    ) async throws -> AppleUnlinkingResult {
        try await write { connection in
            guard let number = try connection.lock(account, provedIn: session, at: event.at) else { return .sessionEnded }
            let identities = try connection.appleIdentities(of: number)
            guard let identity = identities.first(where: { $0.identity.id == id }) else { return .notLinked }
            guard
                try identities.contains(where: { $0.identity.id != id && $0.identity.suspendedAt == nil })
                    || connection.passwordVersion(of: number) != nil || connection.hasWayInByPasskey(number)
            else { return .lastCredential }

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

extension StoreConnection {
    /// Locks the account of an identity and returns the identity. If the identity moved to another account in between, the
    /// transaction runs again.
    func lock(_ key: AppleIdentityKey) throws -> AppleIdentityRow? {
        try lockOwner(where: "team = $1 AND subject = $2", [key.team, key.subject]) {
            try $0.appleIdentity(key)
        }
    }

    /// Locks the account of an identity and returns the identity, by its identifier. See ``lock(_:)``.
    func lock(_ id: AppleIdentityID) throws -> AppleIdentityRow? {
        try lockOwner(where: "id = $1", [id]) { try $0.appleIdentity(id) }
    }

    private func lockOwner(
        where condition: String, _ parameters: [any ParameterValue], then find: (Self) throws -> AppleIdentityRow?
    ) throws -> AppleIdentityRow? {
        let account = try lockAccount(
            where: "number = (SELECT account FROM apple_identities WHERE \(condition))", parameters, for: .change)
        let identity = try find(self)
        guard identity?.accountNumber == account else { throw LostRace(reason: "an Apple identity moved to another account") }
        return identity
    }

    func appleIdentity(_ key: AppleIdentityKey) throws -> AppleIdentityRow? {
        try first(
            "\(AppleIdentityRow.selection) WHERE apple_identities.team = $1 AND apple_identities.subject = $2",
            [key.team, key.subject]
        ) { try AppleIdentityRow(from: &$0) }
    }

    func appleIdentity(_ id: AppleIdentityID) throws -> AppleIdentityRow? {
        try first("\(AppleIdentityRow.selection) WHERE apple_identities.id = $1", [id]) {
            try AppleIdentityRow(from: &$0)
        }
    }

    func appleIdentities(of account: Int64) throws -> [AppleIdentityRow] {
        try all(
            "\(AppleIdentityRow.selection) WHERE apple_identities.account = $1 ORDER BY apple_identities.number", [account]
        ) { try AppleIdentityRow(from: &$0) }
    }

    /// Returns whether the account has an Apple identity that is not suspended.
    func hasWayInByApple(_ account: Int64) throws -> Bool {
        try appleIdentities(of: account).contains { $0.identity.suspendedAt == nil }
    }

    /// Inserts an identity unchanged and returns its number.
    func insert(_ identity: AppleIdentity, of account: Int64) throws -> Int64 {
        let number: Int64? = try first(
            """
            INSERT INTO apple_identities (
                id, account, team, subject, email, email_verified, email_private, given_name, family_name, real_user,
                linked_at, authenticated_at
            ) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
            RETURNING number
            """,
            [
                identity.id, account, identity.key.team, identity.key.subject, identity.email?.address,
                identity.email?.isVerified ?? false, identity.email?.isPrivate ?? false, identity.name?.given ?? "",
                identity.name?.family ?? "", identity.realUser, identity.linkedAt, identity.authenticatedAt,
            ]
        ) { try $0.next() }
        guard let number else { throw StoreError(.failed, reason: "the database returned no number for a new Apple identity") }
        return number
    }

    /// Creates an identity of the account from Apple's assertion and the grant. Uses a name received earlier if the assertion has
    /// none.
    func insert(_ verification: AppleVerification, of account: Int64, _ id: AccountID) throws -> AppleIdentityRow {
        let assertion = verification.assertion
        let name = try assertion.name ?? rememberedName(of: assertion.key)
        let number = try insert(
            AppleIdentity(
                id: verification.id, account: id, key: assertion.key, email: assertion.email, name: name,
                realUser: assertion.realUser, linkedAt: verification.at, authenticatedAt: assertion.authenticatedAt),
            of: account)
        try forgetName(of: assertion.key)
        try keep(verification.grant, of: number, client: assertion.client, at: verification.at)
        return try present(verification.id)
    }

    /// Returns an identity that this transaction wrote.
    func present(_ id: AppleIdentityID) throws -> AppleIdentityRow {
        guard let row = try appleIdentity(id) else {
            throw StoreError(.failed, reason: "the database did not return an Apple identity that was just written")
        }
        return row
    }

    /// Records a new assertion by Apple about a known identity.
    func update(_ known: AppleIdentityRow, by verification: AppleVerification) throws {
        let assertion = verification.assertion
        try queue(
            """
            UPDATE apple_identities SET authenticated_at = CASE WHEN authenticated_at < $1 THEN $1 ELSE authenticated_at END,
                revoked_at = NULL,
                real_user = coalesce($2, real_user)
            WHERE number = $3
            """, [assertion.authenticatedAt, assertion.realUser, known.number])
        // An assertion that arrives out of order can be older than the stored one.
        if assertion.authenticatedAt >= known.identity.authenticatedAt {
            if let email = assertion.email { try replace(email, of: known) }
            if let name = assertion.name {
                try queue(
                    "UPDATE apple_identities SET given_name = $1, family_name = $2 WHERE number = $3",
                    [name.given, name.family, known.number])
            }
        }
        try keep(verification.grant, of: known.number, client: assertion.client, at: verification.at)
    }

    private func replace(_ email: AppleEmail, of known: AppleIdentityRow) throws {
        // The deliverability of a new address is unknown.
        let isDeliverable = email.address == known.identity.email?.address ? known.identity.isEmailDeliverable : true
        try queue(
            """
            UPDATE apple_identities SET email = $1, email_verified = $2, email_private = $3, email_deliverable = $4 WHERE number = $5
            """, [email.address, email.isVerified, email.isPrivate, isDeliverable, known.number])
    }

    /// Revokes consent: deletes the tokens and their jobs and ends the sessions. The identity stays.
    func revokeConsent(of identity: Int64, account: Int64, at now: Timestamp) throws {
        try queue("UPDATE apple_identities SET revoked_at = $1 WHERE number = $2", [now, identity])
        try queue("DELETE FROM apple_tokens WHERE identity = $1", [identity])
        try endSessions(ofAppleIdentity: identity, account: account)
    }

    func remember(_ name: PersonName, of key: AppleIdentityKey, at now: Timestamp) throws {
        try queue(
            """
            INSERT INTO apple_names (team, subject, given_name, family_name, seen_at) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (team, subject) DO UPDATE SET
                given_name = excluded.given_name, family_name = excluded.family_name, seen_at = excluded.seen_at
            """, [key.team, key.subject, name.given, name.family, now])
    }

    func forgetName(of key: AppleIdentityKey) throws {
        try queue("DELETE FROM apple_names WHERE team = $1 AND subject = $2", [key.team, key.subject])
    }

    private func rememberedName(of key: AppleIdentityKey) throws -> PersonName? {
        try first("SELECT given_name, family_name FROM apple_names WHERE team = $1 AND subject = $2", [key.team, key.subject]) {
            try PersonName(from: &$0)
        } ?? nil
    }
}

/// An identity with its number in the tables, and the columns that only the store uses.
package struct AppleIdentityRow {
    package let number: Int64
    package let accountNumber: Int64
    /// The time when consent ended, by Apple's clock.
    package let consentEndedAt: Timestamp?
    package let emailChangedAt: Timestamp?
    package let identity: AppleIdentity

    /// The statement that selects identities in the form that ``init(from:)`` reads.
    package static let selection = """
        SELECT apple_identities.number, apple_identities.account, apple_identities.consent_ended_at,
            apple_identities.email_changed_at, \(AppleIdentity.columns)
        FROM apple_identities JOIN accounts ON accounts.number = apple_identities.account
        """

    package init(from columns: inout Columns) throws {
        number = try columns.next()
        accountNumber = try columns.next()
        consentEndedAt = try columns.nextIfPresent()
        emailChangedAt = try columns.nextIfPresent()
        identity = try AppleIdentity(from: &columns)
    }

    /// Returns whether Apple reported a revocation of consent after this assertion.
    package func isOutdated(_ assertion: AppleIdentityAssertion) -> Bool {
        consentEndedAt.map { assertion.authenticatedAt < $0 } ?? false
    }
}

extension AppleIdentity {
    fileprivate static let columns = """
        apple_identities.id, accounts.id, apple_identities.team, apple_identities.subject, apple_identities.email,
        apple_identities.email_verified, apple_identities.email_private, apple_identities.email_deliverable,
        apple_identities.given_name, apple_identities.family_name, apple_identities.real_user, apple_identities.linked_at,
        apple_identities.authenticated_at, apple_identities.revoked_at, apple_identities.suspended_at
        """

    fileprivate init(from columns: inout Columns) throws {
        self.init(
            id: try columns.next(), account: try columns.next(),
            key: AppleIdentityKey(team: try columns.next(), subject: try columns.next()), email: try AppleEmail(from: &columns),
            isEmailDeliverable: try columns.next(), name: try PersonName(from: &columns),
            realUser: try columns.nextIfPresent(), linkedAt: try columns.next(), authenticatedAt: try columns.next(),
            revokedAt: try columns.nextIfPresent(), suspendedAt: try columns.nextIfPresent())
    }
}

extension AppleEmail {
    /// Reads an address, which can be NULL, and two flags.
    package init?(from columns: inout Columns) throws {
        let address = try columns.nextIfPresent(as: String.self)
        let (isVerified, isPrivate) = (try columns.next(as: Bool.self), try columns.next(as: Bool.self))
        guard let address else { return nil }
        self.init(address: address, isVerified: isVerified, isPrivate: isPrivate)
    }
}

extension PersonName {
    /// Reads two columns, which are both empty if there is no name.
    package init?(from columns: inout Columns) throws {
        self.init(given: try columns.next(as: String.self), family: try columns.next(as: String.self))
    }
}
