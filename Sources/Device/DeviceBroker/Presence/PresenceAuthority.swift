package import DeviceProtocol
package import Secrets
import Synchronization

/// Authenticates the user: shows one prompt at a time, watches the sensor, checks passcodes and counts failures.
///
/// Counts are stored before the next prompt, so that killing the broker gains no attempt.
package final class PresenceAuthority: Sendable {
    private let state: DeviceState
    private let sensor: any BiometricSensor
    private let enrolment: EnrolmentRecord
    private let passcodes: PasscodeKeeper
    private let audit: AuditTrail
    private let consents: FaceConsents
    private let noteLockout: @Sendable () -> Void
    private let screen = Mutex<(any PromptInterface)?>(nil)
    private let lastNumber = Atomic<UInt64>(0)
    private let watch = Mutex<Mechanisms.Companion?>(nil)
    let line = PromptTurnQueue()

    /// Creates an authority.
    ///
    /// - Parameter noteLockout: called when prompts have led to a biometry lockout.
    init(
        state: DeviceState, sensor: any BiometricSensor, enrolment: EnrolmentRecord, passcodes: PasscodeKeeper, audit: AuditTrail,
        consents: FaceConsents, noteLockout: @escaping @Sendable () -> Void = {}
    ) {
        self.noteLockout = noteLockout
        self.state = state
        self.sensor = sensor
        self.enrolment = enrolment
        self.passcodes = passcodes
        self.audit = audit
        self.consents = consents
    }

    /// Sets the interface that shows prompts. With nil, prompts fail.
    package func attach(_ interface: (any PromptInterface)?) {
        screen.withLock { $0 = interface }
    }

    /// The paired watch.
    package var companion: Mechanisms.Companion? {
        // After a start, the watch does not count until the passcode was entered.
        let isPastStart = state.phase != .beforeFirstUnlock
        return watch.withLock { $0 }.map { Mechanisms.Companion(pairing: $0.pairing, isReady: $0.isReady && isPastStart) }
    }

    /// Pairs the device with a watch in this state, or with none.
    package func pair(_ companion: Mechanisms.Companion?) {
        watch.withLock { $0 = companion }
    }

    /// The mechanisms that the system may use.
    package var mechanisms: Mechanisms { mechanisms(sensorState) }

    /// Returns the mechanisms that the app may use.
    package func mechanisms(for app: App) -> Mechanisms {
        let sensorState = sensorState
        return mechanisms(sensorState, isRejected: access(of: app, to: sensorState) == .rejected)
    }

    /// The biometric set, after observing the current enrolment.
    package var currentSet: BiometricSet {
        if case .unusable(.unrecorded) = sensorState { return .unknown }
        return state.currentSet
    }

    /// The state of the sensor. A change of the enrolment takes effect before this returns.
    package var sensorState: SensorState {
        let sensorState = sensor.sensorState
        guard case .usable(_, let now) = sensorState else { return sensorState }
        return (try? enrolment.notice(now)) != nil ? sensorState : .unusable(.unrecorded)
    }

    /// Returns the mechanisms for a state of the sensor.
    func mechanisms(_ sensorState: SensorState, isRejected: Bool = false) -> Mechanisms {
        var kind = Mechanisms.BiometryKind.none
        var isEnrolled = false
        if case .usable(let usable, let enrolment) = sensorState { (kind, isEnrolled) = (usable, !enrolment.isEmpty) }
        // After a start, biometry does not count until the passcode was entered.
        let isLockedOut = state.biometricFailures.areTooMany || state.phase == .beforeFirstUnlock
        return Mechanisms(
            biometry: kind, isRejected: isRejected, isEnrolled: isEnrolled, isLockedOut: isLockedOut, hasPasscode: passcodes.isSet,
            biometricState: isEnrolled ? state.domainState : nil, companion: companion)
    }

    /// Obtains the evidence; blocks until the user responds. Throws the error that ends the evaluation; a cancellation by the app
    /// ends it with `appCancel`.
    package func obtain(_ demand: PresenceDemand, for inquiry: PresenceInquiry) throws(AuthenticationFailure) -> PromptEvidence {
        if let unlock = freshUnlock(demand, inquiry) { return unlock }
        let cancellation = PromptCancellation(cancellation: inquiry.cancellation, locking: state.locking)
        // A request that may not prompt does not wait for other prompts.
        guard inquiry.mayInteract else { return try ask(demand, inquiry, cancellation) }
        return try inTurn(inquiry, cancellation) { () throws(AuthenticationFailure) in try ask(demand, inquiry, cancellation) }
    }

    /// Authenticates the user by passcode or biometry. Returns false without a prompt on a device without both, which treats its holder
    /// as the owner. Throws the errors of ``obtain(_:for:)``.
    package func authenticatesOwner(for inquiry: PresenceInquiry) throws(AuthenticationFailure) -> Bool {
        let mechanisms = self.mechanisms
        guard mechanisms.hasPasscode || mechanisms.isEnrolled else { return false }
        _ = try obtain(mechanisms.hasPasscode ? .either : .biometry, for: inquiry)
        return true
    }

    /// Returns the last unlock by biometry if it counts as a match.
    private func freshUnlock(_ demand: PresenceDemand, _ inquiry: PresenceInquiry) -> PromptEvidence? {
        // An unlock does not count during a biometry lockout, however recent, nor if the app may not use it.
        guard demand.contains(.biometry), inquiry.unlockReuse > 0, !state.biometricFailures.areTooMany,
            access(for: inquiry) == .granted
        else {
            return nil
        }
        // Read first, because a change of the set discards the unlock.
        let set = currentSet
        return set != .unknown && state.isUnlockFresh(within: inquiry.unlockReuse) ? .match(set) : nil
    }

    /// Prompts for the password of the app's own items. The broker does not check it. Throws the errors of ``obtain(_:for:)``.
    package func applicationPassword(isNew: Bool, for inquiry: PresenceInquiry) throws(AuthenticationFailure) -> SecretBytes {
        let cancellation = PromptCancellation(cancellation: inquiry.cancellation, locking: state.locking)
        guard inquiry.mayInteract, let interface = screen.withLock({ $0 }) else { throw failed(.notInteractive, inquiry) }
        return try inTurn(inquiry, cancellation) { () throws(AuthenticationFailure) in
            interface.willPrompt(for: inquiry.caller.app)
            defer { interface.didPrompt(for: inquiry.caller.app) }
            let prompt = Prompt(
                number: lastNumber.wrappingAdd(1, ordering: .relaxed).newValue, caller: inquiry.caller, purpose: inquiry.purpose,
                question: .applicationPassword(isNew: isNew), presentation: inquiry.presentation, isRepeated: false)
            switch promptEvent(at: prompt, on: interface, cancellation) {
            case .answer(.applicationPassword(let password)) where !password.isEmpty:
                audit.note(inquiry, "app password entered")
                return password
            case .answer(.cancel): throw failed(.userCancel, inquiry)
            case .ending(let ending): throw failed(ending.failure, inquiry)
            case .answer(.interrupted): throw failed(.systemCancel, inquiry)
            case .answer, .sensorEvent: throw failed(.authenticationFailed, inquiry)
            }
        }
    }

    /// Runs `body` in the request's turn. Throws `appCancel` or `systemCancel` if the request ends before its turn.
    private func inTurn<Value>(
        _ inquiry: PresenceInquiry, _ cancellation: PromptCancellation, _ body: () throws(AuthenticationFailure) -> Value
    ) throws(AuthenticationFailure) -> Value {
        if let ending = line.enter(for: inquiry.caller.app.identifier, until: cancellation) {
            throw failed(ending.failure, inquiry)
        }
        defer { line.leave() }
        if let ending = cancellation.past { throw failed(ending.failure, inquiry) }
        return try body()
    }

    private func failed(_ failure: AuthenticationFailure, _ inquiry: PresenceInquiry) -> AuthenticationFailure {
        audit.note(inquiry, "failed \(failure.rawValue)")
        return failure
    }

    /// Shows the prompts of a request during its turn. Each prompt, and each failure without a prompt, adds one entry to the audit
    /// trail.
    private func ask(
        _ demand: PresenceDemand, _ inquiry: PresenceInquiry, _ cancellation: PromptCancellation
    ) throws(AuthenticationFailure) -> PromptEvidence {
        let interface = screen.withLock { $0 }
        let mechanisms = try self.mechanisms(before: demand, inquiry, interface, cancellation)
        // The user may just have allowed the app to use Face ID.
        if let unlock = freshUnlock(demand, inquiry) { return unlock }
        var ceremony = PresenceCeremony(
            demand: demand, mechanisms: mechanisms, failures: state.biometricFailures,
            hasFallback: inquiry.presentation.fallbackTitle != "", mayInteract: inquiry.mayInteract && interface != nil)
        if case .failed(let failure) = ceremony.step { audit.note(inquiry, "failed \(failure.rawValue)") }
        var proof: PasscodeProof?
        var last: PresenceCeremony.Question?
        let shown: (any PromptInterface)? = if case .ask = ceremony.step { interface } else { nil }
        shown?.willPrompt(for: inquiry.caller.app)
        defer { shown?.didPrompt(for: inquiry.caller.app) }
        while case .ask(let question) = ceremony.step, let shown {
            let prompt = Prompt(
                number: lastNumber.wrappingAdd(1, ordering: .relaxed).newValue, caller: inquiry.caller, purpose: inquiry.purpose,
                question: Prompt.Question(question, mechanisms), presentation: inquiry.presentation,
                credential: inquiry.credential, isRepeated: last == question, takesWatch: ceremony.takesWatch)
            last = question
            let result = result(of: promptEvent(at: prompt, on: shown, cancellation), to: prompt, proof: &proof)
            ceremony.receive(result.event)
            // The next prompt is the same but not marked as repeated, because the user made no mistake.
            if result.event == .watchLost { last = nil }
            let isCounted = state.note(ceremony.failures)
            if ceremony.failures.areTooMany { noteLockout() }
            audit.note(inquiry, result.entry(before: ceremony.step, isCounted: isCounted))
            // Without a stored count, the user could make any number of attempts.
            guard isCounted else { throw .systemCancel }
        }
        switch ceremony.step {
        // Not observed again: the set was observed when the sensor reported the match.
        case .done(.biometry): return .match(state.currentSet)
        case .done(.companion): return .watch
        case .done(.passcode):
            guard let proof else { throw .authenticationFailed }
            return .passcode(proof)
        case .failed(let failure): throw failure
        case .ask: throw .notInteractive
        }
    }

    // MARK: - Consent to Face ID

    /// Returns whether an app may use biometry. As on a phone, Face ID requires the user's consent before its first use; a finger
    /// or an iris does not.
    private func access(of app: App, to sensorState: SensorState) -> FaceAccess {
        guard case .usable(.face, _) = sensorState else { return .granted }
        guard let usage = app.faceUsage else { return .rejected }
        // An unreadable consent does not count.
        guard let consent = try? consents.record(of: app.identifier) else { return .undecided(usage) }
        return consent.isGranted ? .granted : .rejected
    }

    private func access(for inquiry: PresenceInquiry) -> FaceAccess {
        inquiry.purpose.isOfApp ? access(of: inquiry.caller.app, to: sensor.sensorState) : .granted
    }

    /// Returns the mechanisms for the inquiry. Prompts for consent first if the inquiry would use Face ID and the user has not decided
    /// yet whether the app may.
    private func mechanisms(
        before demand: PresenceDemand, _ inquiry: PresenceInquiry, _ interface: (any PromptInterface)?,
        _ cancellation: PromptCancellation
    ) throws(AuthenticationFailure) -> Mechanisms {
        let mechanisms = inquiry.purpose.isOfApp ? self.mechanisms(for: inquiry.caller.app) : self.mechanisms
        guard demand.contains(.biometry), PresenceCeremony.preflight(demand, mechanisms) == nil, mechanisms.biometryFailure == nil,
            inquiry.mayInteract, let interface, case .undecided(let usage) = access(for: inquiry)
        else { return mechanisms }
        try askForFace(usage, inquiry, interface, cancellation)
        return self.mechanisms(for: inquiry.caller.app)
    }

    private func askForFace(
        _ usage: FaceUsage, _ inquiry: PresenceInquiry, _ interface: any PromptInterface, _ cancellation: PromptCancellation
    ) throws(AuthenticationFailure) {
        interface.willPrompt(for: inquiry.caller.app)
        defer { interface.didPrompt(for: inquiry.caller.app) }
        let prompt = Prompt(
            number: lastNumber.wrappingAdd(1, ordering: .relaxed).newValue, caller: inquiry.caller, purpose: inquiry.purpose,
            question: .faceConsent(usage),
            presentation: inquiry.presentation, isRepeated: false)
        switch promptEvent(at: prompt, on: interface, cancellation) {
        case .answer(.faceConsent(let isGranted)):
            audit.note(inquiry, isGranted ? "face allowed" : "face rejected")
            do throws(DeviceError) {
                try consents.put(
                    FaceConsent(app: inquiry.caller.app.identifier, isGranted: isGranted), of: inquiry.caller.app.identifier)
            } catch {
                throw failed(.systemCancel, inquiry)
            }
        case .answer(.cancel): throw failed(.userCancel, inquiry)
        case .ending(let ending): throw failed(ending.failure, inquiry)
        case .answer, .sensorEvent: throw failed(.systemCancel, inquiry)
        }
    }

    /// Returns the user's decisions, sorted by app identifier.
    package func faceConsents() throws(DeviceError) -> [FaceConsent] {
        try consents.all().sorted { $0.app.rawValue < $1.app.rawValue }
    }

    /// Sets the user's decision, from Settings.
    package func setFaceConsent(_ consent: FaceConsent) throws(DeviceError) {
        try consents.put(consent, of: consent.app)
    }

    /// Runs `body` while no prompt is shown. The lock screen also counts failed matches, and two concurrent counts would lose one.
    func inTurn<Value>(_ body: () throws(DeviceError) -> Value) throws(DeviceError) -> Value {
        _ = line.enter()
        defer { line.leave() }
        return try body()
    }

    /// Shows a prompt unless its request has ended, and blocks until an event occurs.
    private func promptEvent(at prompt: Prompt, on interface: any PromptInterface, _ cancellation: PromptCancellation)
        -> PromptEvent
    {
        let inbox = Inbox<PromptEvent>()
        return cancellation.during(
            {
                guard !inbox.isFull else { return inbox.take() }
                interface.show(prompt) { answer in inbox.put(.answer(answer)) }
                var stopWatching: (@Sendable () -> Void)?
                if case .biometry = prompt.question { stopWatching = sensor.watch { inbox.put(.sensorEvent($0)) } }
                let promptEvent = inbox.take()
                stopWatching?()
                interface.hide(prompt)
                return promptEvent
            }, report: { inbox.put(.ending($0)) })
    }

    private func result(of promptEvent: PromptEvent, to prompt: Prompt, proof: inout PasscodeProof?) -> PromptResult {
        switch promptEvent {
        case .ending(let ending): return PromptResult(ending.event)
        case .sensorEvent(let sensorEvent): return result(of: sensorEvent)
        case .answer(.cancel): return PromptResult(.cancelled)
        case .answer(.fallback): return PromptResult(.fallback)
        case .answer(.interrupted): return PromptResult(.interrupted)
        // Checked at the time of the confirmation, because the watch may have become unavailable.
        case .answer(.confirmedOnWatch): return PromptResult(companion?.isReady == true ? .confirmedOnWatch : .watchLost)
        // Responses to another kind of prompt, which no screen of this program sends.
        case .answer(.applicationPassword), .answer(.faceConsent): return PromptResult(.interrupted)
        case .answer(.passcode(let passcode)):
            guard case .passcode = prompt.question else { return PromptResult(.passcodeRejected) }
            return result(of: passcodes.check(passcode), proof: &proof)
        }
    }

    /// Converts a report of the sensor. Observes the set that was enrolled during the report first, so that a match counts for that
    /// set.
    private func result(of sensorEvent: SensorEvent) -> PromptResult {
        var obstacle = sensorEvent.obstacle
        if let enrolled = sensorEvent.enrolled, (try? enrolment.notice(.observed(enrolled))) == nil { obstacle = .unrecorded }
        if let obstacle { return PromptResult(.sensorLost, because: obstacle.rawValue) }
        switch sensorEvent.report {
        case .matched: return PromptResult(.matched)
        case .notMatched: return PromptResult(.notMatched)
        case .timedOut: return PromptResult(.interrupted)
        case .lost: return PromptResult(.sensorLost)
        }
    }

    private func result(of check: PasscodeCheck, proof: inout PasscodeProof?) -> PromptResult {
        switch check {
        case .right(let accepted):
            proof = accepted
            return PromptResult(.passcodeAccepted)
        case .wrong: return PromptResult(.passcodeRejected)
        case .exhausted: return PromptResult(.passcodesExhausted)
        case .changedOutside:
            // Further attempts cannot succeed before the owner has entered the former password.
            return PromptResult(.passcodesExhausted, because: "the passcode was changed outside of the device")
        case .unavailable(let obstacle): return PromptResult(.interrupted, because: "not checked: \(obstacle)")
        }
    }

    private enum PromptEvent: Sendable {
        case ending(PromptCancellation.Ending)
        case sensorEvent(SensorEvent)
        case answer(PromptAnswer)
    }
}

extension Prompt.Question {
    fileprivate init(_ question: PresenceCeremony.Question, _ mechanisms: Mechanisms) {
        switch question {
        case .biometry: self = .biometry(mechanisms.biometry)
        case .passcode: self = .passcode
        case .companion: self = .companion
        }
    }
}
