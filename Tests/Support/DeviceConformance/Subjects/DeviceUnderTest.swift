package import DeviceProtocol
package import DeviceSimulator
import OpenLocalAuthentication
import OpenSecurity

/// A device that the suite does things to as its owner, while the public modules do things to it as an app. Unlocked at first, with a passcode
/// and an enrolled face unless told otherwise.
package protocol DeviceUnderTest: AnyObject, Sendable {
    /// Who answers prompts, by a script.
    var person: SimulatedPerson { get }

    /// The way of an app to the device, the same for as long as the app's process lives.
    func link(of app: TestApp) throws -> any DeviceLink

    func lock() throws
    func unlock(passcode: String) throws
    /// The lock screen sees someone who is enrolled, or a stranger.
    func unlockByBiometry(matched: Bool) throws
    /// Off and on. In a process of its own the broker is killed for that, and started again over its files.
    func reboot() throws
    func enrol(_ template: String) throws
    func unenrol(_ template: String) throws
    func setPasscode(_ passcode: String) throws
    func removePasscode(_ passcode: String) throws
    func advance(bySeconds seconds: Int) throws

    /// Returns when every prompt so far is over for the person too: an app may hear earlier than its device's screen.
    func quiet() async
}

/// The apps of the suite: each has a group of its own, and both are in one more.
package enum TestApp: String, Sendable, CaseIterable {
    case notes = "TEAM.com.example.notes"
    case other = "TEAM.com.example.other"

    /// The group that both are in.
    package static let sharedGroup = "TEAM.shared"
}

extension DeviceUnderTest {
    /// The enrolled face, and the passcode, that a device has at first.
    package static var firstTemplate: String { DeviceSimulator.firstTemplate }
    package static var passcode: String { "2468" }

    /// Runs `body` as an app of this device.
    @discardableResult
    package func run<Value>(
        as app: TestApp = .notes, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Value
    ) async throws -> Value {
        try await CurrentDevice.$link.withValue(try link(of: app)) { try await body() }
    }

    /// How often the person was asked so far.
    package func promptCount() async -> Int {
        await quiet()
        return person.promptCount
    }

    /// Lets strangers try at an app's prompts until biometry is locked.
    package func lockOutBiometry() async throws {
        try await run {
            let context = LAContext()
            func isOpen() -> Bool { context.canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: nil) }
            // A device that never locks is to fail its tests, not to keep them.
            for _ in 1...10 where isOpen() {
                if person.remainingAnswers.isEmpty { person.will(.lockOut) }
                _ = try? await context.evaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, localizedReason: "lock")
            }
            if isOpen() { throw LAError(.authenticationFailed) }
        }
    }
}

/// What a device begins with.
package struct DeviceStart: Sendable {
    package var biometry = DeviceSimulator.Biometry.faceID
    package var isEnrolled = true
    package var passcode: String? = "2468"

    package init() {}
}

extension DeviceSubject {
    /// A fresh device of this kind, gone with the object.
    package func device(_ start: DeviceStart = DeviceStart()) throws -> any DeviceUnderTest {
        switch place {
        case .inProcess: try DeviceHere(enclave, start)
        case .ownProcess: try DeviceElsewhere(enclave, start)
        }
    }
}
