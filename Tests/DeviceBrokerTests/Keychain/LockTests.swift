import DeviceProtocol
import GRDB
import Secrets
import Testing

@testable import DeviceBroker

@Suite("Accessibility classes") struct LockTests {
    @Test("queries omit locked items if others match")
    func several() throws {
        let device = try TestDevice()
        let link = device.link()
        try link.perform(AddItem.password("alice"))
        try link.perform(AddItem.password("bob", accessibility: .afterFirstUnlock))
        device.device.lock()
        #expect(try link.perform(FindItems.password(nil, limit: 10)).items.count == 1)
    }

    @Test("during a lockout a match, even a forged one, unlocks nothing, and the passcode does")
    func lockedOut() throws {
        let device = try TestDevice()
        let keychain = device.device.keychain
        let match = Evidence(.match(device.device.state.currentSet))
        device.device.lock()
        try keychain.unlock(by: match)
        keychain.lock(keepingUnlockKey: true)
        for _ in 1...5 { _ = try? device.device.unlock(sensor: .notMatched) }
        #expect(throws: DeviceError.item(.interactionNotAllowed)) { try keychain.unlock(by: match) }
        try device.device.resetLockout(passcode: SecretBytes(utf8: TestDevice.passcode))
        try device.device.unlock(sensor: .matched)
        try device.unlock()
    }

    @Test("a match unlocks nothing if no finger is enrolled")
    func nobodyEnrolled() throws {
        let device = try TestDevice(isEnrolled: false)
        device.device.lock()
        #expect(throws: DeviceError.item(.interactionNotAllowed)) {
            try device.device.keychain.unlock(by: Evidence(.match(device.device.state.currentSet)))
        }
        try device.unlock()
    }

    @Test("locking discards the passcode proofs of contexts")
    func proof() throws {
        let device = try TestDevice(isEnrolled: false)
        let link = device.link()
        let context = try link.perform(OpenContext())
        let evaluation = Evaluate(context: context, subject: .policy(.owner), presentation: .silent)
        device.person.will(.enter(TestDevice.passcode))
        for _ in 1...2 { try link.perform(evaluation) }
        #expect(device.person.prompts.count == 1)
        #expect(try device.device.broker.contexts.evidence(of: context, for: link.caller).passcode != nil)
        device.device.lock()
        #expect(try device.device.broker.contexts.evidence(of: context, for: link.caller).passcode == nil)
        try device.unlock()
        #expect(throws: DeviceError.authentication(.userCancel)) { try link.perform(evaluation) }
        #expect(device.person.prompts.count == 2)
    }

    @Test("during a lockout a recent unlock does not count as a match")
    func reuse() throws {
        let device = try TestDevice()
        let link = device.link()
        func evaluate() throws {
            try link.perform(
                Evaluate(
                    context: link.perform(OpenContext()), subject: .policy(.biometrics), presentation: .silent, mayInteract: true,
                    unlockReuse: 10))
        }
        device.device.lock()
        try device.device.unlock(sensor: .matched)
        try evaluate()
        #expect(device.person.prompts.isEmpty)
        #expect(device.device.state.note(BiometricFailures(count: BiometricFailures.limit)))
        #expect(throws: DeviceError.authentication(.biometryLockout)) { try evaluate() }
    }

    /// Deletes each class key, and the unlock key.
    private static let losses =
        Accessibility.Availability.allCases.map { "DELETE FROM class_keys WHERE availability = \($0.rawValue)" }
        + ["DELETE FROM unlock_key"]

    @Test("missing class keys are an error while a passcode is set, and are never replaced", arguments: losses)
    func missing(loss: String) throws {
        let files = try DeviceFiles()
        do {
            let device = try TestDevice(files: files)
            try device.device.setPasscode(SecretBytes(utf8: TestDevice.passcode))
            try device.device.stop()
        }
        try DatabaseQueue(path: files.path + "/keychain").write { try $0.execute(sql: loss) }
        #expect(throws: Self.missingKeys) { _ = try TestDevice(files: files) }
    }

    private static let missingKeys = DeviceError.unavailable("class keys are missing; their items cannot be opened without them")

    @Test("a change of the passcode does not replace a class key that was lost meanwhile")
    func lost() throws {
        let device = try TestDevice()
        let loss = "DELETE FROM class_keys WHERE availability = \(Accessibility.Availability.whenPasscodeSet.rawValue)"
        try device.device.keychain.write { try $0.execute(sql: loss) }
        #expect(throws: Self.missingKeys) {
            try device.device.changePasscode(from: SecretBytes(utf8: TestDevice.passcode), to: SecretBytes(utf8: "9999"))
        }
        #expect(try device.device.keychain.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM class_keys") } == 3)
    }

    @Test(
        "a change of the passcode renews the class keys, and a request that used an old one is repeated")
    func renewed() throws {
        let device = try TestDevice()
        let link = device.link()
        try link.perform(AddItem.password())
        let keychain = device.device.keychain
        let old = try keychain.ring.key(for: .whenUnlocked)
        try device.device.changePasscode(from: SecretBytes(utf8: TestDevice.passcode), to: SecretBytes(utf8: "9999"))
        #expect(try keychain.ring.key(for: .whenUnlocked).fingerprint != old.fingerprint)
        #expect(throws: DeviceError.item(.notDecodable)) {
            try keychain.write { try $0.check(isPresent: old, for: .whenUnlocked) }
        }
        #expect(try link.perform(FindItems.password()).items.first?.data == Array("s3cret-Value".utf8))
        var isFirst = true
        let value = try keychain.steadily { () throws(DeviceError) -> Int in
            guard isFirst else { return 7 }
            isFirst = false
            try device.device.changePasscode(from: SecretBytes(utf8: "9999"), to: SecretBytes(utf8: "8888"))
            throw .item(.notDecodable)
        }
        #expect(value == 7)
        #expect(throws: DeviceError.item(.notDecodable)) {
            try keychain.steadily { () throws(DeviceError) in throw .item(.notDecodable) }
        }
    }

    @Test("class keys open with the changed passcode only")
    func changedPasscode() throws {
        let device = try TestDevice()
        let link = device.link()
        try link.perform(AddItem.password())
        try device.device.changePasscode(from: SecretBytes(utf8: TestDevice.passcode), to: SecretBytes(utf8: "9999"))
        try device.device.restart()
        #expect(throws: DeviceError.authentication(.authenticationFailed)) { try device.unlock() }
        try device.device.unlock(passcode: SecretBytes(utf8: "9999"))
        #expect(try link.perform(FindItems.password()).items.first?.data == Array("s3cret-Value".utf8))
    }
}
