import DeviceProtocol
import Dispatch
import Foundation
import Secrets
import Testing
import Threads

@testable import DeviceBroker

// In Sources/Device/DeviceProtocol/DeviceProtocol.docc/DeviceProtocol.md
struct Greeting: WireRecord {
    let context: ContextReference
    let user: String

    static let wire = WireForm(Self.init, .field(\.context), .field(\.user, .text(atMost: 255)))
}
// End

/// The quick starts of DeviceBroker.docc and Threads.docc.
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

    static func run(_ work: @escaping @Sendable () -> Void) -> Bool {
        // In Sources/Shared/Threads/Threads.docc/Threads.md
        guard let thread = WorkerThread(niceness: 5, work) else { return false }
        thread.join()
        // End
        return true
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

    @Test("the code block declares an encoding, which is read again and limits the text")
    func encoding() throws {
        let context = try #require(ContextReference([UInt8](repeating: 1, count: 16)))
        let greeting = Greeting(context: context, user: "anna")
        #expect(try Greeting(message: greeting.message).user == "anna")
        let tooLong = Greeting(context: context, user: String(repeating: "a", count: 256))
        #expect(throws: WireError.self) { try Greeting(message: tooLong.message) }
    }

    @Test("the code block runs its work on a thread and waits for the end")
    func thread() {
        let ran = DispatchSemaphore(value: 0)
        #expect(QuickStart.run { ran.signal() } && ran.wait(timeout: .now()) == .success)
    }
}
