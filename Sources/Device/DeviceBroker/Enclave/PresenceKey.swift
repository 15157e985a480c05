import Crypto
package import Secrets

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
