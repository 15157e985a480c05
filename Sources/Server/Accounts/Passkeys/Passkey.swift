package import Secrets
package import WebAuthn

/// A passkey of an account: the credential that WebAuthn verifies with, and what the owner and the operator see of it.
package struct Passkey: Hashable, Sendable {
    package let id: PasskeyID
    package let account: AccountID
    package let credential: Credential
    /// The make of authenticator, which is a claim.
    package let aaguid: AAGUID
    /// Who vouched for the authenticator at registration.
    package let attestation: Attestation.Kind
    package let relyingPartyID: String
    /// The owner's name for it: 1 to 100 visible scalars.
    package let name: String
    /// Whether it can be the account's only credential: it verified its user at registration, the policy did not require it, or it
    /// has signed in.
    package let isWayIn: Bool
    /// The challenge that it was registered with.
    package let registration: TokenDigest
    package let createdAt: Timestamp
    package let lastUsedAt: Timestamp?
    package let backupChangedAt: Timestamp?

    package init(
        id: PasskeyID, account: AccountID, credential: Credential, aaguid: AAGUID, attestation: Attestation.Kind,
        relyingPartyID: String, name: String, isWayIn: Bool, registration: TokenDigest, createdAt: Timestamp,
        lastUsedAt: Timestamp? = nil, backupChangedAt: Timestamp? = nil
    ) {
        self.id = id
        self.account = account
        self.credential = credential
        self.aaguid = aaguid
        self.attestation = attestation
        self.relyingPartyID = relyingPartyID
        self.name = name
        self.isWayIn = isWayIn
        self.registration = registration
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
        self.backupChangedAt = backupChangedAt
    }

    /// The maximum number of passkeys of an account. Devices of one vendor share one, so few users have more than three.
    package static var limit: Int { 20 }
}

/// The identifier of a passkey towards its owner. It is not a secret, and not the credential ID.
package typealias PasskeyID = Identifier<Passkey>

/// What the operator requires of passkeys.
package struct PasskeyPolicy: Sendable {
    package let relyingParty: RelyingParty
    /// Whether sign-in by passkey alone, and a registration that shows a dialog, require that the authenticator verifies the user.
    package var requiresUserVerification = true
    package var attestation = WebAuthn.AttestationPolicy()
    /// A counter that goes back is a sign of a copied key and no proof, so by default it is accepted and recorded as an event.
    package var counterRegression = AuthenticationPolicy.CounterRegression.reported

    package init(relyingParty: RelyingParty) {
        self.relyingParty = relyingParty
    }

    /// Verifies an assertion.
    ///
    /// - Parameters:
    ///   - user: the account that is already known; nil if the response says which it is.
    ///   - requiresUserVerification: nil for the policy's value.
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

/// What a store writes about a passkey together with what its assertion permits.
package struct PasskeyUse: Hashable, Sendable {
    package let id: PasskeyID
    package let signCount: UInt32
    package let isBackedUp: Bool
    package let hasBackupChanged: Bool
    /// Whether the authenticator verified the user and another factor was proved with it, so that its next verification counts as a
    /// factor.
    package let confirmsUser: Bool
    /// Whether the assertion signs in, which makes the passkey a way in.
    package let signsIn: Bool
    package let at: Timestamp
    /// What the owner should know: a counter that went back, a backup that began or ended.
    package let events: [AuditEvent]

    package init(
        id: PasskeyID, signCount: UInt32, isBackedUp: Bool, hasBackupChanged: Bool = false, confirmsUser: Bool = false,
        signsIn: Bool = false, at now: Timestamp, events: [AuditEvent] = []
    ) {
        self.id = id
        self.signCount = signCount
        self.isBackedUp = isBackedUp
        self.hasBackupChanged = hasBackupChanged
        self.confirmsUser = confirmsUser
        self.signsIn = signsIn
        at = now
        self.events = events
    }
}

extension AccountService {
    /// Returns what to store after an assertion.
    func use(
        of passkey: Passkey, in authentication: VerifiedAuthentication, confirmsUser: Bool = false, signsIn: Bool = false,
        by client: Client, now: Timestamp
    ) -> PasskeyUse {
        let kinds: [AuditEventKind] =
            (authentication.counter == .regressed ? [.passkeyCounterRegressed] : [])
            + (authentication.hasBackupStateChanged ? [.passkeyBackupChanged] : [])
        return PasskeyUse(
            id: passkey.id, signCount: authentication.credential.signCount, isBackedUp: authentication.credential.isBackedUp,
            hasBackupChanged: authentication.hasBackupStateChanged, confirmsUser: confirmsUser && authentication.isUserVerified,
            signsIn: signsIn, at: now, events: kinds.map { event($0, passkey.account, by: client, at: now) })
    }
}

extension VerifiedAuthentication {
    /// Whether the assertion proves two factors: possession, and a user whom the authenticator has verified before under another
    /// factor's eyes. The first verification of a passkey that was registered without one proves possession alone (section 7.2 of
    /// WebAuthn, step 26).
    var isTwoFactors: Bool { isUserVerified && credential.hasVerifiedUser }
}
