/// The permissions of an account as an operator of the service. Only the command grants roles. The raw values are stored, so they never change.
package enum OperatorRole: String, CaseIterable, Sendable {
    /// Reads everything and changes nothing.
    case auditor
    /// Helps users: orders acts other than deletion, for accounts without a role.
    case support
    /// Orders every act, and approves those of others.
    case administrator

    /// Returns whether the role may order an act for an account with a role; nil for an account without one.
    package func mayOrder(_ act: OperatorAct, forAccountWith role: OperatorRole?) -> Bool {
        switch self {
        case .auditor: false
        case .support: role == nil && act != .deleteAccount
        case .administrator: true
        }
    }

    package var mayApprove: Bool { self == .administrator }

    /// Whether the role may queue stored events for a target again.
    package var mayReplayEvents: Bool { self == .administrator }
}

/// A change of another account. None of them opens a session, shows a secret or chooses a credential, so no operator alone can act as
/// the account. The raw values are stored, so they never change.
package enum OperatorAct: String, CaseIterable, Sendable {
    case endSessions = "end-sessions"
    /// Ends all sessions, and prevents new ones until the account is unlocked.
    case lock
    case unlock
    case removeSecondFactors = "remove-second-factors"
    /// Asks the owner by mail to recover the account. The code goes to the verified address that the owner enters, never to an operator.
    case startRecovery = "start-recovery"
    case deleteAccount = "delete-account"

    /// Returns whether another operator, an administrator, must approve the act for an account with a role; nil for an account without
    /// one. The removal of second factors needs an approval because an operator who knows the user's password could then sign in.
    package func needsApproval(forAccountWith role: OperatorRole?) -> Bool {
        self == .deleteAccount || self == .removeSecondFactors || role != nil
    }

    /// The event of the account.
    var event: AuditEventKind {
        switch self {
        case .endSessions: .allSessionsRevoked
        case .lock: .accountLocked
        case .unlock: .accountUnlocked
        case .removeSecondFactors: .secondFactorsRemoved
        case .startRecovery: .recoveryStarted
        case .deleteAccount: .accountDeleted
        }
    }
}

/// The reason that an operator gives for an act, such as the number of a support case.
package struct OperatorReason: Hashable, Sendable {
    package let text: String

    /// White space around the text is ignored. Returns nil unless it has 3 to 500 Unicode scalars and no invisible ones.
    package init?(_ text: String) {
        let trimmed = UserName.trimmed(text)
        guard Self.lengths.contains(trimmed.unicodeScalars.count), trimmed.unicodeScalars.allSatisfy(\.isShown) else { return nil }
        self.text = trimmed
    }

    package static let lengths = 3...500
}

/// An account with a role.
package struct StoredOperator: Hashable, Sendable {
    package let account: AccountID
    /// Nil if the account has none.
    package let userName: UserName?
    package let role: OperatorRole
    /// When the account got its first role. A change of the role does not change it.
    package let grantedAt: Timestamp

    package init(account: AccountID, userName: UserName?, role: OperatorRole, grantedAt: Timestamp) {
        self.account = account
        self.userName = userName
        self.role = role
        self.grantedAt = grantedAt
    }
}
