package import DeviceProtocol
import Synchronization

/// Tracks the enrolled set. If it differs from the one that was last observed, the device gets a new biometric set, and data that
/// is bound to the former set becomes unusable.
///
/// The last observation is stored, so that a change is detected even if it was made while no broker was running.
package final class EnrolmentRecord: Sendable {
    private let state: DeviceState
    private let enclave: any Enclave
    private let keychain: Keychain
    /// The lock that serializes changes.
    private let changing = Mutex(())

    package init(state: DeviceState, enclave: any Enclave, keychain: Keychain) {
        self.state = state
        self.enclave = enclave
        self.keychain = keychain
    }

    /// Processes a sensor's enrolment. Throws if a change cannot be recorded; the caller must then ignore the sensor's reports.
    package func notice(_ enrolment: SensorEnrolment) throws(DeviceError) {
        let observed: EnrolledSet? = if case .observed(let set) = enrolment { set } else { nil }
        try changing.withLock { (_) throws(DeviceError) in
            let tag = observed.map(state.tag)
            guard tag != state.enrolment else { return }
            // Stored last: if the broker ends or fails before, the next call repeats all steps, so that no outdated data remains
            // usable.
            try advance()
            try keychain.removeWhatDiedWithItsSet()
            try state.setEnrolment(tag)
        }
    }

    /// Records an announced change of the set.
    package func announceChange() throws(DeviceError) {
        try changing.withLock { (_) throws(DeviceError) in
            try advance()
            try keychain.removeWhatDiedWithItsSet()
        }
    }

    private func advance() throws(DeviceError) {
        let generation = try enclave.done { (enclave) throws(EnclaveError) in try enclave.advanceBiometricGeneration() }
        state.note(BiometricSet(generation: generation))
    }
}
