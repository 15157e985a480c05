import Crypto
import FoundationEssentials

/// The master secret of a deployment, 32 bytes from its configuration. All other keys are derived from it.
///
/// Subkeys are derived by HKDF-SHA256 (RFC 5869) without salt. The `info` names this scheme, the kind of key and the purpose.
package struct MasterKey: Sendable, Redacted {
    /// The size of the key in bytes: 32.
    package static let byteCount = 32

    /// The fingerprint that identifies the key to its operator, and in the header of every value that its subkeys seal.
    package let fingerprint: KeyFingerprint

    private let bytes: SecretBytes

    /// Parses the output of `openssl rand -base64 32`: standard base64 or base64url, with or without padding, of exactly 32 bytes.
    /// Returns nil for white space, a mixture of both alphabets, and trailing bits that are not zero.
    package init?(base64 text: String) {
        var digits = Array(text.utf8)
        if digits.count == 44, digits.last == UInt8(ascii: "=") { digits.removeLast() }
        guard digits.count == 43 else { return nil }
        guard let decoded = Base64.standard.decode(utf8: digits) ?? Base64.url.decode(utf8: digits) else { return nil }
        self.init(bytes: SecretBytes(decoded))
    }

    /// Generates a new key.
    package static func random(_ random: some RandomBytes) -> MasterKey {
        MasterKey(bytes: SecretBytes(random.bytes(byteCount)))
    }

    /// Creates a key from bytes, such as a wrapped key or a shared secret. Returns nil unless there are 32 bytes.
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

    /// Returns the key's bytes, for wrapping it in another key.
    package func reveal() -> SecretBytes { bytes }

    /// Returns the key for the operator's configuration: standard base64 with padding, 44 characters. A program with this text can
    /// open everything that this deployment seals.
    package func revealBase64() -> String {
        bytes.withBytes { Base64.standard.encode($0) } + "="
    }

    /// Returns the key that seals values of one purpose.
    package func sealingKey(for purpose: KeyPurpose) -> SealingKey {
        SealingKey(subkey("seal", purpose), fingerprint: fingerprint)
    }

    /// Returns the key that authenticates messages of one purpose.
    package func authenticationKey(for purpose: KeyPurpose) -> AuthenticationKey {
        AuthenticationKey(subkey("authenticate", purpose))
    }

    private func subkey(_ kind: String, _ purpose: KeyPurpose) -> SymmetricKey {
        // Line feeds separate the parts. Neither the kinds nor the purposes contain one.
        let info = "latchkey/v1\n\(kind)\n\(purpose.name)"
        return HKDF<SHA256>.deriveKey(inputKeyMaterial: bytes.key, info: Array(info.utf8), outputByteCount: 32)
    }
}

/// The master keys of a deployment: the current one, which seals, and the previous ones, which only open.
package struct MasterKeys: Sendable {
    package var current: MasterKey
    package var previous: [MasterKey]

    package init(current: MasterKey, previous: [MasterKey] = []) {
        self.current = current
        self.previous = previous
    }

    /// Returns the keys that seal and open values of one purpose.
    package func sealingKeys(for purpose: KeyPurpose) -> SealingKeys {
        SealingKeys(current: current, older: previous, purpose: purpose)
    }

    /// The fingerprints of all keys, the current one first.
    package var fingerprints: [KeyFingerprint] { ([current] + previous).map(\.fingerprint) }
}

/// Four bytes that identify a master key and reveal nothing about it.
package struct KeyFingerprint: Hashable, Sendable, CustomStringConvertible {
    /// The size in bytes: 4.
    package static let byteCount = 4

    /// The four bytes.
    package let bytes: [UInt8]

    /// Creates a fingerprint from a stored value. A damaged value may have fewer than four bytes, which match no key.
    package init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Parses the text of ``description``: eight hexadecimal digits, in either case.
    package init?(_ text: String) {
        let digits = text.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
        guard digits.count == 2 * Self.byteCount, !digits.contains(nil) else { return nil }
        let values = digits.compactMap(\.self)
        bytes = stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
    }

    /// Eight hexadecimal digits, for an operator who searches for a missing key.
    package var description: String { bytes.hexadecimal }
}

/// The purpose of a subkey. Keys of different purposes are unrelated: a value sealed for one purpose does not open under another.
///
/// Each user of a ``MasterKey`` declares its own:
/// ```swift
/// extension KeyPurpose { static let signingKeys = KeyPurpose("access-token-signing-keys") }
/// ```
/// The name is only used in the derivation. Changing it makes everything sealed before unreadable.
package struct KeyPurpose: Hashable, Sendable {
    /// The name in the derivation.
    package let name: String

    /// Creates a purpose from a compile-time constant, so that external input can never become one.
    package init(_ name: StaticString) {
        self.name = name.description
    }
}

/// A key for authentication tags by HMAC-SHA256 (RFC 2104), 32 bytes each.
package struct AuthenticationKey: Sendable, Redacted {
    /// The state of HMAC after the key. Processing the key takes longer than processing a short message. Swift-crypto clears the state
    /// when the last copy is released.
    private let keyed: HMAC<SHA256>

    init(_ key: SymmetricKey) {
        keyed = HMAC(key: key)
    }

    /// Returns the 32-byte tag of `message`.
    package func tag(for message: some Collection<UInt8>) -> [UInt8] {
        var function = keyed
        function.update(data: Array(message))
        return Array(function.finalize())
    }

    /// Returns whether `tag` is the complete tag of `message`, compared in constant time. A truncated tag is rejected.
    package func isValid(_ tag: some Collection<UInt8>, for message: some Collection<UInt8>) -> Bool {
        constantTimeEquals(tag, self.tag(for: message))
    }
}
