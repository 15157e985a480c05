/// Somebody's place in the move of an app to another team: what the former team was told at Apple, for the team that receives the app.
package struct AppleTransfer: Hashable, Sendable {
    package let team: AppleTeamID
    /// The `transfer_sub`. It identifies nobody but within this one move.
    package let subject: AppleSubject

    package init(team: AppleTeamID, subject: AppleSubject) {
        self.team = team
        self.subject = subject
    }
}

package enum AppleTransferOutcome: Hashable, Sendable {
    /// The identity has its new key; its former tokens, worthless now, are forgotten.
    case moved(AppleIdentity)
    /// Nobody was announced under this transfer.
    case unknown
    /// The new key, or another one of its team, belongs to an account already. Nothing is merged; nothing was changed.
    case taken
}

extension AppleAccountService {
    /// Writes down what Apple told the former team about one of its identities (TN3159). False when nobody has this identity, or another
    /// one bears the same transfer.
    package func announce(_ transfer: AppleTransfer, of key: AppleIdentityKey) async throws -> Bool {
        try await stores.announce(transfer, of: key)
    }

    /// Gives the announced identity its key at the new team: at its first sign-in there, or when Apple was asked for it.
    package func move(
        _ transfer: AppleTransfer, to subject: AppleSubject, client: Client, now: Timestamp
    ) async throws -> AppleTransferOutcome {
        let event = event(.appleIdentityTransferred, nil, by: client, at: now)
        let outcome = try await stores.move(transfer, to: subject, event: event)
        if case .moved(let identity) = outcome { accounts.report(event.of(identity.account)) }
        return outcome
    }

    /// Whose identity this is: found by its key, and by its transfer where the key is not known yet.
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
