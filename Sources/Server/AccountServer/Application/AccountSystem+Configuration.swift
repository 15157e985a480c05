package import Accounts
import FoundationEssentials
import InternetAddresses
import Logging
import PasswordHashing
package import PasswordStrength
import Secrets
import ServiceLifecycle
import WebAuthn

// Conversions from the configuration to the settings of each component.

extension HashingPool {
    convenience init(_ configuration: HashingConfiguration, random: any RandomBytes) throws {
        try self.init(
            parameters: configuration.parameters,
            threads: configuration.threads ?? ProcessInfo.processInfo.activeProcessorCount,
            waitingLimit: configuration.queueLength, random: random)
    }
}

extension PasswordPolicy {
    /// - Parameters:
    ///   - site: the site whose words a password must not contain, if one is configured.
    ///   - lookUp: the online service of leaked passwords, if one is configured.
    package init(
        _ configuration: PasswordConfiguration, site: SiteConfiguration?, lookUp: (any LeakedPasswordSource)? = nil
    ) throws {
        self.init(
            requirements: configuration.rules, minimumScore: configuration.minimumScore,
            contextWords: (site?.contextWords ?? []) + configuration.contextWords,
            commonPasswords: try configuration.commonPasswordsFile.map { try CommonPasswords(fileAt: $0) } ?? CommonPasswords(),
            estimator: StrengthEstimator(),
            leakedPasswords: try configuration.leakedFolder.map { try LeakedPasswordFolder(path: $0) } ?? lookUp)
    }
}

extension AccessTokenIssuer {
    init(
        _ configuration: AccessTokenConfiguration, store: any SigningKeyStore, sealingKeys: SealingKeys, random: any RandomBytes,
        logger: Logger
    ) {
        var settings = SigningKeyRing.Settings()
        settings.rotationPeriod = configuration.rotationPeriod
        settings.overlap = configuration.overlap
        settings.tokenLifetime = configuration.lifetime
        self.init(
            ring: SigningKeyRing(
                store: store, sealingKeys: sealingKeys, settings: settings, random: random, logger: logger),
            issuer: configuration.issuer, audience: configuration.audience, introspectors: configuration.introspectors,
            lifetime: configuration.lifetime, random: random)
    }
}

extension WellKnownFiles {
    init(_ configuration: ServerConfiguration, accessTokens: AccessTokenIssuer, now: @escaping @Sendable () -> Timestamp) {
        let security = configuration.wellKnown.security.map { contact in
            SecurityText(
                contacts: contact.contacts, expires: contact.expires, policy: contact.policy,
                canonical: configuration.site.publicOrigin.url("/.well-known/security.txt"))
        }
        self.init(
            association: configuration.wellKnown.association, security: security,
            passkeyFiles: configuration.passkeyFiles, accessTokens: accessTokens, now: now)
    }
}

extension RequestPolicy {
    init(_ configuration: ServerConfiguration, now: @escaping @Sendable () -> Timestamp) {
        self.init(
            bodyLimit: configuration.limits.bodyBytes,
            clientAddress: ClientAddressPolicy(trustedProxies: configuration.trustedProxies),
            languages: LanguagePolicy(configuration.site), forwardingWarning: ForwardingWarning(now: now),
            rejections: RejectionDelay(time: configuration.limits.rejectionTime),
            securityHeaders: SecurityHeaders(transportSecurity: configuration.site.transportSecurity))
    }
}

extension SiteConfiguration {
    /// The `Strict-Transport-Security` policy; none unless the public origin is https.
    var transportSecurity: SecurityHeaders.TransportSecurity {
        guard publicOrigin.isSecure else { return .none }
        return coversSubdomains ? .hostAndSubdomains : .host
    }
}

/// Stops the hashing threads after the server has stopped.
struct HashingThreads: Service {
    let pool: HashingPool

    func run() async throws {
        try? await gracefulShutdown()
        await pool.shutdown()
    }
}

extension AuditEvent {
    /// Writes the event to the operator's log: kind, account, time and address. It has no secret and no name.
    func log(to logger: Logger) {
        logger.info(
            "audit event recorded",
            metadata: [
                "event": .string(kind.rawValue), "account": .string(account?.description ?? "none"),
                "address": .string(client.address.description), "at": .string(at.description),
            ])
    }
}

extension Timestamp {
    /// The system clock, for the composition root. All other code receives `now` as a parameter.
    package static var current: Timestamp {
        Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000))
    }
}
