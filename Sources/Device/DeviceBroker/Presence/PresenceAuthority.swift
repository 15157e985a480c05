package import DeviceProtocol
import Dispatch
import Secrets
import Synchronization

/// Asks the person at the device: shows prompts one after the other, listens to the sensor, checks passcodes, counts failures.
///
/// Counts are written down before the next question, so that nobody gains an attempt by killing the broker.
package final class PresenceAuthority: PresenceAsking {
    private let state: DeviceState
    private let sensor: any BiometricSensor
    private let enrolment: EnrolmentRecord
    private let passcodes: PasscodeKeeper
    private let audit: AuditTrail
    private let screen = Mutex<(any PromptInterface)?>(nil)
    private let lastNumber = Mutex<UInt64>(0)
    /// One person answers one question at a time.
    private let turn = DispatchSemaphore(value: 1)

    package init(
        state: DeviceState, sensor: any BiometricSensor, enrolment: EnrolmentRecord, passcodes: PasscodeKeeper, audit: AuditTrail
    ) {
        self.state = state
        self.sensor = sensor
        self.enrolment = enrolment
        self.passcodes = passcodes
        self.audit = audit
    }

    /// From now on prompts appear there. Nothing: nobody can be asked.
    package func attach(_ interface: (any PromptInterface)?) {
        screen.withLock { $0 = interface }
    }

    package var mechanisms: Mechanisms { mechanisms(standing) }

    /// The set after a look at who is enrolled now.
    package var currentSet: BiometricSet {
        if case .unusable(.unrecorded) = standing { return .unknown }
        return state.currentSet
    }

    /// How the sensor stands. A change of who is enrolled takes effect before this returns.
    package var standing: SensorStanding {
        let standing = sensor.standing
        guard case .usable(_, let now) = standing else { return standing }
        return (try? enrolment.notice(now)) != nil ? standing : .unusable(.unrecorded)
    }

    /// What follows from how the sensor stands.
    func mechanisms(_ standing: SensorStanding) -> Mechanisms {
        var kind = Mechanisms.BiometryKind.none
        var isEnrolled = false
        if case .usable(let usable, let enrolment) = standing { (kind, isEnrolled) = (usable, !enrolment.isEmpty) }
        return Mechanisms(
            biometry: kind, isEnrolled: isEnrolled, isLockedOut: state.biometricFailures.areTooMany, hasPasscode: passcodes.isSet,
            biometricState: isEnrolled ? state.domainState : nil)
    }

    package func obtain(_ demand: PresenceDemand, for inquiry: PresenceInquiry) throws(AuthenticationFailure) -> Shown {
        if demand != .passcode, inquiry.unlockReuse > 0 {
            // Looked at first: a change of the set forgets the unlock.
            let set = currentSet
            if set != .unknown, state.isUnlockFresh(within: inquiry.unlockReuse) { return .match(set) }
        }
        turn.wait()
        defer { turn.signal() }
        let interface = screen.withLock { $0 }
        let mechanisms = mechanisms
        var ceremony = PresenceCeremony(
            demand: demand, mechanisms: mechanisms, failures: state.biometricFailures,
            hasFallback: inquiry.presentation.fallbackTitle != "", mayInteract: inquiry.mayInteract && interface != nil)
        var proof: PasscodeProof?
        var last: PresenceCeremony.Question?
        interface?.beginAsking(for: inquiry.caller.app)
        defer { interface?.endAsking(for: inquiry.caller.app) }
        while case .ask(let question) = ceremony.step, let interface {
            let prompt = Prompt(
                number: nextNumber(), caller: inquiry.caller, purpose: inquiry.purpose,
                question: question == .passcode ? .passcode : .biometry(mechanisms.biometry), presentation: inquiry.presentation,
                isRepeated: last == question)
            last = question
            let event = event(of: prompt, on: interface, inquiry, proof: &proof)
            ceremony.receive(event)
            guard state.note(ceremony.failures) else {
                // What cannot be counted is not asked again.
                audit.note(inquiry, "failures cannot be written down")
                throw .systemCancel
            }
        }
        switch ceremony.step {
        case .done(.biometry):
            audit.note(inquiry, "matched")
            // Not looked at again: it was while the sensor saw who matched.
            return .match(state.currentSet)
        case .done(.passcode):
            guard let proof else { throw .authenticationFailed }
            audit.note(inquiry, "passcode")
            return .passcode(proof)
        case .failed(let failure):
            audit.note(inquiry, "failed \(failure.rawValue)")
            throw failure
        case .ask:
            throw .notInteractive
        }
    }

    /// Runs `body` while nobody is asked anything: the lock screen counts strangers too, and two counts at once would lose one.
    func inTurn<Value>(_ body: () throws(DeviceRefusal) -> Value) throws(DeviceRefusal) -> Value {
        turn.wait()
        defer { turn.signal() }
        return try body()
    }

    private func event(
        of prompt: Prompt, on interface: any PromptInterface, _ inquiry: PresenceInquiry, proof: inout PasscodeProof?
    ) -> PresenceCeremony.Event {
        let inbox = Inbox<Happening>()
        inquiry.withdrawal.onWithdrawal { inbox.put(.event(.withdrawn)) }
        state.locking.onWithdrawal { inbox.put(.event(.interrupted)) }
        interface.show(prompt) { answer in inbox.put(.answer(answer)) }
        var stopWatching: (@Sendable () -> Void)?
        if case .biometry = prompt.question { stopWatching = sensor.watch { inbox.put(.sighting($0)) } }
        let happening = inbox.take()
        stopWatching?()
        interface.hide(prompt)
        switch happening {
        case .event(let event): return event
        case .sighting(let sighting): return event(of: sighting, inquiry)
        case .answer(.cancel): return .cancelled
        case .answer(.fallback): return .fallback
        case .answer(.interrupted): return .interrupted
        case .answer(.passcode(let passcode)):
            guard case .passcode = prompt.question else { return .passcodeRejected }
            return event(of: passcodes.check(passcode), inquiry, proof: &proof)
        }
    }

    /// A match counts for the set that was enrolled when it was seen.
    private func event(of sighting: Sighting, _ inquiry: PresenceInquiry) -> PresenceCeremony.Event {
        var obstacle = sighting.obstacle
        if let enrolled = sighting.enrolled, (try? enrolment.notice(.observed(enrolled))) == nil { obstacle = .unrecorded }
        if let obstacle {
            audit.note(inquiry, "sensor lost: \(obstacle.rawValue)")
            return .sensorLost
        }
        switch sighting.report {
        case .matched: return .matched
        case .notMatched: return .notMatched
        case .timedOut: return .interrupted
        case .lost: return .sensorLost
        }
    }

    private func event(
        of check: PasscodeCheck, _ inquiry: PresenceInquiry, proof: inout PasscodeProof?
    ) -> PresenceCeremony.Event {
        switch check {
        case .right(let accepted):
            proof = accepted
            return .passcodeAccepted
        case .wrong: return .passcodeRejected
        case .exhausted: return .passcodesExhausted
        case .changedOutside:
            // No further attempt of the same person can succeed before the owner has given the former password.
            audit.note(inquiry, "the passcode was changed outside of the device")
            return .passcodesExhausted
        case .unavailable(let obstacle):
            audit.note(inquiry, "no passcode: \(obstacle)")
            return .interrupted
        }
    }

    private func nextNumber() -> UInt64 {
        lastNumber.withLock { number in
            number += 1
            return number
        }
    }

    private enum Happening: Sendable {
        case event(PresenceCeremony.Event)
        case sighting(Sighting)
        case answer(PromptAnswer)
    }
}
