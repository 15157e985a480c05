import DeviceProtocol
import Foundation
import Secrets
import Testing

@testable import DeviceBroker

/// The quick start of DeviceBroker.docc.
enum QuickStart {
    static func run(in folder: DeviceFolder, enclave: any Enclave, passcode: SecretBytes, notes: App) throws -> LockPhase {
        // In Sources/Device/DeviceBroker/DeviceBroker.docc/DeviceBroker.md
        let device = try RunningDevice(
            folder: folder, enclave: enclave, biometry: .face, timeout: .seconds(60),
            now: { Date.now.timeIntervalSinceReferenceDate })
        let app = try device.launch(notes)
        print("\(notes.identifier.rawValue) reaches the keychain at \(app.socket)")

        let owner = try ControlLink(path: folder.controlSocket)
        try owner.perform(.setPasscode(passcode))
        try owner.perform(.lock)
        // End
        let phase = device.device.state.phase
        try device.stop()
        return phase
    }
}

@Suite("Quick start of DeviceBroker")
struct QuickStartTests {
    @Test("the code block starts a device, launches an app and locks the device")
    func runs() throws {
        let files = try DeviceFiles()
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: files.path)
        let folder = try DeviceFolder(path: files.path)
        let configuration = try #require(
            SoftwareEnclave.Configuration(
                stateFile: folder.enclaveState, hostKey: folder.hostKey(), opening: folder.enclaveOpening))
        let phase = try QuickStart.run(
            in: folder, enclave: SoftwareEnclave(inProcess: configuration), passcode: RunningFixture.passcode, notes: TestDevice.app
        )
        #expect(phase == .locked)
    }
}
