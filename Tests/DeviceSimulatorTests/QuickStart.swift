import DeviceSimulator
import OpenLocalAuthentication
import Testing

// The quick start of DeviceSimulator.docc.

@Suite("Quick start of DeviceSimulator", .timeLimit(.minutes(20)))
struct QuickStartTests {
    // In Sources/Device/DeviceSimulator/DeviceSimulator.docc/DeviceSimulator.md
    @Test func notesOpenWithAFace() async throws {
        let device = try DeviceSimulator()
        device.person.will(.match)
        let isOpen = try await device.run {
            try await LAContext().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "Open your notes")
        }
        #expect(isOpen)
        #expect(device.person.prompts.map(\.reason) == ["Open your notes"])
    }
    // End
}
