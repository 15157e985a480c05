import DeviceBroker
import DeviceProtocol
import DeviceServices
import OpenLocalAuthentication
import Secrets

/// Actions of the owner of a simulated device.
extension DeviceSimulator {
    // MARK: - The lock

    /// Whether the device is locked. A device without a passcode is always unlocked.
    public var isLocked: Bool { device.state.phase != .unlocked }

    /// Locks the device, which cancels every prompt. Without a passcode, this has no effect.
    public func lock() {
        device.lock()
    }

    /// Unlocks the device with its passcode. Throws `LAError.authenticationFailed` for a wrong passcode.
    public func unlock(passcode: String) throws {
        try asking { () throws(DeviceError) in try device.unlock(passcode: SecretBytes(utf8: passcode)) }
        services.passwords.synchronize()
    }

    /// Unlocks the device with an enrolled finger or face. Throws if biometry is unavailable: `LAError.biometryLockout` or a
    /// similar error, and `errSecInteractionNotAllowed` (`NSOSStatusErrorDomain`) before the first unlock with the passcode after
    /// a start.
    public func unlockByBiometry() throws {
        try unlockByBiometry(matched: true)
    }

    /// Unlocks with biometry; presents an unknown finger or face if `matched` is false, which counts as a failure and throws
    /// `LAError.authenticationFailed`.
    package func unlockByBiometry(matched: Bool) throws {
        try asking { () throws(DeviceError) in try device.unlock(sensor: matched ? .matched : .notMatched) }
        services.passwords.synchronize()
    }

    /// Restarts the device. With a passcode, it is then locked, and biometry is unavailable until the first unlock with the
    /// passcode. The app's process ends, and every open context becomes invalid.
    public func reboot() throws {
        ownLink.restart()
        try asking { () throws(DeviceError) in try device.restart() }
    }

    // MARK: - Biometry and the passcode

    /// Enrols another finger or face, which changes the enrolment. Throws if it is already enrolled, and without a sensor.
    public func enrol(_ template: String) throws {
        guard sensor.kind != .none, sensor.enrol(template) else { throw SimulatorFailure.enrolment }
        try enrolmentChanged()
    }

    /// Removes a finger or face, which changes the enrolment. Throws if it is not enrolled.
    public func unenrol(_ template: String = DeviceSimulator.firstTemplate) throws {
        guard sensor.remove(template) else { throw SimulatorFailure.enrolment }
        try enrolmentChanged()
    }

    /// Invalidates items bound to the former enrolment before the new one is stored, so that after a crash in between no enrolled
    /// finger or face opens them.
    private func enrolmentChanged() throws {
        try asking { () throws(DeviceError) in try device.enrolmentChanged() }
        memory.change { $0.enrol(sensor.templates) }
    }

    /// Fails biometric unlocks until biometry is locked, as it is between a start and the first unlock.
    ///
    /// Throws if there is no sensor or no enrolment, and if biometry is still not locked after the limit of failures.
    public func lockOutBiometry() throws {
        for _ in 0..<BiometricFailures.limit where device.presence.mechanisms.biometryFailure == nil {
            do throws(DeviceError) {
                try device.unlock(sensor: .notMatched)
            } catch {
                guard case .authentication = error else { throw error.appError }
            }
        }
        let mechanisms = device.presence.mechanisms
        guard mechanisms.biometryFailure != nil else { throw SimulatorFailure.lockOut }
        guard mechanisms.isLockedOut else { throw SimulatorFailure.enrolment }
    }

    /// Sets the first passcode of the device.
    public func setPasscode(_ passcode: String) throws {
        try asking { () throws(DeviceError) in try device.setPasscode(SecretBytes(utf8: passcode)) }
    }

    /// Removes the passcode, and every item that requires one. Throws `LAError.authenticationFailed` for a wrong passcode, and if
    /// the device is locked.
    public func removePasscode(_ passcode: String) throws {
        try asking { () throws(DeviceError) in try device.removePasscode(SecretBytes(utf8: passcode)) }
    }

    private func asking(_ body: () throws(DeviceError) -> Void) throws {
        do throws(DeviceError) {
            try body()
        } catch {
            throw error.appError
        }
    }
}
