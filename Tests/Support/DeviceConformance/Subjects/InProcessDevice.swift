import DeviceParts
import DeviceProtocol
import DeviceSimulator
import Foundation
import OpenLocalAuthentication
import Synchronization

/// The simulator, in the process of the test.
final class InProcessDevice: DeviceUnderTest {
    private let device: DeviceSimulator
    /// Retained for the life of the device.
    private let tpm: SimulatedTPM?
    private let folder: TestFolder
    private let other: any DeviceLink

    init(_ enclave: DeviceSubject.EnclaveKind, _ start: DeviceStart) throws {
        folder = try TestFolder()
        tpm = enclave == .tpm ? try SimulatedTPM(in: folder.path) : nil
        device = try DeviceSimulator(
            biometry: start.biometry, isEnrolled: start.isEnrolled, passcode: start.passcode, app: TestApp.notes.rawValue,
            accessGroups: [TestApp.notes.rawValue, TestApp.sharedGroup], enclave: tpm.map { .tpm($0.tcti) } ?? .software)
        other = try device.link(ofApp: TestApp.other.rawValue, accessGroups: [TestApp.other.rawValue, TestApp.sharedGroup])
    }

    var person: SimulatedPerson { device.person }

    func link(of app: TestApp) throws -> any DeviceLink {
        switch app {
        case .notes: device.link
        case .other: other
        }
    }

    func lock() { device.lock() }
    func unlock(passcode: String) throws { try device.unlock(passcode: passcode) }
    func unlockByBiometry(matched: Bool) throws { try device.unlockByBiometry(matched: matched) }
    func reboot() throws { try device.reboot() }
    func enrol(_ template: String) throws { try device.enrol(template) }
    func unenrol(_ template: String) throws { try device.unenrol(template) }
    func setPasscode(_ passcode: String) throws { try device.setPasscode(passcode) }
    func removePasscode(_ passcode: String) throws { try device.removePasscode(passcode) }
    func advance(bySeconds seconds: Int) { device.clock.advance(by: .seconds(seconds)) }
    func quiet() async { await device.person.isUndisturbed() }
}
