import DeviceProtocol
import Secrets
import Synchronization

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
