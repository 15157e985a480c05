/// An Apple identity that is a credential of an account. By default an account has at most one for each team, so that "your Apple
/// Account" is unambiguous and no second identity remains linked unnoticed.
package struct AppleIdentity: Hashable, Sendable {
    package let id: AppleIdentityID
    package let account: AccountID
    package let key: AppleIdentityKey
    /// The e-mail address that Apple reported last.
    package let email: AppleEmail?
    /// Whether Apple still delivers to the relay address; true until Apple reports otherwise.
    package let isEmailDeliverable: Bool
    package let name: PersonName?
    package let realUser: AppleRealUserStatus?
    package let linkedAt: Timestamp
    /// The time when Apple last authenticated the user, by Apple's clock. An older event must not revoke the consent.
    package let authenticatedAt: Timestamp
    /// The time when the consent was revoked; nil while it is valid. The identity is kept, so that its owner can sign in again.
    package let revokedAt: Timestamp?
    /// The time when a recovery suspended the identity; nil if it can be used. See ``SuspendedCredential``.
    package let suspendedAt: Timestamp?

    package init(
        id: AppleIdentityID, account: AccountID, key: AppleIdentityKey, email: AppleEmail?, isEmailDeliverable: Bool = true,
        name: PersonName?, realUser: AppleRealUserStatus? = nil, linkedAt: Timestamp, authenticatedAt: Timestamp,
        revokedAt: Timestamp? = nil, suspendedAt: Timestamp? = nil
    ) {
        self.id = id
        self.account = account
        self.key = key
        self.email = email
        self.isEmailDeliverable = isEmailDeliverable
        self.name = name
        self.realUser = realUser
        self.linkedAt = linkedAt
        self.authenticatedAt = authenticatedAt
        self.revokedAt = revokedAt
        self.suspendedAt = suspendedAt
    }
}

/// Our identifier of an Apple identity. It stays the same when the identity moves to another team.
package typealias AppleIdentityID = Identifier<AppleIdentity>

/// The key by which an Apple identity is found: the developer team and the user's subject in it. E-mail addresses never identify a
/// user: they change owners, and in 2020 Apple signed tokens for any requested address.
package struct AppleIdentityKey: Hashable, Sendable {
    package let team: AppleTeamID
    package let subject: AppleSubject

    package init(team: AppleTeamID, subject: AppleSubject) {
        self.team = team
        self.subject = subject
    }
}

/// A developer team ID: ten characters from A to Z and 0 to 9.
package struct AppleTeamID: Hashable, Sendable, CustomStringConvertible {
    package let text: String

    /// Returns nil for any other length or character. Case is not folded.
    package init?(_ text: String) {
        let isGood = text.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) || (48...57).contains($0) }
        guard text.utf8.count == 10, isGood else { return nil }
        self.text = text
    }

    package var description: String { text }
}

/// The `sub` of an identity token. It is stable for one team, even if the user revokes consent and gives it again. It is compared
/// byte for byte.
package struct AppleSubject: Hashable, Sendable {
    package let text: String

    /// Accepts 1 to 255 visible ASCII characters (OpenID Connect Core 1.0, section 2).
    package init?(_ text: String) {
        guard isVisibleASCII(text, lengths: 1...255) else { return nil }
        self.text = text
    }
}

/// A client ID at Apple: the bundle identifier of an app, or a Services ID. It is case-sensitive.
package struct AppleClientID: Hashable, Sendable, CustomStringConvertible {
    package let text: String

    /// Accepts 1 to 255 visible ASCII characters.
    package init?(_ text: String) {
        guard isVisibleASCII(text, lengths: 1...255) else { return nil }
        self.text = text
    }

    package var description: String { text }
}

/// Returns whether the text has a permitted length and contains only visible ASCII characters, without spaces and control
/// characters.
func isVisibleASCII(_ text: String, lengths: ClosedRange<Int>) -> Bool {
    lengths.contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
}

/// An e-mail address from an identity token. It can receive mail, but it never identifies a user.
package struct AppleEmail: Hashable, Sendable {
    package let address: String
    /// Whether Apple reports the address as verified. It is false for work and school accounts.
    package let isVerified: Bool
    /// Whether this is a relay address, as Apple reports it. The domain is not evidence: Apple has changed the relay's domains.
    package let isPrivate: Bool

    /// Returns nil for an address of more than 254 bytes (RFC 5321, section 4.5.3.1.3), without an `@`, or with spaces or invisible
    /// characters.
    package init?(address: String, isVerified: Bool, isPrivate: Bool) {
        let isVisible = address.unicodeScalars.allSatisfy { $0.isShown && $0.properties.generalCategory != .spaceSeparator }
        guard (3...254).contains(address.utf8.count), address.contains("@"), isVisible else { return nil }
        self.address = address
        self.isVerified = isVerified
        self.isPrivate = isPrivate
    }
}

/// The name that the user gave Apple for this app. Apple sends it once, at the first sign-in, next to the token and unsigned. It is
/// the user's own claim and proves nothing.
package struct PersonName: Hashable, Sendable {
    /// The given name: at most 100 visible scalars. It can be empty.
    package let given: String
    package let family: String

    /// Cleans both parts as device names are cleaned. Returns nil if both are empty, so that an empty name never replaces a real
    /// one.
    package init?(given: String?, family: String?) {
        self.given = ShownText(given).text
        self.family = ShownText(family).text
        if self.given.isEmpty, self.family.isEmpty { return nil }
    }

    /// The time for which a name is kept for an identity without an account. Apple sends the name only once, but the name of a user
    /// who never returns must not be kept indefinitely.
    package static var retention: Duration { .seconds(180 * 86_400) }
}
