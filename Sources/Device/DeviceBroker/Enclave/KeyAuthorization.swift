import Crypto
import DeviceProtocol
package import Secrets

/// The evidence for one use of a key. What the policy does not ask for is not looked at.
package struct KeyAuthorization: Sendable, Redacted {
    /// The passcode's proof.
    package let passcode: PasscodeProof?
    /// Who signs for a biometric match. Asked at most once a use, with a challenge made for it, and only where the policy needs it.
    package let presence: (any PresenceSigner)?

    /// The evidence at hand.
    package init(passcode: PasscodeProof? = nil, presence: (any PresenceSigner)? = nil) {
        self.passcode = passcode
        self.presence = presence
    }

    /// No evidence.
    package static let none = KeyAuthorization()
}

/// What the broker shows in place of the passcode: 32 bytes that it derives from it, slowly and with a salt of its own.
///
/// The enclave never sees the passcode. The derivation must be costly (argon2id): a TPM locks after wrong proofs, a software enclave
/// whose file was stolen cannot.
package struct PasscodeProof: WireRecord, Redacted {
    /// The size in bytes: 32.
    package static let byteCount = 32

    /// The 32 bytes.
    let secret: SecretBytes

    /// Takes derived bytes; nil for anything but 32 of them.
    package init?(_ secret: SecretBytes) {
        guard secret.count == Self.byteCount else { return nil }
        self.secret = secret
    }

    static let wire = WireForm(Self.init, .field(\.secret, .bareSecret(byteCount)))
}

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

/// The broker's own key, under which it vouches for biometric matches.
///
/// It is derived from the device secret, so that there is nothing to store and no moment in which one is known and the other is not; the
/// enclave learns the public part when it is set up.
package struct PresenceKey: PresenceSigner, Redacted {
    private let key: P256.Signing.PrivateKey

    /// Derives the key that belongs to a device secret. Never nil for 32 random bytes.
    package init?(deviceSecret: SecretBytes) {
        let material = deviceSecret.withBytes { SymmetricKey(data: $0) }
        // A scalar must be below the group order; a candidate is not with a chance of 2^-32, and then the next one serves.
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

    /// Signs. The caller has seen the match.
    package func signature(for challenge: PresenceChallenge) -> [UInt8]? {
        (try? key.signature(for: challenge.message)).map { Array($0.rawRepresentation) }
    }

    /// The public part.
    var publicKey: P256.Signing.PublicKey { key.publicKey }
}
