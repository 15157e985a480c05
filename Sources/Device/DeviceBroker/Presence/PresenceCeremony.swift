package import DeviceProtocol

/// One evaluation, from the first prompt to its end: which question comes next, and what it ends with. It asks nobody itself and knows no
/// passcode; it is told what happened.
///
/// The rules are those of `LAPolicy`: after the first failed match there is a fallback button; with biometry alone it ends the evaluation; where the passcode
/// suffices too, it leads there, as do a sensor that cannot be used and a sensor that failed too often.
package struct PresenceCeremony: Hashable, Sendable {
    /// Strangers at the sensor, or wrong passcodes, that one evaluation bears.
    package static let attemptLimit = 3

    package enum Question: Hashable, Sendable {
        case biometry
        case passcode
        /// Only the watch would do.
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
        /// No further passcode would be taken now.
        case passcodesExhausted
        case fallback
        case cancelled
        /// The app took its question back.
        case withdrawn
        /// The device was locked, the prompt lasted too long, nobody could be asked, or whoever knows the passcode cannot say.
        case interrupted
        /// The sensor went away, or was locked by failures elsewhere.
        case sensorLost
        case confirmedOnWatch
        /// The watch was taken off, locked, carried away or unpaired.
        case watchLost
    }

    package private(set) var step: Step
    /// To be written down whenever it changes, before the next question.
    package private(set) var failures: BiometricFailures
    private let demand: PresenceDemand
    private let hasFallback: Bool
    private let hasPasscode: Bool
    private var attempts = 0
    /// Whether the watch ends the question that is asked, whichever that is.
    package private(set) var takesWatch: Bool

    /// Begins: with the first question, or with the failure that needs no question.
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

    /// What beginning would fail with. Nothing: someone would be asked.
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

    /// Takes what happened to the question that is asked. What does not belong to it changes nothing: a match that arrives while the
    /// passcode is asked for, or anything after the end.
    package mutating func receive(_ event: Event) {
        guard case .ask(let question) = step else { return }
        switch (event, question) {
        case (.cancelled, _): step = .failed(.userCancel)
        case (.withdrawn, _): step = .failed(.appCancel)
        case (.interrupted, _): step = .failed(.systemCancel)
        case (.matched, .biometry):
            failures.clear()
            step = .done(.biometry)
        case (.notMatched, .biometry): receiveStranger()
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

    private mutating func receiveStranger() {
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
