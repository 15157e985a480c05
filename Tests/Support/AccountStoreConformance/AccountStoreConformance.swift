/// The requirements for every account store: one case for each promise in the comments of the protocols in Accounts/Stores.
///
/// The cases know no engine. They use only the protocols, so any store that passes them can serve the server.
package enum AccountStoreConformance {
    /// All cases of all subjects.
    package static let all: [ConformanceCase] =
        [
            accounts, passwords, sessions, devices, throttling, audit, signingKeys, maintenance, races, challenges,
            appleIdentities, appleLinking, appleWeb, appleNotifications, appleKeys, jobs, leaversCodes, appleRaces,
            secondFactors, factorChallenges, factorRaces, upgrades, clocks, sealedValues, passwordLinks, passkeys,
            emailAddresses, mail, notices, recoveries, mailedSignIns, eventDeliveries, eventReplays, operators,
            restorations,
        ].flatMap(\.self)
}
