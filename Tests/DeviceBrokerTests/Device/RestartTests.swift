import DeviceProtocol
import Dispatch
import Secrets
import TestKit
import Testing
import Threads

@testable import DeviceBroker

@Suite("Restart of the broker") struct RestartTests {
    let files: DeviceFiles

    init() throws {
        files = try DeviceFiles()
        // Set up, then released.
        let first = try TestDevice(files: files)
        try first.device.setPasscode(SecretBytes(utf8: TestDevice.passcode))
    }

    @Test("counts of failed matches and wrong passcodes persist")
    func failures() throws {
        try withDevice { device in
            try device.unlock()
            device.device.lock()
            for _ in 1...3 { _ = try? device.device.unlock(sensor: .notMatched) }
            for _ in 1...5 { _ = try? device.device.unlock(passcode: SecretBytes(utf8: "0000")) }
        }
        try withDevice { device in
            #expect(device.device.state.biometricFailures.count == 3)
            #expect(throws: DeviceError.authentication(.authenticationFailed)) { try device.unlock() }
            device.clock.advance(by: 60)
            try device.unlock()
            #expect(device.device.state.biometricFailures.count == 0)
        }
    }

    @Test("the audit trail contains every key use before the stop")
    func audit() throws {
        let caller = Caller(app: TestDevice.app, process: ProcessIdentity(processID: 1, userID: 1, startTime: 1))
        try withDevice { test in
            let (audit, stopped) = (test.device.audit, DispatchSemaphore(value: 0))
            // No entry is written synchronously.
            audit.writer.suspend()
            for _ in 1...100 { audit.noteUse(by: caller, .sign, "used") }
            let stopping = Watched<Device?>(test.device)
            let isStarted = WorkerThread.start {
                // The enclave is open as long as something holds the device, so the thread lets go of it first.
                stopping.change { device in
                    try? device?.stop()
                    device = nil
                }
                stopped.signal()
            }
            #expect(isStarted)
            #expect(stopped.wait(timeout: .now() + .milliseconds(300)) == .timedOut)
            audit.writer.resume()
            stopped.wait()
        }
        try withDevice { test in
            let outcomes = try test.device.audit.entries(atMost: 1_000).map(\.outcome)
            #expect(outcomes.filter { $0 == "used" }.count == 100)
        }
    }

    @Test("items and rights are available again after an unlock")
    func items() throws {
        let right = try #require(RightIdentifier(rawValue: "sign-in"))
        var saved: SavedRight?
        try withDevice { device in
            try device.unlock()
            try device.link().perform(AddItem.password(constraints: [.devicePasscode]))
            saved = try device.link().perform(SaveRight(identifier: right, requirement: .userPresence, secret: [1]))
        }
        try withDevice { device in
            #expect(throws: DeviceError.item(.interactionNotAllowed)) { try device.link().perform(FindItems.password()) }
            try device.unlock()
            device.person.will(.enter(TestDevice.passcode))
            #expect(try device.link().perform(FindItems.password()).items.first?.data == Array("s3cret-Value".utf8))
            #expect(try device.link().perform(ReadRight(identifier: right)) == saved)
        }
    }

    @Test("evidence from before a restart does not count")
    func contexts() throws {
        try withDevice { device in
            try device.unlock()
            let link = device.link()
            let context = try link.perform(OpenContext())
            device.sensor.see(.matched)
            device.person.will(.wait)
            let evaluation = Evaluate(context: context, subject: .policy(.owner), presentation: .silent)
            try link.perform(evaluation)
            try link.perform(evaluation)
            #expect(device.person.prompts.count == 1)
            try device.device.restart()
            try device.unlock()
            #expect(throws: DeviceError.authentication(.invalidContext)) { try link.perform(evaluation) }
            #expect(device.person.prompts.count == 1)
        }
    }

    /// One process of the broker. After the body, the broker has ended.
    private func withDevice(_ body: (TestDevice) throws -> Void) throws {
        try body(TestDevice(files: files))
    }
}
