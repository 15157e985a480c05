import Secrets

/// A security-relevant event of an account, for its owner and the operator. It contains no password, token or code.
package struct AuditEvent: Sendable {
    package let id: AuditEventID
    package let kind: AuditEventKind
    /// The account. Nil for a failed sign-in whose user name belongs to no account.
    package let account: AccountID?
    package let at: Timestamp
    package let client: Client
    /// Seals the messages that the store queues in the transaction of the event; nil without mail. It is not stored.
    package let notices: MailSealer?
    /// The targets to which the store queues deliveries in the transaction of the event; none for a failed attempt
    /// (``AuditEventKind/isDelivered``). They are not stored with the event.
    package let targets: [EventTargetName]
    /// The account that gets an Apple identity of the account that this event deletes; nil otherwise. It is delivered, not stored.
    package let successor: AccountID?

    package init(
        id: AuditEventID, kind: AuditEventKind, account: AccountID?, at: Timestamp, client: Client, notices: MailSealer? = nil,
        targets: [EventTargetName] = [], successor: AccountID? = nil
    ) {
        self.id = id
        self.kind = kind
        self.account = account
        self.at = at
        self.client = client
        self.notices = notices
        self.targets = kind.isDelivered ? targets : []
        self.successor = successor
    }

    /// Returns the same event for the given account.
    package func of(_ account: AccountID) -> AuditEvent {
        AuditEvent(
            id: id, kind: kind, account: account, at: at, client: client, notices: notices, targets: targets, successor: successor)
    }

    /// Returns an event of another kind that the same request causes.
    func joined(by kind: AuditEventKind, random: some RandomBytes) -> AuditEvent {
        AuditEvent(
            id: AuditEventID(random: random), kind: kind, account: account, at: at, client: client, notices: notices,
            targets: targets)
    }

    /// The same event, which queues no message.
    package var withoutNotices: AuditEvent {
        AuditEvent(id: id, kind: kind, account: account, at: at, client: client, targets: targets, successor: successor)
    }
}

extension AuditEvent: Hashable {
    /// Compares what is stored.
    package static func == (one: AuditEvent, other: AuditEvent) -> Bool {
        one.id == other.id && one.kind == other.kind && one.account == other.account && one.at == other.at
            && one.client == other.client
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension AuditEvent {
    /// The number of recent events of any kind that an account keeps. Of older events, only those that are not
    /// ``AuditEventKind/routine`` are kept, until their retention time ends or there are ``totalLimit`` events.
    package static var limit: Int { 1_000 }

    /// The number of events of any kind that an account has at most. The oldest ones are deleted.
    package static var totalLimit: Int { 10 * limit }
}

package typealias AuditEventID = Identifier<AuditEvent>

/// The kinds of audit events. The raw values are stored and shown, so they never change.
package enum AuditEventKind: String, CaseIterable, Sendable {
    case accountCreated = "account-created"
    case accountImported = "account-imported"
    case userNameChanged = "user-name-changed"
    /// A password opened a session, with the second factor if the account has one.
    case signedIn = "signed-in"
    case signInFailed = "sign-in-failed"
    case signedOut = "signed-out"
    /// The user entered the password again.
    case reauthenticated = "reauthenticated"
    case reauthenticationFailed = "reauthentication-failed"
    case passwordChanged = "password-changed"
    case sessionRevoked = "session-revoked"
    case otherSessionsRevoked = "other-sessions-revoked"
    case allSessionsRevoked = "all-sessions-revoked"
    case accountDeleted = "account-deleted"
    case appleLinked = "apple-linked"
    case appleUnlinked = "apple-unlinked"
    /// The user revoked the consent at Apple, or Apple reports that the token is no longer valid.
    case appleConsentRevoked = "apple-consent-revoked"
    /// The Apple Account was deleted, and its identity was removed from the account.
    case appleAccountDeleted = "apple-account-deleted"
    /// Apple's relay no longer delivers to the e-mail address.
    case appleEmailDisabled = "apple-email-disabled"
    case appleEmailEnabled = "apple-email-enabled"
    /// The identity was moved to another team together with the app.
    case appleIdentityTransferred = "apple-identity-transferred"
    /// The account got its first password.
    case passwordSet = "password-set"
    case passwordRemoved = "password-removed"
    /// The user signed in with Apple again for reauthentication.
    case appleReauthenticated = "apple-reauthenticated"
    /// The user signed in with an Apple identity that is not linked to the account.
    case appleReauthenticationFailed = "apple-reauthentication-failed"
    /// A TOTP generator was set up.
    case totpAdded = "totp-added"
    case totpRemoved = "totp-removed"
    case deviceKeyAdded = "device-key-added"
    case deviceKeyRemoved = "device-key-removed"
    case recoveryCodesMade = "recovery-codes-made"
    case recoveryCodeUsed = "recovery-code-used"
    /// The user proved a second factor in a session.
    case factorShown = "second-factor-shown"
    /// The first factor was right, and the second factor was wrong.
    case factorFailed = "second-factor-failed"
    /// The operator removed all second factors.
    case secondFactorsRemoved = "second-factors-removed"
    case passwordUpgraded = "password-upgraded"
    /// Sign in with Apple replaced the password.
    case upgradedToApple = "apple-upgraded"
    /// The operator created a link for setting a new password.
    case passwordLinkMade = "password-link-made"
    /// The user set a new password through the operator's link.
    case passwordSetByLink = "password-set-by-link"
    case passkeyAdded = "passkey-added"
    case passkeyRemoved = "passkey-removed"
    case passkeyRenamed = "passkey-renamed"
    /// The user reauthenticated with a passkey.
    case passkeyReauthenticated = "passkey-reauthenticated"
    case passkeyReauthenticationFailed = "passkey-reauthentication-failed"
    /// The backup state of a passkey changed.
    case passkeyBackupChanged = "passkey-backup-changed"
    /// The signature counter of a passkey did not increase. Its key may have been copied.
    case passkeyCounterRegressed = "passkey-counter-regressed"
    case passkeySignInFailed = "passkey-sign-in-failed"
    /// The user entered an e-mail address, which is not verified yet.
    case emailAddressClaimed = "email-address-claimed"
    /// A code that was sent to the e-mail address came back.
    case emailAddressVerified = "email-address-verified"
    case emailAddressRemoved = "email-address-removed"
    /// Mail servers rejected the e-mail address on two days.
    case emailAddressUndeliverable = "email-address-undeliverable"
    /// A mailed code opened a recovery session.
    case recoveryOpened = "recovery-opened"
    /// The account got a new password in a recovery session.
    case passwordRecovered = "password-recovered"
    /// The waiting time of a recovery without the second factor began.
    case recoveryWaitBegun = "recovery-wait-begun"
    case recoveryCancelled = "recovery-cancelled"
    /// The account got a passkey in a recovery session, which replaced its password.
    case passkeyRecovered = "passkey-recovered"
    /// A recovery suspended the credentials that are older than the address with the code.
    case credentialsSuspended = "credentials-suspended"
    /// The user confirmed a suspended credential.
    case credentialConfirmed = "credential-confirmed"
    /// A suspended credential was proved. It neither signed in nor reauthenticated.
    case suspendedCredentialFailed = "suspended-credential-failed"
    /// A mailed code restored a removed e-mail address and ended all sessions.
    case emailAddressRestored = "email-address-restored"
    /// A mailed code opened a session, with the second factor if the account has one.
    case signedInByMail = "signed-in-by-mail"
    /// Sign in with Apple opened a session, with the second factor if the account has one.
    case signedInByApple = "signed-in-by-apple"
    /// A passkey opened a session, with the second factor if the passkey does not replace it.
    case signedInByPasskey = "signed-in-by-passkey"
    /// The operator locked the account and ended its sessions.
    case accountLocked = "account-locked"
    case accountUnlocked = "account-unlocked"
    /// The operator started a recovery, which the owner continues with a mailed code.
    case recoveryStarted = "recovery-started"
    /// The user turned an optional notice on or off.
    case noticesChanged = "notices-changed"
}

extension AuditEventKind {
    /// Frequent events that do not change how the account is signed in to.
    package static let routine: Set<AuditEventKind> = [
        .signedIn, .signedInByMail, .signedInByApple, .signedInByPasskey, .signInFailed, .signedOut, .reauthenticated,
        .reauthenticationFailed, .sessionRevoked,
        .otherSessionsRevoked,
        .allSessionsRevoked, .appleEmailDisabled, .appleEmailEnabled, .appleReauthenticated, .appleReauthenticationFailed,
        .factorShown, .factorFailed, .passkeyReauthenticated, .passkeyReauthenticationFailed,
        .passkeySignInFailed, .passkeyRenamed, .passkeyBackupChanged, .suspendedCredentialFailed, .emailAddressClaimed,
        .noticesChanged,
    ]
}
