import DeviceSimulator
import OpenLocalAuthentication
import OpenSecurity
import Testing

@Suite("Evaluating access controls", .timeLimit(.minutes(20))) struct AccessControlTests {
    struct Row: Sendable {
        let flags: SecAccessControlCreateFlags
        let operation: LAAccessControlOperation
        let questions: [SimulatedPrompt.Question]
    }

    static let rows = [
        Row(flags: [], operation: .useItem, questions: []),
        Row(flags: .userPresence, operation: .useItem, questions: [.biometry]),
        Row(flags: .biometryAny, operation: .useItem, questions: [.biometry]),
        Row(flags: .biometryCurrentSet, operation: .useItem, questions: [.biometry]),
        Row(flags: .devicePasscode, operation: .useItem, questions: [.passcode]),
        Row(flags: [.biometryAny, .devicePasscode], operation: .useItem, questions: [.biometry, .passcode]),
        Row(flags: [.biometryAny, .and, .devicePasscode], operation: .useItem, questions: [.biometry, .passcode]),
        Row(flags: [.biometryAny, .or, .devicePasscode], operation: .useItem, questions: [.biometry]),
        Row(flags: [.biometryAny, .or, .companion], operation: .useItem, questions: [.biometry]),
        Row(flags: .biometryAny, operation: .createItem, questions: []),
        Row(flags: .privateKeyUsage, operation: .useItem, questions: []),
        Row(flags: [], operation: .useKeySign, questions: []),
        Row(flags: [.biometryAny, .privateKeyUsage], operation: .createKey, questions: []),
        Row(flags: [.biometryAny, .privateKeyUsage], operation: .useKeySign, questions: [.biometry]),
        Row(flags: [.biometryAny, .privateKeyUsage], operation: .useKeyDecrypt, questions: [.biometry]),
        Row(flags: [.devicePasscode, .privateKeyUsage], operation: .useKeyKeyExchange, questions: [.passcode]),
    ]

    static func control(_ flags: SecAccessControlCreateFlags) throws -> SecAccessControl {
        try #require(SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, flags, nil))
    }

    @Test("an evaluation prompts for the operation's constraints, once per context", arguments: rows, Form.allCases)
    func questions(row: Row, form: Form) async throws {
        let device = try DeviceSimulator()
        let control = try Self.control(row.flags)
        for question in row.questions { device.person.will(question == .biometry ? .match : .passcode("2468")) }
        try await device.run {
            let context = LAContext()
            try await form.evaluate(control, row.operation, with: context)
            try await form.evaluate(control, row.operation, with: context)
        }
        #expect(device.person.prompts.map(\.question) == row.questions)
    }

    @Test("an operation without constraints in the list is denied without a prompt", arguments: Form.allCases)
    func otherUses(form: Form) async throws {
        let device = try DeviceSimulator()
        let (forItems, forKeys) = (try Self.control(.biometryAny), try Self.control([.biometryAny, .privateKeyUsage]))
        await device.run {
            let context = LAContext()
            for operation in [LAAccessControlOperation.useKeySign, .useKeyDecrypt, .useKeyKeyExchange] {
                await #expect(throws: LAError(.authenticationFailed)) {
                    try await form.evaluate(forItems, operation, with: context)
                }
            }
            await #expect(throws: LAError(.authenticationFailed)) { try await form.evaluate(forKeys, .useItem, with: context) }
        }
        #expect(device.person.promptCount == 0)
    }

    @Test("the user, the context and the device determine the error", arguments: Form.allCases)
    func failures(form: Form) async throws {
        let device = try DeviceSimulator()
        let control = try Self.control([.biometryAny, .privateKeyUsage])
        try await device.run {
            let context = LAContext()
            await #expect(throws: LAError(.userCancel)) { try await form.evaluate(control, .useKeySign, with: context) }
            context.interactionNotAllowed = true
            await #expect(throws: LAError(.notInteractive)) { try await form.evaluate(control, .useKeySign, with: context) }
            let companion = try Self.control(.companion)
            await #expect(throws: LAError(.companionNotAvailable)) { try await form.evaluate(companion, .useItem, with: context) }
            context.invalidate()
            for operation in [LAAccessControlOperation.useKeySign, .createKey] {
                await #expect(throws: LAError(.invalidContext)) { try await form.evaluate(control, operation, with: context) }
            }
        }
        #expect(device.person.promptCount == 1)
    }

    @Test("the current set is prompted for again after a finger was enrolled")
    func currentSet() async throws {
        let device = try DeviceSimulator()
        device.person.will(.match, .match)
        let control = try Self.control(.biometryCurrentSet)
        try await device.run {
            let context = LAContext()
            try await Form.async.evaluate(control, .useItem, with: context)
            try device.enrol("a glove")
            try await Form.async.evaluate(control, .useItem, with: context)
        }
        #expect(device.person.promptCount == 2)
    }
}
