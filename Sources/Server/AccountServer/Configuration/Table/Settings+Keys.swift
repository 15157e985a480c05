extension ConfigurationKey {
    /// All keys there are, in the order that documentation shows them.
    package static let all = Settings.all
}

extension Settings {
    fileprivate static let all: [ConfigurationKey] =
        site + listener + secrets + passwords + sessions + factors + apple + throttles + limits + tools + wellKnown + upkeep

    private static let site = [publicOrigin.key, siteName.key, coversSubdomains.key]

    private static let listener = [
        listenerHost.key, listenerPort.key, trustedProxies.key, metricsEnabled.key, metricsHost.key, metricsPort.key,
    ]

    private static let secrets = [
        storePath.key, storeAddress.key, storeConnections.key, storeReplica.key, unverifiedTLS.key, currentKeyFile.key,
        currentKey.key,
        previousKeyFiles.key,
        previousKeys.key,
    ]

    private static let passwords = [
        passwordRules.key, minimumScore.key, contextWords.key, commonPasswordsFile.key, leakedFolder.key,
        leakedService.key, leakedServiceTimeout.key, leakedServiceFailure.key,
        hashingMemory.key, hashingPasses.key, hashingThreads.key, hashingQueue.key,
    ]

    private static let sessions = [
        idleLifetime.key, absoluteLifetime.key, recentAuthentication.key,
        tokenLifetime.key, audience.key, introspectors.key, rotationPeriod.key, overlap.key,
    ]

    private static let factors = [
        attestationKeys.key, requireAttestation.key, requiredSecondFactors.key, requiredAccounts.key,
    ]

    private static let apple = [
        appleTeam.key, appleKeyID.key, appleKeyFile.key, appleNativeClients.key, appleWebClient.key, appleButtonStyle.key,
        appleButtonType.key, appleVerification.key,
        appleNonce.key, appleIdentitiesPerAccount.key, appleDepartedKeys.key, appleServiceURL.key, appleServiceIsTest.key,
        appleAuthoritiesFile.key,
    ]

    private static let throttles = budgets.flatMap(\.keys)

    private static let limits = [bodyLimit.key, connections.key, requestTime.key, idleTime.key, shutdownTime.key, refusalTime.key]

    private static let tools = [servesPasswordRules.key, associatedDomains.key]

    private static let wellKnown = [associationFile.key, securityContacts.key, securityExpires.key, securityPolicy.key]

    private static let upkeep = [eventRetention.key, eventOfNobodyRetention.key, logLevel.key, logFormat.key]
}
