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
