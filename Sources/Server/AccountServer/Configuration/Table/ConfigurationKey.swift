/// One row of the configuration table: a key with its type, allowed values and default.
package struct ConfigurationKey: Hashable, Sendable {
    /// The name in the file, with the sections joined by dots: `listener.port`.
    package let name: String

    /// The kind of value, such as `whole number`.
    package let type: String

    /// The allowed values, in words.
    package let allowed: String

    /// The default: a value in the file's form, or words in parentheses. Nil for a required key.
    package let standard: String?

    /// Whether the key is a list: a YAML list in the file, comma-separated elsewhere.
    package let isList: Bool

    /// Whether the value is never printed.
    package let isSecret: Bool

    /// The purpose, in one line.
    package let summary: String

    /// The environment variable that sets it: `LATCHKEY_LISTENER_PORT`.
    package var environmentName: String {
        var words = ""
        var previous: Character = "."
        for character in name {
            if character.isUppercase, previous.isLowercase { words.append("_") }
            words.append(character == "." ? "_" : character)
            previous = character
        }
        return Self.environmentPrefix + "_" + words.uppercased()
    }

    /// The variable of another specification that sets the key too, unless ``environmentName`` is set. Empty counts as not set.
    package var standardVariable: String? { Settings.standardVariables[name] }

    /// The prefix of all environment variables of this project, without the underscore.
    package static var environmentPrefix: String { "LATCHKEY" }
}

extension ConfigurationKey {
    /// All keys, in the order of the documentation.
    package static let all = Settings.all
}

extension Settings {
    fileprivate static let all: [ConfigurationKey] =
        site + listener + secrets + passwords + sessions + factors + passkeys + apple + mail + events + tracing + throttles + limits
        + operators + tools
        + wellKnown
        + maintenance

    private static let site = [publicOrigin.key, siteName.key, siteLanguage.key, coversSubdomains.key]

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

    private static let passkeys =
        [
            passkeysEnabled.key, passkeysRelyingParty.key, passkeysOrigins.key, passkeysUserVerification.key,
            passkeysAttestation.key,
        ] + passkeysTrustAnchors.map(\.setting.key) + [passkeysCounter.key, passkeysExclusive.key]

    private static let apple = [
        appleTeam.key, appleKeyID.key, appleKeyFile.key, appleNativeClients.key, appleWebClient.key, appleButtonStyle.key,
        appleButtonType.key, appleVerification.key,
        appleNonce.key, appleIdentitiesPerAccount.key, appleRetiredKeys.key, appleServiceURL.key, appleServiceIsTest.key,
        appleAuthoritiesFile.key,
    ]

    private static let throttles = budgets.flatMap(\.keys)

    private static let limits = [
        bodyLimit.key, connections.key, requestTime.key, idleTime.key, shutdownTime.key, rejectionTime.key, codeRequestTime.key,
    ]

    private static let operators = [servesOperators.key]

    private static let tools = [servesPasswordRules.key, servesPasskeys.key, associatedDomains.key]

    private static let wellKnown = [associationFile.key, securityContacts.key, securityExpires.key, securityPolicy.key]

    private static let maintenance = [
        eventRetention.key, eventWithoutAccountRetention.key, operatorRecordRetention.key, logLevel.key, logFormat.key,
    ]
}
