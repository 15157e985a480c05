import DeviceBroker
import DeviceProtocol
import DeviceServices
import OpenLocalAuthentication
import Secrets

/// What the owner of a simulated device does with it.
extension DeviceSimulator {
    // MARK: - The lock

    /// Whether the device is locked. One without a passcode never is.
    public var isLocked: Bool { device.state.phase != .unlocked }

    /// Locks the device, which takes back every prompt. Nothing without a passcode.
    public func lock() {
        device.lock()
    }

    /// Unlocks the device with its passcode. Throws `LAError.authenticationFailed` for another one.
    public func unlock(passcode: String) throws {
        try asking { () throws(DeviceRefusal) in try device.unlock(passcode: SecretBytes(utf8: passcode)) }
        services.passwords.synchronize()
    }

    /// Unlocks the device with the enrolled finger or face. Throws what forbids that: `LAError.biometryLockout` and its like, and
    /// `errSecInteractionNotAllowed` (`NSOSStatusErrorDomain`) before the passcode was given once after a start.
    public func unlockByBiometry() throws {
        try unlockByBiometry(matched: true)
    }

    /// The same, with a stranger at the lock where `matched` is false: counts, and throws `LAError.authenticationFailed`.
    package func unlockByBiometry(matched: Bool) throws {
        try asking { () throws(DeviceRefusal) in try device.unlock(sensor: matched ? .matched : .notMatched) }
        services.passwords.synchronize()
    }

    /// Switches the device off and on: with a passcode it is then locked, and biometry does not unlock it before the passcode was given. The app's
    /// process ends with it, so that every context that was open is invalid.
    public func reboot() throws {
        ownLink.restart()
        try asking { () throws(DeviceRefusal) in try device.restart() }
    }

    // MARK: - Biometry and the passcode

    /// Enrols a further finger or face, whereupon the set is another one. Throws where it is enrolled already, and without a sensor.
    public func enrol(_ template: String) throws {
        guard sensor.kind != .none, sensor.enrol(template) else { throw SimulatorFailure.enrolment }
        try enrolmentChanged()
    }

    /// Removes a finger or a face, whereupon the set is another one. Throws where it is not enrolled.
    public func unenrol(_ template: String = DeviceSimulator.firstTemplate) throws {
        guard sensor.remove(template) else { throw SimulatorFailure.enrolment }
        try enrolmentChanged()
    }

    /// What was bound to the set before is dead first: a device that is killed in between has nobody enrolled whom that would open for.
    private func enrolmentChanged() throws {
        try asking { () throws(DeviceRefusal) in try device.enrolmentChanged() }
        memory.change { $0.enrol(sensor.templates) }
    }

    /// Lets strangers try at the lock until biometry is locked, as it is anyway between a start and the first unlock.
    ///
    /// Throws where biometry cannot be locked because there is none or nobody is enrolled, and where as many strangers as lock any device did
    /// not lock this one.
    public func lockOutBiometry() throws {
        for _ in 0..<BiometricFailures.limit where device.presence.mechanisms.biometryFailure == nil {
            do throws(DeviceRefusal) {
                try device.unlock(sensor: .notMatched)
            } catch {
                guard case .authentication = error else { throw error.appError }
            }
        }
        let mechanisms = device.presence.mechanisms
        guard mechanisms.biometryFailure != nil else { throw SimulatorFailure.lockOut }
        guard mechanisms.isLockedOut else { throw SimulatorFailure.enrolment }
    }

    /// Gives the device its first passcode.
    public func setPasscode(_ passcode: String) throws {
        try asking { () throws(DeviceRefusal) in try device.setPasscode(SecretBytes(utf8: passcode)) }
    }

    /// Removes the passcode, and with it what may only stand beside one. Throws `LAError.authenticationFailed` for another passcode, and where
    /// the device is locked.
    public func removePasscode(_ passcode: String) throws {
        try asking { () throws(DeviceRefusal) in try device.removePasscode(SecretBytes(utf8: passcode)) }
    }

    private func asking(_ body: () throws(DeviceRefusal) -> Void) throws {
        do throws(DeviceRefusal) {
            try body()
        } catch {
            throw error.appError
        }
    }
}
