/// A search among all accounts, by indexes only: by the identifier, the beginning of the user name, or a complete verified e-mail
/// address. Any user can claim the address of another one, so an unverified address would lead an operator to the wrong account.
package struct AccountSearch: Sendable {
    package let id: AccountID?
    /// The beginning of the key of a user name.
    package let name: UserNameKey
    /// Nil for a text that is not a complete e-mail address.
    package let address: EmailAddress?

    /// - Parameters:
    ///   - text: as the operator typed it; empty for the newest accounts.
    ///   - address: the same text as an e-mail address, if it is one.
    package init(_ text: String, address: EmailAddress? = nil) {
        id = AccountID(text)
        name = UserNameKey(text)
        self.address = address
    }

    package static var resultLimit: Int { 50 }
}

/// The outcome of an operator's search.
package enum AccountSearchOutcome: Sendable {
    /// At most ``AccountSearch/resultLimit`` accounts, and one more if there are more.
    case found([Account])
    /// The session has used up ``ThrottlePolicy/searchesPerSession``.
    case throttled(retryAfter: Duration)
}
