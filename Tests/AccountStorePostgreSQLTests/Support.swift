#if PostgreSQL
import AccountStore
import AccountStoreConformance
import PostgreSQLServer
import Secrets
import Testing

@testable import AccountStorePostgreSQL
@testable import Accounts

/// Several servers over one database: a store each, with connections of its own.
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
    /// For a machine under load: what is waited for comes, however late.
    static var patient: Timeouts {
        var timeouts = Timeouts()
        timeouts.connecting = .seconds(120)
        timeouts.operation = .seconds(120)
        // A session that holds a lock and says nothing is ended by the server after this.
        timeouts.statement = .seconds(120)
        timeouts.answer = .seconds(120)
        return timeouts
    }
}

/// Carries something out so many times at once and returns what came of each.
func race<Outcome: Sendable>(
    _ count: Int, _ attempt: @escaping @Sendable (Int) async throws -> Outcome
) async throws -> [Outcome] {
    try await withThrowingTaskGroup(of: Outcome.self) { group in
        for index in 0..<count { group.addTask { try await attempt(index) } }
        return try await group.reduce(into: []) { $0.append($1) }
    }
}

extension StoredChallenge {
    /// One that stands for a minute.
    init(random: PredictableRandomBytes) throws {
        let digest = try #require(TokenDigest(bytes: random.bytes(TokenDigest.byteCount)))
        self.init(digest: digest, purpose: .appleSignIn, expiresAt: Self.issuing + .seconds(60))
    }

    fileprivate static var issuing: Timestamp { Timestamp(seconds: 1_700_000_000) }
}

extension PostgreSQLAccountStore {
    /// Whether the challenge was there until now.
    func consume(_ challenge: StoredChallenge) async throws -> Bool {
        try await consumeChallenge(challenge.digest, for: challenge.purpose, now: StoredChallenge.issuing)
    }
}
#endif
