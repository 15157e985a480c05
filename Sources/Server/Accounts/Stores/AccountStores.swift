/// Everything the domain keeps. A store conforms to all of it; code takes the part it needs.
///
/// Every operation is one transaction: it has happened whole and durably when it returns, or it throws and has not happened
/// (a lost connection aside, which the store reports as ``StoreError/outcomeUnknown``). All of it is proved for each store by the
/// suite in Tests/Support/AccountStoreConformance.
package typealias AccountStores = AccountStore & PasswordStore & SessionStore & ThrottleStore & AuditStore & SigningKeyStore
    & StoreUpkeep & ChallengeStore & AppleIdentityStore & AppleWebStore & AppleTokenStore & AppleKeyStore & JobStore
    & SecondFactorStore & UpgradeStore & SealedValueStore & PasswordLinkStore
