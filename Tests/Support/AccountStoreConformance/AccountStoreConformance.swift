/// What every store of accounts must do: all that the comments of the protocols in Accounts/Stores promise, one case for each promise.
///
/// The cases know no engine. They ask only what the protocols offer, so that whatever passes them can stand under the server.
package enum AccountStoreConformance {
    /// Every case of every noun.
    package static let all =
        accounts + passwords + sessions + devices + throttling + audit + signingKeys + upkeep + races
        + challenges + appleIdentities + appleLinking + appleWeb + appleNotifications + appleKeys + jobs + leaversCodes + appleRaces
        + secondFactors + factorChallenges + factorRaces + upgrades + clocks + sealedValues
        + passwordLinks
}
