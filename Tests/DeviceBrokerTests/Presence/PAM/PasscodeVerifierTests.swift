import DeviceProtocol
import Secrets
import Synchronization
import TestKit
import Testing
import Threads

@testable import DeviceBroker

/// A verifier that knows one passcode, or returns a verdict that a test has set.
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

@Suite("Passcode with an external verifier") struct PasscodeVerifierTests {
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

    private func isRejectedAsChanged(_ body: () throws -> Void) -> Bool {
        do {
            try body()
            return false
        } catch DeviceError.badRequest(let reason) {
            return reason.contains("changed outside of the device")
        } catch {
            return false
        }
    }

    @Test("setting a passcode requires the verifier's acceptance")
    func setting() throws {
        let verifier = ScriptedVerifier("first")
        let device = try TestDevice(hasPasscode: false, verifier: verifier)
        #expect(throws: DeviceError.authentication(.authenticationFailed)) {
            try device.device.setPasscode(SecretBytes(utf8: "other"))
        }
        #expect(!device.device.passcodes.isSet)
        try device.device.setPasscode(SecretBytes(utf8: "first"))
        #expect(device.device.passcodes.isSet)
    }

    @Test("an unlock requires both the verifier and the enclave")
    func unlocking() throws {
        device.device.lock()
        #expect(throws: DeviceError.authentication(.authenticationFailed)) { try unlock("other") }
        // A passcode that the enclave accepts and the verifier rejects.
        verifier.say(.rejected)
        #expect(throws: DeviceError.authentication(.authenticationFailed)) { try unlock("first") }
        verifier.say(nil)
        try unlock("first")
        // A passcode that the verifier accepts and the enclave rejects.
        device.device.lock()
        verifier.say(.accepted)
        #expect(isRejectedAsChanged { try unlock("guess") })
        #expect(device.device.state.phase == .locked)
    }

    @Test("after a change outside of the device, both passcodes together open everything, and nothing opens before")
    func changedOutside() throws {
        try link.perform(AddItem.password(constraints: [.devicePasscode]))
        try link.perform(AddItem.password("class", accessibility: .whenPasscodeSetThisDeviceOnly))
        try device.device.restart()
        verifier.change(to: "second")
        #expect(throws: DeviceError.authentication(.authenticationFailed)) { try unlock("first") }
        #expect(isRejectedAsChanged { try unlock("second") })
        #expect(device.device.state.phase == .beforeFirstUnlock)
        // One of them alone, or both exchanged, is not sufficient.
        #expect(throws: DeviceError.authentication(.authenticationFailed)) { try change(from: "second", to: "second") }
        #expect(throws: DeviceError.authentication(.authenticationFailed)) { try change(from: "first", to: "first") }
        try change(from: "first", to: "second")
        try unlock("second")
        device.person.will(.enter("second"))
        #expect(try link.perform(FindItems.password()).items.first?.data == Array("s3cret-Value".utf8))
        #expect(try link.perform(FindItems.password("class")).items.count == 1)
        #expect(throws: DeviceError.self) { try unlock("first") }
    }

    @Test("a passcode changed outside of the device ends the prompt, and the audit trail says so")
    func changedDuringPrompt() throws {
        try link.perform(AddItem.password(constraints: [.devicePasscode]))
        verifier.change(to: "second")
        device.person.will(.enter("second"))
        #expect(throws: DeviceError.authentication(.authenticationFailed)) { try link.perform(FindItems.password()) }
        #expect(device.person.prompts.count == 1)
        #expect(try device.device.audit.entries(atMost: 9).contains { $0.outcome.contains("changed outside") })
    }

    @Test("a passcode that was not checked does not count as wrong, and ends the prompt")
    func unavailable() throws {
        try link.perform(AddItem.password(constraints: [.devicePasscode]))
        verifier.say(.unavailable(.accountExpired))
        for _ in 1...20 {
            #expect(throws: DeviceError.unavailable("the account has expired")) { try unlock("first") }
        }
        #expect(device.device.state.passcodeFailures.count == 0)
        device.person.will(.enter("first"), .enter("first"))
        #expect(throws: DeviceError.authentication(.systemCancel)) { try link.perform(FindItems.password()) }
        #expect(device.person.prompts.count == 1)
        verifier.say(nil)
        try unlock("first")
    }

    @Test("exhausted attempts end the prompt and count")
    func exhausted() throws {
        try link.perform(AddItem.password(constraints: [.devicePasscode]))
        verifier.say(.exhausted)
        device.person.will(.enter("first"), .enter("first"))
        #expect(throws: DeviceError.authentication(.authenticationFailed)) { try link.perform(FindItems.password()) }
        #expect(device.person.prompts.count == 1)
        #expect(device.device.state.passcodeFailures.count == 1)
    }

    @Test("the verifier is called five times, then not before the delay has passed; setting and changing count too")
    func counting() throws {
        let asked = verifier.asked
        for _ in 1...3 { #expect(throws: DeviceError.self) { try unlock("wrong") } }
        for _ in 1...2 { #expect(throws: DeviceError.self) { try change(from: "wrong", to: "first") } }
        #expect(verifier.asked == asked + 3)
        #expect(throws: DeviceError.authentication(.authenticationFailed)) { try unlock("first") }
        #expect(throws: DeviceError.authentication(.authenticationFailed)) { try change(from: "first", to: "first") }
        #expect(verifier.asked == asked + 3)
        device.clock.advance(by: 60)
        try unlock("first")
        let rightFormer = verifier.asked
        for _ in 1...9 { #expect(throws: DeviceError.self) { try change(from: "first", to: "wrong") } }
        #expect(verifier.asked == rightFormer + 5, "knowing the former passcode permits no additional guesses")
        device.clock.advance(by: 60)
        try change(from: "first", to: "first")
        #expect(device.device.state.passcodeFailures.count == 0)
        let guesses = try TestDevice(hasPasscode: false, verifier: verifier)
        let before = verifier.asked
        for _ in 1...9 { #expect(throws: DeviceError.self) { try guesses.device.setPasscode(SecretBytes(utf8: "guess")) } }
        #expect(verifier.asked == before + 5)
    }

    @Test("failures with a future timestamp, from a wrong clock, delay no longer than present ones")
    func future() throws {
        for _ in 1...5 { #expect(throws: DeviceError.self) { try unlock("wrong") } }
        device.clock.advance(by: -1_000_000)
        let asked = verifier.asked
        #expect(throws: DeviceError.self) { try unlock("first") }
        device.clock.advance(by: 59)
        #expect(throws: DeviceError.self) { try unlock("first") }
        #expect(verifier.asked == asked)
        device.clock.advance(by: 1)
        try unlock("first")
    }

    @Test("concurrent attempts are all counted")
    func concurrent() throws {
        let asked = verifier.asked
        let done = Watched(0)
        for _ in 1...16 {
            _ = WorkerThread.start {
                _ = try? device.device.unlock(passcode: SecretBytes(utf8: "wrong"))
                done.change { $0 += 1 }
            }
        }
        done.waitUntil { $0 == 16 }
        #expect(verifier.asked == asked + 5)
        #expect(device.device.state.passcodeFailures.count == 5)
    }
}
