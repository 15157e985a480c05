package import Secrets

/// Sign in with Apple in operation: the ceremonies that an Apple identity takes part in, over the account domain and the keys that seal
/// Apple's tokens.
///
/// Whoever calls it has verified what Apple said and gives an ``AppleIdentityAssertion``. It never asks Apple anything itself: what
/// must be asked is written down as a job, which ``AppleJobs`` performs.
package struct AppleAccountService: Sendable {
    package let accounts: AccountService
    let sealer: AppleTokenSealer
    /// How many identities of one team an account may hold.
    package let identityLimit: Int

    /// - Parameters:
    ///   - sealingKeys: of the purpose ``Secrets/KeyPurpose/appleTokens``.
    ///   - identityLimit: how many identities of one team an account may hold.
    package init(accounts: AccountService, sealingKeys: SealingKeys, identityLimit: Int = 1) {
        self.accounts = accounts
        self.identityLimit = identityLimit
        sealer = AppleTokenSealer(keys: sealingKeys, random: accounts.random)
    }

    var stores: any AccountStores { accounts.stores }
    var throttles: ThrottlePolicy { accounts.throttles }
    var random: any RandomBytes { accounts.random }

    func event(_ kind: AuditEventKind, _ account: AccountID?, by client: Client, at now: Timestamp) -> AuditEvent {
        accounts.event(kind, account, by: client, at: now)
    }
}
