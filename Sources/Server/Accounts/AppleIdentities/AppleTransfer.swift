/// A user's transfer identifier in the move of an app to another team. The former team obtains it from Apple for the receiving
/// team.
package struct AppleTransfer: Hashable, Sendable {
    package let team: AppleTeamID
    /// The `transfer_sub`. It is valid only within this one move.
    package let subject: AppleSubject

    package init(team: AppleTeamID, subject: AppleSubject) {
        self.team = team
        self.subject = subject
    }
}

package enum AppleTransferOutcome: Hashable, Sendable {
    /// The identity has its new key. Its former tokens are invalid and are deleted.
    case moved(AppleIdentity)
    /// No identity was announced with this transfer identifier.
    case unknown
    /// The new key, or another one of its team, already belongs to an account. Nothing was merged or changed.
    case taken
}

extension AppleAccountService {
    /// Records the transfer identifier that the former team obtained for one of its identities (TN3159). Returns false if the
    /// identity does not exist or another identity has this transfer identifier.
    package func announce(_ transfer: AppleTransfer, of key: AppleIdentityKey) async throws -> Bool {
        try await stores.announce(transfer, of: key)
    }

    /// Gives the announced identity its key at the new team, either at its first sign-in there or after a request to Apple.
    package func move(
        _ transfer: AppleTransfer, to subject: AppleSubject, client: Client, now: Timestamp
    ) async throws -> AppleTransferOutcome {
        let event = event(.appleIdentityTransferred, nil, by: client, at: now)
        let outcome = try await stores.move(transfer, to: subject, event: event)
        if case .moved(let identity) = outcome { accounts.report(event.of(identity.account)) }
        return outcome
    }

    /// Finds an identity by its key, or by its transfer identifier if the key is unknown.
    func identity(of assertion: AppleIdentityAssertion, by client: Client, now: Timestamp) async throws -> AppleIdentity? {
        if let known = try await stores.appleIdentity(assertion.key) { return known }
        guard let subject = assertion.transferSubject else { return nil }
        let transfer = AppleTransfer(team: assertion.key.team, subject: subject)
        return switch try await move(transfer, to: assertion.key.subject, client: client, now: now) {
        case .moved(let identity): identity
        case .unknown, .taken: try await stores.appleIdentity(assertion.key)
        }
    }
}
