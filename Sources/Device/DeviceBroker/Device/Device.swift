package import DeviceProtocol
package import PasswordHashing
package import Secrets
import Synchronization

/// One device: its keychain, its enclave, the person's ways of proving who they are, and what its owner does with it.
///
/// Apps see none of this; they send messages to the `broker`. What is here belongs to the broker's own interface: the settings of the
/// device, its lock, its sensor.
package final class Device: Sendable {
    package let broker: Broker
    package let presence: PresenceAuthority
    package let audit: AuditTrail
    package let state: DeviceState
    /// Seals files beside the keychain. It is the device's own and no passcode's: a copy of the files opens nowhere else, and the device opens them while it is
    /// locked.
    package let fileKey: SealingKey
    let keychain: Keychain
    let passcodes: PasscodeKeeper
    private let enrolment: EnrolmentRecord
    private let enclave: any Enclave
    private let file: KeychainFile
    /// The lock and the keys that are open move together.
    private let moving = Mutex(())

    /// Starts a device over its file and its enclave, as after switching it on: locked, where it has a passcode. With a verifier a passcode must
    /// be right for that as well.
    package init(
        file: KeychainFile, enclave: any Enclave, sensor: any BiometricSensor, passcodeVerifier: (any PasscodeVerifier)? = nil,
        passcodeCost: Argon2idParameters = .standard, quota: KeychainQuota = .standard,
        random: any RandomBytes = SystemRandomBytes(),
        now: @escaping @Sendable () -> Double
    ) throws(DeviceRefusal) {
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

    /// As switching it off: nothing is open any more, what is asked is withdrawn, and the keychain's log is empty. The device is of no more use. Throws
    /// `unavailable` where the log cannot be emptied; the next start does it then.
    package func stop() throws(DeviceRefusal) {
        moving.withLock { _ in
            state.note(.beforeFirstUnlock)
            keychain.stop()
        }
        broker.deviceRestarted()
        audit.flush()
        try file.close()
    }

    /// Nothing that needs an unlocked device opens from now on, and no proof of the passcode is kept. Does nothing where the device has no passcode, or was not
    /// unlocked.
    package func lock() {
        guard passcodes.isSet else { return }
        // Where biometry could not unlock it, nothing is kept by which a match would.
        let isOpenToBiometry = presence.mechanisms.biometryFailure == nil
        let isLocked = moving.withLock { _ in
            guard state.phase == .unlocked else { return false }
            keychain.lock(keepingUnlockKey: isOpenToBiometry)
            state.note(.locked)
            return true
        }
        if isLocked { broker.deviceLocked() }
    }

    /// Throws `authenticationFailed` for a wrong passcode, and for any while the wait after too many wrong ones lasts.
    package func unlock(passcode: SecretBytes) throws(DeviceRefusal) {
        let proof = try accepted(passcode)
        try moving.withLock { (_) throws(DeviceRefusal) in
            try keychain.unlock(by: Evidence(.passcode(proof)))
            state.note(.unlocked)
        }
        clearBiometricFailures()
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
            if failures.areTooMany { Self.forgetUnlockKey(of: keychain, state) }
            throw .authentication(failures.areTooMany ? .biometryLockout : .authenticationFailed)
        }
        try moving.withLock { (_) throws(DeviceRefusal) in
            try keychain.unlock(by: Evidence(.match(state.currentSet)))
            state.note(.unlocked, byBiometry: true)
        }
        clearBiometricFailures()
    }

    /// After too many strangers nothing is kept by which a match would unlock a locked device.
    private static func forgetUnlockKey(of keychain: Keychain, _ state: DeviceState) {
        if state.phase == .locked { keychain.lock(keepingUnlockKey: false) }
    }

    /// Sets the first passcode. Throws `badRequest` where there is one, and for an empty one.
    package func setPasscode(_ passcode: SecretBytes) throws(DeviceRefusal) {
        guard !passcodes.isSet else { throw .badRequest("the device has a passcode; change it, or remove it first") }
        let (proof, salt) = try passcodes.newProof(of: passcode)
        try state.setPasscodeSalt(salt)
        try enclave.granted { (enclave) throws(EnclaveError) in try enclave.setPasscode(proof) }
        // Whoever dies here is locked at the next start, and does it at the next unlock.
        try keychain.putBehindPasscode()
    }

    /// Puts a passcode in the place of the one that the enclave knows, whereupon everything behind that opens with the new one.
    ///
    /// With a verifier it is the new one that the verifier must take; the old one may be one that it no longer does. So a device follows a password
    /// that was changed elsewhere, once both are given, and nothing is lost. Whoever knows one of the two alone opens nothing.
    package func changePasscode(from old: SecretBytes, to new: SecretBytes) throws(DeviceRefusal) {
        guard passcodes.isSet else { throw .authentication(.passcodeNotSet) }
        let proofs = try passcodes.proofs(changing: old, to: new)
        try keychain.noteThatClassKeysAreOld()
        try enclave.granted { (enclave) throws(EnclaveError) in try enclave.changePasscode(from: proofs.old, to: proofs.new) }
        try keychain.putBehindPasscode(by: Evidence(.passcode(proofs.new)))
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
        let proof = try accepted(passcode)
        if state.phase == .locked { try keychain.openUnlockKey(by: Evidence(.passcode(proof))) }
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

extension KeyPurpose {
    fileprivate static let files = KeyPurpose("device-files")
}
