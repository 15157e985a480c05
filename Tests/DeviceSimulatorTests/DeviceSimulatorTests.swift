import DeviceSimulator
import Foundation
import OpenLocalAuthentication
import Testing

// What a package author's test looks like: public API alone.
@Suite("A simulated device", .timeLimit(.minutes(5))) struct DeviceSimulatorTests {
    @Test("is there in one line")
    func oneLine() async throws {
        await #expect(throws: LAError(.userCancel)) {
            try await DeviceSimulator().run {
                try await LAContext().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "see your notes")
            }
        }
    }

    @Test("is there in one line for code that is not async, too")
    func oneLineWithoutAsync() throws {
        let canEvaluate = try DeviceSimulator().run { LAContext().canEvaluatePolicy(.deviceOwnerAuthentication, error: nil) }
        #expect(canEvaluate)
    }

    @Test("has its prompts cancelled where no script says otherwise")
    func cancels() async throws {
        try await DeviceSimulator().run {
            await #expect(throws: LAError(.userCancel)) {
                try await LAContext().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "see your notes")
            }
        }
    }

    @Test("is locked, unlocked and restarted as its owner likes")
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

    @Test("enrols what is not enrolled, and removes what is")
    func enrolment() throws {
        let device = try DeviceSimulator(isEnrolled: false)
        #expect(throws: (any Error).self) { try device.unenrol() }
        try device.enrol("left thumb")
        #expect(throws: (any Error).self) { try device.enrol("left thumb") }
        try device.unenrol("left thumb")
        #expect(throws: (any Error).self) { try DeviceSimulator(biometry: .none).enrol("left thumb") }
        #expect(throws: (any Error).self) { try DeviceSimulator(isEnrolled: false).lockOutBiometry() }
    }

    @Test("has a clock that moves when it is moved")
    func clock() throws {
        let device = try DeviceSimulator()
        let start = device.clock.now
        #expect(device.clock.now == start)
        device.clock.advance(by: .milliseconds(1_500))
        #expect(device.clock.now == start.addingTimeInterval(1.5))
    }

    @Test("is alone: what one device has, another has not")
    func separation() async throws {
        let devices = try (1...2).map { _ in try DeviceSimulator() }
        try await devices[0].run { try await LARightStore.shared.saveRight(LARight(), identifier: "a") }
        await devices[1].run {
            await #expect(throws: (any Error).self) { try await LARightStore.shared.right(forIdentifier: "a") }
        }
        _ = try await devices[0].run { try await LARightStore.shared.right(forIdentifier: "a") }
    }

    @Test("refuses what makes no device")
    func refusals() {
        #expect(throws: (any Error).self) { try DeviceSimulator(passcode: "") }
        #expect(throws: (any Error).self) { try DeviceSimulator(app: "") }
    }
}
