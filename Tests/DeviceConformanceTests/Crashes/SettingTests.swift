import DeviceBroker
import DeviceConformance
import DeviceProtocol
import DeviceSimulator
import Foundation
import OpenLocalAuthentication
import OpenSecurity
import TestKit
import Testing

@Suite("Device settings interrupted by kill -9", .tags(.realParts), .timeLimit(.minutes(20))) struct SettingTests {
    enum Change: String, CaseIterable, Sendable {
        case setPasscode, removePasscode, enrol, unenrol
    }

    /// The long form also kills the enclave, and removes an enrolment.
    static let rows = DeviceSubject.enclaves.flatMap { enclave in
        (Soak.isFull ? KillTarget.allCases : [.broker]).flatMap { target in
            (Soak.isFull ? Change.allCases : [.setPasscode, .removePasscode, .enrol]).map { (enclave, target, $0) }
        }
    }

    /// Each change has several transactions and enclave states. The next start completes it, or it never began.
    @Test("a kill at any step loses no item that is not bound to the changed setting", arguments: rows)
    func everyStep(row: (DeviceSubject.EnclaveKind, KillTarget, Change)) async throws {
        let (enclave, target, change) = row
        var step = 0
        while try await isCut(change, on: enclave, target, atStep: step + 1) { step += 1 }
        #expect(step >= 3)
    }

    /// Returns false if the change was not interrupted.
    private func isCut(
        _ change: Change, on enclave: DeviceSubject.EnclaveKind, _ target: KillTarget, atStep step: Int
    ) async throws -> Bool {
        var start = DeviceStart()
        if change == .setPasscode { start.passcode = nil }
        let device = try SeparateProcessDevice(enclave, start)
        let scene = CrashScene(device)
        if change == .unenrol { try device.enrol("a glove") }
        try await device.run {
            for (name, accessible) in [("unlocked", kSecAttrAccessibleWhenUnlocked), ("first", kSecAttrAccessibleAfterFirstUnlock)]
            {
                #expect(Passwords.add(name, [kSecAttrAccessible: accessible]) == errSecSuccess)
            }
            let bound = try Protection(.biometryCurrentSet).control()
            #expect(Passwords.add("set", [kSecAttrAccessControl: bound]) == errSecSuccess)
            if change != .setPasscode {
                let beside: [CFString: Any] = [kSecAttrAccessible: kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly]
                #expect(Passwords.add("beside", beside) == errSecSuccess)
            }
        }
        try device.strike(target, atStep: step)
        let isDone = code { try perform(change, on: device) } == 0
        let wasKilled = try device.stepsUntilNow() == nil || !device.isEnclaveRunning
        if wasKilled {
            try scene.revive()
            let hasPasscode = try device.status().mechanisms.hasPasscode
            if hasPasscode { try device.unlock(passcode: "2468") }
            if isDone { #expect(hasPasscode == (change != .removePasscode)) }
            device.renewLinks()
        }
        let row: Comment = "\(change), \(target) at step \(step)"
        let status = try device.status()
        try await device.run {
            for name in ["unlocked", "first"] { #expect(Passwords.read(name).value == Passwords.secret, row) }
            if change != .setPasscode {
                let isThere = Passwords.read("beside").status == errSecSuccess
                #expect(isThere == status.mechanisms.hasPasscode, row)
            }
            // An enrolment that may have happened invalidates what was bound to the previous set.
            let isBound = Passwords.attributes("set").0 == errSecSuccess
            let isAsBefore = status.templates.count == (change == .unenrol ? 2 : 1)
            #expect(!isBound || isAsBefore, row)
            if isBound {
                device.person.will(.match)
                #expect(Passwords.read("set").value == Passwords.secret, row)
            }
            if status.mechanisms.hasPasscode {
                try device.lock()
                #expect(Passwords.read("unlocked").status == errSecInteractionNotAllowed, row)
                try device.unlock(passcode: "2468")
            }
        }
        try scene.checkFiles()
        return wasKilled
    }

    private func perform(_ change: Change, on device: SeparateProcessDevice) throws {
        switch change {
        case .setPasscode: try device.setPasscode("2468")
        case .removePasscode: try device.removePasscode("2468")
        case .enrol: try device.enrol("a glove")
        case .unenrol: try device.unenrol("a glove")
        }
    }
}
