/// The authentication mechanisms of the device and their current state for the calling app.
package struct Mechanisms: WireRecord, Hashable {
    package enum BiometryKind: UInt8, WireValue, CaseIterable {
        case none = 0
        case fingerprint = 1
        case face = 2
        case iris = 4
    }

    package let biometry: BiometryKind
    /// Whether the app may not use biometry: the user denied it, or the app declares no usage description.
    package let isRejected: Bool
    package let isEnrolled: Bool
    package let isLockedOut: Bool
    package let hasPasscode: Bool
    /// A value that changes whenever a finger or face is enrolled or removed. Nil if none is enrolled.
    package let biometricState: Octets32?
    /// The paired watch.
    package let companion: Companion?

    /// A paired watch.
    package struct Companion: Hashable, Sendable {
        /// A value that changes with each pairing.
        package let pairing: Octets32
        /// Whether the watch is on the wrist, unlocked and nearby.
        package let isReady: Bool

        package init(pairing: Octets32, isReady: Bool) {
            self.pairing = pairing
            self.isReady = isReady
        }
    }

    package init(
        biometry: BiometryKind, isRejected: Bool = false, isEnrolled: Bool, isLockedOut: Bool, hasPasscode: Bool,
        biometricState: Octets32?, companion: Companion? = nil
    ) {
        self.biometry = biometry
        self.isRejected = isRejected
        self.isEnrolled = isEnrolled
        self.isLockedOut = isLockedOut
        self.hasPasscode = hasPasscode
        self.biometricState = biometricState
        self.companion = companion
    }

    /// The error with which an evaluation of biometry would fail now, or nil if it would prompt.
    package var biometryFailure: AuthenticationFailure? {
        if biometry == .none || isRejected { return .biometryNotAvailable }
        if !isEnrolled { return .biometryNotEnrolled }
        return isLockedOut ? .biometryLockout : nil
    }

    package static let wire = WireForm(
        Self.init, .field(\.biometry), .field(\.isRejected), .field(\.isEnrolled), .field(\.isLockedOut), .field(\.hasPasscode),
        .field(\.biometricState), .field(\.companion))
}

extension Mechanisms.Companion: WireRecord {
    package static let wire = WireForm(Self.init, .field(\.pairing), .field(\.isReady))
}

/// The reason why authentication failed, with the codes of `LAError`.
package enum AuthenticationFailure: Int16, WireValue, CaseIterable, Error {
    case authenticationFailed = -1
    case userCancel = -2
    case userFallback = -3
    case systemCancel = -4
    case passcodeNotSet = -5
    case biometryNotAvailable = -6
    case biometryNotEnrolled = -7
    case biometryLockout = -8
    case appCancel = -9
    case invalidContext = -10
    case companionNotAvailable = -11
    case notInteractive = -1004
}
