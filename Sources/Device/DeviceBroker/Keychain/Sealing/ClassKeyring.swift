import DeviceProtocol
import Secrets
import Synchronization

/// The class keys that are open now. Which ones that are is what locking means: what is not in the ring cannot be read by anyone.
package final class ClassKeyring: Sendable {
    private let keys = Mutex<[Accessibility.Availability: ClassKey]>([:])

    package init() {}

    /// Throws `interactionNotAllowed` where the device is locked too deeply for the class, and `passcodeNotSet` for the class that exists
    /// only beside a passcode.
    func key(for availability: Accessibility.Availability) throws(DeviceRefusal) -> ClassKey {
        let (key, hasPresenceKey) = keys.withLock { ($0[availability], $0[.whenUnlocked] != nil) }
        if let key { return key }
        throw .item(availability == .whenPasscodeSet && hasPresenceKey ? .passcodeNotSet : .interactionNotAllowed)
    }

    func has(_ availability: Accessibility.Availability) -> Bool {
        keys.withLock { $0[availability] != nil }
    }

    func put(_ opened: [Accessibility.Availability: MasterKey]) {
        let opened = opened.mapValues { ClassKey($0) }
        keys.withLock { $0.merge(opened) { _, new in new } }
    }

    func drop(_ availabilities: Set<Accessibility.Availability>) {
        keys.withLock { keys in
            for availability in availabilities { keys[availability] = nil }
        }
    }
}
