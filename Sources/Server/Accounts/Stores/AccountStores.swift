/// All storage protocols of the domain. A store conforms to all of them; code requires only the ones it uses.
///
/// Every operation is one transaction. Either it has completed durably when it returns, or it throws and has changed nothing. The
/// exception is a lost connection during commit, which the store reports as ``StoreError/outcomeUnknown``. The suite in
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

/// The reason why a store failed. The codes are for logs and tests; clients receive the same "try again later" for all of them.
package struct StoreError: Error, CustomStringConvertible {
    package enum Code: Hashable, Sendable {
        /// The store could not be opened or reached.
        case unavailable
        /// The medium is full.
        case full
        /// The stored data violates the schema or contradicts itself.
        case corrupt
        /// The schema is newer than this version of the program supports.
        case newerSchema
        /// The connection was lost during commit, so the change may or may not have been made.
        case outcomeUnknown
        /// Any other error of the engine.
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
