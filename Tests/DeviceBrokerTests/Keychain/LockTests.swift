import DeviceProtocol
import Secrets
import Testing

@testable import DeviceBroker

@Suite("Accessible classes") struct LockTests {
    @Test("leave the locked ones out among several")
    func several() throws {
        let device = try TestDevice()
        let link = device.link()
        try link.perform(AddItem.password("alice"))
        try link.perform(AddItem.password("bob", accessibility: .afterFirstUnlock))
        device.device.lock()
        #expect(try link.perform(FindItems.password(nil, limit: 10)).items.count == 1)
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
}
