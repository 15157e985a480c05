import DeviceProtocol
import Secrets
import Testing

@testable import DeviceBroker

@Suite("Accessible classes") struct LockTests {
    @Test("follow the lock, the first unlock and the start", arguments: Accessibility.allCases)
    func classes(accessibility: Accessibility) throws {
        let device = try TestDevice()
        let link = device.link()
        try link.perform(AddItem.password(accessibility: accessibility))
        func isReadable() -> Bool { (try? link.perform(FindItems.password())) != nil }
        #expect(isReadable())
        device.device.lock()
        #expect(isReadable() == [.afterFirstUnlock, .always].contains(accessibility.availability))
        try device.device.restart()
        #expect(device.device.state.phase == .beforeFirstUnlock)
        #expect(isReadable() == (accessibility.availability == .always))
        try device.unlock()
        #expect(isReadable())
    }

    @Test("refuse reading with their own error, and hide from update and deletion, while they are locked")
    func whileLocked() throws {
        let device = try TestDevice()
        let link = device.link()
        try link.perform(AddItem.password())
        device.device.lock()
        #expect(throws: DeviceRefusal.item(.interactionNotAllowed)) { try link.perform(FindItems.password(returning: .attributes)) }
        #expect(throws: DeviceRefusal.item(.interactionNotAllowed)) { try link.perform(AddItem.password("bob")) }
        #expect(throws: DeviceRefusal.item(.notFound)) { try link.perform(DeleteItems(query: .passwords("alice"))) }
        #expect(throws: DeviceRefusal.item(.notFound)) {
            try link.perform(UpdateItems(query: .passwords("alice"), changes: ItemChanges(data: [1])))
        }
    }

    @Test("leave the locked ones out among several")
    func several() throws {
        let device = try TestDevice()
        let link = device.link()
        try link.perform(AddItem.password("alice"))
        try link.perform(AddItem.password("bob", accessibility: .afterFirstUnlock))
        device.device.lock()
        #expect(try link.perform(FindItems.password(nil, limit: 10)).items.count == 1)
    }

    @Test("that need a passcode take nothing without one, and lose everything with it")
    func passcodeClass() throws {
        let device = try TestDevice(hasPasscode: false)
        let link = device.link()
        let request = AddItem.password(accessibility: .whenPasscodeSetThisDeviceOnly)
        #expect(throws: DeviceRefusal.item(.passcodeNotSet)) { try link.perform(request) }
        try device.device.setPasscode(SecretBytes(utf8: "1111"))
        try link.perform(request)
        try link.perform(AddItem.password("stays"))
        try device.device.removePasscode(SecretBytes(utf8: "1111"))
        #expect(throws: DeviceRefusal.item(.notFound)) { try link.perform(FindItems.password()) }
        #expect(try link.perform(FindItems.password("stays")).items.count == 1)
        try device.device.setPasscode(SecretBytes(utf8: "2222"))
        #expect(throws: DeviceRefusal.item(.notFound)) { try link.perform(FindItems.password()) }
    }

    @Test("open under a changed passcode, and no longer under the old one")
    func changedPasscode() throws {
        let device = try TestDevice()
        let link = device.link()
        try link.perform(AddItem.password())
        try device.device.changePasscode(from: SecretBytes(utf8: TestDevice.passcode), to: SecretBytes(utf8: "9999"))
        try device.device.restart()
        #expect(throws: DeviceRefusal.authentication(.authenticationFailed)) { try device.unlock() }
        try device.device.unlock(passcode: SecretBytes(utf8: "9999"))
        #expect(try link.perform(FindItems.password()).items.first?.data == Array("s3cret-Value".utf8))
    }

    @Test("do not open to a face before the passcode was given once, and do after")
    func biometricUnlock() throws {
        let device = try TestDevice()
        let link = device.link()
        try link.perform(AddItem.password())
        try device.device.restart()
        #expect(throws: DeviceRefusal.item(.interactionNotAllowed)) { try device.device.unlock(sensor: .matched) }
        try device.unlock()
        device.device.lock()
        #expect(throws: DeviceRefusal.authentication(.authenticationFailed)) { try device.device.unlock(sensor: .notMatched) }
        try device.device.unlock(sensor: .matched)
        #expect(try link.perform(FindItems.password()).items.count == 1)
    }

    @Test("stay closed to a face after five strangers, until the passcode is given")
    func lockout() throws {
        let device = try TestDevice()
        device.device.lock()
        for _ in 1...5 { _ = try? device.device.unlock(sensor: .notMatched) }
        #expect(throws: DeviceRefusal.authentication(.biometryLockout)) { try device.device.unlock(sensor: .matched) }
        try device.device.restart()
        #expect(device.device.presence.mechanisms.isLockedOut)
        try device.unlock()
        #expect(!device.device.presence.mechanisms.isLockedOut)
    }

    @Test("open to no passcode during the wait after five wrong ones")
    func passcodeWait() throws {
        let device = try TestDevice()
        device.device.lock()
        for _ in 1...5 { _ = try? device.device.unlock(passcode: SecretBytes(utf8: "0000")) }
        #expect(throws: DeviceRefusal.authentication(.authenticationFailed)) { try device.unlock() }
        device.clock.advance(by: 59)
        #expect(throws: DeviceRefusal.authentication(.authenticationFailed)) { try device.unlock() }
        device.clock.advance(by: 1)
        try device.unlock()
    }
}
