import Secrets

/// An e-mail address as the domain handles it: a text to send to, and a key to compare.
///
/// The server parses addresses with the library `Mail`, which knows the grammar. This type repeats only what every layer relies on:
/// no address contains a control character or an invisible one. Its description is redacted.
package struct EmailAddress: Hashable, Sendable, Redacted {
    /// The address as the user wrote it.
    package let text: String
    /// The form for comparison. Two texts with the same key are one address.
    package let key: String

    /// Returns nil unless both texts have 3 to 254 bytes and an `@` between other characters, and only visible characters.
    package init?(_ text: String, key: String) {
        guard Self.isAddress(text), Self.isAddress(key) else { return nil }
        self.text = text
        self.key = key
    }

    package static func == (left: EmailAddress, right: EmailAddress) -> Bool { left.key == right.key }

    package func hash(into hasher: inout Hasher) { hasher.combine(key) }

    private static func isAddress(_ text: String) -> Bool {
        guard (3...254).contains(text.utf8.count), text.unicodeScalars.allSatisfy(\.isShown) else { return false }
        guard let at = text.lastIndex(of: "@") else { return false }
        return at != text.startIndex && text.index(after: at) != text.endIndex
    }
}

/// An e-mail address of an account.
///
/// It is claimed until the client returns the code that was sent to it, in the session that requested the code. Any number of accounts can claim one
/// address. It is a verified address of one account at most.
package struct AccountAddress: Hashable, Sendable {
    package let id: AccountAddressID
    package let account: AccountID
    package let address: EmailAddress
    package let claimedAt: Timestamp
    /// The time when the address was verified. Nil while the address is only claimed.
    package let verifiedAt: Timestamp?
    /// The time of the first rejection by a mail server since the last delivery to the address; nil if none rejected it.
    package let rejectedAt: Timestamp?
    /// The time when the address was marked as undeliverable, because it was rejected on two days, or because Apple's relay no
    /// longer delivers to it; nil if it is not.
    package let undeliverableSince: Timestamp?
    /// The language of the account; nil if it has none.
    package let language: LanguageTag?
    /// The time zone of the account; nil if it has none.
    package let timeZone: TimeZoneName?

    package init(
        id: AccountAddressID, account: AccountID, address: EmailAddress, claimedAt: Timestamp, verifiedAt: Timestamp? = nil,
        rejectedAt: Timestamp? = nil, undeliverableSince: Timestamp? = nil, language: LanguageTag? = nil,
        timeZone: TimeZoneName? = nil
    ) {
        self.id = id
        self.account = account
        self.address = address
        self.claimedAt = claimedAt
        self.verifiedAt = verifiedAt
        self.rejectedAt = rejectedAt
        self.undeliverableSince = undeliverableSince
        self.language = language
        self.timeZone = timeZone
    }

    package var isVerified: Bool { verifiedAt != nil }

    /// Whether notices go to the address.
    package var receivesNotices: Bool { isVerified && undeliverableSince == nil }

    /// Returns the address after a mail server rejected it as unknown or disabled. It is undeliverable after a second rejection, at
    /// least a day after the first one.
    package func rejected(at now: Timestamp) -> AccountAddress {
        let first = rejectedAt ?? now
        return AccountAddress(
            id: id, account: account, address: address, claimedAt: claimedAt, verifiedAt: verifiedAt, rejectedAt: first,
            undeliverableSince: undeliverableSince ?? (now - first >= Self.rejectionInterval ? now : nil), language: language,
            timeZone: timeZone)
    }

    /// The maximum number of addresses of an account, claimed ones included.
    package static var limit: Int { 5 }
    /// The time for which an address stays claimed without being verified.
    package static var claimLifetime: Duration { .seconds(7 * 86_400) }
    /// The time between two rejections that make an address undeliverable.
    static var rejectionInterval: Duration { .seconds(86_400) }
}

package typealias AccountAddressID = Identifier<AccountAddress>
