import AccountStoreConformance
import Foundation
import Testing

/// The races of the conformance suite over and over: `LATCHKEY_RACE_ROUNDS` sets how many rounds; the long run has a thousand.
@Suite("Races in one file")
struct RaceTests {
    private static let rounds = ProcessInfo.processInfo.environment["LATCHKEY_RACE_ROUNDS"].flatMap(Int.init) ?? 1

    @Test("of 64 uses of what is for one use one goes through, every time")
    func singleUse() async throws {
        let races = (AccountStoreConformance.factorRaces + AccountStoreConformance.upgrades).filter { $0.name.contains("64") }
        #expect(races.count >= 8)
        let store = try #require(StoreUnderTest.all.first)
        for _ in 0..<Self.rounds {
            for race in races { try await race.run(on: store) }
        }
    }
}
