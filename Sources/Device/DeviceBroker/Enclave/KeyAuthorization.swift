import Crypto
import DeviceProtocol
package import Secrets

/// The evidence for one use of a key. The enclave ignores evidence that the policy does not require.
package struct KeyAuthorization: Sendable, Redacted {
    /// The proof of the passcode.
    package let passcode: PasscodeProof?
    /// The signer that asserts a biometric match. It is called at most once per use, with a challenge for that use, and only if the
    /// policy requires it.
    package let presence: (any PresenceSigner)?

    /// Creates an authorization from the available evidence.
    package init(passcode: PasscodeProof? = nil, presence: (any PresenceSigner)? = nil) {
        self.passcode = passcode
        self.presence = presence
    }

    /// No evidence.
    package static let none = KeyAuthorization()
}

/// The proof that represents the passcode: 32 bytes, derived from it by a slow function with a random salt.
///
/// The enclave never sees the passcode. The derivation must be expensive (argon2id): a TPM locks out after wrong proofs, but a
/// software enclave whose file was stolen cannot.
package struct PasscodeProof: WireRecord, Redacted {
    /// The size in bytes: 32.
    package static let byteCount = 32

    /// The 32 bytes.
    let secret: SecretBytes

    /// Wraps derived bytes; returns nil unless there are 32.
    package init?(_ secret: SecretBytes) {
        guard secret.count == Self.byteCount else { return nil }
        self.secret = secret
    }

    static let wire = WireForm(Self.init, .field(\.secret, .bareSecret(byteCount)))
}

/// A challenge that the broker signs to assert a biometric match for one use of one key.
///
/// The enclave generates the nonce, which is valid once. The binding is a SHA-256 over the key and the whole operation, so the
/// signature authorizes nothing else.
package struct PresenceChallenge: Hashable, Sendable {
    /// The enclave's nonce: 32 bytes.
    package let nonce: [UInt8]
    /// The digest of the operation: 32 bytes. For a TPM, the command's cpHash (TPM 2.0 part 1, section 16.7).
    package let binding: [UInt8]

    /// Creates a challenge from the enclave's values.
    package init(nonce: [UInt8], binding: [UInt8]) {
        self.nonce = nonce
        self.binding = binding
    }

    /// The bytes to sign with ECDSA over their SHA-256: nonce, zero expiration, binding and meaning, in the layout of
    /// TPM2_PolicySigned (TPM 2.0 part 3, section 23.3).
    package var message: [UInt8] { nonce + [0, 0, 0, 0] + binding + Self.meaning }

    /// The statement that the signature makes. Policies name it, so a signature with another meaning is not valid.
    static let meaning = Array("latchkey/v1 biometric match".utf8)
}

/// Signs challenges of the enclave after a match.
package protocol PresenceSigner: Sendable {
    /// Returns the signature over the challenge's message: r and s, 32 bytes each. Nil declines; the use is then rejected with
    /// ``EnclaveRejection/authorizationRequired``. Must not call the enclave, which waits for the result.
    func signature(for challenge: PresenceChallenge) -> [UInt8]?
}

/// The broker's key that asserts biometric matches.
///
/// The key is derived from the device secret and is not stored, so the two always match. The enclave receives the public key when it
/// is set up.
package struct PresenceKey: PresenceSigner, Redacted {
    private let key: P256.Signing.PrivateKey

    /// Derives the key of a device secret. Never returns nil for 32 random bytes.
    package init?(deviceSecret: SecretBytes) {
        let material = deviceSecret.withBytes { SymmetricKey(data: $0) }
        // A scalar must be below the group order. A candidate fails with a probability of 2^-32, and then the next one is used.
        for attempt in UInt8(0)..<8 {
            let info = Array("latchkey/v1\npresence\n".utf8) + [attempt]
            let candidate = HKDF<SHA256>.deriveKey(inputKeyMaterial: material, info: info, outputByteCount: 32)
            if let key = candidate.withUnsafeBytes({ try? P256.Signing.PrivateKey(rawRepresentation: $0) }) {
                self.key = key
                return
            }
        }
        return nil
    }

    /// Signs the challenge. The caller has verified the match.
    package func signature(for challenge: PresenceChallenge) -> [UInt8]? {
        (try? key.signature(for: challenge.message)).map { Array($0.rawRepresentation) }
    }

    /// The public part.
    var publicKey: P256.Signing.PublicKey { key.publicKey }
}
