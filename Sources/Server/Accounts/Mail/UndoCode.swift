package import Secrets

/// A random code of 120 bits in a mail that reports a change. It undoes the change: it restores a removed address, or cancels a recovery
/// that waits. It is valid once.
///
/// Unlike a ``MailedCode``, it is bound to no browser, because the reader of the mail did not ask for it. It opens no session.
package struct UndoCode: Hashable, Sendable, Redacted {
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

    /// The lifetime of a code that restores an address. A user who reads mail at the weekend only still reads it in time.
    package static var addressLifetime: Duration { .seconds(72 * 3_600) }
}

package enum UndoOutcome: Hashable, Sendable {
    case undone
    /// The code is wrong or malformed, was used or has expired, or the change can no longer be undone. The outcome does not say which.
    case rejected
    case throttled(retryAfter: Duration)
}

extension AccountService {
    /// Charges an attempt to the network, before anything is looked up and alike for every code, and uses the code. The code that
    /// works is refunded.
    ///
    /// - Parameters:
    ///   - typed: the code as typed. A malformed one is charged as well.
    ///   - use: uses the code up, and returns the event of the account; nil if the code undoes nothing.
    func undo(
        _ typed: String, by client: Client, now: Timestamp, _ use: (UndoCode) async throws -> AuditEvent?
    ) async throws -> UndoOutcome {
        let charges = [ThrottleCharge(key: budgetKeys.undos(from: client.address), budget: throttles.mailsPerAddress)]
        if case .exhausted(let retryAfter) = try await stores.charge(charges, now: now) {
            return .throttled(retryAfter: retryAfter)
        }
        guard let code = UndoCode(typed: typed), let event = try await use(code) else { return .rejected }
        try await stores.refund(charges, now: now)
        report(event)
        return .undone
    }
}
