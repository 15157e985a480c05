package import Secrets

/// Runs the ceremonies of e-mail addresses over the account domain. Exists only where mail is on.
///
/// An address is unverified until a client returns its code. The server never finds or merges accounts by address.
package struct AddressService: Sendable {
    package let accounts: AccountService
    let sealer: MailSealer

    package init(accounts: AccountService, sealer: MailSealer) {
        self.accounts = accounts
        self.sealer = sealer
    }

    private var stores: any AccountStores { accounts.stores }

    /// Returns the addresses of the signed-in account, in the order in which they were claimed.
    package func addresses(of active: ActiveSession) async throws -> [AccountAddress] {
        try await stores.addresses(of: active.account.id)
    }

    /// Claims an address for the signed-in account and sends it a code. Requires recent authentication. Asking again sends another
    /// code, and the session's earlier code for the address becomes invalid.
    ///
    /// The budgets are charged before anything is looked up, alike for every address.
    package func claim(
        _ address: EmailAddress, of active: ActiveSession, client: Client, now: Timestamp
    ) async throws -> AddressClaimOutcome {
        guard accounts.isRecentlyAuthenticated(active, now: now) else { return .reauthenticationRequired }
        let account = active.account.id
        let charges = accounts.mailCharges(to: address, account: account, from: client)
        if case .exhausted(let retryAfter) = try await stores.charge(charges, now: now) {
            return .throttled(retryAfter: retryAfter)
        }
        let (holder, code) = (OpaqueToken(random: accounts.random), MailedCode(random: accounts.random))
        let pending = PendingAddressCode(
            holder: holder.digest, code: code.digest(for: .addressVerification, holder: holder),
            expiresAt: now + MailedCode.lifetime)
        let claimed = AccountAddress(
            id: AccountAddressID(random: accounts.random), account: account, address: address, claimedAt: now,
            language: active.account.language, timeZone: active.account.timeZone)
        let event = accounts.event(.emailAddressClaimed, account, by: client, at: now)
        let content = MailedCodePurpose.addressVerification.mail(code, from: NoticeSource(client))
        let result = try await stores.claim(
            claimed, code: pending, mail: try sealer.seal(content, to: claimed, in: client.language, now: now),
            by: active.session.id, event: event)
        switch result {
        case .tooMany: return .tooMany
        case .sessionEnded: return .sessionEnded
        case .alreadyVerified(let address): return .alreadyVerified(address)
        case .claimed(let address):
            if address.id == claimed.id { accounts.report(event) }
            return .codeSent(AddressClaim(address: address, holder: holder, expiresAt: pending.expiresAt))
        }
    }

    /// Verifies an address by the code that was sent to it, in the session that asked for the code.
    ///
    /// - Parameter holder: the secret that the client received when it asked.
    package func verify(
        _ code: MailedCode, holder: OpaqueToken, of active: ActiveSession, client: Client, now: Timestamp
    ) async throws -> AddressVerificationOutcome {
        let event = accounts.event(.emailAddressVerified, active.account.id, by: client, at: now, notices: sealer)
        let digest = code.digest(for: .addressVerification, holder: holder)
        switch try await stores.verify(holder.digest, code: digest, by: active.session.id, event: event) {
        case .sessionEnded: return .sessionEnded
        case .taken: return .taken
        case .missing: return .codeRejected(attemptsLeft: 0)
        case .wrong(let attemptsLeft): return .codeRejected(attemptsLeft: attemptsLeft)
        case .verified(let address):
            accounts.report(event)
            return .verified(address)
        }
    }

    /// Removes an address of the signed-in account, and notifies all its verified addresses. The removed one may get a code that restores
    /// it (``undoRemoval(_:client:now:)``). Requires recent authentication.
    package func remove(
        _ id: AccountAddressID, of active: ActiveSession, client: Client, now: Timestamp
    ) async throws -> AddressRemovalOutcome {
        guard accounts.isRecentlyAuthenticated(active, now: now) else { return .reauthenticationRequired }
        let event = accounts.event(.emailAddressRemoved, active.account.id, by: client, at: now, notices: sealer)
        let undo = UndoCode(random: accounts.random)
        switch try await stores.removeAddress(id, by: active.session.id, undo: undo, event: event) {
        case .missing: return .missing
        case .sessionEnded: return .sessionEnded
        case .removed:
            accounts.report(event)
            return .removed
        }
    }

    /// Restores a removed address by the code that was mailed to it, and ends all sessions and recoveries of its account, a waiting
    /// time too. Its devices are forgotten. Opens no session.
    ///
    /// - Parameter typed: the code as typed.
    package func undoRemoval(_ typed: String, client: Client, now: Timestamp) async throws -> UndoOutcome {
        try await accounts.undo(typed, by: client, now: now) { code in
            let event = accounts.event(.emailAddressRestored, nil, by: client, at: now, notices: sealer)
            let id = AccountAddressID(random: accounts.random)
            switch try await stores.restoreAddress(code.digest, as: id, event: event) {
            case .missing, .taken: return nil
            case .restored(let account): return event.of(account)
            }
        }
    }
}

extension AccountService {
    /// Returns the charges of a message that a client asks for: to the address in this network, the address, the account, the network
    /// and a global budget.
    ///
    /// The first is smaller than the second and the same as that of a code for the address, so that one network cannot use up the
    /// second and keep the owner in another from recovering.
    ///
    /// Notices are not charged, so an exhausted global budget never stops mail to verified addresses.
    func mailCharges(to address: EmailAddress, account: AccountID, from client: Client) -> [ThrottleCharge] {
        [
            ThrottleCharge(
                key: budgetKeys.mail(to: address, from: client.address), budget: throttles.recoveriesPerNameAndAddress),
            ThrottleCharge(key: budgetKeys.mail(to: address), budget: throttles.mailsPerRecipient),
            ThrottleCharge(key: budgetKeys.mail(of: account), budget: throttles.mailsPerAccount),
        ] + budgetKeys.charges(of: .mail, from: client, throttles.mailsPerAddress, inAll: throttles.mailsInAll)
    }
}

/// A code that was queued for an address.
package struct AddressClaim: Sendable {
    package let address: AccountAddress
    /// The secret that the client returns with the code.
    package let holder: OpaqueToken
    package let expiresAt: Timestamp
}

package enum AddressClaimOutcome: Sendable {
    case codeSent(AddressClaim)
    case alreadyVerified(AccountAddress)
    /// The account already has ``AccountAddress/limit`` addresses.
    case tooMany
    case throttled(retryAfter: Duration)
    case reauthenticationRequired
    case sessionEnded
}

package enum AddressVerificationOutcome: Sendable {
    case verified(AccountAddress)
    /// The code is wrong. Without attempts left, or if it was never sent for this session, the client asks for another one.
    case codeRejected(attemptsLeft: Int)
    /// Another account has verified the address.
    case taken
    case sessionEnded
}

package enum AddressRemovalOutcome: Hashable, Sendable {
    case removed
    case missing
    case reauthenticationRequired
    case sessionEnded
}
