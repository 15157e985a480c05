import DeviceProtocol
import Testing

@testable import DeviceBroker

@Suite("Presence ceremony") struct PresenceCeremonyTests {
    static let ready = Mechanisms(biometry: .face, isEnrolled: true, isLockedOut: false, hasPasscode: true, biometricState: nil)

    static func ceremony(
        _ demand: PresenceDemand, mechanisms: Mechanisms = ready, failures: Int = 0, hasFallback: Bool = true,
        mayInteract: Bool = true
    ) -> PresenceCeremony {
        PresenceCeremony(
            demand: demand, mechanisms: mechanisms, failures: BiometricFailures(count: failures), hasFallback: hasFallback,
            mayInteract: mayInteract)
    }

    static let beginnings: [(PresenceDemand, Mechanisms, PresenceCeremony.Step)] = [
        (.biometry, ready, .ask(.biometry)),
        (.either, ready, .ask(.biometry)),
        (.passcode, ready, .ask(.passcode)),
        (
            .biometry, Mechanisms(biometry: .none, isEnrolled: false, isLockedOut: false, hasPasscode: true, biometricState: nil),
            .failed(.biometryNotAvailable)
        ),
        (
            .biometry, Mechanisms(biometry: .face, isEnrolled: false, isLockedOut: false, hasPasscode: true, biometricState: nil),
            .failed(.biometryNotEnrolled)
        ),
        (
            .biometry, Mechanisms(biometry: .face, isEnrolled: true, isLockedOut: true, hasPasscode: true, biometricState: nil),
            .failed(.biometryLockout)
        ),
        (
            .either, Mechanisms(biometry: .face, isEnrolled: true, isLockedOut: true, hasPasscode: true, biometricState: nil),
            .ask(.passcode)
        ),
        (
            .either, Mechanisms(biometry: .none, isEnrolled: false, isLockedOut: false, hasPasscode: true, biometricState: nil),
            .ask(.passcode)
        ),
        (
            .either, Mechanisms(biometry: .face, isEnrolled: true, isLockedOut: false, hasPasscode: false, biometricState: nil),
            .failed(.passcodeNotSet)
        ),
        (
            .passcode, Mechanisms(biometry: .face, isEnrolled: true, isLockedOut: false, hasPasscode: false, biometricState: nil),
            .failed(.passcodeNotSet)
        ),
    ]

    static let watched = Mechanisms(
        biometry: .face, isEnrolled: true, isLockedOut: false, hasPasscode: true, biometricState: nil,
        companion: Octets32([UInt8](repeating: 1, count: 32)).map { .init(pairing: $0, isReady: true) })

    @Test("the watch answers if the demand includes it, and the ceremony continues if the watch is lost")
    func watch() {
        var owner = Self.ceremony(.owner, mechanisms: Self.watched)
        #expect(owner.step == .ask(.biometry) && owner.takesWatch)
        owner.receive(.watchLost)
        owner.receive(.confirmedOnWatch)
        #expect(owner.step == .ask(.biometry) && !owner.takesWatch)
        var alone = Self.ceremony(.companion, mechanisms: Self.watched)
        alone.receive(.watchLost)
        #expect(alone.step == .failed(.companionNotAvailable))
        var two = Self.ceremony([.biometry, .companion], mechanisms: Self.watched, failures: 4)
        two.receive(.notMatched)
        #expect(two.step == .ask(.companion))
        two.receive(.confirmedOnWatch)
        // The watch proves nothing about who was at the sensor.
        #expect(two.step == .done(.companion) && two.failures.areTooMany)
        #expect(Self.ceremony([.biometry, .companion]).step == .ask(.biometry))
        #expect(Self.ceremony(.companion).step == .failed(.companionNotAvailable))
    }

    @Test("the device's mechanisms determine the first question or failure", arguments: beginnings)
    func begins(demand: PresenceDemand, mechanisms: Mechanisms, step: PresenceCeremony.Step) {
        #expect(Self.ceremony(demand, mechanisms: mechanisms).step == step)
    }

    @Test("a ceremony that may not prompt fails, with other failures first")
    func notInteractive() {
        #expect(Self.ceremony(.either, mayInteract: false).step == .failed(.notInteractive))
        let bare = Mechanisms(biometry: .none, isEnrolled: false, isLockedOut: false, hasPasscode: true, biometricState: nil)
        #expect(Self.ceremony(.biometry, mechanisms: bare, mayInteract: false).step == .failed(.biometryNotAvailable))
    }

    @Test("a match ends the ceremony and clears failed matches")
    func match() {
        var ceremony = Self.ceremony(.biometry, failures: 3)
        ceremony.receive(.matched)
        #expect(ceremony.step == .done(.biometry))
        #expect(ceremony.failures == BiometricFailures())
    }

    @Test("three failed matches fail an evaluation of biometry alone")
    func threeMismatches() {
        var ceremony = Self.ceremony(.biometry)
        ceremony.receive(.notMatched)
        ceremony.receive(.notMatched)
        #expect(ceremony.step == .ask(.biometry))
        ceremony.receive(.notMatched)
        #expect(ceremony.step == .failed(.authenticationFailed))
        #expect(ceremony.failures == BiometricFailures(count: 3))
    }

    @Test("three failed matches lead to the passcode if that is sufficient")
    func passcodeAfterMismatches() {
        var ceremony = Self.ceremony(.either)
        for _ in 1...3 { ceremony.receive(.notMatched) }
        #expect(ceremony.step == .ask(.passcode))
        ceremony.receive(.passcodeAccepted)
        #expect(ceremony.step == .done(.passcode))
        #expect(ceremony.failures == BiometricFailures())
    }

    @Test("the fifth failed match locks biometry out, across evaluations", arguments: [3, 4])
    func lockout(before: Int) {
        var ceremony = Self.ceremony(.biometry, failures: before)
        for _ in before..<BiometricFailures.limit { ceremony.receive(.notMatched) }
        #expect(ceremony.step == .failed(.biometryLockout))
        #expect(ceremony.failures.areTooMany)
    }

    @Test("the fallback ends an evaluation of biometry alone, and otherwise leads to the passcode")
    func fallback() {
        var alone = Self.ceremony(.biometry)
        alone.receive(.fallback)
        #expect(alone.step == .ask(.biometry), "there is no button before the first failed match")
        alone.receive(.notMatched)
        alone.receive(.fallback)
        #expect(alone.step == .failed(.userFallback))
        var either = Self.ceremony(.either)
        either.receive(.notMatched)
        either.receive(.fallback)
        #expect(either.step == .ask(.passcode))
    }

    @Test("without a fallback title there is no fallback")
    func noFallback() {
        var ceremony = Self.ceremony(.either, hasFallback: false)
        ceremony.receive(.notMatched)
        ceremony.receive(.fallback)
        #expect(ceremony.step == .ask(.biometry))
    }

    @Test(
        "a cancellation fails with the code of its origin",
        arguments: [
            (PresenceCeremony.Event.cancelled, AuthenticationFailure.userCancel), (.cancelledByApp, .appCancel),
            (.interrupted, .systemCancel),
        ])
    func ends(event: PresenceCeremony.Event, failure: AuthenticationFailure) {
        for demand in [PresenceDemand.biometry, .passcode, .either] {
            var ceremony = Self.ceremony(demand)
            ceremony.receive(event)
            #expect(ceremony.step == .failed(failure))
        }
    }

    @Test("the third wrong passcode fails the evaluation")
    func wrongPasscodes() {
        var ceremony = Self.ceremony(.passcode)
        ceremony.receive(.passcodeRejected)
        ceremony.receive(.passcodeRejected)
        #expect(ceremony.step == .ask(.passcode))
        ceremony.receive(.passcodeRejected)
        #expect(ceremony.step == .failed(.authenticationFailed))
    }

    @Test("a match does not answer a passcode prompt, and a passcode does not answer a biometry prompt")
    func foreignAnswers() {
        var passcode = Self.ceremony(.passcode)
        passcode.receive(.matched)
        #expect(passcode.step == .ask(.passcode))
        var biometry = Self.ceremony(.biometry)
        biometry.receive(.passcodeAccepted)
        #expect(biometry.step == .ask(.biometry))
    }

    @Test("a ceremony that has ended ignores all events", arguments: PresenceCeremony.Event.allCases)
    func staysEnded(event: PresenceCeremony.Event) {
        for last in [PresenceCeremony.Event.matched, .cancelled] {
            var ceremony = Self.ceremony(.either)
            ceremony.receive(last)
            let ended = ceremony
            ceremony.receive(event)
            #expect(ceremony == ended)
        }
    }

    /// Covers every state that any events lead to, from every start.
    @Test("no state succeeds without a match or the passcode, or with a factor that the demand does not include")
    func model() {
        for demand in (1...7).map({ PresenceDemand(rawValue: $0) }) {
            for failures in 0...BiometricFailures.limit {
                let mechanisms = Mechanisms(
                    biometry: .face, isEnrolled: true, isLockedOut: failures == BiometricFailures.limit, hasPasscode: true,
                    biometricState: nil, companion: Self.watched.companion)
                var seen: Set<PresenceCeremony> = []
                var open = [Self.ceremony(demand, mechanisms: mechanisms, failures: failures)]
                while let state = open.popLast() {
                    guard seen.insert(state).inserted else { continue }
                    for event in PresenceCeremony.Event.allCases {
                        var next = state
                        next.receive(event)
                        if case .done(let proof) = next.step, next != state {
                            #expect((proof == .biometry) == (event == .matched))
                            #expect((proof == .passcode) == (event == .passcodeAccepted))
                            #expect((proof == .companion) == (event == .confirmedOnWatch))
                            #expect(demand.contains(proof.demand))
                            #expect(proof != .biometry || !state.failures.areTooMany)
                        }
                        open.append(next)
                    }
                }
                #expect(!seen.isEmpty && seen.count < 200)
            }
        }
    }
}

extension PresenceCeremony.Proof {
    fileprivate var demand: PresenceDemand {
        switch self {
        case .biometry: .biometry
        case .passcode: .passcode
        case .companion: .companion
        }
    }
}
