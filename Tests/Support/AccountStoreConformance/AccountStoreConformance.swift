/// The requirements for every store of accounts: all that the comments of the protocols in Accounts/Stores promise, one case for
/// each promise.
///
/// The cases are independent of the engine. They use only the protocols, so that a store which passes them can be used by the
/// server.
package enum AccountStoreConformance {
    /// Every case of every noun.
    package static let all =
        accounts + passwords + sessions + devices + throttling + audit + signingKeys + upkeep + races
        + challenges + appleIdentities + appleLinking + appleWeb + appleNotifications + appleKeys + jobs + leaversCodes + appleRaces
        + secondFactors + factorChallenges + factorRaces + upgrades + clocks + sealedValues
        + passwordLinks
}
