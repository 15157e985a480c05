/// A person's account as the rest of the system sees it. The credential is not part of it: see ``PasswordCredential``.
package struct Account: Hashable, Sendable {
    package let id: AccountID
    package let userName: UserName
    package let createdAt: Timestamp
    package let passwordChangedAt: Timestamp

    package init(id: AccountID, userName: UserName, createdAt: Timestamp, passwordChangedAt: Timestamp) {
        self.id = id
        self.userName = userName
        self.createdAt = createdAt
        self.passwordChangedAt = passwordChangedAt
    }

    func renamed(_ userName: UserName) -> Account {
        Account(id: id, userName: userName, createdAt: createdAt, passwordChangedAt: passwordChangedAt)
    }

    func passwordChanged(at moment: Timestamp) -> Account {
        Account(id: id, userName: userName, createdAt: createdAt, passwordChangedAt: moment)
    }
}

/// What names an account for ever; never reused, never derived from what a person typed.
package typealias AccountID = Identifier<Account>
