import Accounts
import Logging
import PasswordHashing
import Secrets

/// The table of configuration: every key with its type, range, default, secrecy and purpose. Reading, `config show`, `config keys`, the
/// search for unknown keys and the table of docs/configuration.md all come from it.
enum Settings {
    // Where the service listens.
    static let listenerHost = Setting(
        "listener.host", .address, default: ListenerConfiguration().host, "address to listen on; TLS is the reverse proxy's")
    static let listenerPort = Setting("listener.port", .port, default: ListenerConfiguration().port, "port to listen on")
    static let trustedProxies = Setting(
        distinct: "trustedProxies", .network, of: "list of networks",
        "proxies whose X-Forwarded-For is believed; all others are clients")
    static let metricsEnabled = Setting("metrics.enabled", .boolean, default: true, "whether metrics are served")
    static let metricsHost = Setting(
        "metrics.host", .address, default: MetricsConfiguration().host, "address that metrics are read from")
    static let metricsPort = Setting("metrics.port", .port, default: MetricsConfiguration().port, "port that metrics are read from")

    // What people see.
    static let publicOrigin = RequiredSetting(
        "site.publicOrigin", .origin, "where people reach the service; decides cookies, redirects and the token issuer")
    static let siteName = Setting(
        "site.name", .line(upTo: 100), default: SiteConfiguration.defaultName, "name of the service, on its pages")
    static let coversSubdomains = Setting(
        "site.strictTransportSubdomains", .boolean, default: false, "whether browsers must use https for all subdomains too")

    // What clients may use up.
    static let bodyLimit = Setting(
        "limits.body", .size(1_024...1_048_576), default: LimitsConfiguration().bodyBytes, "largest body of a request")
    static let connections = Setting(
        "limits.connections", .integer(1...65_536), default: LimitsConfiguration().connections,
        "connections served at one time; further ones are answered 503")
    static let requestTime = Setting(
        "limits.requestTime", .duration(.seconds(1) ... .seconds(300)), default: LimitsConfiguration().requestTime,
        "time for the header of a request to arrive")
    static let idleTime = Setting(
        "limits.idleTime", .duration(.seconds(1) ... .seconds(600)), default: LimitsConfiguration().idleTime,
        "time a connection may lie idle between requests")
    static let shutdownTime = Setting(
        "limits.shutdownTime", .duration(.seconds(1) ... .seconds(300)), default: LimitsConfiguration().shutdownTime,
        "time a shutdown waits for answers under way")
    static let refusalTime = Setting(
        "limits.refusalTime", .duration(.zero ... .seconds(10)), default: LimitsConfiguration().refusalTime,
        "time that a refusal waits (409, 429 or 503), so that whoever repeats it at once takes no processor from others")

    // Secrets and where they are kept.
    static let currentKey = Setting(
        optional: "keys.current", .masterKey, shown: "(see keys.currentFile)", secret: true,
        "master key, which seals what is stored")
    static let currentKeyFile = Setting(
        optional: "keys.currentFile", .path, shown: "(one of the two must be set)",
        "file with the master key, readable by nobody else")
    static let previousKeys = Setting(
        list: "keys.previous", .masterKey, of: "list of keys", secret: true,
        "replaced master keys, which still open what they sealed")
    static let previousKeyFiles = Setting(
        distinct: "keys.previousFiles", .path, of: "list of paths", "files with replaced master keys")
    static let storePath = Setting(
        optional: "store.path", .path, shown: "(one of the two must be set)", "SQLite file that holds the accounts")
    static let storeAddress = Setting(
        optional: "store.address", .databaseAddress, shown: "(see store.path)", secret: true,
        "PostgreSQL database that holds the accounts, for several servers at once")
    static let storeConnections = Setting(
        "store.connections", .integer(1...256), default: StoreConfiguration.defaultConnections,
        "connections of this server to the PostgreSQL database")
    static let storeReplica = Setting(
        optional: "store.replica", .databaseAddress, shown: "(none)", secret: true,
        "standby of that database, which checks sessions")
    static let unverifiedTLS = Setting(
        "store.unverifiedTLS", .boolean, default: false,
        "whether the address of a remote database may ask for another sslmode than verify-full")

    // Passwords.
    static let passwordRules = Setting(
        "passwords.rules", .passwordRules, default: PasswordConfiguration().rules,
        "what a new password must be; pages and apps are told the same")
    static let minimumScore = Setting(
        "passwords.minimumScore", .integer(0...4), default: PasswordConfiguration().minimumScore,
        "least zxcvbn score of a new password")
    static let contextWords = Setting(
        distinct: "passwords.contextWords", .line(upTo: 100), of: "list of texts",
        "words that no password contains, besides the site's name and the labels of its host")
    static let commonPasswordsFile = Setting(
        optional: "passwords.commonPasswordsFile", .path, shown: "(the built-in list alone)",
        "further passwords to refuse, one a line")
    static let leakedFolder = Setting(
        optional: "passwords.leakedFolder", .path, shown: "(none)",
        "range files of leaked passwords to refuse, as Have I Been Pwned publishes them")
    static let leakedService = Setting(
        optional: "passwords.leakedService", .rangeService, shown: "(none)",
        "online service of leaked passwords to refuse, asked by the first five digits of a digest")
    static let leakedServiceTimeout = Setting(
        "passwords.leakedServiceTimeout", .duration(.milliseconds(100) ... .seconds(30)),
        default: LeakedServiceConfiguration().timeout,
        "time for one look-up at the service")
    static let leakedServiceFailure = Setting(
        "passwords.leakedServiceFailure", ValueKind<LeakedServiceConfiguration.Failure>.choice,
        default: LeakedServiceConfiguration().failure,
        "what holds while the service does not answer: closed refuses new passwords, open takes them")
    static let hashingMemory = Setting(
        "hashing.memory", .size(8_192...1_073_741_824), default: HashingConfiguration().parameters.memoryKiB * 1_024,
        "memory of one argon2id hash, in whole KiB")
    static let hashingPasses = Setting(
        "hashing.passes", .integer(1...16), default: HashingConfiguration().parameters.passes, "passes over that memory")
    static let hashingThreads = Setting(
        optional: "hashing.threads", .integer(1...256), shown: "(one for each processor)",
        "hashes computed at one time")
    static let hashingQueue = Setting(
        "hashing.queueLength", .integer(1...4_096), default: HashingConfiguration().queueLength,
        "hashes that wait; the next is answered 503")

    // Sessions and tokens.
    static let idleLifetime = Setting(
        "sessions.idle", .duration(.seconds(300) ... .seconds(400 * 86_400)), default: SessionLifetimes().idle,
        "life of a session without use")
    static let absoluteLifetime = Setting(
        "sessions.absolute", .duration(.seconds(300) ... .seconds(400 * 86_400)), default: SessionLifetimes().absolute,
        "life of a session with any use")
    static let recentAuthentication = Setting(
        "sessions.recentAuthentication", .duration(.seconds(60) ... .seconds(86_400)),
        default: SessionLifetimes().recentAuthentication, "how long a shown credential counts for sensitive steps")
    static let audience = Setting(
        distinct: "accessTokens.audience", .line(upTo: 200), of: "list of texts", shown: "(the public origin)",
        "audiences that a client may ask for, one in each access token")
    static let introspectors = Setting(
        list: "accessTokens.introspectors", .introspector, of: "list of audiences with their secrets", secret: true,
        "backends that may ask whether an access token still counts")
    static let tokenLifetime = Setting(
        "accessTokens.lifetime", .duration(.seconds(60) ... .seconds(900)), default: AccessTokenConfiguration.defaultLifetime,
        "life of an access token, and how long it outlives its session")
    static let rotationPeriod = Setting(
        "accessTokens.rotationPeriod", .duration(.seconds(86_400) ... .seconds(400 * 86_400)),
        default: AccessTokenConfiguration.defaultRotationPeriod, "how long one key signs access tokens")
    static let overlap = Setting(
        "accessTokens.overlap", .duration(.seconds(3_600) ... .seconds(30 * 86_400)),
        default: AccessTokenConfiguration.defaultOverlap, "how long a key is published before it signs")

    // Second factors.
    static let attestationKeys = Setting(
        distinct: "secondFactors.attestationKeys", .attestationKey, of: "list of names",
        "TPMs whose statements about device keys are believed")
    static let requireAttestation = Setting(
        "secondFactors.requireAttestation", .boolean, default: AttestationPolicy().isRequired,
        "whether a device key without such a statement is refused")

    static let requiredSecondFactors = Setting(
        "secondFactors.required", ValueKind<SecondFactorRequirement.Scope>.choice, default: .listed,
        "which accounts must have a second factor: listed, those of secondFactors.requiredAccounts; everybody, all")
    static let requiredAccounts = Setting(
        distinct: "secondFactors.requiredAccounts", .accountID, of: "list of identifiers",
        "accounts that must have a second factor in any case")

    // Pages for developers.
    static let servesPasswordRules = Setting(
        "tools.passwordRules", .boolean, default: ToolsConfiguration().servesPasswordRules,
        "whether /tools/password-rules says what password rules mean")
    static let associatedDomains = Setting(
        "tools.associatedDomains", ValueKind<ToolsConfiguration.SiteAccess>.choice, default: ToolsConfiguration().associatedDomains,
        "which sites /tools/associated-domains visits: off, it is not served; public, those with public addresses; all, any machine"
    )

    // Files under /.well-known, and what is written down.
    static let associationFile = Setting(
        optional: "wellKnown.associationFile", .path, shown: "(not served)",
        "apple-app-site-association file to serve")
    static let securityContacts = Setting(
        distinct: "wellKnown.securityContacts", .uri(["mailto:", "https://", "tel:"]), of: "list of URIs",
        shown: "(no security.txt)", "whom to tell of a weakness (security.txt)")
    static let securityExpires = Setting(
        optional: "wellKnown.securityExpires", .moment, shown: "(must be set with the contacts)",
        "from when on security.txt is stale")
    static let securityPolicy = Setting(
        optional: "wellKnown.securityPolicy", .uri(["https://"]), shown: "(none)",
        "where the policy for reports of weaknesses stands")
    static let eventRetention = Setting(
        "retention.events", .duration(.seconds(86_400) ... .seconds(3_650 * 86_400)), default: Retention().events,
        "how long audit events are kept")
    static let eventOfNobodyRetention = Setting(
        "retention.eventsOfNobody", .duration(.seconds(3_600) ... .seconds(3_650 * 86_400)), default: Retention().eventsOfNobody,
        "how long failed sign-ins for names that nobody has are kept")
    static let logLevel = Setting("log.level", .logLevel, default: LogConfiguration().level, "least severity that is logged")
    static let logFormat = Setting(
        "log.format", ValueKind<LogConfiguration.Format>.choice, default: LogConfiguration().format, "how a line of the log looks")
}
