import Crypto
import DeviceProtocol
import FoundationEssentials
import Secrets
import struct WebAuthn.AuthenticatorFlags

/// The key of a new passkey.
struct PasskeyKey: Redacted {
    /// Empty if the key is in the enclave.
    let privateKey: [UInt8]
    /// The sealed key of the enclave.
    let enclaveKey: [UInt8]?
    let publicKey: P256.Signing.PublicKey

    /// Creates a key that can leave the device.
    init() {
        let key = P256.Signing.PrivateKey()
        privateKey = Array(key.rawRepresentation)
        enclaveKey = nil
        publicKey = key.publicKey
    }

    fileprivate init(sealed: [UInt8], _ publicKey: P256.Signing.PublicKey) {
        privateKey = []
        enclaveKey = sealed
        self.publicKey = publicKey
    }
}

extension KeychainPasskeys {
    /// Creates a key in the device's enclave. It never leaves the enclave, and each use requires an unlocked device.
    func enclaveKey() throws(DeviceError) -> PasskeyKey {
        let made = try link.perform(
            CreateKey(accessControl: AccessControl(accessibility: .whenUnlockedThisDeviceOnly), item: nil))
        guard case .sealed(let sealed) = made.reference,
            let publicKey = try? P256.Signing.PublicKey(x963Representation: made.publicKey.x963)
        else { throw .unavailable("the enclave returned an invalid key") }
        return PasskeyKey(sealed: sealed, publicKey)
    }

    /// Returns the signature of the digest by the passkey, in DER. Nil for a damaged key.
    func signature(of digest: SHA256.Digest, by record: PasskeyRecord) throws(DeviceError) -> [UInt8]? {
        guard let sealed = record.enclaveKey else {
            let key = try? P256.Signing.PrivateKey(rawRepresentation: record.privateKey)
            return (try? key?.signature(for: digest)).map { Array($0.derRepresentation) }
        }
        guard let digest = Octets32(Array(digest)) else { return nil }
        let signature = try link.perform(Sign(key: .sealed(sealed), digest: digest))
        return (try? P256.Signing.ECDSASignature(rawRepresentation: signature.bytes)).map { Array($0.derRepresentation) }
    }
}

extension PasskeyRecord {
    /// Whether the key is in the enclave of this device.
    var isDeviceBound: Bool { enclaveKey != nil }

    /// Returns the flags BE and BS (Web Authentication Level 3, section 6.1.3).
    ///
    /// - Parameter isBackedUp: whether the device backs passkeys up.
    func backup(_ isBackedUp: Bool) -> AuthenticatorFlags {
        if isDeviceBound { return [] }
        return isBackedUp ? [.backupEligible, .backedUp] : .backupEligible
    }
}
