#if PostgreSQL
import AccountStore
import AccountStoreConformance
import PostgreSQLServer
import Secrets
import Testing

@testable import AccountStorePostgreSQL
@testable import Accounts

/// Several servers over one database, each with its own store and connections.
struct Servers {
    let address: String
    let stores: [PostgreSQLAccountStore]

    init(_ count: Int, connections: Int = 2, timeouts: Timeouts = .patient) throws {
        let address = try PostgreSQLServer.shared.get().makeDatabase()
        self.address = address
        stores = try (0..<count).map { _ in
            try PostgreSQLAccountStore.open(ConnectionAddress(address), connections: connections, timeouts: timeouts)
        }
    }

    subscript(index: Int) -> PostgreSQLAccountStore { stores[index % stores.count] }

    func close() async {
        for store in stores { await store.close() }
    }
}

extension Timeouts {
    /// Long timeouts for a loaded machine.
    static var patient: Timeouts {
        var timeouts = Timeouts()
        timeouts.connecting = .seconds(120)
        timeouts.operation = .seconds(120)
        // The server ends a session that holds a lock idly after this time.
        timeouts.statement = .seconds(120)
        timeouts.answer = .seconds(120)
        return timeouts
    }
}

/// Runs an operation this many times concurrently, and returns the results.
func race<Outcome: Sendable>(
    _ count: Int, _ attempt: @escaping @Sendable (Int) async throws -> Outcome
) async throws -> [Outcome] {
    try await withThrowingTaskGroup(of: Outcome.self) { group in
        for index in 0..<count { group.addTask { try await attempt(index) } }
        return try await group.reduce(into: []) { $0.append($1) }
    }
}

extension StoredChallenge {
    /// Creates a challenge that is valid for a minute.
    init(random: PredictableRandomBytes) throws {
        let digest = try #require(TokenDigest(bytes: random.bytes(TokenDigest.byteCount)))
        self.init(digest: digest, purpose: .appleSignIn, expiresAt: Self.issuing + .seconds(60))
    }

    fileprivate static var issuing: Timestamp { Timestamp(seconds: 1_700_000_000) }
}

extension PostgreSQLAccountStore {
    /// Returns whether the challenge existed until now.
    func consume(_ challenge: StoredChallenge) async throws -> Bool {
        try await consumeChallenge(challenge.digest, for: challenge.purpose, now: StoredChallenge.issuing)
    }
}
#endif
