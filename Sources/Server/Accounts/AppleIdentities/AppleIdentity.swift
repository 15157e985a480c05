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
