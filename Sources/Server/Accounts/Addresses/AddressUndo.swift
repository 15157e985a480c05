package import Secrets

/// A random code of 120 bits that restores a removed address. A mail to that address brings it. It is valid once, for 72 hours.
///
/// Unlike a ``MailedCode``, it is bound to no browser, because the reader of the mail did not ask for it.
package struct AddressUndoCode: Hashable, Sendable, Redacted {
    private let code: RecoveryCode

    init(random: some RandomBytes) {
        code = RecoveryCode(random: random)
    }

    /// Parses a code as typed, like ``RecoveryCode``.
    package init?(typed text: String) {
        guard let code = RecoveryCode(typed: text) else { return nil }
        self.code = code
    }

    /// Returns the code for its reader: six groups of four letters and digits.
    package func reveal() -> String { code.reveal() }

    /// The digest that the store keeps.
    package var digest: TokenDigest { code.digest }

    /// A user who reads mail at the weekend only still reads it in time.
    package static var lifetime: Duration { .seconds(72 * 3_600) }
}

package enum AddressUndoOutcome: Hashable, Sendable {
    /// The address is verified again. All sessions and recoveries of the account have ended, a waiting time too, and its devices are
    /// forgotten.
    case restored
    /// The code is wrong, was used or has expired, or its address now belongs to another account.
    case rejected
    case throttled(retryAfter: Duration)
}

extension AddressService {
    /// Restores a removed address by the code that was mailed to it, and ends all sessions of its account. It opens none.
    ///
    /// Attempts are charged to the network before anything is looked up, alike for every code. The code that restores an address is
    /// refunded.
    ///
    /// - Parameter typed: the code as typed. A malformed one is charged as well.
    package func undoRemoval(_ typed: String, client: Client, now: Timestamp) async throws -> AddressUndoOutcome {
        let key = accounts.budgetKeys.addressUndos(from: client.address)
        let charges = [ThrottleCharge(key: key, budget: accounts.throttles.mailsPerAddress)]
        if case .exhausted(let retryAfter) = try await accounts.stores.charge(charges, now: now) {
            return .throttled(retryAfter: retryAfter)
        }
        guard let code = AddressUndoCode(typed: typed) else { return .rejected }
        let event = accounts.event(.emailAddressRestored, nil, by: client, at: now, notices: sealer)
        let id = AccountAddressID(random: accounts.random)
        switch try await accounts.stores.restoreAddress(code.digest, as: id, event: event) {
        case .missing, .taken: return .rejected
        case .restored(let account):
            try await accounts.stores.refund(charges, now: now)
            accounts.report(event.of(account))
            return .restored
        }
    }
}
