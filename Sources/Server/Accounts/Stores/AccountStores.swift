/// Everything the domain keeps. A store conforms to all of it; code takes the part it needs.
///
/// Every operation is one transaction: it has happened whole and durably when it returns, or it throws and has not happened
/// (a lost connection aside, which the store reports as ``StoreError/outcomeUnknown``). All of it is proved for each store by the
/// suite in Tests/Support/AccountStoreConformance.
package typealias AccountStores = AccountRecordStore & PasswordStore & SessionStore & ThrottleStore & AuditStore & SigningKeyStore
    & StoreUpkeep & ChallengeStore & AppleIdentityStore & AppleWebStore & AppleTokenStore & AppleKeyStore & JobStore
    & SecondFactorStore & UpgradeStore & SealedValueStore & PasswordLinkStore

/// Where accounts are kept, for an application that mounts the account server. A store's module adds the ways to make one; what it
/// holds is not for the application.
public struct AccountStorage: Sendable {
    package let stores: any AccountStores

    /// Whether the accounts outlive the process.
    package let isPersistent: Bool

    package init(_ stores: any AccountStores, isPersistent: Bool = true) {
        self.stores = stores
        self.isPersistent = isPersistent
    }
}

/// What keeps a store small and well.
package protocol StoreUpkeep: Sendable {
    /// Removes what no longer has an effect: ended sessions, drained buckets, unused devices, keys and events past retention,
    /// challenges, web attempts and parked assertions past their expiry, notifications that can come no more, names that no account took,
    /// jobs that can no longer be done, challenges for second factors past their expiry, generators that nobody confirmed, former passwords of
    /// upgrades, and upgrades that nobody asks for any more. At
    /// most `limit` rows of each kind, so that writers wait little. Returns how many rows went.
    func removeExpired(now: Timestamp, retention: Retention, limit: Int) async throws -> Int

    /// Whether the store answers a read.
    func isReady() async -> Bool
}

/// How long what has ended is kept.
package struct Retention: Sendable {
    package var events: Duration = .seconds(180 * 86_400)
    /// Of events that are no account's: failed sign-ins for names that nobody has. ``events`` bounds it.
    package var eventsOfNobody: Duration = .seconds(7 * 86_400)

    package init() {}
}

/// Something that is wrong with a store. It names rows by their numbers, never by what is in them.
package struct StoreFinding: Hashable, Sendable, CustomStringConvertible {
    package enum Kind: Hashable, Sendable {
        /// The medium is damaged, or a row breaks a rule of the schema.
        case damage
        /// A row refers to a row that is not there.
        case danglingReference
        /// The schema is kept, but what the rows say together cannot be.
        case contradiction
        /// A sealed value does not open under the configured keys.
        case sealedValue
    }

    package let kind: Kind
    package let description: String

    package init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}

/// Why a store failed. The codes are for the log and for tests; outside, all of them are "try again later".
package struct StoreError: Error, CustomStringConvertible {
    package enum Code: Hashable, Sendable {
        /// It could not be opened or reached.
        case unavailable
        /// The medium is full.
        case full
        /// What is stored contradicts the schema or itself.
        case corrupt
        /// The schema is newer than this program.
        case newerSchema
        /// The connection went while the change was being committed: it may have happened.
        case outcomeUnknown
        /// Anything else the engine reports.
        case failed
    }

    package let code: Code
    package let reason: String
    package let file: String
    package let line: Int

    package init(_ code: Code, reason: String, file: String = #fileID, line: Int = #line) {
        self.code = code
        self.reason = reason
        self.file = file
        self.line = line
    }

    package var description: String { "store \(code): \(reason) (\(file):\(line))" }
}

/// What happened to accounts. Operations that change an account write their event themselves, in the same transaction.
///
/// An account keeps its newest ``AuditEvent/limit`` events, and of older ones those that are not ``AuditEventKind/routine``.
package protocol AuditStore: Sendable {
    func record(_ event: AuditEvent) async throws

    /// The events of an account, the newest first, older than the given one.
    func events(of account: AccountID, before: AuditEventID?, limit: Int) async throws -> [AuditEvent]
}

/// The keys that sign access tokens. The private part is sealed before it comes here.
package protocol SigningKeyStore: Sendable {
    /// All keys not yet past `verifiesUntil`, the newest first.
    func signingKeys(now: Timestamp) async throws -> [SealedSigningKey]

    /// Adds a key, unless the newest key is another than the caller saw (nil: none): of two servers that rotate at once, one wins.
    /// False when it lost.
    func add(_ key: SealedSigningKey, ifNewestIs newest: String?) async throws -> Bool
}

/// A signing key at rest.
package struct SealedSigningKey: Hashable, Sendable {
    /// The `kid` that tokens name: unguessing is not needed, uniqueness is.
    package let id: String
    package let sealed: [UInt8]
    package let createdAt: Timestamp
    /// Until then the key signs; a newer one takes over before.
    package let signsUntil: Timestamp
    /// Until then tokens it signed may still be shown, so it stays published.
    package let verifiesUntil: Timestamp

    package init(id: String, sealed: [UInt8], createdAt: Timestamp, signsUntil: Timestamp, verifiesUntil: Timestamp) {
        self.id = id
        self.sealed = sealed
        self.createdAt = createdAt
        self.signsUntil = signsUntil
        self.verifiesUntil = verifiesUntil
    }
}
