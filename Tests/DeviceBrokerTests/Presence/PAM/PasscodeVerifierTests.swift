import DeviceProtocol
import Secrets
import Glibc
import Synchronization
import Testing
import Threads

@testable import DeviceBroker

/// A verifier that knows one passcode, or says what a test has it say.
final class ScriptedVerifier: PasscodeVerifier {
    private let state: Mutex<(passcode: String, verdict: PasscodeVerdict?, asked: Int)>

    init(_ passcode: String) {
        state = Mutex((passcode, nil, 0))
    }

    var asked: Int { state.withLock(\.asked) }

    func change(to passcode: String) {
        state.withLock { $0.passcode = passcode }
    }

    func say(_ verdict: PasscodeVerdict?) {
        state.withLock { $0.verdict = verdict }
    }

    func verify(_ passcode: SecretBytes) -> PasscodeVerdict {
        state.withLock { state in
            state.asked += 1
            let isRight = passcode.withBytes { $0.elementsEqual(state.passcode.utf8) }
            return state.verdict ?? (isRight ? .accepted : .rejected)
        }
    }
}

@Suite("A passcode that somebody else knows as well") struct PasscodeVerifierTests {
    let verifier = ScriptedVerifier("first")
    let device: TestDevice
    let link: BrokerLink

    init() throws {
        device = try TestDevice(hasPasscode: false, verifier: verifier)
        try device.device.setPasscode(SecretBytes(utf8: "first"))
        link = device.link()
    }

    private func unlock(_ passcode: String) throws {
        try device.device.unlock(passcode: SecretBytes(utf8: passcode))
    }

    private func change(from old: String, to new: String) throws {
        try device.device.changePasscode(from: SecretBytes(utf8: old), to: SecretBytes(utf8: new))
    }

    private func isRefusedAsChanged(_ body: () throws -> Void) -> Bool {
        do {
            try body()
            return false
        } catch DeviceRefusal.badRequest(let reason) {
            return reason.contains("changed outside of the device")
        } catch {
            return false
        }
    }

    @Test("is set only when both take it")
    func setting() throws {
        let verifier = ScriptedVerifier("first")
        let device = try TestDevice(hasPasscode: false, verifier: verifier)
        #expect(throws: DeviceRefusal.authentication(.authenticationFailed)) {
            try device.device.setPasscode(SecretBytes(utf8: "other"))
        }
        #expect(!device.device.passcodes.isSet)
        try device.device.setPasscode(SecretBytes(utf8: "first"))
        #expect(device.device.passcodes.isSet)
    }

    @Test("opens only when both take it")
    func unlocking() throws {
        device.device.lock()
        #expect(throws: DeviceRefusal.authentication(.authenticationFailed)) { try unlock("other") }
        // One that the enclave would take and the verifier does not.
        verifier.say(.rejected)
        #expect(throws: DeviceRefusal.authentication(.authenticationFailed)) { try unlock("first") }
        verifier.say(nil)
        try unlock("first")
        // One that the verifier takes and the enclave does not.
        device.device.lock()
        verifier.say(.accepted)
        #expect(isRefusedAsChanged { try unlock("guess") })
        #expect(device.device.state.phase == .locked)
    }

    @Test("that was changed outside opens everything again once both are given, and nothing before")
    func changedOutside() throws {
        try link.perform(AddItem.password(constraints: [.devicePasscode]))
        try link.perform(AddItem.password("class", accessibility: .whenPasscodeSetThisDeviceOnly))
        try device.device.restart()
        verifier.change(to: "second")
        #expect(throws: DeviceRefusal.authentication(.authenticationFailed)) { try unlock("first") }
        #expect(isRefusedAsChanged { try unlock("second") })
        #expect(device.device.state.phase == .beforeFirstUnlock)
        // Either alone, or in the wrong places, is nothing.
        #expect(throws: DeviceRefusal.authentication(.authenticationFailed)) { try change(from: "second", to: "second") }
        #expect(throws: DeviceRefusal.authentication(.authenticationFailed)) { try change(from: "first", to: "first") }
        try change(from: "first", to: "second")
        try unlock("second")
        device.person.will(.enter("second"))
        #expect(try link.perform(FindItems.password()).items.first?.data == Array("s3cret-Value".utf8))
        #expect(try link.perform(FindItems.password("class")).items.count == 1)
        #expect(throws: DeviceRefusal.self) { try unlock("first") }
    }

    @Test("that was changed outside ends a prompt, and says so in the audit trail")
    func changedDuringPrompt() throws {
        try link.perform(AddItem.password(constraints: [.devicePasscode]))
        verifier.change(to: "second")
        device.person.will(.enter("second"))
        #expect(throws: DeviceRefusal.authentication(.authenticationFailed)) { try link.perform(FindItems.password()) }
        #expect(device.person.prompts.count == 1)
        #expect(try device.device.audit.entries(atMost: 9).contains { $0.outcome.contains("changed outside") })
    }

    @Test("that nothing is said about is no wrong one, and ends a prompt")
    func unavailable() throws {
        try link.perform(AddItem.password(constraints: [.devicePasscode]))
        verifier.say(.unavailable(.accountExpired))
        for _ in 1...20 {
            #expect(throws: DeviceRefusal.unavailable("the account has expired")) { try unlock("first") }
        }
        #expect(device.device.state.passcodeFailures.count == 0)
        device.person.will(.enter("first"), .enter("first"))
        #expect(throws: DeviceRefusal.authentication(.systemCancel)) { try link.perform(FindItems.password()) }
        #expect(device.person.prompts.count == 1)
        verifier.say(nil)
        try unlock("first")
    }

    @Test("of which no more are taken ends a prompt, and counts")
    func exhausted() throws {
        try link.perform(AddItem.password(constraints: [.devicePasscode]))
        verifier.say(.exhausted)
        device.person.will(.enter("first"), .enter("first"))
        #expect(throws: DeviceRefusal.authentication(.authenticationFailed)) { try link.perform(FindItems.password()) }
        #expect(device.person.prompts.count == 1)
        #expect(device.device.state.passcodeFailures.count == 1)
    }

    @Test("is asked about five times, and then not before the wait is over; setting and changing count too")
    func counting() throws {
        let asked = verifier.asked
        for _ in 1...3 { #expect(throws: DeviceRefusal.self) { try unlock("wrong") } }
        for _ in 1...2 { #expect(throws: DeviceRefusal.self) { try change(from: "wrong", to: "first") } }
        #expect(verifier.asked == asked + 3)
        #expect(throws: DeviceRefusal.authentication(.authenticationFailed)) { try unlock("first") }
        #expect(throws: DeviceRefusal.authentication(.authenticationFailed)) { try change(from: "first", to: "first") }
        #expect(verifier.asked == asked + 3)
        device.clock.advance(by: 60)
        try unlock("first")
        let rightFormer = verifier.asked
        for _ in 1...9 { #expect(throws: DeviceRefusal.self) { try change(from: "first", to: "wrong") } }
        #expect(verifier.asked == rightFormer + 5, "whoever knows the former passcode guesses the new one no oftener")
        device.clock.advance(by: 60)
        try change(from: "first", to: "first")
        #expect(device.device.state.passcodeFailures.count == 0)
        let guesses = try TestDevice(hasPasscode: false, verifier: verifier)
        let before = verifier.asked
        for _ in 1...9 { #expect(throws: DeviceRefusal.self) { try guesses.device.setPasscode(SecretBytes(utf8: "guess")) } }
        #expect(verifier.asked == before + 5)
    }

    @Test("keeps nobody waiting longer for failures in the future, as after a clock that was wrong, than for those of now")
    func future() throws {
        for _ in 1...5 { #expect(throws: DeviceRefusal.self) { try unlock("wrong") } }
        device.clock.advance(by: -1_000_000)
        let asked = verifier.asked
        #expect(throws: DeviceRefusal.self) { try unlock("first") }
        device.clock.advance(by: 59)
        #expect(throws: DeviceRefusal.self) { try unlock("first") }
        #expect(verifier.asked == asked)
        device.clock.advance(by: 1)
        try unlock("first")
    }

    @Test("counts each of many attempts at once")
    func concurrent() throws {
        let asked = verifier.asked
        let done = Mutex(0)
        for _ in 1...16 {
            _ = WorkerThread.start {
                _ = try? device.device.unlock(passcode: SecretBytes(utf8: "wrong"))
                done.withLock { $0 += 1 }
            }
        }
        while done.withLock({ $0 < 16 }) { sched_yield() }
        #expect(verifier.asked == asked + 5)
        #expect(device.device.state.passcodeFailures.count == 5)
    }
}
