/// A registered credential, as a relying party stores it (section 4, "credential record").
public struct Credential: Sendable, Hashable {
    /// The identifier, unique across all accounts.
    public let id: CredentialID

    /// The account of the credential.
    public let user: UserHandle

    /// The public key. Store its ``CredentialPublicKey/bytes``.
    public let publicKey: CredentialPublicKey

    /// The signature counter at the last use. Always 0 for an authenticator without a counter.
    public let signCount: UInt32

    /// Whether the credential has ever verified its user.
    public let hasVerifiedUser: Bool

    /// Whether the credential can be backed up. This never changes.
    public let isBackupEligible: Bool

    /// Whether the credential was backed up at its last use.
    public let isBackedUp: Bool

    /// The transports of the authenticator, for `allowCredentials` and `excludeCredentials`.
    public let transports: [String]

    /// Restores a stored credential.
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
