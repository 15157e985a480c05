import Crypto
import FoundationEssentials

/// The one secret of a deployment, 32 bytes from its configuration; every other key is derived from it.
///
/// Subkeys come from HKDF-SHA256 (RFC 5869) without salt, with an `info` that names this scheme, the kind of key and the purpose.
package struct MasterKey: Sendable, Redacted {
    /// The size of the key in bytes: 32.
    package static let byteCount = 32

    /// Names the key to its operator and in the header of every value that its subkeys seal.
    package let fingerprint: KeyFingerprint

    private let bytes: SecretBytes

    /// Takes the key from text, as `openssl rand -base64 32` prints it: standard base64 or base64url, with or without the
    /// padding, of exactly 32 bytes. Refuses white space, a mixture of both alphabets, and trailing bits that are not zero.
    package init?(base64 text: String) {
        var digits = Array(text.utf8)
        if digits.count == 44, digits.last == UInt8(ascii: "=") { digits.removeLast() }
        guard digits.count == 43 else { return nil }
        let isStandard = digits.contains { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/") }
        let isURL = digits.contains { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
        guard !(isStandard && isURL) else { return nil }
        for index in digits.indices {
            switch digits[index] {
            case UInt8(ascii: "+"): digits[index] = UInt8(ascii: "-")
            case UInt8(ascii: "/"): digits[index] = UInt8(ascii: "_")
            default: break
            }
        }
        guard let decoded = Base64URL.decode(utf8: digits) else { return nil }
        self.init(bytes: SecretBytes(decoded))
    }

    /// A new key.
    package static func random(_ random: some RandomBytes) -> MasterKey {
        MasterKey(bytes: SecretBytes(random.bytes(byteCount)))
    }

    /// Takes a key that something else keeps: a key in a key, a secret that two sides agreed on. Refuses any size but 32 bytes.
    package init?(_ bytes: SecretBytes) {
        guard bytes.count == Self.byteCount else { return nil }
        self.init(bytes: bytes)
    }

    private init(bytes: SecretBytes) {
        self.bytes = bytes
        let info = Array("latchkey/v1\nfingerprint".utf8)
        let derived = HKDF<SHA256>.deriveKey(inputKeyMaterial: bytes.key, info: info, outputByteCount: KeyFingerprint.byteCount)
        fingerprint = KeyFingerprint(bytes: derived.withUnsafeBytes { Array($0) })
    }

    /// The key itself, to be kept inside another key.
    package func reveal() -> SecretBytes { bytes }

    /// The key as text for the operator's configuration: standard base64 with padding, 44 characters. Whoever reads it can
    /// open everything this deployment seals.
    package func revealBase64() -> String {
        let url = bytes.withBytes { Base64URL.encode($0) }
        return String(
            decoding: url.utf8.map { digit -> UInt8 in
                switch digit {
                case UInt8(ascii: "-"): UInt8(ascii: "+")
                case UInt8(ascii: "_"): UInt8(ascii: "/")
                default: digit
                }
            }, as: UTF8.self) + "="
    }

    /// The key that seals values of one purpose.
    package func sealingKey(for purpose: KeyPurpose) -> SealingKey {
        SealingKey(subkey("seal", purpose), fingerprint: fingerprint)
    }

    /// The key that authenticates messages of one purpose.
    package func authenticationKey(for purpose: KeyPurpose) -> AuthenticationKey {
        AuthenticationKey(subkey("authenticate", purpose))
    }

    private func subkey(_ kind: String, _ purpose: KeyPurpose) -> SymmetricKey {
        // Line feeds separate the parts: neither the kinds nor a sensible purpose holds one.
        let info = "latchkey/v1\n\(kind)\n\(purpose.name)"
        return HKDF<SHA256>.deriveKey(inputKeyMaterial: bytes.key, info: Array(info.utf8), outputByteCount: 32)
    }
}
