package import DeviceProtocol
package import Secrets

/// Where private keys and the device's own secret live: made inside, used inside, never handed out.
///
/// Every key is bound, when it is made, to a ``KeyPolicy`` that nothing can change afterwards; whoever uses it shows a
/// ``KeyAuthorization``. What comes back from making one is a blob for the caller to store: the enclave keeps no list, so that nothing
/// is orphaned when the caller dies before it has stored the blob.
///
/// All calls are synchronous and may come from any thread; they are carried out one at a time. A refusal that the policy foresees is
/// a value (``EnclaveAnswer/refused(_:)``); an ``EnclaveError`` is thrown when the enclave itself fails. After
/// ``EnclaveError/Code/unavailable`` or ``EnclaveError/Code/timedOut`` the value is of no more use: open the enclave again.
package protocol Enclave: Sendable {
    /// What keeps the keys, said honestly.
    var description: EnclaveDescription { get }

    /// Makes a P-256 key that signs and agrees. Refuses with ``EnclaveRefusal/passcodeNotSet`` a policy that names the passcode while
    /// there is none.
    func createKey(_ policy: KeyPolicy) throws(EnclaveError) -> EnclaveAnswer<EnclaveKey>

    /// The ECDSA signature over `input`: r and s, 32 bytes each, most significant byte first (the form of RFC 4754 and RFC 7515).
    func sign(_ input: SignatureInput, with key: KeyBlob, authorization: KeyAuthorization) throws(EnclaveError) -> EnclaveAnswer<
        [UInt8]
    >

    /// The shared point's x coordinate, 32 bytes (ECDH; SEC 1, section 3.3.1). The cofactor of P-256 is 1, so that the standard and the
    /// cofactor form are the same.
    func sharedSecret(
        of key: KeyBlob, with peer: EnclavePublicKey, authorization: KeyAuthorization
    ) throws(EnclaveError) -> EnclaveAnswer<SecretBytes>

    /// A statement that the key was made here and cannot leave, over a digest by which whoever asks tells it from earlier ones. Nothing is
    /// asked for it, since the key itself is not used. Refuses with ``EnclaveRefusal/cannotAttest`` where nothing can be stated: never a
    /// statement that means less.
    func attest(_ key: KeyBlob, over digest: SignatureInput) throws(EnclaveError) -> EnclaveAnswer<KeyAttestation>

    /// The name of the key that signs such statements: the same for as long as the enclave is. Refuses as ``attest(_:over:)`` does.
    func attestationKey() throws(EnclaveError) -> EnclaveAnswer<AttestationKeyName>

    /// The one secret of this device, 32 bytes, the same since the enclave was set up. It is the broker's: its class keys are wrapped under
    /// it and its ``PresenceKey`` is derived from it, so that whoever reads it can claim presence. It never leaves the broker.
    func deviceSecret() throws(EnclaveError) -> SecretBytes

    /// Whether a passcode is set.
    func isPasscodeSet() throws(EnclaveError) -> Bool

    /// Sets the first passcode. Refuses with ``EnclaveRefusal/passcodeAlreadySet`` where there is one.
    func setPasscode(_ proof: PasscodeProof) throws(EnclaveError) -> EnclaveAnswer<Void>

    /// Puts `new` in the place of `old`, in one step; keys that ask for the passcode follow.
    func changePasscode(from old: PasscodeProof, to new: PasscodeProof) throws(EnclaveError) -> EnclaveAnswer<Void>

    /// Takes the passcode away. What asks for it is dead from then on, and stays so when another passcode is set.
    func removePasscode(_ proof: PasscodeProof) throws(EnclaveError) -> EnclaveAnswer<Void>

    /// Whether the proof is the right one, without using a key. A TPM counts failures here as anywhere.
    func verifyPasscode(_ proof: PasscodeProof) throws(EnclaveError) -> EnclaveAnswer<Void>

    /// The generation of the set of enrolled biometrics. It only grows; the first one and the distance of two are of no meaning.
    func biometricGeneration() throws(EnclaveError) -> UInt64

    /// Declares the set of enrolled biometrics changed, in one step. What is bound to the set before it is dead for ever.
    func advanceBiometricGeneration() throws(EnclaveError) -> UInt64
}

/// What the enclave answers when it works: the value, or the reason why the policy does not allow it.
package enum EnclaveAnswer<Value: Sendable>: Sendable {
    /// The policy is met, and this is the result.
    case granted(Value)
    /// The policy is not met; nothing was done.
    case refused(EnclaveRefusal)
}

extension EnclaveAnswer: Equatable where Value: Equatable {}

extension EnclaveAnswer {
    /// Sorts what stopped a step: a refusal becomes a value, a failure is thrown.
    init(stoppedBy interruption: Interruption) throws(EnclaveError) {
        switch interruption {
        case .refused(let refusal): self = .refused(refusal)
        case .failed(let failure): throw failure
        }
    }
}

/// What stops a step within the enclave.
enum Interruption: Error {
    case refused(EnclaveRefusal)
    case failed(EnclaveError)
}

/// Why the enclave does not do what it is asked. The order is the order in which it looks.
package enum EnclaveRefusal: UInt8, Hashable, Sendable, CaseIterable {
    /// Not a key of this enclave, or a bit of it was changed.
    case unknownBlob = 1
    /// The passcode it is bound to was removed: it can never be used again in this way.
    case passcodeGone
    /// The set of enrolled biometrics it is bound to has changed: it can never be used again in this way.
    case biometricSetChanged
    /// The policy asks for evidence that was not given, or the signer of presence declined.
    case authorizationRequired
    /// The passcode's proof is not the right one.
    case wrongPasscode
    /// The presence is not signed by this broker for this use and this nonce.
    case wrongPresence
    /// Too many wrong proofs: the TPM refuses even the right one until its own time has passed. Only a TPM answers this; the counter
    /// that people meet is the broker's.
    case lockedOut
    /// There is no passcode.
    case passcodeNotSet
    /// There already is a passcode.
    case passcodeAlreadySet
    /// It states nothing of this key: no software enclave does, nor a TPM of keys that were made before it kept what it needs for that.
    case cannotAttest
}

/// What an enclave says of itself.
package struct EnclaveDescription: Hashable, Sendable {
    /// The kinds of enclave; the number stands in the state file and in each blob.
    package enum Kind: UInt8, Hashable, Sendable, CaseIterable {
        /// Keys in a sealed file, used by software.
        case software = 1
        /// Keys under a TPM 2.0.
        case tpm = 2
    }

    /// Which implementation it is.
    package let kind: Kind
    /// Whether keys are out of reach of this machine's software. Never true of the software enclave, nor of a TPM that says it is an
    /// emulator; a virtual machine's TPM is believed, since it cannot be told from a real one.
    package let isHardwareBacked: Bool
    /// Who made it, for people: the TPM's manufacturer and model as it tells them, or how the software enclave runs.
    package let model: String
    /// The measures that protect the memory of a software enclave; empty for a TPM, which has no use for them.
    package let hardening: Set<HardeningMeasure>

    /// Describes an enclave.
    package init(kind: Kind, isHardwareBacked: Bool, model: String, hardening: Set<HardeningMeasure> = []) {
        self.kind = kind
        self.isHardwareBacked = isHardwareBacked
        self.model = model
        self.hardening = hardening
    }
}

/// What opening an enclave does where none has been set up.
package enum EnclaveOpening: Hashable, Sendable {
    /// Fails with ``EnclaveError/Code/notSetUp``. For a broker that has keys stored: a lost state file must not pass as a new device.
    case existing
    /// Sets one up, and goes on where an earlier attempt was killed.
    case createIfAbsent
}
