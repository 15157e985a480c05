package import DeviceProtocol
package import PasswordHashing
package import Secrets

/// One device: its keychain, its enclave, the person's ways of proving who they are, and what its owner does with it.
///
/// Apps see none of this; they send messages to the `broker`. What is here belongs to the broker's own interface: the settings of the
/// device, its lock, its sensor.
package final class Device: Sendable {
    package let broker: Broker
    package let presence: PresenceAuthority
    package let audit: AuditTrail
    package let state: DeviceState
    let keychain: Keychain
    let passcodes: PasscodeKeeper
    private let enrolment: EnrolmentRecord
    private let enclave: any Enclave

    /// Starts a device over its file and its enclave, as after switching it on: locked, where it has a passcode. With a verifier a passcode must
    /// be right for that as well.
    package init(
        file: KeychainFile, enclave: any Enclave, sensor: any BiometricSensor, passcodeVerifier: (any PasscodeVerifier)? = nil,
        passcodeCost: Argon2idParameters = .standard, random: any RandomBytes = SystemRandomBytes(),
        now: @escaping @Sendable () -> Double
    ) throws(DeviceRefusal) {
        self.enclave = enclave
        state = try DeviceState(file: file, enclave: enclave, now: now)
        audit = AuditTrail(file: file, now: now)
        passcodes = PasscodeKeeper(
            state: state, enclave: enclave, verifier: passcodeVerifier, parameters: passcodeCost, random: random)
        keychain = try Keychain(file: file, enclave: enclave, ring: ClassKeyring(), random: random, now: now)
        enrolment = EnrolmentRecord(state: state, enclave: enclave, keychain: keychain)
        presence = PresenceAuthority(state: state, sensor: sensor, enrolment: enrolment, passcodes: passcodes, audit: audit)
        let contexts = ContextTable(random: random) { [audit] in audit.note($0, .evaluate, "a context of another caller") }
        broker = Broker(keychain: keychain, contexts: contexts, presence: presence, audit: audit)
        try restart()
    }

    /// As after switching it off and on.
    package func restart() throws(DeviceRefusal) {
        state.note(.beforeFirstUnlock)
        broker.deviceRestarted()
        try keychain.start()
        try keychain.removeWhatDiedWithItsSet()
        // Who is enrolled may have changed while no broker ran.
        if case .unusable(.unrecorded) = presence.standing {
            throw .unavailable("the set of fingers has changed, and that cannot be recorded")
        }
        if !passcodes.isSet { state.note(.unlocked) }
    }

    /// Does nothing where the device has no passcode, or was not unlocked.
    package func lock() {
        guard passcodes.isSet, state.phase == .unlocked else { return }
        keychain.lock()
        state.note(.locked)
    }

    /// Throws `authenticationFailed` for a wrong passcode, and for any while the wait after too many wrong ones lasts.
    package func unlock(passcode: SecretBytes) throws(DeviceRefusal) {
        let proof = try accepted(passcode)
        var evidence = Evidence()
        evidence.add(.passcode(proof))
        try keychain.unlock(by: evidence)
        clearBiometricFailures()
        state.note(.unlocked)
    }

    /// Unlocks by what the sensor saw. Throws `biometryLockout` after too many strangers, and `interactionNotAllowed` before the passcode was
    /// given once.
    package func unlock(sensor report: SensorReport) throws(DeviceRefusal) {
        try presence.inTurn { () throws(DeviceRefusal) in try unlockInTurn(report) }
    }

    private func unlockInTurn(_ report: SensorReport) throws(DeviceRefusal) {
        guard state.phase != .beforeFirstUnlock else { throw .item(.interactionNotAllowed) }
        if let failure = presence.mechanisms.biometryFailure { throw .authentication(failure) }
        var failures = state.biometricFailures
        guard report == .matched else {
            if report == .notMatched { failures.add() }
            guard state.note(failures) else { throw .unavailable("failures cannot be written down") }
            throw .authentication(failures.areTooMany ? .biometryLockout : .authenticationFailed)
        }
        var evidence = Evidence()
        evidence.add(.match(state.currentSet))
        try keychain.unlock(by: evidence)
        clearBiometricFailures()
        state.note(.unlocked, byBiometry: true)
    }

    /// Sets the first passcode. Throws `badRequest` where there is one, and for an empty one.
    package func setPasscode(_ passcode: SecretBytes) throws(DeviceRefusal) {
        guard !passcodes.isSet else { throw .badRequest("the device has a passcode; change it, or remove it first") }
        let (proof, salt) = try passcodes.newProof(of: passcode)
        try state.setPasscodeSalt(salt)
        try enclave.granted { (enclave) throws(EnclaveError) in try enclave.setPasscode(proof) }
        try keychain.putBehindPasscode()
    }

    /// Puts a passcode in the place of the one that the enclave knows, whereupon everything behind that opens with the new one.
    ///
    /// With a verifier it is the new one that the verifier must take; the old one may be one that it no longer does. So a device follows a password
    /// that was changed elsewhere, once both are given, and nothing is lost. Whoever knows one of the two alone opens nothing.
    package func changePasscode(from old: SecretBytes, to new: SecretBytes) throws(DeviceRefusal) {
        guard passcodes.isSet else { throw .authentication(.passcodeNotSet) }
        let proofs = try passcodes.proofs(changing: old, to: new)
        try enclave.granted { (enclave) throws(EnclaveError) in try enclave.changePasscode(from: proofs.old, to: proofs.new) }
    }

    /// Removes the passcode, and with it the items that exist only beside one. Throws where the device is locked.
    package func removePasscode(_ passcode: SecretBytes) throws(DeviceRefusal) {
        guard state.phase == .unlocked else { throw .item(.interactionNotAllowed) }
        let proof = try accepted(passcode)
        try keychain.takeFromBehindPasscode()
        try enclave.granted { (enclave) throws(EnclaveError) in try enclave.removePasscode(proof) }
        try keychain.removePasscodeClass()
    }

    /// After a finger or face was enrolled or removed: what was bound to the set before can never be opened again.
    package func enrolmentChanged() throws(DeviceRefusal) {
        try enrolment.announceChange()
    }

    /// Lets biometry be tried again, for the right passcode.
    package func resetLockout(passcode: SecretBytes) throws(DeviceRefusal) {
        _ = try accepted(passcode)
        clearBiometricFailures()
    }

    package var enclaveDescription: EnclaveDescription { enclave.description }

    /// The name of the key by which the enclave states things of its keys. Throws `notAttestable` where it states nothing.
    package func attestationKey() throws(DeviceRefusal) -> AttestationKeyName {
        try enclave.granted { (enclave) throws(EnclaveError) in try enclave.attestationKey() }
    }

    private func accepted(_ passcode: SecretBytes) throws(DeviceRefusal) -> PasscodeProof {
        guard passcodes.isSet else { throw .authentication(.passcodeNotSet) }
        return try passcodes.check(passcode).accepted()
    }

    private func clearBiometricFailures() {
        _ = state.note(BiometricFailures())
    }
}
