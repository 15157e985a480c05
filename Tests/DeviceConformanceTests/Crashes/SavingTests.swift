import DeviceBroker
import DeviceConformance
import DeviceProtocol
import DeviceSimulator
import Foundation
import OpenLocalAuthentication
import OpenSecurity
import TestKit
import Testing

@Suite("Changes interrupted by kill -9", .tags(.realParts), .timeLimit(.minutes(Soak.isFull ? 600 : 20))) struct SavingTests {
    /// Every combination of enclave, target and change. The short form covers every pair of them.
    static let rows = DeviceSubject.enclaves.flatMap { enclave in
        KillTarget.allCases.flatMap { target in Saving.allCases.map { (enclave, target, $0) } }
    }.filter { Soak.isFull || isInShortForm($0, $1, $2) }

    private static func isInShortForm(_ enclave: DeviceSubject.EnclaveKind, _ target: KillTarget, _ saving: Saving) -> Bool {
        let isEven = Saving.allCases.firstIndex(of: saving)?.isMultiple(of: 2) ?? true
        return DeviceSubject.enclaves.count == 1 || ((enclave == .tpm) != (target == .broker)) == isEven
    }

    @Test("a kill at any step leaves all of the change or nothing", arguments: rows)
    func everyStep(row: (DeviceSubject.EnclaveKind, KillTarget, Saving)) async throws {
        let (enclave, target, saving) = row
        let scene = try await CrashScene(enclave)
        var step = 0
        var steps: [String] = []
        repeat {
            step += 1
            steps = try await scene.save(saving, killing: target, atStep: step)
        } while scene.wasKilled
        try scene.checkTPM()
        // It was not killed. Fewer steps would mean that the hooks are in the wrong places.
        #expect(step - 1 == steps.count && step - 1 >= saving.leastSteps, "\(steps)")
    }

    /// `make soak` runs it at fifty times its length.
    @Test(
        "a kill at a random moment leaves the change done or not done, and no orphans", arguments: DeviceSubject.enclaves,
        [UInt64(1), 2])
    func chance(enclave: DeviceSubject.EnclaveKind, seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let scene = try await CrashScene(enclave)
        for _ in 0..<(4 * Soak.factor) {
            let saving = Saving.allCases[Int.random(in: 0..<Saving.allCases.count, using: &random)]
            let target = KillTarget.allCases[Int.random(in: 0..<2, using: &random)]
            try await scene.saveMany(saving, killing: target, afterMicroseconds: UInt32.random(in: 0...40_000, using: &random))
        }
        try scene.checkTPM()
    }

    @Test("a kill at any step of a start leaves a device that starts", arguments: DeviceSubject.enclaves)
    func starting(enclave: DeviceSubject.EnclaveKind) async throws {
        let scene = try await CrashScene(enclave)
        var step = 0
        while try await scene.start(killedAtStep: step + 1) { step += 1 }
        try scene.checkTPM()
        #expect(step >= 3)
    }
}
