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
