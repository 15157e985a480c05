import Secrets

/// A request for a stronger password in the place of the one in use.
///
/// The ceremony: a proposal that the policy takes is committed; for any other the answer offers one that it takes, which is stored nowhere and
/// is committed by a second request. From then on the new password signs in, and for ``AccountUpgrade/grace`` the former one too, until
/// the upgrade is confirmed. The same request again, under the same key, gets the same answer and changes nothing; sessions live on, since the
/// former password was weak and not stolen.
///
/// Of two devices that upgrade at once one wins: another key is refused while the upgrade is unconfirmed, and to every session in which nothing
/// was shown since (``StoredPasswordUpgrade/forbidsAnother(by:at:)``).
package struct PasswordUpgrade: Sendable {
    package let key: UpgradeKey
    package let authority: UpgradeAuthority
    package let new: Password
    package let client: Client

    package init(key: UpgradeKey, authority: UpgradeAuthority, new: Password, client: Client) {
        self.key = key
        self.authority = authority
        self.new = new
        self.client = client
    }
}

package enum PasswordUpgradeOutcome: Sendable {
    /// The new password signs in, now and if it did before. The former one does until then; nil for not any more.
    case committed(formerUntil: Timestamp?)
    /// The proposal is not what the service wants; this is.
    case offered(Password)
    case denied(UpgradeDenial)
    /// The password was changed, or another upgrade was made, since: the one in the request is not what signs in.
    case superseded
    /// The account has no password.
    case noPassword
}

package enum UpgradeConfirmationOutcome: Sendable {
    /// The former password signs in no more.
    case confirmed
    /// No upgrade of this key is the account's last one; or the password shown is the former one, which ends by this.
    case superseded
    case denied(UpgradeDenial)
}

/// An upgrade of a password as a store keeps it: the last one of each account.
package struct StoredPasswordUpgrade: Hashable, Sendable {
    package let key: UpgradeKey
    /// Of the password that it made.
    package let version: Int
    /// Until when the former password signs in; nil once the upgrade is confirmed.
    package let formerUntil: Timestamp?
    /// When it was made, and not before a credential was shown in any session that lived then.
    package let committedAt: Timestamp
    /// Where it was asked for; nil for by the password.
    package let session: SessionID?

    package init(key: UpgradeKey, version: Int, formerUntil: Timestamp?, committedAt: Timestamp, session: SessionID?) {
        self.key = key
        self.version = version
        self.formerUntil = formerUntil
        self.committedAt = committedAt
        self.session = session
    }

    /// Whether it is too early for another upgrade of the password that this one made: while the device that asked for this one may not have
    /// stored it yet; and by a session in which nothing was shown since this one was made, unless it made it: it has not heard of it. Either
    /// would take from that device what it was just given.
    ///
    /// - Parameter session: the one that asks, and when a credential was last shown in it; nil for whoever shows the password itself,
    ///   which is that of this upgrade.
    package func forbidsAnother(by session: (id: SessionID, shown: Timestamp)?, at now: Timestamp) -> Bool {
        if let formerUntil, now < formerUntil { return true }
        guard let session, session.id != self.session else { return false }
        return session.shown <= committedAt
    }
}
