package import Accounts

/// An identity with the number under which the tables know it, and what only the store asks for.
package struct NumberedAppleIdentity {
    package let number: Int64
    package let accountNumber: Int64
    /// By Apple's clock.
    package let consentEndedAt: Timestamp?
    package let emailChangedAt: Timestamp?
    package let identity: AppleIdentity

    /// Identities, as ``init(from:)`` takes them.
    package static let selection = """
        SELECT apple_identities.number, apple_identities.account, apple_identities.consent_ended_at,
            apple_identities.email_changed_at, \(AppleIdentity.columns)
        FROM apple_identities JOIN accounts ON accounts.number = apple_identities.account
        """

    package init(from columns: inout Columns<some StoredRow>) throws {
        number = try columns.next()
        accountNumber = try columns.next()
        consentEndedAt = try columns.nextIfPresent()
        emailChangedAt = try columns.nextIfPresent()
        identity = try AppleIdentity(from: &columns)
    }

    /// Whether Apple has told since that consent ended.
    package func isOutdated(_ assertion: AppleIdentityAssertion) -> Bool {
        consentEndedAt.map { assertion.authenticatedAt < $0 } ?? false
    }
}

extension AppleIdentity {
    fileprivate static let columns = """
        apple_identities.id, accounts.id, apple_identities.team, apple_identities.subject, apple_identities.email,
        apple_identities.email_verified, apple_identities.email_private, apple_identities.email_deliverable,
        apple_identities.given_name, apple_identities.family_name, apple_identities.real_user, apple_identities.linked_at,
        apple_identities.authenticated_at, apple_identities.revoked_at
        """

    fileprivate init(from columns: inout Columns<some StoredRow>) throws {
        self.init(
            id: try columns.next(), account: try columns.next(),
            key: AppleIdentityKey(team: try columns.next(), subject: try columns.next()), email: try AppleEmail(from: &columns),
            isEmailDeliverable: try columns.next(), name: try PersonName(from: &columns),
            realUser: try columns.nextIfPresent(), linkedAt: try columns.next(), authenticatedAt: try columns.next(),
            revokedAt: try columns.nextIfPresent())
    }
}

extension AppleEmail {
    /// From an address, which may be NULL, and two flags.
    package init?(from columns: inout Columns<some StoredRow>) throws {
        let address = try columns.nextIfPresent(as: String.self)
        let (isVerified, isPrivate) = (try columns.next(as: Bool.self), try columns.next(as: Bool.self))
        guard let address else { return nil }
        self.init(address: address, isVerified: isVerified, isPrivate: isPrivate)
    }
}

extension PersonName {
    /// From two columns, both empty where there is no name.
    package init?(from columns: inout Columns<some StoredRow>) throws {
        self.init(given: try columns.next(as: String.self), family: try columns.next(as: String.self))
    }
}
