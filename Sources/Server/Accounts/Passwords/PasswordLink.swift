import PasswordHashing
package import Secrets

/// A one-time link, created by the operator, through which the owner of an account sets a new password.
///
/// The link contains a random token of 256 bits; the store keeps its digest. An account has at most one link: a new one replaces
/// the previous one. A link is valid until it is used or expires. A change of the account's user name or password invalidates it.
/// Opening the link does not use it up. It opens no session, so an account with a second factor still requires it at the next
/// sign-in.
package struct PasswordLink: Sendable {
    /// The secret of the link.
    package let token: OpaqueToken
    package let expiresAt: Timestamp
}

/// The time for which a link is valid, from 5 minutes to 1 day.
package struct PasswordLinkLifetime: Hashable, Sendable {
    package let duration: Duration

    /// Returns nil for a duration outside of ``bounds``.
    package init?(_ duration: Duration) {
        guard Self.bounds.contains(duration) else { return nil }
        self.init(checked: duration)
    }

    private init(checked duration: Duration) {
        self.duration = duration
    }

    /// 1 hour.
    package static let standard = PasswordLinkLifetime(checked: .seconds(3_600))

    /// The shortest lifetime is enough to read the message and open the page; after the longest a stolen message is worthless.
    package static let bounds: ClosedRange<Duration> = .seconds(300) ... .seconds(86_400)
}

/// A link as a store keeps it.
package struct StoredPasswordLink: Hashable, Sendable {
    package let digest: TokenDigest
    package let account: AccountID
    package let expiresAt: Timestamp
}

/// The result of creating a link.
package enum PasswordLinkMaking: Sendable {
    case made(PasswordLink)
    /// The account has no user name, so a password cannot sign in to it.
    case noUserName
    /// The account does not exist.
    case noAccount
}

/// The result of opening a link.
package enum PasswordLinkOpening: Sendable {
    /// The link is valid for this account.
    case works(Account)
    /// The link does not exist, was used, replaced or expired, or the account changed. The reasons are indistinguishable.
    case invalid
    case throttled(retryAfter: Duration)
}

/// The result of setting a password through a link.
package enum PasswordLinkOutcome: Sendable {
    /// The password is set. All sessions of the account have ended and its devices are forgotten.
    case set
    /// The password is rejected. The link is still valid.
    case rejected([PasswordRejection], Account)
    /// The link is not valid. See ``PasswordLinkOpening/invalid``.
    case invalid
    case throttled(retryAfter: Duration)
}

extension AccountService {
    /// Creates a link for the operator, which replaces the account's previous one.
    package func makePasswordLink(
        for account: AccountID, lifetime: PasswordLinkLifetime, client: Client, now: Timestamp
    ) async throws -> PasswordLinkMaking {
        let link = PasswordLink(token: OpaqueToken(random: random), expiresAt: now + lifetime.duration)
        let event = event(.passwordLinkMade, account, by: client, at: now)
        let stored = StoredPasswordLink(digest: link.token.digest, account: account, expiresAt: link.expiresAt)
        switch try await stores.add(stored, event: event) {
        case .noAccount: return .noAccount
        case .noUserName: return .noUserName
        case .added:
            report(event)
            return .made(link)
        }
    }

    /// Returns the account of a valid link without using the link up. An invalid link is charged to the address like a wrong
    /// password, before the store is queried.
    package func openPasswordLink(_ token: OpaqueToken, client: Client, now: Timestamp) async throws -> PasswordLinkOpening {
        let charges = budgetKeys.charges(of: .failures, from: client, throttles.failuresPerAddress)
        if case .exhausted(let retryAfter) = try await stores.charge(charges, now: now) {
            return .throttled(retryAfter: retryAfter)
        }
        guard let account = try await stores.account(ofPasswordLink: token.digest, now: now) else { return .invalid }
        try await stores.refund(charges, now: now)
        return .works(account)
    }

    /// Sets the password of the link's account and uses up the link, in one transaction. A rejected password leaves the link valid.
    package func setPassword(
        _ password: Password, by token: OpaqueToken, client: Client, now: Timestamp
    ) async throws -> PasswordLinkOutcome {
        switch try await openPasswordLink(token, client: client, now: now) {
        case .throttled(let retryAfter): return .throttled(retryAfter: retryAfter)
        case .invalid: return .invalid
        case .works(let account):
            let rejections = passwordPolicy.rejections(of: password, for: account.userName)
            guard rejections.isEmpty else { return .rejected(rejections, account) }
            guard try await !passwordPolicy.isLeaked(password) else { return .rejected([.leaked], account) }
            return try await use(token, of: account, password: password, client: client, now: now)
        }
    }

    private func use(
        _ token: OpaqueToken, of account: Account, password: Password, client: Client, now: Timestamp
    ) async throws -> PasswordLinkOutcome {
        let costs = account.userName.map { budgetKeys.hashCosts(for: $0.key, client: client, budgets: throttles) } ?? []
        if case .exhausted(let retryAfter) = try await stores.charge(costs, now: now) { return .throttled(retryAfter: retryAfter) }
        let event = event(.passwordSetByLink, account.id, by: client, at: now)
        let use = PasswordLinkUse(
            digest: token.digest, account: account.id, hash: try await hasher.hash(password.bytes, for: client.hashing()),
            event: event)
        guard try await stores.usePasswordLink(use) else { return .invalid }
        report(event)
        return .set
    }
}
