package import DeviceProtocol
import Synchronization

/// Holds the device to who is enrolled: where that is not who it was when it was last looked at, the set becomes another one, and what was bound to
/// the former is dead.
///
/// What was seen last is written down, so that a change is noticed as well that was made while no broker ran.
package final class EnrolmentRecord: Sendable {
    private let state: DeviceState
    private let enclave: any Enclave
    private let keychain: Keychain
    /// One change at a time.
    private let changing = Mutex(())

    package init(state: DeviceState, enclave: any Enclave, keychain: Keychain) {
        self.state = state
        self.enclave = enclave
        self.keychain = keychain
    }

    /// Takes what a sensor says of who is enrolled. Throws where a change cannot be recorded: nothing that the sensor sees may count then.
    package func notice(_ enrolment: SensorEnrolment) throws(DeviceRefusal) {
        let observed: EnrolledSet? = if case .observed(let set) = enrolment { set } else { nil }
        try changing.withLock { (_) throws(DeviceRefusal) in
            let tag = observed.map(state.tag)
            guard tag != state.enrolment else { return }
            // Written down last: a broker that dies or fails in between does it all once more, and nothing lives that should be dead.
            try advance()
            try keychain.removeWhatDiedWithItsSet()
            try state.setEnrolment(tag)
        }
    }

    /// The set has become another one, as whoever changed it says.
    package func announceChange() throws(DeviceRefusal) {
        try changing.withLock { (_) throws(DeviceRefusal) in
            try advance()
            try keychain.removeWhatDiedWithItsSet()
        }
    }

    private func advance() throws(DeviceRefusal) {
        let generation = try enclave.done { (enclave) throws(EnclaveError) in try enclave.advanceBiometricGeneration() }
        state.note(BiometricSet(generation: generation))
    }
}
