import Crypto
import FoundationEssentials
import Secrets

/// AES-256-GCM with random nonces (NIST SP 800-38D), and the derivation of its keys: the software enclave's only cipher.
enum SoftwareSeal {
    /// Nonce, cipher text and tag.
    static func seal(
        _ bytes: [UInt8], under key: SymmetricKey, boundTo associatedData: [UInt8], random: some RandomBytes
    ) throws(Interruption) -> [UInt8] {
        do {
            let nonce = try AES.GCM.Nonce(data: random.bytes(12))
            let box = try AES.GCM.seal(bytes, using: key, nonce: nonce, authenticating: associatedData)
            return Array(box.nonce) + box.ciphertext + box.tag
        } catch {
            throw .failed(EnclaveError(.damagedState, "AES-GCM refuses to seal"))
        }
    }

    /// The plain bytes, or nil where the key or a bit of anything differs.
    static func open(_ sealed: some Collection<UInt8>, under key: SymmetricKey, boundTo associatedData: [UInt8]) -> SecretBytes? {
        guard let box = try? AES.GCM.SealedBox(combined: Array(sealed)),
            var plain = try? AES.GCM.open(box, using: key, authenticating: associatedData)
        else { return nil }
        defer { plain.resetBytes(in: plain.startIndex..<plain.endIndex) }
        return plain.withUnsafeBytes { SecretBytes($0) }
    }

    /// A key for one purpose: HKDF-SHA256 (RFC 5869), the purpose in its info.
    static func derive(_ secret: SecretBytes, _ purpose: StaticString, salt: [UInt8] = []) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: secret.withBytes { SymmetricKey(data: $0) }, salt: salt,
            info: Array("latchkey/v1\nsoftware-enclave\n\(purpose)".utf8), outputByteCount: 32)
    }
}
