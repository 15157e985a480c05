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

extension ItemRow.StoredKey {
    /// Seals the blob for its place among items or rights: without the key of the class nobody has anything to show the enclave.
    init(
        _ blob: StoredBlob, of publicKey: P256PublicKey, at place: DataSeal.Place, random: any RandomBytes
    ) throws(DeviceRefusal) {
        do throws(SealingError) {
            sealedBlob = try place.classKey.keyBlobs.seal(blob.bytes, boundTo: place.reference.bytes, random: random).bytes
        } catch {
            throw .unavailable("a key cannot be sealed: \(error)")
        }
        salt = blob.salt
        self.publicKey = publicKey
    }

    /// Throws `notDecodable` where the bytes were changed or are another place's.
    func blob(at place: DataSeal.Place) throws(DeviceRefusal) -> StoredBlob {
        do throws(SealingError) {
            let opened = try place.classKey.keyBlobs.open(Sealed(bytes: sealedBlob), boundTo: place.reference.bytes)
            return StoredBlob(bytes: opened.withBytes { Array($0) }, salt: salt)
        } catch {
            throw .item(.notDecodable)
        }
    }
}

extension KeyPurpose {
    fileprivate static let keyBlob = KeyPurpose("device-key-blob")
}
