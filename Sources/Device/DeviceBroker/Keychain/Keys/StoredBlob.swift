import DeviceProtocol
import PasswordHashing
import Secrets

/// A key's blob as it is stored: as the enclave gave it, or sealed under a password of the app. Without the password nobody has anything to show the enclave.
struct StoredBlob: Sendable {
    let bytes: [UInt8]
    /// Of the app's password; absent: the app gave none.
    let salt: [UInt8]?

    init(bytes: [UInt8], salt: [UInt8]? = nil) {
        self.bytes = bytes
        self.salt = salt
    }

    /// Seals what the enclave gave, bound to the key that it is.
    init(
        _ blob: KeyBlob, of publicKey: P256PublicKey, under password: SecretBytes, random: any RandomBytes
    ) throws(DeviceRefusal) {
        let salt = random.bytes(PasswordKey.saltByteCount)
        let key = try MasterKey(applicationPassword: password, salt: salt).sealingKey(for: .keyBlob)
        do throws(SealingError) {
            bytes = try key.seal(SecretBytes(blob.bytes), boundTo: publicKey.x963, random: random).bytes
        } catch {
            throw .unavailable("a key cannot be sealed: \(error)")
        }
        self.salt = salt
    }

    /// What the enclave gave. Throws `applicationPassword` for a wrong one, and what `password` throws.
    func open(
        of publicKey: P256PublicKey, password: () throws(DeviceRefusal) -> SecretBytes
    ) throws(DeviceRefusal) -> KeyBlob {
        guard let salt else { return KeyBlob(bytes) }
        let key = try MasterKey(applicationPassword: try password(), salt: salt).sealingKey(for: .keyBlob)
        do throws(SealingError) {
            return KeyBlob(try key.open(try Sealed(bytes: bytes), boundTo: publicKey.x963).withBytes { Array($0) })
        } catch {
            throw .item(.applicationPassword)
        }
    }
}

extension KeyPurpose {
    fileprivate static let keyBlob = KeyPurpose("device-key-blob")
}
