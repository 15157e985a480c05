import DeviceSimulator
import Foundation
import OpenLocalAuthentication
import Testing

@Suite("A policy", .timeLimit(.minutes(5))) struct PolicyTests {
    struct Situation: Sendable {
        var biometry = DeviceSimulator.Biometry.faceID
        var isEnrolled = true
        var passcode: String? = "2468"
        var isLockedOut = false

        func device() throws -> DeviceSimulator {
            let device = try DeviceSimulator(biometry: biometry, isEnrolled: isEnrolled, passcode: passcode)
            if isLockedOut { try device.lockOutBiometry() }
            return device
        }
    }

    static let impossible: [(Situation, LAPolicy, LAError.Code)] = [
        (Situation(biometry: .none), .deviceOwnerAuthenticationWithBiometrics, .biometryNotAvailable),
        (Situation(isEnrolled: false), .deviceOwnerAuthenticationWithBiometrics, .biometryNotEnrolled),
        (Situation(isLockedOut: true), .deviceOwnerAuthenticationWithBiometrics, .biometryLockout),
        (Situation(passcode: nil), .deviceOwnerAuthentication, .passcodeNotSet),
        (Situation(biometry: .none, passcode: nil), .deviceOwnerAuthentication, .passcodeNotSet),
        (Situation(), .deviceOwnerAuthenticationWithCompanion, .companionNotAvailable),
        (Situation(isEnrolled: false), .deviceOwnerAuthenticationWithBiometricsOrCompanion, .biometryNotEnrolled),
    ]

    @Test("fails before anyone is asked where it cannot be met, in preflight and evaluation alike", arguments: impossible)
    func cannot(situation: Situation, policy: LAPolicy, code: LAError.Code) async throws {
        let device = try situation.device()
        await device.run {
            let context = LAContext()
            var error: NSError?
            #expect(!context.canEvaluatePolicy(policy, error: &error))
            #expect(error?.domain == LAErrorDomain && error?.code == code.rawValue)
            #expect(!context.canEvaluatePolicy(policy, error: nil))
            for form in Form.allCases {
                await #expect(throws: LAError(code)) { try await form.evaluate(policy, with: context) }
            }
        }
        #expect(device.person.promptCount == 0)
    }

    @Test(
        "of biometry fails where the person does not let the app use Face ID, or the app does not say why, and the kind stays known"
    )
    func faceRefused() async throws {
        for usage in [DeviceSimulator.usualFaceIDUsage, nil] {
            let device = try DeviceSimulator(faceIDUsage: usage)
            device.person.allowsFace = false
            device.person.will(.passcode("2468"))
            try await device.run {
                let context = LAContext()
                await #expect(throws: LAError(.biometryNotAvailable)) {
                    try await context.evaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, localizedReason: "go on")
                }
                #expect(!context.canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: nil))
                #expect(context.biometryType == .faceID)
                #expect(context.canEvaluatePolicy(.deviceOwnerAuthentication, error: nil))
                try await context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "go on")
            }
            #expect(device.person.faceQuestions.map(\.usage) == [usage].compactMap(\.self))
            #expect(device.person.prompts.map(\.question) == [.passcode])
        }
    }

    static let possible: [(Situation, LAPolicy, SimulatedPrompt.Question)] = [
        (Situation(), .deviceOwnerAuthenticationWithBiometrics, .biometry),
        (Situation(passcode: nil), .deviceOwnerAuthenticationWithBiometrics, .biometry),
        (Situation(), .deviceOwnerAuthenticationWithBiometricsOrCompanion, .biometry),
        (Situation(), .deviceOwnerAuthentication, .biometry),
        (Situation(biometry: .none), .deviceOwnerAuthentication, .passcode),
        (Situation(isEnrolled: false), .deviceOwnerAuthentication, .passcode),
        (Situation(isLockedOut: true), .deviceOwnerAuthentication, .passcode),
    ]

    @Test("asks once, for biometry where it can, else for the passcode", arguments: possible, Form.allCases)
    func can(of row: (Situation, LAPolicy, SimulatedPrompt.Question), form: Form) async throws {
        let (situation, policy, question) = row
        let device = try situation.device()
        device.person.will(question == .biometry ? .match : .passcode("2468"))
        try await device.run {
            let context = LAContext()
            var error: NSError?
            #expect(context.canEvaluatePolicy(policy, error: &error))
            #expect(error == nil && device.person.promptCount == 0)
            try await form.evaluate(policy, with: context)
        }
        #expect(device.person.prompts.map(\.question) == [question])
    }

    @Test("ends with what the person does about biometry alone", arguments: Form.allCases)
    func biometryAlone(form: Form) async throws {
        let endings: [([SimulatedPerson.Answer], LAError.Code)] = [
            ([.cancel], .userCancel), ([.noMatch, .fallback], .userFallback), ([.timeout], .systemCancel),
        ]
        for (answers, code) in endings {
            let device = try DeviceSimulator()
            for answer in answers { device.person.will(answer) }
            await device.run {
                await #expect(throws: LAError(code)) {
                    try await form.evaluate(.deviceOwnerAuthenticationWithBiometrics, with: LAContext())
                }
            }
            #expect(device.person.promptCount == answers.count)
        }
    }

    @Test("goes on to the passcode behind the fallback button where the passcode would do")
    func fallbackToPasscode() async throws {
        let device = try DeviceSimulator()
        device.person.will(.noMatch, .fallback, .passcode("2468"))
        try await device.run { try await Form.async.evaluate(.deviceOwnerAuthentication, with: LAContext()) }
        #expect(device.person.prompts.map(\.question) == [.biometry, .biometry, .passcode])
    }

    @Test("fails after three strangers at one prompt, and after three wrong passcodes")
    func threeFailures() async throws {
        let device = try DeviceSimulator()
        device.person.will(.noMatch, .noMatch, .noMatch)
        await device.run {
            await #expect(throws: LAError(.authenticationFailed)) {
                try await Form.async.evaluate(.deviceOwnerAuthenticationWithBiometrics, with: LAContext())
            }
        }
        #expect(device.person.prompts.map(\.isRepeated) == [false, true, true])
        let bare = try DeviceSimulator(biometry: .none)
        bare.person.will(.passcode("1"), .passcode("2"), .passcode("3"))
        await bare.run {
            await #expect(throws: LAError(.authenticationFailed)) {
                try await Form.async.evaluate(.deviceOwnerAuthentication, with: LAContext())
            }
        }
        #expect(bare.person.promptCount == 3)
    }

    @Test("asks nobody where interaction is not allowed, and says first what is wrong anyway", arguments: Form.allCases)
    func notInteractive(form: Form) async throws {
        let device = try DeviceSimulator()
        try await device.run {
            let context = LAContext()
            #expect(!context.interactionNotAllowed)
            context.interactionNotAllowed = true
            for policy in [LAPolicy.deviceOwnerAuthentication, .deviceOwnerAuthenticationWithBiometrics] {
                await #expect(throws: LAError(.notInteractive)) { try await form.evaluate(policy, with: context) }
            }
            try device.unenrol()
            await #expect(throws: LAError(.biometryNotEnrolled)) {
                try await form.evaluate(.deviceOwnerAuthenticationWithBiometrics, with: context)
            }
            context.interactionNotAllowed = false
            device.person.will(.passcode("2468"))
            try await form.evaluate(.deviceOwnerAuthentication, with: context)
        }
        #expect(device.person.promptCount == 1)
    }

    @Test("loses its prompt when the device is locked")
    func locking() async throws {
        let device = try DeviceSimulator()
        device.person.will(.wait)
        await device.run {
            let context = LAContext()
            let end = Task { try await Form.async.evaluate(.deviceOwnerAuthentication, with: context) }
            await device.person.prompted(times: 1)
            device.lock()
            await #expect(throws: LAError(.systemCancel)) { try await end.value }
        }
    }
}
