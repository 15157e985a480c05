/// A person's account as the rest of the system sees it. Credentials are not part of it: see ``PasswordCredential`` and
/// ``AppleIdentity``. An account has at least one, and may have both.
package struct Account: Hashable, Sendable {
    package let id: AccountID
    /// Nil until an account that began with Apple is given one. An account with a password has a name.
    package let userName: UserName?
    package let createdAt: Timestamp
    /// Nil where there is no password.
    package let passwordChangedAt: Timestamp?
    /// Since when every sign-in asks for a second factor; nil where there is none.
    package let secondFactorSince: Timestamp?

    package init(
        id: AccountID, userName: UserName?, createdAt: Timestamp, passwordChangedAt: Timestamp?, secondFactorSince: Timestamp? = nil
    ) {
        self.id = id
        self.userName = userName
        self.createdAt = createdAt
        self.passwordChangedAt = passwordChangedAt
        self.secondFactorSince = secondFactorSince
    }

    package var hasPassword: Bool { passwordChangedAt != nil }
    package var hasSecondFactor: Bool { secondFactorSince != nil }

    func renamed(_ userName: UserName?) -> Account {
        Account(
            id: id, userName: userName, createdAt: createdAt, passwordChangedAt: passwordChangedAt,
            secondFactorSince: secondFactorSince)
    }

    /// - Parameter moment: nil for no password any more.
    func passwordChanged(at moment: Timestamp?) -> Account {
        Account(
            id: id, userName: userName, createdAt: createdAt, passwordChangedAt: moment, secondFactorSince: secondFactorSince)
    }

    func secondFactor(since moment: Timestamp) -> Account {
        Account(
            id: id, userName: userName, createdAt: createdAt, passwordChangedAt: passwordChangedAt, secondFactorSince: moment)
    }
}

/// What names an account for ever; never reused, never derived from what a person typed.
package typealias AccountID = Identifier<Account>
