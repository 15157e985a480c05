/// What can be set about the service: Apple's behaviour differed over the years and between reports, and each reading can be had.
///
/// The defaults are what Apple was last seen to do.
public struct AppleServiceSettings: Sendable, Hashable, Codable {
    /// How Booleans are written in identity tokens (facts 1.4: it changed in February 2024).
    public enum WireStyle: String, Sendable, Hashable, Codable, CaseIterable {
        /// `"email_verified":"true"`, and `is_private_email` left out when false.
        case strings2019 = "2019"
        /// `"email_verified":true`
        case booleans2024 = "2024"
    }

    /// The domain of new relay addresses (facts 1.11). Addresses once given stay.
    public enum RelayDomain: String, Sendable, Hashable, Codable, CaseIterable {
        case privateRelay = "privaterelay.appleid.com"
        case iCloud = "private.icloud.com"
    }

    /// How `events` is written in notifications (facts 1.10).
    public enum EventsForm: String, Sendable, Hashable, Codable, CaseIterable {
        /// A string that holds JSON, as seen on the wire.
        case string
        /// An object, as in the documentation.
        case object
    }

    /// The unit of `event_time` (facts 1.10).
    public enum EventTime: String, Sendable, Hashable, Codable, CaseIterable {
        case milliseconds
        case seconds
    }

    /// The spelling of account deletion in notifications (facts 1.10).
    public enum DeletionType: String, Sendable, Hashable, Codable, CaseIterable {
        case accountDelete = "account-delete"
        case accountDeleted = "account-deleted"
    }

    /// Whom a notification is addressed to: the documents say "your client id" and leave open which.
    public enum NotificationAudience: String, Sendable, Hashable, Codable, CaseIterable {
        /// The primary App ID, which has the notification URL.
        case primaryAppID = "primary-app-id"
        /// The client with which the person last signed in.
        case lastClient = "last-client"
    }

    /// Booleans in tokens.
    public var wireStyle: WireStyle = .booleans2024
    /// Domain of new relay addresses.
    public var relayDomain: RelayDomain = .privateRelay
    /// `events` in notifications.
    public var eventsForm: EventsForm = .string
    /// `event_time` in notifications.
    public var eventTime: EventTime = .milliseconds
    /// `type` of account deletion in notifications.
    public var accountDeletionType: DeletionType = .accountDelete
    /// `aud` of notifications.
    public var notificationAudience: NotificationAudience = .primaryAppID
    /// `exp` - `iat` of identity tokens, 60 to 604,800 seconds; 600 was seen until 2020, 86,400 since (facts 1.4).
    public var identityTokenLifetime = 86_400
    /// Whether `nonce` is handed on; false leaves it out and says `nonce_supported` false.
    public var supportsNonce = true
    /// Whether tokens after the first sign-in carry the address; reports are mixed (facts 1.4).
    public var sendsEmailOnLaterSignIns = true
    /// Whether the answer to a refresh carries an identity token; it did not in 2019 (facts 1.8).
    public var sendsIdentityTokenOnRefresh = true
    /// Whether a second refresh within a day is answered with 429 (Apple "may throttle", facts 1.8).
    public var throttlesRefresh = false
    /// Whether a refresh token that died by the person's revocation is answered with `invalid_request`, as TN3107 lists, rather
    /// than `invalid_grant`.
    public var answersInvalidRequestAfterRevocation = false
    /// Whether discovery names https://account.apple.com as issuer, as it did in June 2025; tokens keep theirs (facts 1.2).
    public var discoveryNamesAccountIssuer = false
    /// Whether return URLs and notification URLs on `localhost`, 127.0.0.1 and [::1] are accepted, by http too. Apple accepts none.
    public var allowsLoopbackURLs = false
    /// Characters of new key ids of the service, 6 to 10.
    public var signingKeyIDLength = 10
    /// Keys that the set lists after a rotation, 1 to 3 (facts 1.3).
    public var listedKeys = 2

    /// The defaults.
    public init() {}

    /// What breaks a rule, or nil.
    var fault: String? {
        guard (60...604_800).contains(identityTokenLifetime) else { return "identityTokenLifetime must be 60 to 604,800 seconds" }
        guard (6...10).contains(signingKeyIDLength) else { return "signingKeyIDLength must be 6 to 10" }
        guard (1...3).contains(listedKeys) else { return "listedKeys must be 1 to 3" }
        return nil
    }
}

/// Caps on what callers can make the service hold. Far above what a test needs; a program that runs away meets them.
enum ServiceLimits {
    static let teams = 100
    static let clients = 500
    /// Facts 1.7: two private keys per primary App ID. Revoked ones do not count, but are kept.
    static let keysPerPrimary = 2
    static let keysKept = 1_000
    static let people = 1_000
    /// Addresses of an account besides its first.
    static let addresses = 10
    /// Devices that are signed in to one account; the oldest is signed out.
    static let devices = 20
    /// Wrong passwords and codes in a row that lock an account, and attempts to unlock it in one period.
    static let signInFailures = 5
    /// In seconds.
    static let unlockPeriod = 3_600.0
    /// Names without an account whose attempts are counted.
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
    /// Names of teams, apps and keys, and first and last names, in bytes.
    static let nameBytes = 100
    /// State and nonce, in bytes.
    static let echoBytes = 4_096
}
