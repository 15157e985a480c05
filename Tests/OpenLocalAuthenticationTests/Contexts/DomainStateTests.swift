import DeviceSimulator
import Foundation
import OpenLocalAuthentication
import Testing

/// A name that is not deprecated.
private protocol DomainStateReading {
    var evaluatedPolicyDomainState: Data? { get }
}

extension LAContext: DomainStateReading {}

@Suite("Domain state", .timeLimit(.minutes(20))) struct DomainStateTests {
    private func evaluated(_ context: LAContext) -> Data? {
        (context as any DomainStateReading).evaluatedPolicyDomainState
    }

    @Test("the evaluated policy's state is set after an evaluation or a successful preflight of biometry")
    func evaluatedPolicy() async throws {
        let device = try DeviceSimulator()
        try await device.run {
            let asked = LAContext()
            #expect(evaluated(asked) == nil)
            device.person.will(.cancel, .match)
            await #expect(throws: LAError(.userCancel)) {
                try await Form.async.evaluate(.deviceOwnerAuthenticationWithBiometrics, with: asked)
            }
            #expect(evaluated(asked) == nil)
            try await Form.async.evaluate(.deviceOwnerAuthenticationWithBiometrics, with: asked)
            #expect(evaluated(asked)?.count == 32)
            let checked = LAContext()
            #expect(checked.canEvaluatePolicy(.deviceOwnerAuthentication, error: nil))
            #expect(evaluated(checked) == nil)
            #expect(checked.canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: nil))
            #expect(evaluated(checked) == evaluated(asked))
        }
    }

    @Test("the state is set if biometry satisfied a policy that the passcode also satisfies")
    func eitherWay() async throws {
        let device = try DeviceSimulator()
        try await device.run {
            let context = LAContext()
            device.person.will(.noMatch, .fallback, .passcode("2468"), .match)
            try await Form.async.evaluate(.deviceOwnerAuthentication, with: context)
            #expect(evaluated(context) == nil)
            let other = LAContext()
            try await Form.async.evaluate(.deviceOwnerAuthentication, with: other)
            #expect(evaluated(other)?.count == 32)
            #expect(evaluated(other) == other.domainState.biometry.stateHash)
        }
    }

    @Test("the state changes with every enrolment and removal")
    func enrolment() async throws {
        let device = try DeviceSimulator()
        try device.run {
            var states: [Data?] = []
            for change in [{}, { try device.enrol("a glove") }, { try device.unenrol("a glove") }] as [() throws -> Void] {
                try change()
                let context = LAContext()
                #expect(context.canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: nil))
                states.append(evaluated(context))
                #expect(context.domainState.biometry.stateHash == evaluated(context))
                #expect(context.domainState.stateHash == evaluated(context))
                #expect(LAContext().domainState.biometry.stateHash == evaluated(context))
            }
            #expect(Set(states).count == 3 && !states.contains(nil))
        }
    }

    @Test("the evaluated policy's state is nil during a lockout, and without an enrolment")
    func lockout() async throws {
        let device = try DeviceSimulator()
        try device.run {
            let context = LAContext()
            #expect(context.canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: nil))
            let before = evaluated(context)
            try device.lockOutBiometry()
            #expect(!context.canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: nil))
            #expect(evaluated(context) == nil)
            #expect(context.domainState.biometry.stateHash == before)
            device.lock()
            try device.unlock(passcode: "2468")
            #expect(context.canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: nil))
            #expect(evaluated(context) == before && before != nil)
            try device.unenrol()
            #expect(!context.canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: nil))
            #expect(evaluated(context) == nil && context.domainState.stateHash == nil)
        }
    }

    @Test("the state differs between devices")
    func devices() throws {
        let states = try (1...2).map { _ in
            try DeviceSimulator().run { LAContext().domainState.biometry.stateHash }
        }
        #expect(states[0] != nil && states[0] != states[1])
    }

    @Test("the biometry type is known before an evaluation, without companions")
    func kinds() throws {
        let kinds: [(DeviceSimulator.Biometry, LABiometryType)] = [
            (.none, .none), (.touchID, .touchID), (.faceID, .faceID), (.opticID, .opticID),
        ]
        for (biometry, type) in kinds {
            try DeviceSimulator(biometry: biometry, isEnrolled: false).run {
                let context = LAContext()
                #expect(context.biometryType == type && context.domainState.biometry.biometryType == type)
                #expect(context.domainState.biometry.stateHash == nil)
                let companion = context.domainState.companion
                #expect(companion.availableCompanionTypes.isEmpty && companion.stateHash == nil)
                #expect(companion.stateHash(for: .watch) == nil)
            }
        }
    }
}
