import DeviceProtocol
import PasswordHashing
import Secrets

/// The wrappings of the key of one item's data. From the inside out: the app's own password, if the item requires one; the enclave,
/// if the access control list has constraints; the class key. The first error is therefore that of a locked device, then that of
/// missing evidence, then that of a wrong password.
struct DataSeal: Sendable {
    /// The item that the data is bound to, and its class key.
    struct Place: Sendable {
        let reference: PersistentReference
        let classKey: ClassKey
    }

    /// The wrappings between the class key and the data key. Empty if the class key is sufficient to open the data.
    struct Wrappings: Sendable {
        var policy: KeyPolicy?
        var applicationPassword: SecretBytes?
    }

    /// Seals `data` under a new key.
    static func seal(
        _ data: SecretBytes, at place: Place, in wrappings: Wrappings, enclave: any Enclave, random: any RandomBytes
    ) throws(DeviceError) -> SealedData {
        let key = SecretBytes(random.bytes(MasterKey.byteCount))
        var wrapped = key
        var salt: [UInt8]?
        if let password = wrappings.applicationPassword {
            let fresh = random.bytes(PasswordKey.saltByteCount)
            wrapped = SecretBytes(
                try MasterKey(applicationPassword: password, salt: fresh).sealingKey(for: .itemKey).seal(wrapped, at: place, random)
                    .bytes)
            salt = fresh
        }
        if let policy = wrappings.policy {
            wrapped = SecretBytes(try GuardedSecret(wrapped, policy: policy, enclave: enclave, random: random).message)
        }
        return SealedData(
            key: WrappedKey(
                salt: salt, isGuarded: wrappings.policy != nil, sealed: try place.classKey.itemKeys.seal(wrapped, at: place, random)
            ),
            data: try dataKey(key).seal(data, at: place, random))
    }

    /// Rewraps a key under the class key of another place, without opening the inner wrappings or the data. Never prompts. Throws
    /// `notDecodable` as ``open(_:at:enclave:authorization:applicationPassword:)`` does.
    static func rewrapped(
        _ key: WrappedKey, from old: Place, to new: Place, random: any RandomBytes
    ) throws(DeviceError) -> WrappedKey {
        let inner = try old.classKey.itemKeys.open(key.sealed, at: old)
        return WrappedKey(
            salt: key.salt, isGuarded: key.isGuarded, sealed: try new.classKey.itemKeys.seal(inner, at: new, random))
    }

    /// Opens sealed data, from the outermost wrapping to the innermost. Throws `notDecodable` if the bytes were modified or belong
    /// to another item.
    static func open(
        _ sealed: SealedData, at place: Place, enclave: any Enclave, authorization: KeyAuthorization,
        applicationPassword: () throws(DeviceError) -> SecretBytes
    ) throws(DeviceError) -> SecretBytes {
        var key = try place.classKey.itemKeys.open(sealed.key.sealed, at: place)
        if sealed.key.isGuarded {
            guard let guarded = key.withBytes({ try? GuardedSecret(message: Array($0)) }) else { throw .item(.notDecodable) }
            key = try guarded.open(enclave: enclave, authorization: authorization)
        }
        if let salt = sealed.key.salt {
            guard let inner = try? Sealed(bytes: key.withBytes { Array($0) }) else { throw .item(.notDecodable) }
            do throws(DeviceError) {
                key = try MasterKey(applicationPassword: try applicationPassword(), salt: salt).sealingKey(for: .itemKey)
                    .open(inner, at: place)
            } catch .item(.notDecodable) {
                throw .item(.applicationPassword)
            }
        }
        return try dataKey(key).open(sealed.data, at: place)
    }

    private static func dataKey(_ bytes: SecretBytes) throws(DeviceError) -> SealingKey {
        guard let key = SealingKey(ofOneValue: bytes) else { throw .item(.notDecodable) }
        return key
    }
}

/// Sealed data and its sealed key, as stored in one row.
struct SealedData: Sendable {
    let key: WrappedKey
    let data: Sealed

    init(key: WrappedKey, data: Sealed) {
        self.key = key
        self.data = data
    }

    /// Decodes the columns of a row. Returns nil if they are malformed.
    init?(keyColumn: [UInt8], dataColumn: [UInt8]) {
        guard let key = try? WrappedKey(message: keyColumn), let data = try? Sealed(bytes: dataColumn) else { return nil }
        self.init(key: key, data: data)
    }

    var dataColumn: [UInt8] { data.bytes }
}

/// The wrapped key of an item's data. The class key is the outermost wrapping.
struct WrappedKey: WireRecord {
    /// The salt of the app's password. Nil if the app set none.
    let salt: [UInt8]?
    let isGuarded: Bool
    let sealed: Sealed

    static let wire = WireForm(
        version: 1,
        { (salt: [UInt8]?, isGuarded: Bool, sealed: [UInt8]) -> WrappedKey? in
            guard salt == nil || salt?.count == PasswordKey.saltByteCount, let sealed = try? Sealed(bytes: sealed) else {
                return nil
            }
            return WrappedKey(salt: salt, isGuarded: isGuarded, sealed: sealed)
        }, .field(\.salt, .optional(.octets(atMost: PasswordKey.saltByteCount))), .field(\.isGuarded),
        .field(\.sealed.bytes, .octets()))
}

extension SealingKey {
    fileprivate func seal(
        _ secret: SecretBytes, at place: DataSeal.Place, _ random: any RandomBytes
    ) throws(DeviceError) -> Sealed {
        do throws(SealingError) {
            return try seal(secret, boundTo: place.reference.bytes, random: random)
        } catch {
            throw .unavailable("cannot seal an item: \(error)")
        }
    }

    fileprivate func open(_ sealed: Sealed, at place: DataSeal.Place) throws(DeviceError) -> SecretBytes {
        do throws(SealingError) {
            return try open(sealed, boundTo: place.reference.bytes)
        } catch {
            throw .item(.notDecodable)
        }
    }
}

/// Seals the description of an item under its class key, so that a locked device does not reveal names either.
enum DescriptionSeal {
    static func seal(_ description: ItemDescription, at place: DataSeal.Place, random: any RandomBytes) throws(DeviceError)
        -> [UInt8]
    {
        do throws(SealingError) {
            let key = place.classKey.descriptions
            return try key.seal(description.message, boundTo: place.reference.bytes, random: random).bytes
        } catch {
            throw .unavailable("cannot seal an item: \(error)")
        }
    }

    static func open(_ column: [UInt8], at place: DataSeal.Place) throws(DeviceError) -> ItemDescription {
        do {
            let key = place.classKey.descriptions
            return try key.open(Sealed(bytes: column), boundTo: place.reference.bytes).withBytes { bytes throws(WireError) in
                try ItemDescription(message: Array(bytes))
            }
        } catch {
            throw .item(.notDecodable)
        }
    }
}

extension MasterKey {
    /// Derives a key from an app's password with a slow function. Throws `unavailable` without sufficient memory.
    init(applicationPassword: SecretBytes, salt: [UInt8]) throws(DeviceError) {
        guard let bytes = try? PasswordKey.derive(from: applicationPassword, salt: salt, parameters: .standard),
            let key = MasterKey(bytes)
        else {
            throw .unavailable("not enough memory to derive a key from the app's password")
        }
        self = key
    }
}
