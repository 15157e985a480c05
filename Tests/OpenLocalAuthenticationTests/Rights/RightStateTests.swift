import DeviceSimulator
import Foundation
import OpenLocalAuthentication
import Testing

@Suite("A right", .timeLimit(.minutes(5))) struct RightStateTests {
    @Test("goes from unknown over authorizing to authorized, and back by deauthorize", arguments: Form.allCases)
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

    @Test("is not authorized after a refusal, and may be authorised again", arguments: Form.allCases)
    func refused(form: Form) async throws {
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

    @Test("asks nobody while it is authorised, and everyone for another object of it")
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

    @Test("takes back what it asks when it is deauthorised", arguments: Form.allCases)
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

    @Test("gives a second authorization the first one's place")
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
        /// Without anyone enrolled.
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

    @Test("is granted by its requirement alone", arguments: rows.indices, Form.allCases)
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

    @Test("that only presence grants cannot be without a passcode")
    func noPasscode() async throws {
        try await DeviceSimulator(passcode: nil).run {
            await #expect(throws: LAError(.passcodeNotSet)) { try await LARight().checkCanAuthorize() }
            try await LARight(requirement: .biometry).checkCanAuthorize()
        }
    }

    @Test("keeps a tag for the app")
    func tag() {
        let right = LARight()
        right.tag = 7
        #expect(right.tag == 7)
    }
}
