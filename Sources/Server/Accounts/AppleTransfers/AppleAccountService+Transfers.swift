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
