import DeviceSimulator
import OpenLocalAuthentication
import Testing

@Suite("Biometry lockout", .timeLimit(.minutes(20))) struct LockoutTests {
    @Test("the fifth consecutive failed match locks biometry out, across contexts")
    func fifth() async throws {
        let device = try DeviceSimulator()
        device.person.will(.noMatch, .noMatch, .noMatch, .noMatch, .noMatch)
        try await device.run {
            await #expect(throws: LAError(.authenticationFailed)) {
                try await Form.async.evaluate(.deviceOwnerAuthenticationWithBiometrics, with: LAContext())
            }
            #expect(LAContext().canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: nil))
            await #expect(throws: LAError(.biometryLockout)) {
                try await Form.async.evaluate(.deviceOwnerAuthenticationWithBiometrics, with: LAContext())
            }
            #expect(device.person.promptCount == 5)
            await #expect(throws: LAError(.biometryLockout)) {
                try await Form.async.evaluate(.deviceOwnerAuthenticationWithBiometrics, with: LAContext())
            }
            #expect(device.person.promptCount == 5)
            try device.reboot()
            try device.enrol("another finger")
            #expect(!LAContext().canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: nil))
        }
    }

    @Test("a match resets the count")
    func match() async throws {
        let device = try DeviceSimulator()
        device.person.will(.noMatch, .noMatch, .match, .noMatch, .noMatch, .match)
        try await device.run {
            try await Form.async.evaluate(.deviceOwnerAuthenticationWithBiometrics, with: LAContext())
            try await Form.async.evaluate(.deviceOwnerAuthenticationWithBiometrics, with: LAContext())
        }
        #expect(device.person.promptCount == 6)
    }

    @Test("the passcode at an app's prompt ends the lockout")
    func passcodeInApp() async throws {
        let device = try DeviceSimulator()
        try device.lockOutBiometry()
        device.person.will(.passcode("2468"), .match)
        try await device.run {
            try await Form.async.evaluate(.deviceOwnerAuthentication, with: LAContext())
            try await Form.async.evaluate(.deviceOwnerAuthenticationWithBiometrics, with: LAContext())
        }
        #expect(device.person.prompts.map(\.question) == [.passcode, .biometry])
    }

    @Test("the passcode at the lock screen ends the lockout, and biometry does not")
    func passcodeAtLock() async throws {
        let device = try DeviceSimulator()
        try device.lockOutBiometry()
        device.lock()
        #expect(throws: LAError(.biometryLockout)) { try device.unlockByBiometry() }
        #expect(throws: LAError(.authenticationFailed)) { try device.unlock(passcode: "1111") }
        #expect(!device.run { LAContext().canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: nil) })
        try device.unlock(passcode: "2468")
        #expect(device.run { LAContext().canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: nil) })
    }

    @Test("biometry is locked out between a start and the first unlock, with a passcode prompt")
    func beforeFirstUnlock() async throws {
        let device = try DeviceSimulator()
        try device.reboot()
        device.person.will(.passcode("2468"))
        try await device.run {
            await #expect(throws: LAError(.biometryLockout)) {
                try await Form.async.evaluate(.deviceOwnerAuthenticationWithBiometrics, with: LAContext())
            }
            try await Form.async.evaluate(.deviceOwnerAuthentication, with: LAContext())
        }
        #expect(device.person.prompts.map(\.question) == [.passcode])
        try device.unlock(passcode: "2468")
        #expect(device.run { LAContext().canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: nil) })
    }

    @Test("a lockout leads to the passcode if it is sufficient")
    func either() async throws {
        let device = try DeviceSimulator()
        device.person.will(.noMatch, .noMatch, .noMatch, .passcode("2468"))
        try await device.run { try await Form.async.evaluate(.deviceOwnerAuthentication, with: LAContext()) }
        #expect(device.person.prompts.map(\.question) == [.biometry, .biometry, .biometry, .passcode])
    }
}
