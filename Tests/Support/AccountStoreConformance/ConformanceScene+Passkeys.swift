@testable import Accounts
import Secrets
import Testing
import WebAuthn

// The keys of these passkeys sign nothing, because stores verify no signatures.
extension ConformanceScene {
    /// - Parameter user: the user handle; nil for a new one.
    func passkey(
        of account: AccountID, id: [UInt8]? = nil, user: UserHandle? = nil, isWayIn: Bool = true, replacing version: Int? = nil,
        relyingPartyID: String = "example.org"
    ) throws -> Passkey {
        let point = try #require(Base64URL.decode(Self.points[0]))
        let key = CBOR.map(
            CBORMap([
                (.integer(1), .integer(2)), (.integer(3), .integer(-7)), (.integer(-1), .integer(1)),
                (.integer(-2), .bytes(Array(point[1..<33]))), (.integer(-3), .bytes(Array(point[33...]))),
            ]))
        return Passkey(
            id: PasskeyID(random: random), account: account,
            credential: Credential(
                id: try CredentialID(id ?? random.bytes(20)), user: try user ?? UserHandle(random.bytes(64)),
                publicKey: try CredentialPublicKey(key.encoded), signCount: 4_294_967_295, hasVerifiedUser: isWayIn,
                isBackupEligible: true, isBackedUp: false, transports: ["internal", "hybrid"]),
            aaguid: AAGUID(random.bytes(16)), attestation: .anonymizationAuthority, relyingPartyID: relyingPartyID,
            name: "Telephone", deviceName: "Anna's phone", isWayIn: isWayIn, registration: try digest(), replacedPassword: version,
            createdAt: start)
    }

    func accountWithoutPassword(_ name: String) -> Account {
        Account(id: AccountID(random: random), userName: UserName(stored: name), createdAt: start, passwordChangedAt: nil)
    }

    func usedChallenge(
        issuedAt moment: Timestamp = start, until expiry: Timestamp = start + .minutes(10)
    ) throws -> UsedChallenge {
        UsedChallenge(digest: try digest(), issuedAt: moment, expiresAt: expiry)
    }

    /// Adds a passkey to the account. Requires success.
    @discardableResult
    func addPasskey(
        to registered: Registered, id: [UInt8]? = nil, isWayIn: Bool = true, replacing version: Int? = nil,
        relyingPartyID: String = "example.org"
    ) async throws -> Passkey {
        let user = try await stores.userHandle(of: registered.account.id, orElse: UserHandle(random.bytes(64)))
        let passkey = try passkey(
            of: registered.account.id, id: id, user: user, isWayIn: isWayIn, replacing: version, relyingPartyID: relyingPartyID)
        try #require(try await add(passkey, by: registered) == .added)
        return passkey
    }

    func add(
        _ passkey: Passkey, by registered: Registered, using challenge: UsedChallenge? = nil, at moment: Timestamp = start
    ) async throws -> PasskeyAdditionResult {
        try await stores.add(
            passkey, by: registered.opening.session.id, using: challenge ?? usedChallenge(),
            event: event(.passkeyAdded, passkey.account, at: moment))
    }

    /// Signs up with a passkey. Requires success.
    func signUp(_ name: String) async throws -> (registered: Registered, passkey: Passkey) {
        let account = accountWithoutPassword(name)
        let passkey = try passkey(of: account.id)
        let opening = try passkeyOpening(of: account.id, kind: .accountCreated)
        try #require(try await stores.create(account, passkey, opening: opening, using: usedChallenge()) == .created)
        return (Registered(account: account, opening: opening, version: 0), passkey)
    }

    /// - Parameter isTwoFactors: whether the authenticator verified the user.
    func passkeyOpening(
        of account: AccountID, isTwoFactors: Bool = false, at moment: Timestamp = start, kind: AuditEventKind = .signedIn
    ) throws -> SessionOpening {
        let plain = try opening(of: account, at: moment, kind: kind)
        let session = Session(
            id: plain.session.id, account: account, createdAt: moment, lastUsedAt: moment, authenticatedAt: moment,
            expiry: plain.session.expiry, client: plain.session.client, lastAddress: plain.session.lastAddress, origin: .passkey,
            factorAuthenticatedAt: isTwoFactors ? moment : nil)
        return SessionOpening(
            session: session, digest: plain.digest, device: plain.device, replacedDevice: nil, event: plain.event)
    }

    /// - Parameters:
    ///   - previousSignCount: the counter of the passkey when it was read; nil for the one of `passkey`.
    ///   - signCount: the new counter; nil for the same one.
    func use(
        _ passkey: Passkey, after previousSignCount: UInt32? = nil, signCount: UInt32? = nil, isBackedUp: Bool = true,
        confirmsUser: Bool = false, signsIn: Bool = true, at moment: Timestamp = start, events: [AuditEvent] = []
    ) -> PasskeyUse {
        let previous = previousSignCount ?? passkey.credential.signCount
        return PasskeyUse(
            id: passkey.id, previousSignCount: previous, signCount: signCount ?? previous, isBackedUp: isBackedUp,
            hasBackupChanged: true, confirmsUser: confirmsUser, signsIn: signsIn, at: moment, events: events,
            passwordRemoval: event(.passwordRemoved, passkey.account, at: moment))
    }

    func remove(_ passkey: Passkey, by registered: Registered, at moment: Timestamp = start) async throws -> PasskeyChangeResult {
        try await stores.removePasskey(
            passkey.id, by: registered.opening.session.id,
            event: event(.passkeyRemoved, registered.account.id, at: moment))
    }
}
