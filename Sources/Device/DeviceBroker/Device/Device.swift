package import DeviceProtocol
package import PasswordHashing
package import Secrets
import Synchronization

/// A device: its keychain, its enclave, the user's authentication methods, and its owner's operations.
///
/// Apps have no access to it; they send messages to the `broker`. This type serves the broker's owner interface: the device's
/// settings, its lock, its sensor.
package final class Device: Sendable {
    package let broker: Broker
    package let presence: PresenceAuthority
    package let audit: AuditTrail
    package let state: DeviceState
    /// The key that seals files that are stored with the keychain. The key belongs to the device and does not depend on a passcode:
    /// only this device opens the files, even while it is locked.
    package let fileKey: SealingKey
    let keychain: Keychain
    let passcodes: PasscodeKeeper
    private let enrolment: EnrolmentRecord
    private let enclave: any Enclave
    private let file: KeychainFile
    /// The lock that serializes changes of the lock state and of the open class keys.
    private let moving = Mutex(())

    /// Starts a device with its file and its enclave, as after turning it on: locked if it has a passcode. With a verifier, a
    /// passcode must also pass the verifier.
    package init(
        file: KeychainFile, enclave: any Enclave, sensor: any BiometricSensor, passcodeVerifier: (any PasscodeVerifier)? = nil,
        passcodeCost: Argon2idParameters = .standard, quota: KeychainQuota = .standard,
        random: any RandomBytes = SystemRandomBytes(),
        now: @escaping @Sendable () -> Double
    ) throws(DeviceError) {
        self.enclave = enclave
        self.file = file
        fileKey = try enclave.deviceKey().sealingKey(for: .files)
        state = try DeviceState(file: file, enclave: enclave, now: now)
        audit = AuditTrail(file: file, now: now)
        passcodes = PasscodeKeeper(
            state: state, enclave: enclave, verifier: passcodeVerifier, parameters: passcodeCost, random: random)
        keychain = try Keychain(file: file, enclave: enclave, ring: ClassKeyring(), quota: quota, random: random, now: now)
        enrolment = EnrolmentRecord(state: state, enclave: enclave, keychain: keychain)
        presence = PresenceAuthority(
            state: state, sensor: sensor, enrolment: enrolment, passcodes: passcodes, audit: audit,
            consents: try FaceConsents(file: file, enclave: enclave, random: random)
        ) { [state, keychain] in
            Self.forgetUnlockKey(of: keychain, state)
        }
        let contexts = ContextTable(random: random) { [audit] in audit.note($0, .evaluate, "a context of another caller") }
        broker = Broker(keychain: keychain, contexts: contexts, presence: presence, audit: audit)
        try restart()
    }

    /// Restarts the device, as by turning it off and on.
    package func restart() throws(DeviceError) {
        state.note(.beforeFirstUnlock)
        broker.deviceRestarted()
        try keychain.start()
        try keychain.removeWhatDiedWithItsSet()
        // The enrolment may have changed while the broker was not running.
        if case .unusable(.unrecorded) = presence.sensorState {
            throw .unavailable("cannot record the changed set of fingers")
        }
        if !passcodes.isSet { state.note(.unlocked) }
    }

    /// Turns the device off: closes all contexts, cancels all prompts and checkpoints the keychain's log. The device cannot be used
    /// again. Throws `unavailable` if the checkpoint fails; the next start then repeats it.
    package func stop() throws(DeviceError) {
        moving.withLock { _ in
            state.note(.beforeFirstUnlock)
            keychain.stop()
        }
        broker.deviceRestarted()
        audit.flush()
        try file.close()
    }

    /// Locks the device: closes the class keys that require an unlocked device, and discards passcode proofs. Has no effect if the
    /// device has no passcode or is not unlocked.
    package func lock() {
        guard passcodes.isSet else { return }
        // If biometry cannot unlock the device, the key that a match would use is discarded.
        let isOpenToBiometry = presence.mechanisms.biometryFailure == nil
        let isLocked = moving.withLock { _ in
            guard state.phase == .unlocked else { return false }
            keychain.lock(keepingUnlockKey: isOpenToBiometry)
            state.note(.locked)
            return true
        }
        if isLocked { broker.deviceLocked() }
    }

    /// Unlocks the device. Throws `authenticationFailed` for a wrong passcode, and for every passcode during the delay after too
    /// many wrong ones. Throws `passcodeNotSet` without a passcode.
    package func unlock(passcode: SecretBytes) throws(DeviceError) {
        let proof = try accepted(passcode)
        try moving.withLock { (_) throws(DeviceError) in
            try keychain.unlock(by: Evidence(.passcode(proof)))
            state.note(.unlocked)
        }
        clearBiometricFailures()
    }

    /// Unlocks the device by a sensor report. Throws `biometryLockout` after too many failed matches, and `interactionNotAllowed`
    /// before the first unlock by passcode.
    package func unlock(sensor report: SensorReport) throws(DeviceError) {
        try presence.inTurn { () throws(DeviceError) in try unlockInTurn(report) }
    }

    private func unlockInTurn(_ report: SensorReport) throws(DeviceError) {
        guard state.phase != .beforeFirstUnlock else { throw .item(.interactionNotAllowed) }
        if let failure = presence.mechanisms.biometryFailure { throw .authentication(failure) }
        var failures = state.biometricFailures
        guard report == .matched else {
            if report == .notMatched { failures.add() }
            guard state.note(failures) else { throw .unavailable("cannot store the number of failed attempts") }
            if failures.areTooMany { Self.forgetUnlockKey(of: keychain, state) }
            throw .authentication(failures.areTooMany ? .biometryLockout : .authenticationFailed)
        }
        try moving.withLock { (_) throws(DeviceError) in
            try keychain.unlock(by: Evidence(.match(state.currentSet)))
            state.note(.unlocked, byBiometry: true)
        }
        clearBiometricFailures()
    }

    /// Discards the key with which a match would unlock a locked device, after too many failed matches.
    private static func forgetUnlockKey(of keychain: Keychain, _ state: DeviceState) {
        if state.phase == .locked { keychain.lock(keepingUnlockKey: false) }
    }

    /// Sets the first passcode. Throws `badRequest` if a passcode is set or the new one is empty.
    package func setPasscode(_ passcode: SecretBytes) throws(DeviceError) {
        guard !passcodes.isSet else { throw .badRequest("the device already has a passcode. Change it, or remove it first.") }
        let (proof, salt) = try passcodes.newProof(of: passcode)
        try state.setPasscodeSalt(salt)
        try enclave.granted { (enclave) throws(EnclaveError) in try enclave.setPasscode(proof) }
        // If the broker ends before this, the next start is locked, and the next unlock does this.
        try keychain.putBehindPasscode()
    }

    /// Replaces the enclave's passcode. Everything that it protects then opens with the new one.
    ///
    /// With a verifier, the enclave checks the old passcode and the verifier checks the new one. If the password of the account was
    /// changed elsewhere, the user enters the former and the new password here, and the device loses no data.
    package func changePasscode(from old: SecretBytes, to new: SecretBytes) throws(DeviceError) {
        guard passcodes.isSet else { throw .authentication(.passcodeNotSet) }
        let proofs = try passcodes.proofs(changing: old, to: new)
        try keychain.noteThatClassKeysAreOld()
        try enclave.granted { (enclave) throws(EnclaveError) in try enclave.changePasscode(from: proofs.old, to: proofs.new) }
        try keychain.putBehindPasscode(by: Evidence(.passcode(proofs.new)))
    }

    /// Removes the passcode, and deletes the items whose class requires one. Throws `interactionNotAllowed` unless the device is
    /// unlocked. If the enclave keeps the passcode, the items stay behind it.
    package func removePasscode(_ passcode: SecretBytes) throws(DeviceError) {
        guard state.phase == .unlocked else { throw .item(.interactionNotAllowed) }
        let proof = try accepted(passcode)
        do throws(DeviceError) {
            try keychain.removePasscodeProtection()
            try enclave.granted { (enclave) throws(EnclaveError) in try enclave.removePasscode(proof) }
        } catch {
            // The passcode is still set. If this fails too, or the broker ends before it, the next unlock does it.
            try? keychain.putBehindPasscode(by: Evidence(.passcode(proof)))
            throw error
        }
        try keychain.removePasscodeClass()
    }

    /// Invalidates everything that is bound to the previous biometric set, permanently, before or after a change of the enrolment.
    package func enrolmentChanged() throws(DeviceError) {
        try enrolment.announceChange()
    }

    /// Clears a biometry lockout with the correct passcode.
    package func resetLockout(passcode: SecretBytes) throws(DeviceError) {
        let proof = try accepted(passcode)
        if state.phase == .locked { try keychain.openUnlockKey(by: Evidence(.passcode(proof))) }
        clearBiometricFailures()
    }

    package var enclaveDescription: EnclaveDescription { enclave.description }

    /// Returns the name of the enclave's attestation key. Throws `notAttestable` if the enclave has none.
    package func attestationKey() throws(DeviceError) -> AttestationKeyName {
        try enclave.granted { (enclave) throws(EnclaveError) in try enclave.attestationKey() }
    }

    private func accepted(_ passcode: SecretBytes) throws(DeviceError) -> PasscodeProof {
        guard passcodes.isSet else { throw .authentication(.passcodeNotSet) }
        return try passcodes.check(passcode).accepted()
    }

    private func clearBiometricFailures() {
        _ = state.note(BiometricFailures())
    }
}

extension KeyPurpose {
    fileprivate static let files = KeyPurpose("device-files")
}
