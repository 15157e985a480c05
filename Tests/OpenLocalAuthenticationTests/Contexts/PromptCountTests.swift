import DeviceSimulator
import Foundation
import OpenLocalAuthentication
import Testing

@Suite("Number of prompts", .timeLimit(.minutes(20))) struct PromptCountTests {
    struct Row: Sendable {
        let first: LAPolicy
        let answer: SimulatedPerson.Answer
        let second: LAPolicy
        /// Whether the evidence for the first is sufficient for the second.
        let isEnough: Bool
    }

    static let rows = [
        Row(first: .deviceOwnerAuthentication, answer: .match, second: .deviceOwnerAuthentication, isEnough: true),
        Row(
            first: .deviceOwnerAuthentication, answer: .match, second: .deviceOwnerAuthenticationWithBiometrics, isEnough: true),
        Row(
            first: .deviceOwnerAuthenticationWithBiometrics, answer: .match, second: .deviceOwnerAuthentication, isEnough: true),
        Row(
            first: .deviceOwnerAuthenticationWithBiometrics, answer: .match, second: .deviceOwnerAuthenticationWithBiometrics,
            isEnough: true),
        Row(
            first: .deviceOwnerAuthenticationWithBiometrics, answer: .match,
            second: .deviceOwnerAuthenticationWithBiometricsOrCompanion, isEnough: true),
        Row(
            first: .deviceOwnerAuthentication, answer: .fallback, second: .deviceOwnerAuthenticationWithBiometrics,
            isEnough: false),
        Row(first: .deviceOwnerAuthentication, answer: .fallback, second: .deviceOwnerAuthentication, isEnough: true),
    ]

    @Test("each required factor is prompted for once per context", arguments: rows, Form.allCases)
    func once(row: Row, form: Form) async throws {
        let device = try DeviceSimulator()
        if row.answer == .fallback { device.person.will(.noMatch) }
        device.person.will(row.answer)
        if row.answer == .fallback { device.person.will(.passcode("2468")) }
        try await device.run {
            let context = LAContext()
            try await form.evaluate(row.first, with: context)
            let before = device.person.promptCount
            device.person.will(.match)
            try await form.evaluate(row.second, with: context)
            #expect(device.person.promptCount == before + (row.isEnough ? 0 : 1))
            if !row.isEnough { device.person.will(.match) }
            try await form.evaluate(row.second, with: LAContext())
            #expect(device.person.promptCount == before + (row.isEnough ? 1 : 2))
        }
        #expect(device.person.remainingAnswers.isEmpty)
    }

    @Test("preflight never prompts, and an authorized context needs no prompt without interaction")
    func silent() async throws {
        let device = try DeviceSimulator()
        device.person.will(.match)
        try await device.run {
            let context = LAContext()
            #expect(context.canEvaluatePolicy(.deviceOwnerAuthentication, error: nil))
            try await Form.async.evaluate(.deviceOwnerAuthentication, with: context)
            context.interactionNotAllowed = true
            try await Form.async.evaluate(.deviceOwnerAuthentication, with: context)
        }
        #expect(device.person.promptCount == 1)
    }

    @Test("a prompt shows the app's reason and titles, and the app name that the device knows")
    func words() async throws {
        let device = try DeviceSimulator(app: "TEAM.com.example.notes")
        device.person.will(.match, .match)
        try await device.run {
            let context = LAContext()
            #expect(context.localizedReason.isEmpty && context.localizedFallbackTitle == nil && context.localizedCancelTitle == nil)
            context.localizedReason = "never shown for a policy"
            context.localizedCancelTitle = "Not now"
            context.localizedFallbackTitle = "Use the password"
            try await Form.async.evaluate(.deviceOwnerAuthentication, with: context, because: "see your notes")
            try await Form.async.evaluate(.deviceOwnerAuthentication, with: LAContext(), because: "again")
        }
        let prompts = device.person.prompts
        #expect(prompts.map(\.app) == ["TEAM.com.example.notes", "TEAM.com.example.notes"])
        #expect(prompts.map(\.reason) == ["see your notes", "again"])
        #expect(prompts.map(\.cancelTitle) == ["Not now", nil])
        #expect(prompts.map(\.fallbackTitle) == ["Use the password", nil])
        #expect(prompts.map(\.purpose) == [.evaluation, .evaluation])
    }

    @Test("an empty title removes the fallback button")
    func noFallback() async throws {
        let device = try DeviceSimulator()
        device.person.will(.noMatch, .fallback, .fallback, .noMatch, .fallback)
        await device.run {
            let context = LAContext()
            context.localizedFallbackTitle = ""
            // There is no button to press, so the user cancels.
            await #expect(throws: LAError(.userCancel)) {
                try await Form.async.evaluate(.deviceOwnerAuthenticationWithBiometrics, with: context)
            }
            context.localizedFallbackTitle = nil
            // The standard fallback button is not shown before the first failed match either.
            await #expect(throws: LAError(.userCancel)) {
                try await Form.async.evaluate(.deviceOwnerAuthenticationWithBiometrics, with: context)
            }
            await #expect(throws: LAError(.userFallback)) {
                try await Form.async.evaluate(.deviceOwnerAuthenticationWithBiometrics, with: context)
            }
        }
        #expect(device.person.prompts.map(\.fallbackTitle) == ["", "", nil, nil, nil])
    }

    @Test("overlong texts are truncated between two characters")
    func longWords() async throws {
        let device = try DeviceSimulator()
        device.person.will(.match)
        try await device.run {
            try await Form.async.evaluate(
                .deviceOwnerAuthentication, with: LAContext(), because: String(repeating: "ä🔑", count: 1_000))
        }
        let reason = try #require(device.person.prompts.first?.reason)
        #expect(reason.utf8.count == 1_022 && reason.hasPrefix("ä🔑ä") && !reason.contains("\u{FFFD}"))
    }
}
