import PasswordHashing
package import Secrets

extension AccountService {
    /// Makes a link on the operator's word, in place of the account's former one.
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

    /// Returns the account of a link that works. It uses nothing up. A wrong link is charged to the address as a wrong password is, before
    /// the store is asked.
    package func openPasswordLink(_ token: OpaqueToken, client: Client, now: Timestamp) async throws -> PasswordLinkOpening {
        let charges = [
            ThrottleCharge(key: budgetKeys.failures(from: client.address), budget: throttles.failuresPerAddress)
        ]
        switch try await stores.charge(charges, now: now) {
        case .exhausted(let retryAfter): return .throttled(retryAfter: retryAfter)
        case .admitted: break
        }
        guard let account = try await stores.account(ofPasswordLink: token.digest, now: now) else { return .dead }
        try await stores.refund(charges, now: now)
        return .works(account)
    }

    /// Sets the password of the link's account and uses the link up, in one transaction. A password that is not accepted leaves the link as
    /// it is.
    package func setPassword(
        _ password: Password, by token: OpaqueToken, client: Client, now: Timestamp
    ) async throws -> PasswordLinkOutcome {
        switch try await openPasswordLink(token, client: client, now: now) {
        case .throttled(let retryAfter): return .throttled(retryAfter: retryAfter)
        case .dead: return .dead
        case .works(let account):
            let refusals = passwordPolicy.refusals(of: password, for: account.userName)
            guard refusals.isEmpty else { return .refused(refusals, account) }
            guard try await !passwordPolicy.isLeaked(password) else { return .refused([.leaked], account) }
            return try await use(token, of: account, password: password, client: client, now: now)
        }
    }

    private func use(
        _ token: OpaqueToken, of account: Account, password: Password, client: Client, now: Timestamp
    ) async throws -> PasswordLinkOutcome {
        let costs = account.userName.map { budgetKeys.hashCosts(for: $0.key, client: client, budgets: throttles) } ?? []
        switch try await stores.charge(costs, now: now) {
        case .exhausted(let retryAfter): return .throttled(retryAfter: retryAfter)
        case .admitted: break
        }
        let event = event(.passwordSetByLink, account.id, by: client, at: now)
        let use = PasswordLinkUse(
            digest: token.digest, account: account.id, hash: try await hasher.hash(password.bytes, for: client.hashing()),
            event: event)
        guard try await stores.usePasswordLink(use) else { return .dead }
        report(event)
        return .set
    }
}
