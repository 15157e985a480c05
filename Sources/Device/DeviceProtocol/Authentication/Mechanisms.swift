/// With what a person can be authenticated on this device, as it stands now, for who asks.
package struct Mechanisms: Hashable, Sendable {
    package enum BiometryKind: UInt8, WireValue, CaseIterable, Sendable {
        case none = 0
        case fingerprint = 1
        case face = 2
        case iris = 4
    }

    package let biometry: BiometryKind
    /// The app that asks may not use it: the person refused, or the app does not say what for.
    package let isRefused: Bool
    package let isEnrolled: Bool
    package let isLockedOut: Bool
    package let hasPasscode: Bool
    /// Changes whenever a finger or face is enrolled or removed. Absent while none is enrolled.
    package let biometricState: Octets32?
    /// The watch that the device is paired with.
    package let companion: Companion?

    /// A paired watch.
    package struct Companion: Hashable, Sendable {
        /// Another one after every pairing.
        package let pairing: Octets32
        /// It is on the wrist, unlocked and nearby.
        package let isReady: Bool

        package init(pairing: Octets32, isReady: Bool) {
            self.pairing = pairing
            self.isReady = isReady
        }
    }

    package init(
        biometry: BiometryKind, isRefused: Bool = false, isEnrolled: Bool, isLockedOut: Bool, hasPasscode: Bool,
        biometricState: Octets32?, companion: Companion? = nil
    ) {
        self.biometry = biometry
        self.isRefused = isRefused
        self.isEnrolled = isEnrolled
        self.isLockedOut = isLockedOut
        self.hasPasscode = hasPasscode
        self.biometricState = biometricState
        self.companion = companion
    }

    /// What an evaluation of biometry would fail with, now. Nothing: it would ask.
    package var biometryFailure: AuthenticationFailure? {
        if biometry == .none || isRefused { return .biometryNotAvailable }
        if !isEnrolled { return .biometryNotEnrolled }
        return isLockedOut ? .biometryLockout : nil
    }
}

extension Mechanisms: WireValue {
    package init(from reader: inout WireReader) throws(WireError) {
        biometry = try reader.value()
        isRefused = try reader.flag()
        isEnrolled = try reader.flag()
        isLockedOut = try reader.flag()
        hasPasscode = try reader.flag()
        biometricState = try reader.optional()
        companion = try reader.optional()
    }

    package func write(to writer: inout WireWriter) {
        writer.value(biometry)
        writer.flag(isRefused)
        writer.flag(isEnrolled)
        writer.flag(isLockedOut)
        writer.flag(hasPasscode)
        writer.optional(biometricState)
        writer.optional(companion)
    }
}

extension Mechanisms.Companion: WireValue {
    package init(from reader: inout WireReader) throws(WireError) {
        pairing = try reader.value()
        isReady = try reader.flag()
    }

    package func write(to writer: inout WireWriter) {
        writer.value(pairing)
        writer.flag(isReady)
    }
}
