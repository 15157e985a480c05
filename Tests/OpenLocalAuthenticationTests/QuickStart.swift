import DeviceSimulator
import Foundation
import OpenLocalAuthentication
import Testing

/// The quick start of OpenLocalAuthentication.docc.
enum QuickStart {
    static func opensNotes() async throws -> Bool {
        // In Sources/Device/OpenLocalAuthentication/OpenLocalAuthentication.docc/OpenLocalAuthentication.md
        let context = LAContext()
        var error: NSError?
        guard context.canEvaluatePolicy(.deviceOwnerAuthentication, error: &error) else { return false }
        do {
            return try await context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "Open your notes")
        } catch LAError.userCancel {
            return false
        }
        // End
    }
}

@Suite("Quick start of OpenLocalAuthentication", .timeLimit(.minutes(20)))
struct QuickStartTests {
    @Test("the code block opens the notes for the owner, and not for a user who cancels")
    func runs() async throws {
        let device = try DeviceSimulator()
        device.person.will(.match)
        let isOpen = try await device.run { try await QuickStart.opensNotes() }
        #expect(isOpen)
        let isOpenWithoutOwner = try await device.run { try await QuickStart.opensNotes() }
        #expect(!isOpenWithoutOwner)
    }
}
