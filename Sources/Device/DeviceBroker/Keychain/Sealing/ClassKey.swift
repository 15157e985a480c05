import DeviceProtocol
import Secrets
import Synchronization

/// The opened key of one availability, with the keys that are derived from it for items. They are derived once, because derivation
/// takes as long as opening an item. A class, because every read takes the key from the ring, and a copy of a structure would retain
/// a dozen references.
final class ClassKey: Sendable, Redacted {
    private let master: MasterKey
    /// The former keys of this availability. They open only non-permanent keys held by apps, which the broker cannot seal again.
    private let former: [MasterKey]
    /// The key that seals the descriptions of items.
    let descriptions: SealingKey
    /// The key that seals the keys of items' data.
    let itemKeys: SealingKey
    /// The key that seals the enclave keys of items and rights.
    let keyBlobs: SealingKey
    /// The keys that seal non-permanent keys held by apps.
    let nonPermanentKeys: SealingKeys

    init(_ master: MasterKey, former: [MasterKey] = []) {
        self.master = master
        self.former = former
        descriptions = master.sealingKey(for: .itemDescription)
        itemKeys = master.sealingKey(for: .itemKey)
        keyBlobs = master.sealingKey(for: .classKeyBlob)
        nonPermanentKeys = SealingKeys(current: master, older: former, purpose: .nonPermanentKeys)
    }

    /// Returns a new key that replaces this one.
    func successor(random: any RandomBytes) -> ClassKey {
        ClassKey(.random(random), former: [master] + former)
    }

    var fingerprint: KeyFingerprint { master.fingerprint }

    /// Returns the key itself, for wrapping under another key.
    func reveal() -> SecretBytes { master.reveal() }

    /// Returns the former keys, sealed under this one, or nil without former keys.
    func sealedFormer(_ availability: Accessibility.Availability, random: any RandomBytes) throws(DeviceError) -> [UInt8]? {
        guard !former.isEmpty else { return nil }
        let bytes = SecretBytes(former.flatMap { $0.reveal().withBytes { Array($0) } })
        do throws(SealingError) {
            return try master.sealingKey(for: .formerKeys).seal(bytes, boundTo: [availability.rawValue], random: random).bytes
        } catch {
            throw .unavailable("cannot seal the former class keys: \(error)")
        }
    }

    /// Opens the former keys. Throws `notDecodable` if they were modified.
    convenience init(_ master: MasterKey, sealedFormer: [UInt8]?, _ availability: Accessibility.Availability) throws(DeviceError) {
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
    fileprivate static let nonPermanentKeys = KeyPurpose("device-loose-keys")
    fileprivate static let formerKeys = KeyPurpose("device-former-class-keys")
    static let itemKey = KeyPurpose("device-item-key")
}

/// The class keys that are open now. Locking removes keys from the ring; without its class key, no item can be read.
package final class ClassKeyring: Sendable {
    private struct State {
        var classKeys: [Accessibility.Availability: ClassKey] = [:]
        var unlockKey: MasterKey?
        var renewals = 0
    }

    private let state = Mutex(State())

    package init() {}

    /// Returns the key of a class. Throws `interactionNotAllowed` if the lock state makes the class unavailable, and
    /// `passcodeNotSet` for the class that requires a passcode on a device without one.
    func key(for availability: Accessibility.Availability) throws(DeviceError) -> ClassKey {
        let (key, hasPresenceKey) = state.withLock { ($0.classKeys[availability], $0.classKeys[.whenUnlocked] != nil) }
        if let key { return key }
        throw .item(availability == .whenPasscodeSet && hasPresenceKey ? .passcodeNotSet : .interactionNotAllowed)
    }

    func has(_ availability: Accessibility.Availability) -> Bool {
        state.withLock { $0.classKeys[availability] != nil }
    }

    /// The key that a match requires in addition to open the class keys of an unlocked device. Nil if only the passcode opens them.
    var unlockKey: MasterKey? { state.withLock(\.unlockKey) }

    /// The number of renewals of the class keys in the lifetime of this ring.
    var renewals: Int { state.withLock(\.renewals) }

    func put(_ key: ClassKey, for availability: Accessibility.Availability) {
        state.withLock { $0.classKeys[availability] = key }
    }

    func put(unlockKey: MasterKey) {
        state.withLock { $0.unlockKey = unlockKey }
    }

    /// Replaces the open keys by new ones. Locked classes stay locked.
    func renew(_ keys: [Accessibility.Availability: ClassKey], unlockKey: MasterKey?) {
        state.withLock { state in
            let isUnlocked = state.classKeys[.whenUnlocked] != nil
            for (availability, key) in keys where isUnlocked || state.classKeys[availability] != nil {
                state.classKeys[availability] = key
            }
            if let unlockKey, isUnlocked || state.unlockKey != nil { state.unlockKey = unlockKey }
            state.renewals += 1
        }
    }

    func drop(_ availabilities: Set<Accessibility.Availability>) {
        state.withLock { state in
            for availability in availabilities { state.classKeys[availability] = nil }
        }
    }

    func dropUnlockKey() {
        state.withLock { $0.unlockKey = nil }
    }
}
