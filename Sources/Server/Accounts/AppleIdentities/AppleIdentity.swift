/// An Apple identity that is a credential of an account. An account has at most one of each team, so that "your Apple account" means
/// one thing, and nobody's second one stays behind unnoticed.
package struct AppleIdentity: Hashable, Sendable {
    package let id: AppleIdentityID
    package let account: AccountID
    package let key: AppleIdentityKey
    /// The last address told.
    package let email: AppleEmail?
    /// Whether Apple still delivers to a relay address; true until it says otherwise.
    package let isEmailDeliverable: Bool
    package let name: PersonName?
    package let realUser: AppleRealUserStatus?
    package let linkedAt: Timestamp
    /// When Apple last vouched for the person, by its own clock: nothing older than this may end the consent.
    package let authenticatedAt: Timestamp
    /// When consent was withdrawn; nil while it is given. The identity stays, and its owner may come back.
    package let revokedAt: Timestamp?

    package init(
        id: AppleIdentityID, account: AccountID, key: AppleIdentityKey, email: AppleEmail?, isEmailDeliverable: Bool = true,
        name: PersonName?, realUser: AppleRealUserStatus? = nil, linkedAt: Timestamp, authenticatedAt: Timestamp,
        revokedAt: Timestamp? = nil
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
    }
}

/// What names an Apple identity to us, whatever team it moves to.
package typealias AppleIdentityID = Identifier<AppleIdentity>

/// Who somebody is to a developer team at Apple: what an Apple identity is known by, here and nowhere else. E-mail addresses never
/// identify anybody: they change hands, and Apple itself once signed any that was asked for (2020).
package struct AppleIdentityKey: Hashable, Sendable {
    package let team: AppleTeamID
    package let subject: AppleSubject

    package init(team: AppleTeamID, subject: AppleSubject) {
        self.team = team
        self.subject = subject
    }
}

/// A developer team: ten characters from A to Z and 0 to 9.
package struct AppleTeamID: Hashable, Sendable, CustomStringConvertible {
    package let text: String

    /// Refuses any other length or character; nothing is folded.
    package init?(_ text: String) {
        let isGood = text.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) || (48...57).contains($0) }
        guard text.utf8.count == 10, isGood else { return nil }
        self.text = text
    }

    package var description: String { text }
}

/// The `sub` of an identity token: stable for one team, whatever the person revokes and gives again. It is compared byte for byte.
package struct AppleSubject: Hashable, Sendable {
    package let text: String

    /// Takes 1 to 255 visible ASCII characters (OpenID Connect Core 1.0, section 2).
    package init?(_ text: String) {
        guard isVisibleASCII(text, lengths: 1...255) else { return nil }
        self.text = text
    }
}

/// A client identifier at Apple: the bundle identifier of an app, or a Services ID. Case matters.
package struct AppleClientID: Hashable, Sendable, CustomStringConvertible {
    package let text: String

    /// Takes 1 to 255 visible ASCII characters.
    package init?(_ text: String) {
        guard isVisibleASCII(text, lengths: 1...255) else { return nil }
        self.text = text
    }

    package var description: String { text }
}

/// Whether the text has so many characters and all are visible ASCII: no space, no control character.
func isVisibleASCII(_ text: String, lengths: ClosedRange<Int>) -> Bool {
    lengths.contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
}

/// An e-mail address as Apple told it in an identity token. It is where letters can be sent, never who somebody is.
package struct AppleEmail: Hashable, Sendable {
    package let address: String
    /// Whether Apple says that it is verified; false for accounts of work and school.
    package let isVerified: Bool
    /// Whether it is a relay address. Apple's word counts, not the domain: domains of the relay have changed.
    package let isPrivate: Bool

    /// Refuses addresses of more than 254 bytes (RFC 5321, section 4.5.3.1.3), without an `@`, or with what cannot be seen.
    package init?(address: String, isVerified: Bool, isPrivate: Bool) {
        let isVisible = address.unicodeScalars.allSatisfy { $0.isShown && $0.properties.generalCategory != .spaceSeparator }
        guard (3...254).contains(address.utf8.count), address.contains("@"), isVisible else { return nil }
        self.address = address
        self.isVerified = isVerified
        self.isPrivate = isPrivate
    }
}

/// The name that somebody gave Apple for this app. Apple tells it once, at the first sign-in, beside the token and not in it: it is
/// what a person says of themselves and proves nothing.
package struct PersonName: Hashable, Sendable {
    /// At most 100 scalars, nothing invisible, perhaps empty.
    package let given: String
    package let family: String

    /// Cleans both parts as device names are cleaned. Nil when nothing is left, so that an empty name never takes the place of one.
    package init?(given: String?, family: String?) {
        self.given = ShownText(given).text
        self.family = ShownText(family).text
        if self.given.isEmpty, self.family.isEmpty { return nil }
    }

    /// How long a name waits for an account: Apple tells it once, and whoever never comes back should not be remembered for ever.
    package static var retention: Duration { .seconds(180 * 86_400) }
}
