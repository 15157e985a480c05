/// All storage protocols of the domain. A store conforms to all of them; code requires only the ones it uses.
///
/// Every operation is one transaction. Either it has completed durably when it returns, or it throws and has changed nothing. The
/// exception is a lost connection during commit, which the store reports as ``StoreError/Code/outcomeUnknown``. The suite in
/// Tests/Support/AccountStoreConformance tests each store against this contract.
package typealias AccountStores = AccountRecordStore & PasswordStore & SessionStore & ThrottleStore & AuditStore & SigningKeyStore
    & StoreMaintenance & ChallengeStore & AppleIdentityStore & AppleWebStore & AppleTokenStore & AppleKeyStore & JobStore
    & SecondFactorStore & UpgradeStore & SealedValueStore & PasswordLinkStore & PasskeyStore & AddressStore
    & MailStore & MailedCodeStore & RecoveryStore & EventStore & OperatorStore & RestorationStore

/// The account store, for an application that mounts the account server. The module of each store adds the ways to create one. Its
/// content is not accessible to the application.
public struct AccountStorage: Sendable {
    package let stores: any AccountStores

    /// Whether the accounts survive the process.
    package let isPersistent: Bool

    package init(_ stores: any AccountStores, isPersistent: Bool = true) {
        self.stores = stores
        self.isPersistent = isPersistent
    }
}

/// Removes expired records and reports the store's health.
package protocol StoreMaintenance: Sendable {
    /// Removes records that no longer have an effect. Removes at most `limit` rows of each kind, so that writers wait only briefly.
    ///
    /// - ended sessions, and unused devices
    /// - budgets that are full again
    /// - events, records of operators, and keys past their retention
    /// - expired challenges and the records of used ones, and expired challenges for a second factor
    /// - web attempts, and parked assertions
    /// - identifiers of notifications that can no longer be replayed
    /// - names without an account
    /// - jobs that can no longer succeed
    /// - unconfirmed generators
    /// - former passwords of upgrades, and old upgrades
    /// - expired mailed codes
    /// - recovery sessions and waiting times
    /// - expired requests of operators
    /// - e-mail addresses that were claimed and never verified
    ///
    /// Returns the number of removed rows.
    func removeExpired(now: Timestamp, retention: Retention, limit: Int) async throws -> Int

    /// Returns whether the store can be read.
    func isReady() async -> Bool
}

/// The time for which events and records of operators are kept.
package struct Retention: Sendable {
    package var events: Duration = .seconds(180 * 86_400)
    /// The time for events without an account: failed sign-ins for unknown user names. ``events`` is an upper limit.
    package var eventsWithoutAccount: Duration = .seconds(7 * 86_400)
    /// The time for the audit trail of operators, which is separate from the events of accounts.
    package var operatorRecords: Duration = .seconds(730 * 86_400)

    package init() {}
}

/// A defect found in a store. It identifies rows by number and never contains their content.
package struct StoreFinding: Hashable, Sendable, CustomStringConvertible {
    package enum Kind: Hashable, Sendable {
        /// The medium is damaged, or a row violates the schema.
        case damage
        /// A row refers to a row that does not exist.
        case danglingReference
        /// The rows satisfy the schema but contradict one another.
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

/// An error of the account store: of opening it, or of an operation.
///
/// Compare ``code``. The reason may change between versions. It never contains stored values. Clients of the server receive the same
/// "try again later" for every code.
public struct StoreError: Error, Sendable, CustomStringConvertible {
    /// The kinds of errors. The raw values are stable identifiers for logs and programs.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        package enum Value: String, Hashable, Sendable {
            case unavailable, full, corrupt, newerSchema, outcomeUnknown, failed
        }

        package let value: Value

        private init(_ value: Value) { self.value = value }

        /// The raw value.
        public var rawValue: String { value.rawValue }

        /// The raw value.
        public var description: String { rawValue }

        /// The store could not be opened or reached, or its address is malformed.
        public static let unavailable = Code(.unavailable)
        /// The medium is full.
        public static let full = Code(.full)
        /// The stored data violates the schema or contradicts itself.
        public static let corrupt = Code(.corrupt)
        /// The schema is newer than this version of the program supports.
        public static let newerSchema = Code(.newerSchema)
        /// The connection was lost during commit, so the change may or may not have been made.
        public static let outcomeUnknown = Code(.outcomeUnknown)
        /// Any other error of the engine.
        public static let failed = Code(.failed)
    }

    /// The kind of error.
    public let code: Code

    /// The reason, with the engine's own message if it has one.
    public let reason: String

    /// The source file that threw the error, as `#fileID`.
    public let file: String

    /// The line in ``file``.
    public let line: Int

    package init(_ code: Code, reason: String, file: String = #fileID, line: Int = #line) {
        self.code = code
        self.reason = reason
        self.file = file
        self.line = line
    }

    /// The code, the reason and the source location.
    public var description: String { "store \(code): \(reason) (\(file):\(line))" }
}

/// Stores audit events. An operation that changes an account writes its event in the same transaction.
///
/// An account keeps its newest ``AuditEvent/limit`` events, and of older ones only those that are not ``AuditEventKind/routine``.
package protocol AuditStore: Sendable {
    /// Stores an event that changes no account. Queues the notice and the deliveries of its kind, of which a failed attempt has none.
    func record(_ event: AuditEvent) async throws

    /// Returns the events of an account that are older than the given one, the newest first.
    func events(of account: AccountID, before: AuditEventID?, limit: Int) async throws -> [AuditEvent]
}

/// Stores the keys that sign access tokens. The private half is sealed by the caller.
package protocol SigningKeyStore: Sendable {
    /// Returns all keys before their `verifiesUntil`, the newest first.
    func signingKeys(now: Timestamp) async throws -> [SealedSigningKey]

    /// Adds a key if the newest key is still the one that the caller saw (nil for none). If two servers rotate at once, one
    /// succeeds. Returns false for the other.
    func add(_ key: SealedSigningKey, ifNewestIs newest: String?) async throws -> Bool
}

/// A sealed signing key.
package struct SealedSigningKey: Hashable, Sendable {
    /// The `kid` in tokens. It must be unique and need not be unpredictable.
    package let id: String
    package let sealed: [UInt8]
    package let createdAt: Timestamp
    /// The time until which the key signs. A newer one takes over earlier.
    package let signsUntil: Timestamp
    /// The time until which tokens signed by it may be presented, so the key stays published.
    package let verifiesUntil: Timestamp

    package init(id: String, sealed: [UInt8], createdAt: Timestamp, signsUntil: Timestamp, verifiesUntil: Timestamp) {
        self.id = id
        self.sealed = sealed
        self.createdAt = createdAt
        self.signsUntil = signsUntil
        self.verifiesUntil = verifiesUntil
    }
}
