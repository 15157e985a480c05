import DeviceProtocol
import Secrets

/// The key of one availability, open, with the keys that are derived from it for every item: deriving them takes as long as opening an item.
struct ClassKey: Sendable, Redacted {
    private let master: MasterKey
    /// The keys before this one. They open keys that apps hold themselves, and nothing else: the broker cannot seal those anew.
    private let former: [MasterKey]
    /// For what can be known of an item without opening it.
    let descriptions: SealingKey
    /// For the keys of items' data.
    let itemKeys: SealingKey
    /// For keys of the enclave that stand among items and rights.
    let keyBlobs: SealingKey
    /// For keys that apps hold themselves.
    let looseKeys: SealingKeys

    init(_ master: MasterKey, former: [MasterKey] = []) {
        self.master = master
        self.former = former
        descriptions = master.sealingKey(for: .itemDescription)
        itemKeys = master.sealingKey(for: .itemKey)
        keyBlobs = master.sealingKey(for: .classKeyBlob)
        looseKeys = SealingKeys(current: master, older: former, purpose: .looseKeys)
    }

    /// The key that takes the place of this one.
    func successor(random: any RandomBytes) -> ClassKey {
        ClassKey(.random(random), former: [master] + former)
    }

    var fingerprint: KeyFingerprint { master.fingerprint }

    /// The key itself, to be kept inside another key.
    func reveal() -> SecretBytes { master.reveal() }

    /// The keys before this one, sealed under it; nothing where there were none.
    func sealedFormer(_ availability: Accessibility.Availability, random: any RandomBytes) throws(DeviceRefusal) -> [UInt8]? {
        guard !former.isEmpty else { return nil }
        let bytes = SecretBytes(former.flatMap { $0.reveal().withBytes { Array($0) } })
        do throws(SealingError) {
            return try master.sealingKey(for: .formerKeys).seal(bytes, boundTo: [availability.rawValue], random: random).bytes
        } catch {
            throw .unavailable("former class keys cannot be sealed: \(error)")
        }
    }

    /// The key with those before it. Throws `notDecodable` where they were changed.
    init(_ master: MasterKey, sealedFormer: [UInt8]?, _ availability: Accessibility.Availability) throws(DeviceRefusal) {
        guard let sealedFormer else {
            self.init(master)
            return
        }
        do throws(SealingError) {
            let bytes = try master.sealingKey(for: .formerKeys).open(
                Sealed(bytes: sealedFormer), boundTo: [availability.rawValue])
            let keys = bytes.withBytes { bytes in
                stride(from: 0, to: bytes.count, by: MasterKey.byteCount).compactMap {
                    MasterKey(SecretBytes(bytes[$0..<min($0 + MasterKey.byteCount, bytes.count)]))
                }
            }
            self.init(master, former: keys)
        } catch {
            throw .item(.notDecodable)
        }
    }
}

extension KeyPurpose {
    fileprivate static let itemDescription = KeyPurpose("device-item-description")
    fileprivate static let classKeyBlob = KeyPurpose("device-class-key-blob")
    fileprivate static let looseKeys = KeyPurpose("device-loose-keys")
    fileprivate static let formerKeys = KeyPurpose("device-former-class-keys")
    static let itemKey = KeyPurpose("device-item-key")
}
