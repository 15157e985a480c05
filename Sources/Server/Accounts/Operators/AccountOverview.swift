/// An account as operators and developers see it: the credentials by kind, name and time, but no secret.
package struct AccountOverview: Sendable {
    package let account: Account
    /// The role as an operator; nil for none.
    package let role: OperatorRole?
    package let appleIdentities: [AppleIdentity]
    /// All passkeys, suspended ones included.
    package let passkeys: [Passkey]
    /// When the authenticator app was set up; nil without one.
    package let totpSince: Timestamp?
    package let factors: SecondFactors
    package let addresses: [AccountAddress]
    /// The valid sessions, the most recently used first.
    package let sessions: [Session]
    /// The newest events, the newest first.
    package let events: [AuditEvent]

    /// Returns nil if the account does not exist.
    package init?(of id: AccountID, in stores: any AccountStores, now: Timestamp) async throws {
        guard let account = try await stores.account(id) else { return nil }
        self.account = account
        role = try await stores.operatorRole(of: id)
        appleIdentities = try await stores.appleIdentities(of: id)
        passkeys = try await stores.passkeys(of: id)
        totpSince = try await stores.totp(of: id)?.confirmedAt
        factors = try await stores.secondFactors(of: id)
        addresses = try await stores.addresses(of: id)
        sessions = try await stores.sessions(of: id, now: now)
        events = try await stores.events(of: id, before: nil, limit: 50)
    }
}
