/// How far the device is open. Without a passcode it is never locked.
package enum LockPhase: String, Hashable, Sendable, CaseIterable {
    /// Started, and the passcode was not given since.
    case beforeFirstUnlock = "before-first-unlock"
    case locked
    case unlocked
}
