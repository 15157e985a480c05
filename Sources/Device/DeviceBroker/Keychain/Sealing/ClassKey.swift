import DeviceProtocol
import Secrets
import Synchronization

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

/// The class keys that are open now. Which ones that are is what locking means: what is not in the ring cannot be read by anyone.
package final class ClassKeyring: Sendable {
    private struct State {
        var classKeys: [Accessibility.Availability: ClassKey] = [:]
        var unlockKey: MasterKey?
        var renewals = 0
    }

    private let state = Mutex(State())

    package init() {}

    /// Throws `interactionNotAllowed` where the device is locked too deeply for the class, and `passcodeNotSet` for the class that exists
    /// only beside a passcode.
    func key(for availability: Accessibility.Availability) throws(DeviceRefusal) -> ClassKey {
        let (key, hasPresenceKey) = state.withLock { ($0.classKeys[availability], $0.classKeys[.whenUnlocked] != nil) }
        if let key { return key }
        throw .item(availability == .whenPasscodeSet && hasPresenceKey ? .passcodeNotSet : .interactionNotAllowed)
    }

    func has(_ availability: Accessibility.Availability) -> Bool {
        state.withLock { $0.classKeys[availability] != nil }
    }

    /// Beside which a match opens the class keys of an unlocked device. Nothing: only the passcode does.
    var unlockKey: MasterKey? { state.withLock(\.unlockKey) }

    /// How often class keys were renewed while this ring was there.
    var renewals: Int { state.withLock(\.renewals) }

    func put(_ key: ClassKey, for availability: Accessibility.Availability) {
        state.withLock { $0.classKeys[availability] = key }
    }

    func put(unlockKey: MasterKey) {
        state.withLock { $0.unlockKey = unlockKey }
    }

    /// Puts new keys in the place of those that are open. What is locked stays so.
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
