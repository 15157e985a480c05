/// What the broker signs to say that a biometric match was had for one use of one key.
///
/// The nonce is the enclave's and serves once. The binding is a SHA-256 over the key and all that is asked of it, so that a signature opens
/// nothing else.
package struct PresenceChallenge: Hashable, Sendable {
    /// The enclave's nonce: 32 bytes.
    package let nonce: [UInt8]
    /// The digest of what is about to be done: 32 bytes. From a TPM it is the command's cpHash (TPM 2.0 part 1, section 16.7).
    package let binding: [UInt8]

    /// A challenge as the enclave gave it.
    package init(nonce: [UInt8], binding: [UInt8]) {
        self.nonce = nonce
        self.binding = binding
    }

    /// The bytes to sign, with ECDSA over their SHA-256: nonce, no expiry, binding and the meaning, as TPM2_PolicySigned lays them out
    /// (TPM 2.0 part 3, section 23.3).
    package var message: [UInt8] { nonce + [0, 0, 0, 0] + binding + Self.meaning }

    /// What the signature states; a policy names it, so that signatures of another meaning could never serve.
    static let meaning = Array("latchkey/v1 biometric match".utf8)
}

/// Signs challenges of the enclave, once a match was had.
package protocol PresenceSigner: Sendable {
    /// The signature over the challenge's message: r and s, 32 bytes each. Nil declines, and the use is refused with
    /// ``EnclaveRefusal/authorizationRequired``. Must not call the enclave: the enclave waits for the answer.
    func signature(for challenge: PresenceChallenge) -> [UInt8]?
}
