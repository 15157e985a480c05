import Secrets

/// Something that happened to an account and that its owner, or the operator, may want to know later. It holds no password, token
/// or code.
package struct AuditEvent: Hashable, Sendable {
    package let id: AuditEventID
    package let kind: AuditEventKind
    /// Nil where a sign-in failed for a name that no account has.
    package let account: AccountID?
    package let at: Timestamp
    package let client: Client

    package init(id: AuditEventID, kind: AuditEventKind, account: AccountID?, at: Timestamp, client: Client) {
        self.id = id
        self.kind = kind
        self.account = account
        self.at = at
        self.client = client
    }

    /// The same event, of this account.
    package func of(_ account: AccountID) -> AuditEvent {
        AuditEvent(id: id, kind: kind, account: account, at: at, client: client)
    }

    init(_ kind: AuditEventKind, account: AccountID?, at now: Timestamp, client: Client, random: some RandomBytes) {
        self.init(id: AuditEventID(random: random), kind: kind, account: account, at: now, client: client)
    }
}

extension AuditEvent {
    /// How many of an account's events are kept whatever their kind. Of older ones, those stay that changed how the account is signed in to
    /// (``AuditEventKind/routine`` names the others), until the retention by time removes them.
    package static var limit: Int { 1_000 }
}

package typealias AuditEventID = Identifier<AuditEvent>

/// The closed set of what is recorded. The raw values are stored and shown: they never change.
package enum AuditEventKind: String, CaseIterable, Sendable {
    case accountCreated = "account-created"
    case accountImported = "account-imported"
    case userNameChanged = "user-name-changed"
    case signedIn = "signed-in"
    case signInFailed = "sign-in-failed"
    case signedOut = "signed-out"
    /// The password was shown again.
    case reauthenticated = "reauthenticated"
    case reauthenticationFailed = "reauthentication-failed"
    case passwordChanged = "password-changed"
    case sessionRevoked = "session-revoked"
    case otherSessionsRevoked = "other-sessions-revoked"
    case allSessionsRevoked = "all-sessions-revoked"
    case accountDeleted = "account-deleted"
    case appleLinked = "apple-linked"
    case appleUnlinked = "apple-unlinked"
    /// The person withdrew consent at Apple, or Apple's token stands no longer.
    case appleConsentRevoked = "apple-consent-revoked"
    /// The Apple account is gone, and with it the identity.
    case appleAccountDeleted = "apple-account-deleted"
    /// Apple's relay no longer delivers to the e-mail address.
    case appleEmailDisabled = "apple-email-disabled"
    case appleEmailEnabled = "apple-email-enabled"
    /// The identity moved with the app to another team.
    case appleIdentityTransferred = "apple-identity-transferred"
    /// The account got its first password.
    case passwordSet = "password-set"
    case passwordRemoved = "password-removed"
    /// The Apple identity was shown again.
    case appleReauthenticated = "apple-reauthenticated"
    /// Another Apple identity was shown than the account's.
    case appleReauthenticationFailed = "apple-reauthentication-failed"
    /// A generator of one-time codes was set up.
    case totpAdded = "totp-added"
    case totpRemoved = "totp-removed"
    case deviceKeyAdded = "device-key-added"
    case deviceKeyRemoved = "device-key-removed"
    case recoveryCodesMade = "recovery-codes-made"
    case recoveryCodeUsed = "recovery-code-used"
    /// A second factor was shown in a session.
    case factorShown = "second-factor-shown"
    /// The first factor was right, and the second was not.
    case factorFailed = "second-factor-failed"
    /// By the operator.
    case secondFactorsRemoved = "second-factors-removed"
    case passwordUpgraded = "password-upgraded"
    /// Sign in with Apple took the place of the password.
    case upgradedToApple = "apple-upgraded"
    /// The operator handed out a link for a new password.
    case passwordLinkMade = "password-link-made"
    /// A new password was set by the operator's link.
    case passwordSetByLink = "password-set-by-link"
}

extension AuditEventKind {
    /// What happens again and again and changes nothing about how the account is signed in to.
    package static let routine: Set<AuditEventKind> = [
        .signedIn, .signInFailed, .signedOut, .reauthenticated, .reauthenticationFailed, .sessionRevoked, .otherSessionsRevoked,
        .allSessionsRevoked, .appleEmailDisabled, .appleEmailEnabled, .appleReauthenticated, .appleReauthenticationFailed,
        .factorShown,
        .factorFailed,
    ]
}
