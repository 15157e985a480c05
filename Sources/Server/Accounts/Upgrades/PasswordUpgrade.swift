import PasswordHashing
import PasswordRules
import Secrets

/// A request to replace the current password by a stronger one.
///
/// A proposal that satisfies the policy is committed. For any other proposal the response offers a suitable password, which is not
/// stored; a second request commits it. From then on the new password is valid, and so is the former one for
/// ``AccountUpgrade/grace`` or until the upgrade is confirmed. A repeated request with the same key gets the same response and
/// changes nothing. Sessions stay, because the former password was weak and not stolen.
///
/// If two devices upgrade at once, one succeeds. A request with another key is rejected while the upgrade is unconfirmed, and
/// afterwards in every session without an authentication since the upgrade (``StoredPasswordUpgrade/forbidsAnother(by:at:)``).
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
    /// The new password is valid, now or since an earlier request. The former password is valid until `formerUntil`; nil if it no
    /// longer is.
    case committed(formerUntil: Timestamp?)
    /// The proposal does not satisfy the policy; this password does.
    case offered(Password)
    case denied(UpgradeDenial)
    /// The password was changed or upgraded by another request, so the proposed one is not valid.
    case superseded
    /// The account has no password.
    case noPassword
}

package enum UpgradeConfirmationOutcome: Sendable {
    /// The former password is no longer valid.
    case confirmed
    /// The account's last upgrade has another key; or the request carried the former password, which this upgrade ends.
    case superseded
    case denied(UpgradeDenial)
}

/// An upgrade of a password as a store keeps it: the last one of each account.
package struct StoredPasswordUpgrade: Hashable, Sendable {
    package let key: UpgradeKey
    /// The version of the password that the upgrade set.
    package let version: Int
    /// The time when the former password expires; nil after the upgrade is confirmed.
    package let formerUntil: Timestamp?
    /// The time when the upgrade was committed. It is not earlier than the last authentication in any session valid at that time.
    package let committedAt: Timestamp
    /// The requesting session; nil if the request carried the password.
    package let session: SessionID?

    package init(key: UpgradeKey, version: Int, formerUntil: Timestamp?, committedAt: Timestamp, session: SessionID?) {
        self.key = key
        self.version = version
        self.formerUntil = formerUntil
        self.committedAt = committedAt
        self.session = session
    }

    /// Returns whether it is too early for another upgrade of the password that this upgrade set. It is too early while the device
    /// that requested this upgrade may not have stored the password yet. It is also too early in any other session without an
    /// authentication since this upgrade, because its client has not learned of the new password. Either upgrade would take the new
    /// password away from that device.
    ///
    /// - Parameter session: the requesting session and its last authentication; nil if the request carried the password that this
    ///   upgrade set.
    package func forbidsAnother(by session: (id: SessionID, shown: Timestamp)?, at now: Timestamp) -> Bool {
        if let formerUntil, now < formerUntil { return true }
        guard let session, session.id != self.session else { return false }
        return session.shown <= committedAt
    }
}

extension AccountService {
    /// Upgrades a password. See ``PasswordUpgrade`` for the rules.
    package func upgradePassword(_ request: PasswordUpgrade, now: Timestamp) async throws -> PasswordUpgradeOutcome {
        switch try await permission(for: request.authority, now: now) {
        case .denied(let denial): return .denied(denial)
        case .granted(let authorization):
            guard let credential = authorization.credential else { return .noPassword }
            // The attempt at the password that permits the request is already charged.
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

    /// Ends the former password, by the new one or by a session. A repeated request gets the same response.
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

    /// Returns the response for an upgrade that was already committed with the same key, or nil. It is valid only for the password
    /// that was committed then; otherwise the client would store an invalid password. The credential is read after the upgrade: the
    /// one that permitted the request may be older than an upgrade by a duplicate of the same request.
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

    /// Returns whether the proposal satisfies the policy.
    private func isAccepted(_ request: PasswordUpgrade, for credential: PasswordCredential) async throws -> Bool {
        let new = request.new
        guard passwordPolicy.rejections(of: new, for: credential.account.userName).isEmpty else { return false }
        guard try await !passwordPolicy.isLeaked(new) else { return false }
        return try await !hasher.verify(
            new.bytes, against: credential.hash, for: request.client.hashing(in: request.authority.session))
    }

    /// Generates a password that satisfies the policy. It is not stored.
    private func preferredPassword(for userName: UserName?) throws -> Password {
        let generator = try PasswordGenerator(rules: passwordPolicy.requirements.rules)
        var dice = SystemDice(random: random)
        for _ in 0..<20 {
            let password = Password(generator.next(using: &dice))
            if passwordPolicy.rejections(of: password, for: userName).isEmpty { return password }
        }
        throw StoreError(.failed, reason: "the password generator found no password that satisfies the policy")
    }
}

/// The service's random source as a `RandomNumberGenerator`.
private struct SystemDice: RandomNumberGenerator {
    let random: any RandomBytes

    mutating func next() -> UInt64 {
        random.bytes(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
