import DeviceSimulator
import Foundation
import OpenLocalAuthentication
import Testing

@Suite("Policies", .timeLimit(.minutes(20))) struct PolicyTests {
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

    @Test("a policy that cannot be satisfied fails without a prompt, in preflight and evaluation", arguments: impossible)
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
        "biometry fails without consent or usage description for Face ID, and the biometry type stays known"
    )
    func faceRejected() async throws {
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

    @Test("an evaluation prompts once, for biometry if available, otherwise for the passcode", arguments: possible, Form.allCases)
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

    @Test("the user's response determines the result for biometry alone", arguments: Form.allCases)
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

    @Test("the fallback button leads to the passcode if it is sufficient")
    func fallbackToPasscode() async throws {
        let device = try DeviceSimulator()
        device.person.will(.noMatch, .fallback, .passcode("2468"))
        try await device.run { try await Form.async.evaluate(.deviceOwnerAuthentication, with: LAContext()) }
        #expect(device.person.prompts.map(\.question) == [.biometry, .biometry, .passcode])
    }

    @Test("three failed matches in one prompt, or three wrong passcodes, fail the evaluation")
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

    @Test("without interaction an evaluation does not prompt, and other errors come first", arguments: Form.allCases)
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

    @Test("locking the device ends the prompt")
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
