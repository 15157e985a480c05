/// The settings of the service. Apple's behaviour differed over the years and between reports; each variant is available.
///
/// The defaults are the last observed behaviour.
public struct AppleServiceSettings: Sendable, Hashable, Codable {
    /// The form of Booleans in identity tokens, which Apple changed in February 2024.
    public enum WireStyle: String, Sendable, Hashable, Codable, CaseIterable {
        /// `"email_verified":"true"`; `is_private_email` is omitted if false.
        case strings2019 = "2019"
        /// `"email_verified":true`, with JSON Booleans.
        case booleans2024 = "2024"
    }

    /// The domain of new relay addresses. Existing addresses do not change.
    public enum RelayDomain: String, Sendable, Hashable, Codable, CaseIterable {
        case privateRelay = "privaterelay.appleid.com"
        case iCloud = "private.icloud.com"
    }

    /// The form of `events` in notifications, in which Apple's documentation and its service differ.
    public enum EventsForm: String, Sendable, Hashable, Codable, CaseIterable {
        /// A string that contains JSON, as Apple sends it.
        case string
        /// An object, as Apple documents it.
        case object
    }

    /// The unit of `event_time` in notifications: Apple documents seconds and sends milliseconds.
    public enum EventTime: String, Sendable, Hashable, Codable, CaseIterable {
        case milliseconds
        case seconds
    }

    /// The type of account deletion in notifications: `account-delete` in Apple's documentation of 2025, `account-deleted` in that of
    /// 2026.
    public enum DeletionType: String, Sendable, Hashable, Codable, CaseIterable {
        case accountDelete = "account-delete"
        case accountDeleted = "account-deleted"
    }

    /// The audience of notifications. Apple's documentation says "your client id", without saying which.
    public enum NotificationAudience: String, Sendable, Hashable, Codable, CaseIterable {
        /// The primary App ID, which has the notification URL.
        case primaryAppID = "primary-app-id"
        /// The client of the user's last sign-in.
        case lastClient = "last-client"
    }

    /// The form of Booleans in tokens.
    public var wireStyle: WireStyle = .booleans2024
    /// The domain of new relay addresses.
    public var relayDomain: RelayDomain = .privateRelay
    /// The form of `events` in notifications.
    public var eventsForm: EventsForm = .string
    /// The unit of `event_time` in notifications.
    public var eventTime: EventTime = .milliseconds
    /// The `type` of account deletion in notifications.
    public var accountDeletionType: DeletionType = .accountDelete
    /// The `aud` of notifications.
    public var notificationAudience: NotificationAudience = .primaryAppID
    /// The lifetime of identity tokens, 60 to 604,800 seconds. Apple's was 600 until 2020 and has been 86,400 since.
    public var identityTokenLifetime = 86_400
    /// Whether tokens contain the `nonce`. False omits it and sets `nonce_supported` to false.
    public var supportsNonce = true
    /// Whether tokens after the first sign-in contain the address. Reports about Apple's service differ.
    public var sendsEmailOnLaterSignIns = true
    /// Whether the response to a refresh contains an identity token. In 2019, Apple's did not.
    public var sendsIdentityTokenOnRefresh = true
    /// Whether a second refresh within a day receives 429. Apple's documentation says that Apple "may throttle" such requests.
    public var throttlesRefresh = false
    /// Whether a refresh token that the user revoked receives `invalid_request`, as in TN3107, instead of `invalid_grant`.
    public var answersInvalidRequestAfterRevocation = false
    /// Whether the discovery document has the issuer https://account.apple.com, as Apple's had in June 2025. Tokens keep theirs.
    public var discoveryNamesAccountIssuer = false
    /// Whether return URLs and notification URLs may have the hosts `localhost`, 127.0.0.1 and [::1], with http too. Apple accepts
    /// none of them.
    public var allowsLoopbackURLs = false
    /// The length of new key IDs of the service, 6 to 10.
    public var signingKeyIDLength = 10
    /// The number of keys in the set after a rotation, 1 to 3.
    public var listedKeys = 2

    /// Creates the default settings.
    public init() {}

    /// The description of an invalid setting; nil if all settings are valid.
    var fault: String? {
        guard (60...604_800).contains(identityTokenLifetime) else { return "identityTokenLifetime must be 60 to 604,800 seconds" }
        guard (6...10).contains(signingKeyIDLength) else { return "signingKeyIDLength must be 6 to 10" }
        guard (1...3).contains(listedKeys) else { return "listedKeys must be 1 to 3" }
        return nil
    }
}

/// Limits on stored objects. They are far above the needs of tests, and stop runaway programs.
enum ServiceLimits {
    static let teams = 100
    static let clients = 500
    /// The maximum number of private keys for each primary App ID, as at Apple. Revoked keys do not count, but are kept.
    static let keysPerPrimary = 2
    static let keyLimit = 1_000
    static let people = 1_000
    /// The number of an account's addresses in addition to its first.
    static let addresses = 10
    /// The number of devices that are signed in to an account. A further sign-in signs out the oldest.
    static let devices = 20
    /// The number of wrong passwords and codes in a row that locks an account, and of attempts to unlock it in one period.
    static let signInFailures = 5
    /// The period in which attempts to unlock an account are counted, in seconds.
    static let unlockPeriod = 3_600.0
    /// The number of unknown names whose attempts are counted.
    static let unknownNames = 1_000
    static let sheets = 1_000
    static let codes = 10_000
    static let accessTokens = 20_000
    static let refreshTokens = 20_000
    static let notifications = 1_000
    static let signingKeys = 32
    static let transfers = 1_000
    static let transferIdentifiers = 10_000
    static let faults = 100
    static let requests = 1_000
    /// The maximum number of pages that follow the log.
    static let logWatchers = 16
    /// The number of forwarded messages of an account.
    static let mailMessages = 100
    /// The size of an account's forwarded messages, in bytes.
    static let mailBytes = 262_144
    /// The size of the forwarded messages of all accounts, in bytes. The state is compared and saved twice a second.
    static let allMailBytes = 4_194_304
    /// The length of names of teams, apps and keys, and of first and last names, in bytes.
    static let nameBytes = 100
    /// The length of state and nonce, in bytes.
    static let echoBytes = 4_096
}
