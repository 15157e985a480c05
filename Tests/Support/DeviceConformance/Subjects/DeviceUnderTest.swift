package import DeviceProtocol
package import DeviceSimulator
import OpenLocalAuthentication
import OpenSecurity

/// A device that the suite controls as its owner, while the public modules use it as an app. Initially unlocked, with a passcode
/// and an enrolled face unless configured otherwise.
package protocol DeviceUnderTest: AnyObject, Sendable {
    /// A script that answers prompts.
    var person: SimulatedPerson { get }

    /// Returns the app's connection to the device, the same for the life of the app's process.
    func link(of app: TestApp) throws -> any DeviceLink

    func lock() throws
    func unlock(passcode: String) throws
    /// The lock screen sees an enrolled face, or another one.
    func unlockByBiometry(matched: Bool) throws
    /// Off and on. In a separate process the broker is killed and restarted over its files.
    func reboot() throws
    func enrol(_ template: String) throws
    func unenrol(_ template: String) throws
    func setPasscode(_ passcode: String) throws
    func removePasscode(_ passcode: String) throws
    func advance(bySeconds seconds: Int) throws

    /// Returns when every prompt so far has ended for the user too, because an app may learn of it earlier than the screen.
    func quiet() async
}

/// The apps of the suite: each has its own group, and both share another one.
package enum TestApp: String, Sendable, CaseIterable {
    case notes = "TEAM.com.example.notes"
    case other = "TEAM.com.example.other"

    /// The group of both apps.
    package static let sharedGroup = "TEAM.shared"
}

extension DeviceUnderTest {
    /// The initial enrolled face and passcode.
    package static var firstTemplate: String { DeviceSimulator.firstTemplate }
    package static var passcode: String { "2468" }

    /// Runs `body` as an app of this device.
    @discardableResult
    package func run<Value>(
        as app: TestApp = .notes, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Value
    ) async throws -> Value {
        try await CurrentDevice.$link.withValue(try link(of: app)) { try await body() }
    }

    /// Returns the number of prompts that the user saw.
    package func promptCount() async -> Int {
        await quiet()
        return person.promptCount
    }

    /// Lets other faces fail at an app's prompts until biometry is locked.
    package func lockOutBiometry() async throws {
        try await run {
            let context = LAContext()
            func isOpen() -> Bool { context.canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: nil) }
            // The tests of a device that never locks must fail, not hang.
            for _ in 1...10 where isOpen() {
                if person.remainingAnswers.isEmpty { person.will(.lockOut) }
                _ = try? await context.evaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, localizedReason: "lock")
            }
            if isOpen() { throw LAError(.authenticationFailed) }
        }
    }
}

/// The initial state of a device.
package struct DeviceStart: Sendable {
    package var biometry = DeviceSimulator.Biometry.faceID
    package var isEnrolled = true
    package var passcode: String? = "2468"

    package init() {}
}

extension DeviceSubject {
    /// Creates a new device of this kind, deleted with the object.
    package func device(_ start: DeviceStart = DeviceStart()) throws -> any DeviceUnderTest {
        switch place {
        case .inProcess: try InProcessDevice(enclave, start)
        case .ownProcess: try SeparateProcessDevice(enclave, start)
        }
    }
}
