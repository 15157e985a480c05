package import Crypto
import FoundationEssentials
import Secrets
import Synchronization
import enum WebAuthn.CBOR
import struct WebAuthn.CBORMap

/// The rules of a device manager for new passkeys of its sites, after Apple's declaration
/// `com.apple.configuration.security.passkey.attestation`.
package struct ManagedPasskeys: Sendable {
    /// An identity that attests new passkeys. The description is redacted.
    package struct Attestation: Sendable, Redacted {
        /// The certificates in DER, that of the key first.
        package let certificates: [[UInt8]]
        package let key: P256.Signing.PrivateKey

        /// Creates an identity. The server verifies the certificates, not the device.
        package init(certificates: [[UInt8]], key: P256.Signing.PrivateKey) {
            self.certificates = certificates
            self.key = key
        }
    }

    /// The relying parties that the rules apply to.
    package let relyingParties: Set<String>
    /// Whether the keys are created in the enclave. Such a passkey is never synchronized or exported.
    package let keysStayOnDevice: Bool
    /// Attests passkeys for servers that request it. Nil for no attestation.
    package let attestation: Attestation?

    package init(relyingParties: Set<String>, keysStayOnDevice: Bool, attestation: Attestation? = nil) {
        self.relyingParties = relyingParties
        self.keysStayOnDevice = keysStayOnDevice
        self.attestation = attestation
    }

    /// The AAGUID of managed passkeys: dd4ec289-e01d-41c9-bb89-70fa845d4bf2, iCloud Keychain (Managed).
    static let aaguid: [UInt8] = [
        0xDD, 0x4E, 0xC2, 0x89, 0xE0, 0x1D, 0x41, 0xC9, 0xBB, 0x89, 0x70, 0xFA, 0x84, 0x5D, 0x4B, 0xF2,
    ]
}

extension ManagedPasskeys.Attestation {
    /// Returns the statement of the format `packed` over the bytes (Web Authentication Level 3, section 8.2). Nil if the key cannot
    /// sign.
    func statement(over bytes: [UInt8]) -> CBORMap? {
        guard let signature = try? key.signature(for: bytes) else { return nil }
        return CBORMap([
            (.text("alg"), .integer(-7)), (.text("sig"), .bytes(Array(signature.derRepresentation))),
            (.text("x5c"), .array(certificates.map { .bytes($0) })),
        ])
    }
}

/// Holds the rules of a device's manager. They end with the process.
final class PasskeyManagement: Sendable {
    private let state = Mutex<ManagedPasskeys?>(nil)

    var rules: ManagedPasskeys? {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }

    /// Returns the rules that apply to the relying party.
    func rules(for relyingParty: String) -> ManagedPasskeys? {
        rules.flatMap { $0.relyingParties.contains(relyingParty) ? $0 : nil }
    }
}
