package import Secrets
package import WebAuthn

/// A passkey of an account: the credential that verifies assertions, and what the owner and the operator see of it.
package struct Passkey: Hashable, Sendable {
    package let id: PasskeyID
    package let account: AccountID
    package let credential: Credential
    /// The model of the authenticator, as it states it without proof.
    package let aaguid: AAGUID
    /// The kind of attestation that the registration contained.
    package let attestation: Attestation.Kind
    package let relyingPartyID: String
    /// The name that the owner gave it: 1 to 100 visible scalars.
    package let name: String
    /// The name of the device that registered it, as a ``Client`` has it.
    package let deviceName: String
    /// Whether it can be the account's only credential. It can if its authenticator verified the user at registration, if the policy
    /// does not require that, or if it has signed in.
    package let isWayIn: Bool
    /// The digest of the challenge that it was registered with.
    package let registration: TokenDigest
    /// The version of the password that the passkey replaces at its first sign-in or reauthentication; nil for none.
    package let replacedPassword: Int?
    package let createdAt: Timestamp
    package let lastUsedAt: Timestamp?
    package let backupChangedAt: Timestamp?
    /// The time when a recovery suspended the passkey; nil if it can be used. See ``SuspendedCredential``.
    package let suspendedAt: Timestamp?

    package init(
        id: PasskeyID, account: AccountID, credential: Credential, aaguid: AAGUID, attestation: Attestation.Kind,
        relyingPartyID: String, name: String, deviceName: String, isWayIn: Bool, registration: TokenDigest,
        replacedPassword: Int? = nil,
        createdAt: Timestamp,
        lastUsedAt: Timestamp? = nil, backupChangedAt: Timestamp? = nil, suspendedAt: Timestamp? = nil
    ) {
        self.id = id
        self.account = account
        self.credential = credential
        self.aaguid = aaguid
        self.attestation = attestation
        self.relyingPartyID = relyingPartyID
        self.name = name
        self.deviceName = deviceName
        self.isWayIn = isWayIn
        self.registration = registration
        self.replacedPassword = replacedPassword
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
        self.backupChangedAt = backupChangedAt
        self.suspendedAt = suspendedAt
    }

    /// The maximum number of passkeys of an account. Devices of one vendor share one, so few users have more than three.
    package static var limit: Int { 20 }
}

/// The identifier of a passkey in the API and on pages. It is not a secret, and differs from the credential ID.
package typealias PasskeyID = Identifier<Passkey>

/// The operator's requirements for passkeys.
package struct PasskeyPolicy: Sendable {
    package let relyingParty: RelyingParty
    /// Whether the authenticator must verify the user at a sign-in by passkey alone and at a registration with a dialog.
    package var requiresUserVerification = true
    package var attestation = WebAuthn.AttestationPolicy()
    /// The treatment of a counter that goes back. It suggests a copied key but does not prove one, so by default it is accepted and
    /// recorded as an event.
    package var counterRegression = AuthenticationPolicy.CounterRegression.reported

    package init(relyingParty: RelyingParty) {
        self.relyingParty = relyingParty
    }

    /// Verifies an assertion.
    ///
    /// - Parameters:
    ///   - user: the user handle of the known account; nil if the response names the account.
    ///   - requiresUserVerification: whether user verification is required; nil for the policy's value.
    func verify(
        _ response: AuthenticationResponse, for challenge: WebAuthn.Challenge, by user: UserHandle? = nil, with passkey: Passkey?,
        requiresUserVerification isRequired: Bool? = nil
    ) throws(WebAuthnError) -> VerifiedAuthentication {
        try relyingParty.verify(
            response, for: AuthenticationChallenge(challenge, for: user), with: passkey?.credential,
            policy: AuthenticationPolicy(
                userVerification: isRequired ?? requiresUserVerification ? .required : .optional,
                counterRegression: counterRegression))
    }
}

/// The changes to a passkey after an assertion. A store writes them in the transaction that the assertion permits.
package struct PasskeyUse: Hashable, Sendable {
    package let id: PasskeyID
    /// The counter that the assertion was compared with. A store rejects the use if the stored counter is another one meanwhile.
    package let previousSignCount: UInt32
    package let signCount: UInt32
    package let isBackedUp: Bool
    package let hasBackupChanged: Bool
    /// Whether the authenticator verified the user together with another factor. Its next verification then counts as a factor.
    package let confirmsUser: Bool
    /// Whether the assertion signs in. The passkey can then be the account's only credential.
    package let signsIn: Bool
    package let at: Timestamp
    /// Events for the owner: the counter went back, or the backup state changed.
    package let events: [AuditEvent]
    /// The event to record if the passkey replaces the password.
    package let passwordRemoval: AuditEvent

    package init(
        id: PasskeyID, previousSignCount: UInt32, signCount: UInt32, isBackedUp: Bool, hasBackupChanged: Bool = false,
        confirmsUser: Bool = false, signsIn: Bool = false, at now: Timestamp, events: [AuditEvent] = [],
        passwordRemoval: AuditEvent
    ) {
        self.id = id
        self.previousSignCount = previousSignCount
        self.signCount = signCount
        self.isBackedUp = isBackedUp
        self.hasBackupChanged = hasBackupChanged
        self.confirmsUser = confirmsUser
        self.signsIn = signsIn
        at = now
        self.events = events
        self.passwordRemoval = passwordRemoval
    }
}

extension AccountService {
    /// Returns the changes to store after an assertion.
    func use(
        of passkey: Passkey, in authentication: VerifiedAuthentication, confirmsUser: Bool = false, signsIn: Bool = false,
        by client: Client, now: Timestamp
    ) -> PasskeyUse {
        let kinds: [AuditEventKind] =
            (authentication.counter == .regressed ? [.passkeyCounterRegressed] : [])
            + (authentication.hasBackupStateChanged ? [.passkeyBackupChanged] : [])
        return PasskeyUse(
            id: passkey.id, previousSignCount: passkey.credential.signCount, signCount: authentication.credential.signCount,
            isBackedUp: authentication.credential.isBackedUp,
            hasBackupChanged: authentication.hasBackupStateChanged, confirmsUser: confirmsUser && authentication.isUserVerified,
            signsIn: signsIn, at: now, events: kinds.map { event($0, passkey.account, by: client, at: now) },
            passwordRemoval: event(.passwordRemoved, passkey.account, by: client, at: now))
    }

    /// Records that the counter of a passkey did not increase, if the assertion was rejected for that reason.
    func recordCounterRegression(_ error: WebAuthnError, of account: AccountID?, by client: Client, now: Timestamp) async throws {
        guard error.code == .counterRegressed else { return }
        let event = event(.passkeyCounterRegressed, account, by: client, at: now)
        try await stores.record(event)
        report(event)
    }
}

extension VerifiedAuthentication {
    /// Whether the assertion proves two factors: possession, and user verification that another factor has confirmed. The first
    /// verification of a passkey that was registered without one proves only possession (section 7.2 of WebAuthn, step 26).
    var isTwoFactors: Bool { isUserVerified && credential.hasVerifiedUser }
}
