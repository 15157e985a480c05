/// A registered credential: what a relying party stores of it (section 4, "credential record").
public struct Credential: Sendable, Hashable {
    /// The name that the authenticator gave it, unique over all accounts.
    public let id: CredentialID

    /// The account that it belongs to.
    public let user: UserHandle

    /// Its public key; ``CredentialPublicKey/bytes`` is what to store.
    public let publicKey: CredentialPublicKey

    /// The signature counter when it was last used; 0 for ever where the authenticator does not count.
    public let signCount: UInt32

    /// Whether it ever verified its user.
    public let hasVerifiedUser: Bool

    /// Whether it can be backed up. It never changes.
    public let isBackupEligible: Bool

    /// Whether it was backed up when it was last used.
    public let isBackedUp: Bool

    /// How its authenticator can be reached, for `allowCredentials` and `excludeCredentials`.
    public let transports: [String]

    /// A credential as it was stored.
    public init(
        id: CredentialID, user: UserHandle, publicKey: CredentialPublicKey, signCount: UInt32, hasVerifiedUser: Bool,
        isBackupEligible: Bool, isBackedUp: Bool, transports: [String] = []
    ) {
        self.id = id
        self.user = user
        self.publicKey = publicKey
        self.signCount = signCount
        self.hasVerifiedUser = hasVerifiedUser
        self.isBackupEligible = isBackupEligible
        self.isBackedUp = isBackedUp
        self.transports = transports
    }
}
