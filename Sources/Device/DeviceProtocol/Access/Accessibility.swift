/// When an item can be read, and whether it may leave the device: the `kSecAttrAccessible` values, by Apple's short names.
package enum Accessibility: String, WireValue, CaseIterable, Sendable {
    case whenUnlocked = "ak"
    case afterFirstUnlock = "ck"
    case always = "dk"
    case whenPasscodeSetThisDeviceOnly = "akpu"
    case whenUnlockedThisDeviceOnly = "aku"
    case afterFirstUnlockThisDeviceOnly = "cku"
    case alwaysThisDeviceOnly = "dku"

    /// Whether the item never leaves its device (`…ThisDeviceOnly`).
    package var isThisDeviceOnly: Bool {
        switch self {
        case .whenUnlocked, .afterFirstUnlock, .always: false
        case .whenPasscodeSetThisDeviceOnly, .whenUnlockedThisDeviceOnly, .afterFirstUnlockThisDeviceOnly, .alwaysThisDeviceOnly:
            true
        }
    }

    /// Which key opens the item: the part of the class that does not say where the item may go.
    package var availability: Availability {
        switch self {
        case .whenUnlocked, .whenUnlockedThisDeviceOnly: .whenUnlocked
        case .afterFirstUnlock, .afterFirstUnlockThisDeviceOnly: .afterFirstUnlock
        case .always, .alwaysThisDeviceOnly: .always
        case .whenPasscodeSetThisDeviceOnly: .whenPasscodeSet
        }
    }

    package enum Availability: UInt8, WireValue, CaseIterable, Sendable {
        /// While the device is unlocked.
        case whenUnlocked = 1
        /// From the first unlock after a start until the device is switched off.
        case afterFirstUnlock = 2
        /// Even before the first unlock.
        case always = 3
        /// While the device is unlocked, and only as long as it has a passcode; removing the passcode deletes such items.
        case whenPasscodeSet = 4
    }
}
