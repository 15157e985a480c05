import AccountStoreConformance
import Foundation
import Testing

/// The races of the conformance suite over and over: `LATCHKEY_RACE_ROUNDS` sets how many rounds; the long run has a thousand.
@Suite("Races in one file")
struct RaceTests {
    private static let rounds = ProcessInfo.processInfo.environment["LATCHKEY_RACE_ROUNDS"].flatMap(Int.init) ?? 1

    @Test("what 64 do at once comes out alike every time", arguments: AccountStoreConformance.contests)
    func repeated(_ race: ConformanceCase) async throws {
        let store = try #require(StoreUnderTest.all.first)
        for _ in 0..<Self.rounds { try await race.run(on: store) }
    }

    @Test("no race is missing")
    func complete() {
        #expect(AccountStoreConformance.contests.count >= 25)
    }
}
