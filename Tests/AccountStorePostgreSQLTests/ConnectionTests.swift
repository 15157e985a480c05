#if PostgreSQL
import AccountStore
import PostgreSQLServer
import TestKit
import Testing

@testable import AccountStorePostgreSQL

@Suite("A connection to PostgreSQL", .tags(.realParts), .enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL is not installed"))
struct ConnectionTests {
    @Test("statements that could not be prepared stand in nobody's way")
    func names() throws {
        let connection = try Connection.open(
            to: ConnectionAddress(PostgreSQLServer.shared.get().makeDatabase()), timeouts: Timeouts())
        for round in 0..<3 {
            let answers = try connection.answers(to: [
                StoreStatement("SELECT nonsense\(round)"), StoreStatement("SELECT \(round)::bigint"),
            ])
            #expect(throws: PostgreSQLError.self) { _ = try answers[0].get() }
            #expect(try answers[1].get().first { try $0.next(as: Int.self) } == round)
        }
        #expect(try connection.first("SELECT 7::bigint") { try $0.next(as: Int.self) } == 7)
    }
}
#endif
