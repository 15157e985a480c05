package import DeviceProtocol
package import Secrets

/// The component that holds private keys and the device's secret. Keys are created and used inside and never leave it.
///
/// Each key is bound to a ``KeyPolicy`` when it is created, which cannot change. Each use requires a ``KeyAuthorization``. Creating
/// a key returns a blob, which the caller stores. The enclave keeps no list of keys, so a caller that ends before it has stored the
/// blob leaves no orphan.
///
/// All calls are synchronous, may come from any thread, and are performed one at a time. A rejection by the policy is a value
/// (``EnclaveAnswer/rejected(_:)``). A failure of the enclave itself throws an ``EnclaveError``. After
/// ``EnclaveError/Code/unavailable`` or ``EnclaveError/Code/timedOut`` the value cannot be used again: open the enclave again.
package protocol Enclave: Sendable {
    /// A description of what protects the keys.
    var description: EnclaveDescription { get }

    /// Creates a P-256 key for signatures and key agreement. Rejects with ``EnclaveRejection/passcodeNotSet`` if the policy requires
    /// the passcode and none is set.
    func createKey(_ policy: KeyPolicy) throws(EnclaveError) -> EnclaveAnswer<EnclaveKey>

    /// Returns the ECDSA signature over `input`: r and s, 32 bytes each, most significant byte first (as in RFC 4754 and RFC 7515).
    func sign(_ input: SignatureInput, with key: KeyBlob, authorization: KeyAuthorization) throws(EnclaveError) -> EnclaveAnswer<
        [UInt8]
    >

    /// Returns the shared point's x coordinate, 32 bytes (ECDH; SEC 1, section 3.3.1). The cofactor of P-256 is 1, so the standard
    /// and the cofactor form are equal.
    func sharedSecret(
        of key: KeyBlob, with peer: EnclavePublicKey, authorization: KeyAuthorization
    ) throws(EnclaveError) -> EnclaveAnswer<SecretBytes>

    /// Attests that the key was created here and cannot leave the enclave, over a digest that the caller chooses to prove
    /// freshness. Requires no authorization, since the key itself is not used. Rejects with ``EnclaveRejection/cannotAttest`` if it
    /// cannot attest the key; it never returns a weaker statement.
    func attest(_ key: KeyBlob, over digest: SignatureInput) throws(EnclaveError) -> EnclaveAnswer<KeyAttestation>

    /// Returns the name of the attestation key, which is constant for an enclave. Rejects as ``attest(_:over:)`` does.
    func attestationKey() throws(EnclaveError) -> EnclaveAnswer<AttestationKeyName>

    /// Returns the secret of this device: 32 bytes, constant since the enclave was set up. The broker wraps its class keys under it
    /// and derives its ``PresenceKey`` from it, so a program that reads it can claim user presence. It must not leave the broker.
    func deviceSecret() throws(EnclaveError) -> SecretBytes

    /// Returns whether a passcode is set.
    func isPasscodeSet() throws(EnclaveError) -> Bool

    /// Sets the first passcode. Rejects with ``EnclaveRejection/passcodeAlreadySet`` if one is set.
    func setPasscode(_ proof: PasscodeProof) throws(EnclaveError) -> EnclaveAnswer<Void>

    /// Replaces `old` by `new`, atomically. Keys that require the passcode then require the new one.
    func changePasscode(from old: PasscodeProof, to new: PasscodeProof) throws(EnclaveError) -> EnclaveAnswer<Void>

    /// Removes the passcode. Keys that require it become permanently unusable, even if another passcode is set later.
    func removePasscode(_ proof: PasscodeProof) throws(EnclaveError) -> EnclaveAnswer<Void>

    /// Checks a proof without using a key. A TPM counts failures here as in any use.
    func verifyPasscode(_ proof: PasscodeProof) throws(EnclaveError) -> EnclaveAnswer<Void>

    /// Returns the generation of the biometric set. It only grows; its initial value and its increments have no meaning.
    func biometricGeneration() throws(EnclaveError) -> UInt64

    /// Records a change of the biometric set, atomically. Keys that are bound to the previous set become permanently unusable.
    func advanceBiometricGeneration() throws(EnclaveError) -> UInt64
}

/// The result of an enclave operation: a value, or a rejection by the policy.
package enum EnclaveAnswer<Value: Sendable>: Sendable {
    /// The policy is satisfied, and this is the result.
    case granted(Value)
    /// The policy is not satisfied; nothing was done.
    case rejected(EnclaveRejection)
}

extension EnclaveAnswer: Equatable where Value: Equatable {}

extension EnclaveAnswer {
    /// Converts an interruption: returns a rejection as a value and throws a failure.
    init(stoppedBy interruption: Interruption) throws(EnclaveError) {
        switch interruption {
        case .rejected(let rejection): self = .rejected(rejection)
        case .failed(let failure): throw failure
        }
    }
}

/// The reason why an operation within the enclave stopped.
enum Interruption: Error {
    case rejected(EnclaveRejection)
    case failed(EnclaveError)
}

/// The reason why the enclave rejects an operation, in the order in which it checks.
package enum EnclaveRejection: UInt8, Hashable, Sendable, CaseIterable {
    /// The blob is not a key of this enclave or was modified.
    case unknownBlob = 1
    /// The passcode that the key is bound to was removed; the key can never be used this way again.
    case passcodeRemoved
    /// The biometric set that the key is bound to has changed; the key can never be used this way again.
    case biometricSetChanged
    /// The policy requires evidence that is missing, or the presence signer declined.
    case authorizationRequired
    /// The proof of the passcode is wrong.
    case wrongPasscode
    /// The presence is not signed by this broker for this use and this nonce.
    case wrongPresence
    /// The TPM is locked out after too many wrong proofs and rejects even the right one until its own delay has passed. Only a TPM
    /// returns this; the limit that users normally reach is the broker's.
    case lockedOut
    /// No passcode is set.
    case passcodeNotSet
    /// A passcode is already set.
    case passcodeAlreadySet
    /// The enclave cannot attest this key: a software enclave attests none, and a TPM none that was created before the required
    /// data was stored with it.
    case cannotAttest
}

/// An enclave's description of itself.
package struct EnclaveDescription: Hashable, Sendable {
    /// The kinds of enclave. The number is stored in the state file and in each blob.
    package enum Kind: UInt8, Hashable, Sendable, CaseIterable {
        /// Keys in a sealed file, used by software.
        case software = 1
        /// Keys protected by a TPM 2.0.
        case tpm = 2
    }

    /// The implementation.
    package let kind: Kind
    /// Whether the machine's software has no access to keys. Always false for the software enclave and for a TPM that identifies
    /// itself as an emulator. A virtual machine's TPM cannot be distinguished from a real one, and counts as hardware.
    package let isHardwareBacked: Bool
    /// A description for display: the TPM's manufacturer and model as it reports them, or how the software enclave runs.
    package let model: String
    /// The measures that protect the memory of a software enclave; empty for a TPM, which does not need them.
    package let hardening: Set<HardeningMeasure>

    /// Describes an enclave.
    package init(kind: Kind, isHardwareBacked: Bool, model: String, hardening: Set<HardeningMeasure> = []) {
        self.kind = kind
        self.isHardwareBacked = isHardwareBacked
        self.model = model
        self.hardening = hardening
    }
}

/// The treatment of an enclave that has not been set up.
package enum EnclaveOpening: Hashable, Sendable {
    /// Fails with ``EnclaveError/Code/notSetUp``. For a broker with stored keys: a lost state file must not be mistaken for a new
    /// device.
    case existing
    /// Sets up the enclave, or continues an earlier attempt that was interrupted.
    case createIfAbsent
}
