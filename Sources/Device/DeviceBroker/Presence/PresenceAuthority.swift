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
    private let passcodes: PasscodeKeeper
    private let audit: AuditTrail
    private let screen = Mutex<(any PromptInterface)?>(nil)
    private let lastNumber = Mutex<UInt64>(0)
    /// One person answers one question at a time.
    private let turn = DispatchSemaphore(value: 1)

    package init(state: DeviceState, sensor: any BiometricSensor, passcodes: PasscodeKeeper, audit: AuditTrail) {
        self.state = state
        self.sensor = sensor
        self.passcodes = passcodes
        self.audit = audit
    }

    /// From now on prompts appear there. Nothing: nobody can be asked.
    package func attach(_ interface: (any PromptInterface)?) {
        screen.withLock { $0 = interface }
    }

    package var mechanisms: Mechanisms {
        let isEnrolled = sensor.kind != .none && sensor.isEnrolled
        return Mechanisms(
            biometry: sensor.kind, isEnrolled: isEnrolled, isLockedOut: state.biometricFailures.areTooMany,
            hasPasscode: passcodes.isSet,
            biometricState: isEnrolled ? state.domainState : nil)
    }

    package var currentSet: BiometricSet { state.currentSet }

    package func obtain(_ demand: PresenceDemand, for inquiry: PresenceInquiry) throws(AuthenticationFailure) -> Shown {
        if demand != .passcode, state.isUnlockFresh(within: inquiry.unlockReuse) { return .match(currentSet) }
        turn.wait()
        defer { turn.signal() }
        let interface = screen.withLock { $0 }
        var ceremony = PresenceCeremony(
            demand: demand, mechanisms: mechanisms, failures: state.biometricFailures,
            hasFallback: inquiry.presentation.fallbackTitle != "", mayInteract: inquiry.mayInteract && interface != nil)
        var proof: PasscodeProof?
        var last: PresenceCeremony.Question?
        while case .ask(let question) = ceremony.step, let interface {
            let prompt = Prompt(
                number: nextNumber(), caller: inquiry.caller, purpose: inquiry.purpose,
                question: question == .passcode ? .passcode : .biometry(sensor.kind), presentation: inquiry.presentation,
                isRepeated: last == question)
            last = question
            let event = event(of: prompt, on: interface, inquiry.withdrawal, proof: &proof)
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
            return .match(currentSet)
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
        of prompt: Prompt, on interface: any PromptInterface, _ withdrawal: Withdrawal, proof: inout PasscodeProof?
    ) -> PresenceCeremony.Event {
        let inbox = Inbox<Happening>()
        withdrawal.onWithdrawal { inbox.put(.event(.withdrawn)) }
        state.locking.onWithdrawal { inbox.put(.event(.interrupted)) }
        interface.show(prompt) { answer in inbox.put(.answer(answer)) }
        var stopWatching: (@Sendable () -> Void)?
        if case .biometry = prompt.question {
            stopWatching = sensor.watch { report in inbox.put(.event(PresenceCeremony.Event(report))) }
        }
        let happening = inbox.take()
        stopWatching?()
        interface.hide(prompt)
        switch happening {
        case .event(let event): return event
        case .answer(.cancel): return .cancelled
        case .answer(.fallback): return .fallback
        case .answer(.interrupted): return .interrupted
        case .answer(.passcode(let passcode)):
            guard case .passcode = prompt.question, let accepted = passcodes.check(passcode) else { return .passcodeRejected }
            proof = accepted
            return .passcodeAccepted
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
        case answer(PromptAnswer)
    }
}

extension PresenceCeremony.Event {
    fileprivate init(_ report: SensorReport) {
        self =
            switch report {
            case .matched: .matched
            case .notMatched: .notMatched
            case .timedOut: .interrupted
            case .lost: .sensorLost
            }
    }
}
