import DeviceSimulator
import Foundation
import OpenLocalAuthentication
import Testing

@Suite("State of a right", .timeLimit(.minutes(20))) struct RightStateTests {
    @Test("a right goes from unknown through authorizing to authorized, and back with deauthorize", arguments: Form.allCases)
    func granted(form: Form) async throws {
        let device = try DeviceSimulator()
        device.person.will(.wait)
        try await device.run {
            let right = LARight()
            #expect(right.state == .unknown && right.tag == 0)
            let end = Task { try await form.authorize(right) }
            await device.person.prompted(times: 1)
            #expect(right.state == .authorizing)
            device.person.will(.match)
            try await end.value
            #expect(right.state == .authorized)
            await form.deauthorize(right)
            #expect(right.state == .notAuthorized)
            device.person.will(.match)
            try await form.authorize(right)
            #expect(right.state == .authorized)
        }
        #expect(device.person.prompts.map(\.purpose) == [.right, .right])
        #expect(device.person.prompts.map(\.reason) == ["sign in", "sign in"])
    }

    @Test("a denied right is not authorized, and can be authorized later", arguments: Form.allCases)
    func rejected(form: Form) async throws {
        let device = try DeviceSimulator()
        device.person.will(.cancel, .match)
        try await device.run {
            let right = LARight(requirement: .biometry)
            await #expect(throws: LAError(.userCancel)) { try await form.authorize(right) }
            #expect(right.state == .notAuthorized)
            try await form.authorize(right)
            #expect(right.state == .authorized)
        }
    }

    @Test("an authorized right does not prompt, but another object of it does")
    func quiet() async throws {
        let device = try DeviceSimulator()
        device.person.will(.match, .match)
        try await device.run {
            let right = LARight()
            try await right.authorize(localizedReason: "sign in")
            try await right.authorize(localizedReason: "sign in")
            #expect(right.state == .authorized && device.person.promptCount == 1)
            try await LARight().authorize(localizedReason: "sign in")
            #expect(device.person.promptCount == 2)
        }
    }

    @Test("deauthorize cancels the prompt", arguments: Form.allCases)
    func deauthorizedInFlight(form: Form) async throws {
        let device = try DeviceSimulator()
        device.person.will(.wait)
        await device.run {
            let right = LARight()
            let end = Task { try await form.authorize(right) }
            await device.person.prompted(times: 1)
            await form.deauthorize(right)
            #expect(right.state == .notAuthorized)
            await #expect(throws: LAError(.appCancel)) { try await end.value }
            #expect(right.state == .notAuthorized)
        }
    }

    @Test("a second authorization replaces the first one")
    func replaced() async throws {
        let device = try DeviceSimulator()
        device.person.will(.wait, .wait)
        try await device.run {
            let right = LARight()
            let first = Task { try await right.authorize(localizedReason: "first") }
            await device.person.prompted(times: 1)
            let second = Task { try await right.authorize(localizedReason: "second") }
            await #expect(throws: LAError(.appCancel)) { try await first.value }
            await device.person.prompted(times: 2)
            #expect(right.state == .authorizing)
            device.person.will(.match)
            try await second.value
            #expect(right.state == .authorized)
        }
    }

    struct Row: Sendable {
        let requirement: LAAuthenticationRequirement
        let answers: [SimulatedPerson.Answer]
        let code: LAError.Code?
        /// Nothing is enrolled.
        let preflight: LAError.Code?
    }

    static let rows = [
        Row(requirement: .default, answers: [.match], code: nil, preflight: nil),
        Row(requirement: .default, answers: [.noMatch, .fallback, .passcode("2468")], code: nil, preflight: nil),
        Row(requirement: .biometry, answers: [.match], code: nil, preflight: .biometryNotEnrolled),
        Row(requirement: .biometry, answers: [.noMatch, .fallback], code: .userFallback, preflight: .biometryNotEnrolled),
        Row(requirement: .biometryCurrentSet, answers: [.match], code: nil, preflight: .biometryNotEnrolled),
        Row(
            requirement: .biometryCurrentSet, answers: [.noMatch, .fallback], code: .userFallback, preflight: .biometryNotEnrolled),
        Row(
            requirement: .biometry(fallback: .devicePasscode), answers: [.noMatch, .fallback, .passcode("2468")], code: nil,
            preflight: nil),
        Row(
            requirement: .biometry(fallback: .default), answers: [.noMatch, .fallback, .passcode("2468")], code: nil, preflight: nil
        ),
        Row(
            requirement: .biometry(fallback: .devicePasscode), answers: [.noMatch, .fallback, .cancel], code: .userCancel,
            preflight: nil),
    ]

    @Test("a right is granted by its own requirement only", arguments: rows.indices, Form.allCases)
    func requirement(index: Int, form: Form) async throws {
        let row = Self.rows[index]
        let device = try DeviceSimulator()
        for answer in row.answers { device.person.will(answer) }
        try await device.run {
            let right = LARight(requirement: row.requirement)
            try await form.checkCanAuthorize(right)
            #expect(right.state == .unknown && device.person.promptCount == 0)
            if let code = row.code {
                await #expect(throws: LAError(code)) { try await form.authorize(right) }
            } else {
                try await form.authorize(right)
            }
            try device.unenrol()
            let other = LARight(requirement: row.requirement)
            if let preflight = row.preflight {
                await #expect(throws: LAError(preflight)) { try await form.checkCanAuthorize(other) }
            } else {
                try await form.checkCanAuthorize(other)
            }
        }
        #expect(device.person.promptCount == row.answers.count)
    }

    @Test("a right that requires user presence needs a passcode")
    func noPasscode() async throws {
        try await DeviceSimulator(passcode: nil).run {
            await #expect(throws: LAError(.passcodeNotSet)) { try await LARight().checkCanAuthorize() }
            try await LARight(requirement: .biometry).checkCanAuthorize()
        }
    }

    @Test("a right stores a tag for the app")
    func tag() {
        let right = LARight()
        right.tag = 7
        #expect(right.tag == 7)
    }
}
