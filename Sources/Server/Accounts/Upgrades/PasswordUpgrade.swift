import PasswordHashing
import PasswordRules
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

extension AccountService {
    /// Upgrades a password. See ``PasswordUpgrade`` for the ceremony.
    package func upgradePassword(_ request: PasswordUpgrade, now: Timestamp) async throws -> PasswordUpgradeOutcome {
        switch try await permission(for: request.authority, now: now) {
        case .denied(let denial): return .denied(denial)
        case .granted(let authorization):
            guard let credential = authorization.credential else { return .noPassword }
            // The password that gave the right is charged already.
            if let active = authorization.session {
                let costs = hashCosts(in: active, client: request.client)
                if case .exhausted(let retryAfter) = try await stores.charge(costs, now: now) {
                    return .denied(.throttled(retryAfter: retryAfter))
                }
            }
            if let outcome = try await repeated(request, of: credential.account.id, now: now) { return outcome }
            guard try await !isTooEarly(authorization, now: now) else { return .superseded }
            guard try await isAccepted(request, for: credential) else {
                return .offered(try preferredPassword(for: credential.account.userName))
            }
            return try await commit(request, of: credential, by: authorization, now: now)
        }
    }

    /// Ends the former password, by right of the new one or of a session. Asked again, the answer is the same.
    package func confirmUpgrade(
        _ key: UpgradeKey, authority: UpgradeAuthority, now: Timestamp
    ) async throws -> UpgradeConfirmationOutcome {
        switch try await permissionToConfirm(by: authority, now: now) {
        case .denied(let denial): return .denied(denial)
        case .granted(let authorization):
            guard !authorization.isByFormerPassword,
                try await stores.confirmPasswordUpgrade(key, of: authorization.account.id)
            else { return .superseded }
            return .confirmed
        }
    }

    private func commit(
        _ request: PasswordUpgrade, of credential: PasswordCredential, by authorization: UpgradeAuthorization, now: Timestamp
    ) async throws -> PasswordUpgradeOutcome {
        let hash = try await hasher.hash(request.new.bytes, for: request.client.hashing(in: authorization.session))
        let (account, end) = (credential.account.id, now + AccountUpgrade.grace)
        let event = event(.passwordUpgraded, account, by: request.client, at: now)
        let commit = PasswordUpgradeCommit(
            key: request.key, account: account, version: credential.version, hash: hash,
            session: authorization.session?.session.id, formerUntil: end, event: event)
        switch try await stores.commit(commit) {
        case .superseded: return .superseded
        case .factorRequired: return .denied(.factorRequired(try await challenge(for: authorization, now: now)))
        case .committed:
            report(event)
            return .committed(formerUntil: end)
        case .repeated: return try await repeated(request, of: account, now: now) ?? .superseded
        }
    }

    /// The answer to an upgrade that was made before, under the same key; nil where none was. It holds for the password that was committed
    /// then and for no other, or somebody would store a password that opens nothing. The credential is read after the upgrade: the one that
    /// gave the right may be older than an upgrade that the same request, sent twice, makes meanwhile.
    private func repeated(
        _ request: PasswordUpgrade, of account: AccountID, now: Timestamp
    ) async throws -> PasswordUpgradeOutcome? {
        guard let made = try await stores.passwordUpgrade(of: account), made.key == request.key else { return nil }
        guard let current = try await stores.credential(of: account),
            try await hasher.verify(
                request.new.bytes, against: current.hash, for: request.client.hashing(in: request.authority.session))
        else { return .superseded }
        return .committed(formerUntil: made.formerUntil.flatMap { $0 > now ? $0 : nil })
    }

    /// Whether the service takes the proposal as it is.
    private func isAccepted(_ request: PasswordUpgrade, for credential: PasswordCredential) async throws -> Bool {
        let new = request.new
        guard passwordPolicy.refusals(of: new, for: credential.account.userName).isEmpty else { return false }
        guard try await !passwordPolicy.isLeaked(new) else { return false }
        return try await !hasher.verify(
            new.bytes, against: credential.hash, for: request.client.hashing(in: request.authority.session))
    }

    /// A password that the service takes, by its own rules. It is stored nowhere.
    private func preferredPassword(for userName: UserName?) throws -> Password {
        let generator = try PasswordGenerator(rules: passwordPolicy.requirements.rules)
        var dice = SystemDice(random: random)
        for _ in 0..<20 {
            let password = Password(generator.next(using: &dice))
            if passwordPolicy.refusals(of: password, for: userName).isEmpty { return password }
        }
        throw StoreError(.failed, reason: "the rules for passwords make none that the policy takes")
    }
}

/// The service's source of chance, as generators take it.
private struct SystemDice: RandomNumberGenerator {
    let random: any RandomBytes

    mutating func next() -> UInt64 {
        random.bytes(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
