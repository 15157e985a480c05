import Secrets

/// A change of an account from a weak password to a strong one, or to Sign in with Apple, that whoever asked for it can ask again when the
/// answer was lost.
package enum AccountUpgrade {
    /// How long the password before an upgrade signs in besides the new one, unless the upgrade is confirmed earlier: for a device that was
    /// switched off before it could store the new one.
    package static var grace: Duration { .seconds(600) }
    /// How long an upgrade answers to its key.
    package static var memory: Duration { .seconds(30 * 86_400) }
}

/// What the client chose to know one upgrade by: any UUID, one for each upgrade. It is no secret.
package typealias UpgradeKey = Identifier<AccountUpgrade>

/// What gives somebody the right to an upgrade.
package enum UpgradeAuthority: Sendable {
    /// A session in which enough was shown within the last minutes.
    case session(ActiveSession)
    /// The password, as at a sign-in and charged as one. Where the account has a second factor it is not enough.
    case password(SignIn)

    /// The session, where one gives the right.
    var session: ActiveSession? {
        if case .session(let active) = self { active } else { nil }
    }
}

/// What an upgrade may rest on.
struct UpgradeAuthorization: Sendable {
    let account: Account
    /// Nil where the account has no password.
    let credential: PasswordCredential?
    let session: ActiveSession?
    /// Whether the password that was shown, or that opened the session, is the one before an upgrade. It gives a right to nothing but the answer
    /// to that upgrade.
    let isByFormerPassword: Bool
    /// The known device of this account that showed the password, if it was one.
    let knownDevice: TokenDigest?

    /// The version of the password that was shown.
    var shownVersion: Int { (credential?.version ?? 0) - (isByFormerPassword ? 1 : 0) }
}

/// Why there is no right to an upgrade.
package enum UpgradeDenial: Sendable {
    case wrongCredentials
    /// Nothing was shown in the session within the last minutes.
    case reauthenticationRequired
    /// Answered by a session that has what is missing: after a password one that signing in with the second factor opens.
    case factorRequired(FactorChallenge)
    /// The account must have a second factor and has none: its sessions can set one up, and nothing else is done for it before.
    case enrolmentRequired
    case throttled(retryAfter: Duration)
}

enum UpgradePermission {
    case granted(UpgradeAuthorization)
    case denied(UpgradeDenial)
}
