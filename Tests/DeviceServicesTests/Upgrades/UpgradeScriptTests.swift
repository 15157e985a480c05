import DeviceProtocol
import Foundation
import PasswordManager
import TestKit
import Testing

@testable import DeviceServices

/// Every script of an honest extension, with a server and a keychain, and a failure between any two steps.
@Suite("An extension that follows any script", .timeLimit(.minutes(Soak.isFull ? 60 : 20))) struct UpgradeScriptTests {
    @Test("leaves a credential that signs in, for any time until the device resolves it")
    func whole() throws {
        var count = 0
        for script in Self.scripts(upTo: Soak.isFull ? 6 : 4) {
            for pause in [0.0, 1_000] {
                let server = ModelServer(password: ModelDevice.old)
                let device = try ModelDevice(server)
                try run(script, FailurePlan(), device, pause)
                count += 1
            }
        }
        #expect(count > 5_000)
    }

    @Test(
        "leaves one after a kill of itself, the system or both, or a lost request or response, at any step",
        arguments: FailurePlan.PlannedFailure.allCases)
    func broken(plannedFailure: FailurePlan.PlannedFailure) throws {
        for script in Self.scripts(upTo: Soak.isFull ? 5 : 3) {
            var number = 0
            while true {
                let failurePlan = FailurePlan(plannedFailure, at: number)
                let device = try ModelDevice(ModelServer(password: ModelDevice.old))
                try run(script, failurePlan, device, number % 2 == 0 ? 0 : 1_000)
                if failurePlan.passed <= number { break }
                number += 1
            }
        }
    }

    private func run(_ script: [ScriptedExtension.Act], _ failurePlan: FailurePlan, _ device: ModelDevice, _ pause: Double) throws {
        let coordinator = device.coordinator(ScriptedExtension(device.server, failurePlan, script), failurePlan: failurePlan)
        coordinator.attach(QuietInterface())
        _ = coordinator.upgrade(device.id, to: .strongPassword)
        // The server accepts the old password until the new one is used, or for ten minutes.
        for wait in [pause, 1_000] {
            device.server.wait(wait)
            device.settle()
            guard device.canSignIn else {
                Issue.record("\(script), \(failurePlan.passed) steps, \(pause) s: nothing signs in")
                return
            }
        }
        if device.saved?.pendingUpgrade != nil { Issue.record("\(script): an upgrade is pending indefinitely") }
    }

    private static func scripts(upTo length: Int) -> [[ScriptedExtension.Act]] {
        var (all, longest): ([[ScriptedExtension.Act]], [[ScriptedExtension.Act]]) = ([[]], [[]])
        for _ in 0..<length {
            longest = longest.flatMap { script in ScriptedExtension.Act.allCases.map { script + [$0] } }
            all += longest
        }
        return all
    }
}
