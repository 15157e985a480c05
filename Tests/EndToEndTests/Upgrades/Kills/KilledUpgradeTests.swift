import AppleIdentityEmulator
import Foundation
import TestKit
import Testing

/// SIGKILL for the server, the device and the extension, as separate processes, before, during and after every request of an
/// upgrade. A device writes before each request and after each response, so this covers the times before and after each write too.
@Suite("An upgrade whose processes are killed", .tags(.realParts), .serialized, .timeLimit(.minutes(Soak.isFull ? 60 : 20)))
struct KilledUpgradeTests {
    /// The number of tested kills for each kind of upgrade: a few here, and all of them with 60.
    private static let factor = Soak.factor

    @Test("leaves a credential on the device that signs in to the server", arguments: BrokenUpgradeTests.Upgrade.allCases)
    func killed(_ upgrade: BrokenUpgradeTests.Upgrade) async throws {
        let seed = ProcessInfo.processInfo.environment["LATCHKEY_KILL_SEED"].flatMap(UInt64.init) ?? 20_261_122
        try await KillBench.run(upgrade, seed: seed) { bench in
            var fallen = 0
            for (number, plannedKill) in Self.blows(upgrade, seed).enumerated() {
                if try await bench.round(number, plannedKill) { fallen += 1 }
            }
            #expect(fallen > 0, "no blow fell")
        }
    }

    /// In random order.
    private static func blows(_ upgrade: BrokenUpgradeTests.Upgrade, _ seed: UInt64) -> [PlannedKill] {
        var (chance, left, chosen) = (
            SeededGenerator(seed: seed), PlannedKill.all(at: upgrade.requests.dropLast()), [PlannedKill]()
        )
        while !left.isEmpty, chosen.count < 4 * factor { chosen.append(left.remove(at: Int(chance.next() % UInt64(left.count)))) }
        return chosen
    }
}
