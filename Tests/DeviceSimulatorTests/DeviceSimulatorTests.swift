import DeviceSimulator
import Foundation
import OpenLocalAuthentication
import Testing

// The test of a package user: public API only.
@Suite("A simulated device", .timeLimit(.minutes(20))) struct DeviceSimulatorTests {
    @Test("is available in one line")
    func oneLine() async throws {
        await #expect(throws: LAError(.userCancel)) {
            try await DeviceSimulator().run {
                try await LAContext().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "see your notes")
            }
        }
    }

    @Test("is available in one line for synchronous code, too")
    func oneLineWithoutAsync() throws {
        let canEvaluate = try DeviceSimulator().run { LAContext().canEvaluatePolicy(.deviceOwnerAuthentication, error: nil) }
        #expect(canEvaluate)
    }

    @Test("cancels prompts without a script")
    func cancels() async throws {
        try await DeviceSimulator().run {
            await #expect(throws: LAError(.userCancel)) {
                try await LAContext().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "see your notes")
            }
        }
    }

    @Test("can be locked, unlocked and restarted")
    func locking() throws {
        let device = try DeviceSimulator()
        #expect(!device.isLocked)
        device.lock()
        #expect(device.isLocked)
        try device.unlockByBiometry()
        #expect(!device.isLocked)
        try device.reboot()
        #expect(device.isLocked)
        #expect(throws: (any Error).self) { try device.unlockByBiometry() }
        #expect(throws: LAError(.authenticationFailed)) { try device.unlock(passcode: "0000") }
        try device.unlock(passcode: "2468")
        #expect(!device.isLocked)
        try device.removePasscode("2468")
        device.lock()
        try device.reboot()
        #expect(!device.isLocked)
        try device.setPasscode("1357")
        device.lock()
        try device.unlock(passcode: "1357")
    }

    @Test("adds and removes enrolled fingers, once each")
    func enrolment() throws {
        let device = try DeviceSimulator(isEnrolled: false)
        #expect(throws: (any Error).self) { try device.unenrol() }
        try device.enrol("left thumb")
        #expect(throws: (any Error).self) { try device.enrol("left thumb") }
        try device.unenrol("left thumb")
        #expect(throws: (any Error).self) { try DeviceSimulator(biometry: .none).enrol("left thumb") }
        #expect(throws: (any Error).self) { try DeviceSimulator(isEnrolled: false).lockOutBiometry() }
    }

    @Test("has a clock that a test advances")
    func clock() throws {
        let device = try DeviceSimulator()
        let start = device.clock.now
        #expect(device.clock.now == start)
        device.clock.advance(by: .milliseconds(1_500))
        #expect(device.clock.now == start.addingTimeInterval(1.5))
    }

    @Test("shares nothing with another device")
    func separation() async throws {
        let devices = try (1...2).map { _ in try DeviceSimulator() }
        try await devices[0].run { try await LARightStore.shared.saveRight(LARight(), identifier: "a") }
        await devices[1].run {
            await #expect(throws: (any Error).self) { try await LARightStore.shared.right(forIdentifier: "a") }
        }
        _ = try await devices[0].run { try await LARightStore.shared.right(forIdentifier: "a") }
    }

    @Test("rejects invalid parameters")
    func rejections() {
        #expect(throws: (any Error).self) { try DeviceSimulator(passcode: "") }
        #expect(throws: (any Error).self) { try DeviceSimulator(app: "") }
    }
}
