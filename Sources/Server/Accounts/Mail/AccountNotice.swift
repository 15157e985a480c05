package import InternetAddresses

/// A notice to the verified addresses of an account: a change that concerns its security, with the time and the source.
package struct AccountNotice: Hashable, Sendable {
    package let kind: Kind
    package let at: Timestamp
    package let source: NoticeSource

    package init(_ kind: Kind, at moment: Timestamp, from source: NoticeSource) {
        self.kind = kind
        at = moment
        self.source = source
    }

    /// The kinds of changes. The raw values are stored in sealed messages, so they never change.
    package enum Kind: String, CaseIterable, Sendable {
        /// A sign-in on a device that the account did not know.
        case newDevice = "new-device"
        case passwordChanged = "password-changed"
        /// The account got its first password, or the owner opened the operator's link for a password.
        case passwordSet = "password-set"
        case passwordRemoved = "password-removed"
        /// Sign in with Apple replaced the password.
        case passwordReplacedByApple = "password-replaced-by-apple"
        case passkeyAdded = "passkey-added"
        case passkeyRemoved = "passkey-removed"
        /// The signature counter of a passkey did not increase.
        case passkeyCounterRegressed = "passkey-counter-regressed"
        case secondFactorAdded = "second-factor-added"
        case secondFactorRemoved = "second-factor-removed"
        case recoveryCodesMade = "recovery-codes-made"
        case recoveryCodeUsed = "recovery-code-used"
        case appleLinked = "apple-linked"
        case appleUnlinked = "apple-unlinked"
        case accountDeleted = "account-deleted"
        /// A mailed code restored a removed address and ended all sessions.
        case addressRestored = "address-restored"
        /// The owner confirmed a passkey or an Apple identity that a recovery had suspended.
        case credentialConfirmed = "credential-confirmed"
        /// A mailed code opened a session on a device that the account did not know.
        case signedInByMail = "signed-in-by-mail"
        /// The operator locked the account.
        case accountLocked = "account-locked"
        /// The operator started a recovery.
        case recoveryStarted = "recovery-started"
        /// The operator created a link with which a new password can be set.
        case passwordLinkMade = "password-link-made"
        /// A mailed code opened a recovery.
        case recoveryOpened = "recovery-opened"
        /// The owner turned the notice of a new device off.
        case noticesOff = "notices-off"
    }
}

/// Where the request came from that a notice reports, as the server saw it.
///
/// Neither part has a line end: the name is the cleaned one of a ``Client``, and the address is a number.
package struct NoticeSource: Hashable, Sendable {
    package let deviceName: String
    package let address: IPAddress

    package init(_ client: Client) {
        deviceName = client.deviceName
        address = client.address
    }
}

extension AuditEvent {
    /// The notice that the event requires; nil for the other kinds of events. Changes of addresses and recoveries have separate
    /// messages.
    package var notice: AccountNotice? {
        kind.notice.map { AccountNotice($0, at: at, from: NoticeSource(client)) }
    }
}

extension AuditEventKind {
    fileprivate var notice: AccountNotice.Kind? {
        switch self {
        // The store withholds the notice from a device that it knows.
        case .signedIn, .signedInByApple, .signedInByPasskey: .newDevice
        case .signedInByMail: .signedInByMail
        case .passwordChanged, .passwordUpgraded: .passwordChanged
        case .passwordSet, .passwordSetByLink: .passwordSet
        case .passwordRemoved: .passwordRemoved
        case .upgradedToApple: .passwordReplacedByApple
        case .passkeyAdded: .passkeyAdded
        case .passkeyRemoved: .passkeyRemoved
        case .passkeyCounterRegressed: .passkeyCounterRegressed
        case .totpAdded, .deviceKeyAdded: .secondFactorAdded
        case .totpRemoved, .deviceKeyRemoved, .secondFactorsRemoved: .secondFactorRemoved
        case .recoveryCodesMade: .recoveryCodesMade
        case .recoveryCodeUsed: .recoveryCodeUsed
        case .appleLinked: .appleLinked
        case .appleUnlinked, .appleAccountDeleted: .appleUnlinked
        case .accountDeleted: .accountDeleted
        case .emailAddressRestored: .addressRestored
        case .credentialConfirmed: .credentialConfirmed
        case .accountLocked: .accountLocked
        case .recoveryStarted: .recoveryStarted
        case .passwordLinkMade: .passwordLinkMade
        case .recoveryOpened: .recoveryOpened
        // The event that turns a notice on queues none.
        case .noticesChanged: .noticesOff
        default: nil
        }
    }
}
