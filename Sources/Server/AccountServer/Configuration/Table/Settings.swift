import Accounts
import Logging
import PasswordHashing
import Secrets
import Texts

/// The configuration table: every key with its type, range, default, secrecy and purpose. Reading, `config show`, `config keys`,
/// the search for unknown keys and the table in docs/configuration.md use it.
enum Settings {
    // Listener and metrics.
    static let listenerHost = Setting(
        "listener.host", .address, default: ListenerConfiguration().host, "address to listen on; the reverse proxy terminates TLS")
    static let listenerPort = Setting("listener.port", .port, default: ListenerConfiguration().port, "port to listen on")
    static let trustedProxies = Setting(
        distinct: "trustedProxies", .network, of: "list of networks",
        "proxies whose X-Forwarded-For is trusted; all others are clients")
    static let metricsEnabled = Setting("metrics.enabled", .boolean, default: true, "whether metrics are served")
    static let metricsHost = Setting(
        "metrics.host", .address, default: MetricsConfiguration().host, "address of the metrics server")
    static let metricsPort = Setting("metrics.port", .port, default: MetricsConfiguration().port, "port of the metrics server")

    // Site.
    static let publicOrigin = RequiredSetting(
        "site.publicOrigin", .origin, "public origin of the service; determines cookies, redirects and the token issuer")
    static let siteName = Setting(
        "site.name", .line(upTo: 100), default: SiteConfiguration.defaultName, "name of the service on its pages")
    static let siteLanguage = Setting(
        "site.language", .language, default: .english,
        "language of the pages and messages for users whose account and browser name none of the offered ones")
    static let coversSubdomains = Setting(
        "site.strictTransportSubdomains", .boolean, default: false, "whether browsers must use https for subdomains, too")

    // Limits for clients.
    static let bodyLimit = Setting(
        "limits.body", .size(1_024...1_048_576), default: LimitsConfiguration().bodyBytes, "maximum size of a request body")
    static let connections = Setting(
        "limits.connections", .integer(1...65_536), default: LimitsConfiguration().connections,
        "maximum concurrent connections; further ones receive 503")
    static let requestTime = Setting(
        "limits.requestTime", .duration(.seconds(1) ... .seconds(300)), default: LimitsConfiguration().requestTime,
        "time limit for receiving a request header")
    static let idleTime = Setting(
        "limits.idleTime", .duration(.seconds(1) ... .seconds(600)), default: LimitsConfiguration().idleTime,
        "time limit for an idle connection between requests")
    static let shutdownTime = Setting(
        "limits.shutdownTime", .duration(.seconds(1) ... .seconds(300)), default: LimitsConfiguration().shutdownTime,
        "time that a shutdown waits for responses in progress")
    static let rejectionTime = Setting(
        "limits.rejectionTime", .duration(.zero ... .seconds(10)), default: LimitsConfiguration().rejectionTime,
        "minimum delay of a rejection (409, 429 or 503), which slows down clients that retry at once")
    static let codeRequestTime = Setting(
        "limits.codeRequestTime", .duration(.zero ... .seconds(10)), default: LimitsConfiguration().codeRequestTime,
        "the response to a request for a recovery or sign-in code takes a multiple of this time")

    // Secrets and the store.
    static let currentKey = Setting(
        optional: "keys.current", .masterKey, shown: "(see keys.currentFile)", secret: true,
        "master key that encrypts secrets at rest")
    static let currentKeyFile = Setting(
        optional: "keys.currentFile", .path, shown: "(one of the two is required)",
        "file with the master key, not readable by other users")
    static let previousKeys = Setting(
        list: "keys.previous", .masterKey, of: "list of keys", secret: true,
        "previous master keys, which still decrypt")
    static let previousKeyFiles = Setting(
        distinct: "keys.previousFiles", .path, of: "list of paths", "files with previous master keys")
    static let storePath = Setting(
        optional: "store.path", .path, shown: "(one of the two is required)", "SQLite file of the store")
    static let storeAddress = Setting(
        optional: "store.address", .databaseAddress, shown: "(see store.path)", secret: true,
        "PostgreSQL database of the store, which several servers can share")
    static let storeConnections = Setting(
        "store.connections", .integer(1...256), default: StoreConfiguration.defaultConnections,
        "connections of this server to the PostgreSQL database")
    static let storeReplica = Setting(
        optional: "store.replica", .databaseAddress, shown: "(none)", secret: true,
        "standby of that database, used to check sessions")
    static let unverifiedTLS = Setting(
        "store.unverifiedTLS", .boolean, default: false,
        "whether the address of a remote database may have an sslmode other than verify-full")

    // Passwords.
    static let passwordRules = Setting(
        "passwords.rules", .passwordRules, default: PasswordConfiguration().rules,
        "rules for new passwords, also published to pages and apps")
    static let minimumScore = Setting(
        "passwords.minimumScore", .integer(0...4), default: PasswordConfiguration().minimumScore,
        "minimum zxcvbn score of a new password")
    static let contextWords = Setting(
        distinct: "passwords.contextWords", .line(upTo: 100), of: "list of texts",
        "words that passwords must not contain, in addition to the site's name and host labels")
    static let commonPasswordsFile = Setting(
        optional: "passwords.commonPasswordsFile", .path, shown: "(the built-in list only)",
        "additional passwords to reject, one a line")
    static let leakedFolder = Setting(
        optional: "passwords.leakedFolder", .path, shown: "(none)",
        "range files of leaked passwords to reject, in the format of Have I Been Pwned")
    static let leakedService = Setting(
        optional: "passwords.leakedService", .rangeService, shown: "(none)",
        "online service of leaked passwords to reject; receives the first five digits of a digest")
    static let leakedServiceTimeout = Setting(
        "passwords.leakedServiceTimeout", .duration(.milliseconds(100) ... .seconds(30)),
        default: LeakedServiceConfiguration().timeout,
        "time limit of one request to the service")
    static let leakedServiceFailure = Setting(
        "passwords.leakedServiceFailure", ValueKind<LeakedServiceConfiguration.Failure>.choice,
        default: LeakedServiceConfiguration().failure,
        "policy while the service fails: closed rejects new passwords, open accepts them")
    static let hashingMemory = Setting(
        "hashing.memory", .size(8_192...1_073_741_824), default: HashingConfiguration().parameters.memoryKiB * 1_024,
        "memory of one argon2id hash, in whole KiB")
    static let hashingPasses = Setting(
        "hashing.passes", .integer(1...16), default: HashingConfiguration().parameters.passes, "passes over that memory")
    static let hashingThreads = Setting(
        optional: "hashing.threads", .integer(1...256), shown: "(one for each processor)",
        "maximum concurrent hashes")
    static let hashingQueue = Setting(
        "hashing.queueLength", .integer(1...4_096), default: HashingConfiguration().queueLength,
        "maximum waiting hashes; further requests receive 503")

    // Sessions and tokens.
    static let idleLifetime = Setting(
        "sessions.idle", .duration(.seconds(300) ... .seconds(400 * 86_400)), default: SessionLifetimes().idle,
        "lifetime of an unused session")
    static let absoluteLifetime = Setting(
        "sessions.absolute", .duration(.seconds(300) ... .seconds(400 * 86_400)), default: SessionLifetimes().absolute,
        "maximum lifetime of a session")
    static let recentAuthentication = Setting(
        "sessions.recentAuthentication", .duration(.seconds(60) ... .seconds(86_400)),
        default: SessionLifetimes().recentAuthentication,
        "time for which an authentication counts as recent for sensitive operations")
    static let audience = Setting(
        distinct: "accessTokens.audience", .line(upTo: 200), of: "list of texts", shown: "(the public origin)",
        "audiences that a client may request, one in each access token")
    static let introspectors = Setting(
        list: "accessTokens.introspectors", .introspector, of: "list of audiences with their secrets", secret: true,
        "backends that may introspect access tokens")
    static let tokenLifetime = Setting(
        "accessTokens.lifetime", .duration(.seconds(60) ... .seconds(900)), default: AccessTokenConfiguration.defaultLifetime,
        "lifetime of an access token, also after its session ends")
    static let rotationPeriod = Setting(
        "accessTokens.rotationPeriod", .duration(.seconds(86_400) ... .seconds(400 * 86_400)),
        default: AccessTokenConfiguration.defaultRotationPeriod, "time for which one key signs access tokens")
    static let overlap = Setting(
        "accessTokens.overlap", .duration(.seconds(3_600) ... .seconds(30 * 86_400)),
        default: AccessTokenConfiguration.defaultOverlap, "time for which a key is published before it signs")

    // Second factors.
    static let attestationKeys = Setting(
        distinct: "secondFactors.attestationKeys", .attestationKey, of: "list of names",
        "TPMs whose attestations of device keys are trusted")
    static let requireAttestation = Setting(
        "secondFactors.requireAttestation", .boolean, default: AttestationPolicy().isRequired,
        "whether a device key without an attestation is rejected")

    static let requiredSecondFactors = Setting(
        "secondFactors.required", ValueKind<SecondFactorRequirement.Scope>.choice, default: .listed,
        "accounts that must have a second factor: those in secondFactors.requiredAccounts (listed) or all (everybody)")
    static let requiredAccounts = Setting(
        distinct: "secondFactors.requiredAccounts", .accountID, of: "list of identifiers",
        "accounts that must always have a second factor")

    // Operators.
    static let servesOperators = Setting(
        "operators.enabled", .boolean, default: false,
        "whether the console at /operators and its API at /v1/operators are served")

    // Pages for developers.
    static let servesPasswordRules = Setting(
        "tools.passwordRules", .boolean, default: ToolsConfiguration().servesPasswordRules,
        "whether the password rules tool is served at /tools/password-rules")
    static let servesPasskeys = Setting(
        "tools.passkeys", .boolean, default: ToolsConfiguration().servesPasskeys,
        "whether the passkey tool is served at /tools/passkeys")
    static let associatedDomains = Setting(
        "tools.associatedDomains", ValueKind<ToolsConfiguration.SiteAccess>.choice, default: ToolsConfiguration().associatedDomains,
        "sites that /tools/associated-domains fetches from: off, the page is not served; public, public addresses; all, any address"
    )

    // Files under /.well-known, retention and the log.
    static let associationFile = Setting(
        optional: "wellKnown.associationFile", .path, shown: "(not served)",
        "apple-app-site-association file to serve")
    static let securityContacts = Setting(
        distinct: "wellKnown.securityContacts", .uri(["mailto:", "https://", "tel:"]), of: "list of URIs",
        shown: "(no security.txt)", "contacts for security reports (security.txt)")
    static let securityExpires = Setting(
        optional: "wellKnown.securityExpires", .moment, shown: "(required with the contacts)",
        "expiry date of security.txt")
    static let securityPolicy = Setting(
        optional: "wellKnown.securityPolicy", .uri(["https://"]), shown: "(none)",
        "URL of the policy for security reports")
    static let eventRetention = Setting(
        "retention.events", .duration(.seconds(86_400) ... .seconds(3_650 * 86_400)), default: Retention().events,
        "retention of audit events")
    static let eventWithoutAccountRetention = Setting(
        "retention.eventsWithoutAccount", .duration(.seconds(3_600) ... .seconds(3_650 * 86_400)),
        default: Retention().eventsWithoutAccount,
        "retention of failed sign-ins for unknown user names")
    static let operatorRecordRetention = Setting(
        "retention.operatorRecords", .duration(.seconds(30 * 86_400) ... .seconds(3_650 * 86_400)),
        default: Retention().operatorRecords, "retention of the audit trail of operators")
    static let logLevel = Setting("log.level", .logLevel, default: LogConfiguration().level, "minimum severity that is logged")
    static let logFormat = Setting(
        "log.format", ValueKind<LogConfiguration.Format>.choice, default: LogConfiguration().format, "format of log lines")
}
