import Accounts
import Secrets
import Testing

// Apple identities of one team, sealed bytes that no key opens, and accounts that began with Apple.
extension ConformanceScene {
    func team(_ text: String = "TEAM000001") throws -> AppleTeamID {
        try #require(AppleTeamID(text))
    }

    func subject(_ text: String) throws -> AppleSubject {
        try #require(AppleSubject(text))
    }

    func client(_ text: String = "org.example.app") throws -> AppleClientID {
        try #require(AppleClientID(text))
    }

    func key(_ subject: String, team: String = "TEAM000001") throws -> AppleIdentityKey {
        AppleIdentityKey(team: try self.team(team), subject: try self.subject(subject))
    }

    func email(_ address: String, isVerified: Bool = true, isPrivate: Bool = false) throws -> AppleEmail {
        try #require(AppleEmail(address: address, isVerified: isVerified, isPrivate: isPrivate))
    }

    func assertion(
        _ subject: String, team: String = "TEAM000001", email: AppleEmail? = nil, name: PersonName? = nil,
        client: String = "org.example.app", at moment: Timestamp = start
    ) throws -> AppleIdentityAssertion {
        AppleIdentityAssertion(
            key: try key(subject, team: team), client: try self.client(client), email: email, name: name, authenticatedAt: moment)
    }

    func sealed() throws -> Sealed {
        try Sealed(bytes: [1] + random.bytes(60))
    }

    func code(until expiry: Timestamp = start + .minutes(5)) throws -> SealedAppleGrant {
        .code(try sealed(), flow: .native, expiresAt: expiry)
    }

    func token(checkedFrom next: Timestamp = start + .days(1)) throws -> SealedAppleGrant {
        .refreshToken(try sealed(), nextCheckAt: next)
    }

    func verification(
        _ assertion: AppleIdentityAssertion, id: AppleIdentityID? = nil, grant: SealedAppleGrant = .none, limit: Int = 1,
        at moment: Timestamp = start
    ) -> AppleVerification {
        AppleVerification(id: id ?? AppleIdentityID(random: random), assertion: assertion, grant: grant, limit: limit, at: moment)
    }

    func appleOpening(
        of account: AccountID, at moment: Timestamp = start, kind: AuditEventKind = .signedIn
    ) throws -> SessionOpening {
        let plain = try opening(of: account, at: moment, kind: kind)
        let session = Session(
            id: plain.session.id, account: account, createdAt: moment, lastUsedAt: moment, authenticatedAt: moment,
            expiry: plain.session.expiry, client: plain.session.client, lastAddress: plain.session.lastAddress, origin: .apple)
        return SessionOpening(
            session: session, digest: plain.digest, device: plain.device, replacedDevice: nil, event: plain.event)
    }

    func notification(
        _ id: String, _ kind: AppleNotificationKind, of key: AppleIdentityKey, at moment: Timestamp = start + .minutes(1)
    ) throws -> AppleNotification {
        AppleNotification(
            id: try #require(AppleNotificationID(id)), key: key, kind: kind, at: moment, expiresAt: moment + .days(1))
    }

    /// Leases the due jobs of this kind for a minute.
    func claim(_ kind: JobKind, at moment: Timestamp, limit: Int = 10) async throws -> [Job] {
        try await stores.claim(kind, now: moment, lease: .minutes(1), limit: limit)
    }
}

/// An account that a case created with Apple, with the written values.
struct AppleRegistered: Sendable {
    let account: Account
    let opening: SessionOpening
    let verification: AppleVerification

    var id: AppleIdentityID { verification.id }
    var key: AppleIdentityKey { verification.assertion.key }
}

extension ConformanceScene {
    /// Creates an account with Apple. Fails the case if that is not possible.
    @discardableResult
    func registerWithApple(
        _ subject: String, email: AppleEmail? = nil, name: PersonName? = nil, grant: SealedAppleGrant = .none,
        at moment: Timestamp = start
    ) async throws -> AppleRegistered {
        let account = Account(id: AccountID(random: random), userName: nil, createdAt: moment, passwordChangedAt: nil)
        let verification = verification(try assertion(subject, email: email, name: name, at: moment), grant: grant, at: moment)
        let opening = try appleOpening(of: account.id, at: moment, kind: .accountCreated)
        try #require(try await stores.create(account, by: verification, opening: opening) == .created)
        return AppleRegistered(account: account, opening: opening, verification: verification)
    }

    /// Opens another session with the identity. Fails the case if that is not possible.
    @discardableResult
    func signIn(
        _ registered: AppleRegistered, email: AppleEmail? = nil, name: PersonName? = nil, grant: SealedAppleGrant = .none,
        at moment: Timestamp = start
    ) async throws -> SessionOpening {
        let opening = try appleOpening(of: registered.account.id, at: moment)
        let again = AppleIdentityAssertion(
            key: registered.key, client: registered.verification.assertion.client, email: email, name: name, authenticatedAt: moment
        )
        let verification = verification(again, id: registered.id, grant: grant, at: moment)
        try #require(try await stores.open(opening, by: verification) == .opened)
        return opening
    }

    /// Links an identity to an account. Fails the case if that is not possible.
    @discardableResult
    func link(
        _ subject: String, to registered: Registered, team: String = "TEAM000001", grant: SealedAppleGrant = .none
    ) async throws -> AppleIdentity {
        let verification = verification(try assertion(subject, team: team), grant: grant)
        let result = try await stores.link(
            verification, to: registered.account.id, from: registered.opening.session.id,
            event: event(.appleLinked, registered.account.id))
        guard case .linked(let identity) = result else {
            Issue.record("not linked: \(result)")
            throw StoreError(.failed, reason: "not linked")
        }
        return identity
    }

    func unlink(_ account: AccountID, by session: SessionID, team: String = "TEAM000001") async throws -> AppleUnlinkingResult {
        let wanted = try self.team(team)
        let id = try await stores.appleIdentities(of: account).first { $0.key.team == wanted }?.id
        return try await stores.unlink(
            id ?? AppleIdentityID(random: random), from: account, by: session, event: event(.appleUnlinked, account))
    }

    func removePassword(of account: AccountID, by session: SessionID) async throws -> PasswordRemovalResult {
        try await stores.removePassword(
            of: account, renewal: renewal(of: session), event: event(.passwordRemoved, account))
    }
}
