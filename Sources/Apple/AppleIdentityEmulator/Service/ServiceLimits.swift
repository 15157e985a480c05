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
