package import DeviceProtocol

/// A state machine for one evaluation, from the first prompt to its result. It has no side effects and knows no passcode; it
/// receives events.
///
/// It follows the rules of `LAPolicy`. After the first failed match there is a fallback button, which ends an evaluation of
/// biometry alone. If the passcode is sufficient too, the fallback leads to it, as does a sensor that is unusable or has failed too
/// often.
package struct PresenceCeremony: Hashable, Sendable {
    /// The maximum number of failed matches, or of wrong passcodes, in one evaluation.
    package static let attemptLimit = 3

    package enum Question: Hashable, Sendable {
        case biometry
        case passcode
        /// Only a confirmation on the watch is accepted.
        case companion
    }

    package enum Proof: Hashable, Sendable {
        case biometry
        case passcode
        case companion
    }

    package enum Step: Hashable, Sendable {
        case ask(Question)
        case done(Proof)
        case failed(AuthenticationFailure)
    }

    package enum Event: Hashable, Sendable, CaseIterable {
        case matched
        case notMatched
        case passcodeAccepted
        case passcodeRejected
        /// The device rejects every passcode until the lockout delay ends.
        case passcodesExhausted
        case fallback
        case cancelled
        /// The app cancelled its request.
        case cancelledByApp
        /// The device was locked, the prompt timed out, no prompt could be shown, or the passcode could not be checked.
        case interrupted
        /// The sensor was removed, or was locked out by failures elsewhere.
        case sensorLost
        case confirmedOnWatch
        /// The watch was taken off, locked, carried away or unpaired.
        case watchLost
    }

    package private(set) var step: Step
    /// The count of failed matches. The caller must store each change before the next prompt.
    package private(set) var failures: BiometricFailures
    private let demand: PresenceDemand
    private let hasFallback: Bool
    private let hasPasscode: Bool
    private var attempts = 0
    /// Whether a confirmation on the watch satisfies the current prompt.
    package private(set) var takesWatch: Bool

    /// Creates a ceremony. It starts with the first prompt, or with a failure if no prompt could succeed.
    package init(demand: PresenceDemand, mechanisms: Mechanisms, failures: BiometricFailures, hasFallback: Bool, mayInteract: Bool)
    {
        self.demand = demand
        self.failures = failures
        self.hasFallback = hasFallback
        hasPasscode = mechanisms.hasPasscode
        takesWatch = demand.contains(.companion) && mechanisms.companion?.isReady == true
        step = Self.firstStep(demand, mechanisms)
        if case .ask = step, !mayInteract { step = .failed(.notInteractive) }
    }

    /// Returns the failure with which the ceremony would start, or nil if it would prompt.
    package static func preflight(_ demand: PresenceDemand, _ mechanisms: Mechanisms) -> AuthenticationFailure? {
        if case .failed(let failure) = firstStep(demand, mechanisms) { failure } else { nil }
    }

    private static func firstStep(_ demand: PresenceDemand, _ mechanisms: Mechanisms) -> Step {
        if demand.contains(.passcode) {
            guard mechanisms.hasPasscode else { return .failed(.passcodeNotSet) }
            return .ask(demand.contains(.biometry) && mechanisms.biometryFailure == nil ? .biometry : .passcode)
        }
        let watch = demand.contains(.companion) && mechanisms.companion?.isReady == true ? Step.ask(.companion) : nil
        guard demand.contains(.biometry) else { return watch ?? .failed(.companionNotAvailable) }
        guard let failure = mechanisms.biometryFailure else { return .ask(.biometry) }
        return watch ?? .failed(failure)
    }

    /// Processes an event of the current prompt. Ignores other events: a match during a passcode prompt, or any event after the end.
    package mutating func receive(_ event: Event) {
        guard case .ask(let question) = step else { return }
        switch (event, question) {
        case (.cancelled, _): step = .failed(.userCancel)
        case (.cancelledByApp, _): step = .failed(.appCancel)
        case (.interrupted, _): step = .failed(.systemCancel)
        case (.matched, .biometry):
            failures.clear()
            step = .done(.biometry)
        case (.notMatched, .biometry): receiveMismatch()
        case (.fallback, .biometry) where hasFallback && attempts > 0:
            attempts = 0
            step = takesPasscode ? .ask(.passcode) : .failed(.userFallback)
        case (.sensorLost, .biometry): leaveBiometry(else: failures.areTooMany ? .biometryLockout : .biometryNotAvailable)
        case (.passcodeAccepted, .passcode):
            failures.clear()
            step = .done(.passcode)
        case (.passcodeRejected, .passcode):
            attempts += 1
            if attempts >= Self.attemptLimit { step = .failed(.authenticationFailed) }
        case (.passcodesExhausted, .passcode): step = .failed(.authenticationFailed)
        case (.confirmedOnWatch, _) where takesWatch: step = .done(.companion)
        case (.watchLost, .companion): step = .failed(.companionNotAvailable)
        case (.watchLost, _): takesWatch = false
        case (.matched, _), (.notMatched, _), (.fallback, _), (.sensorLost, _), (.passcodeAccepted, _), (.passcodeRejected, _),
            (.passcodesExhausted, _), (.confirmedOnWatch, _):
            break
        }
    }

    private mutating func receiveMismatch() {
        failures.add()
        attempts += 1
        if failures.areTooMany {
            leaveBiometry(else: .biometryLockout)
        } else if attempts >= Self.attemptLimit {
            leaveBiometry(else: .authenticationFailed)
        }
    }

    private mutating func leaveBiometry(else failure: AuthenticationFailure) {
        attempts = 0
        step = takesPasscode ? .ask(.passcode) : takesWatch ? .ask(.companion) : .failed(failure)
    }

    private var takesPasscode: Bool { demand.contains(.passcode) && hasPasscode }
}
