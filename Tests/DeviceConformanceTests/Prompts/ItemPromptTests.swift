import DeviceConformance
import DeviceSimulator
import Foundation
import OpenLocalAuthentication
import OpenSecurity
import TestKit
import Testing

@Suite("Prompts for items, on every device", .tags(.realParts), .timeLimit(.minutes(20))) struct ItemPromptTests {
    enum Operation: String, CaseIterable {
        case add, readAttributes, readData, updateLabel, updateData, delete

        /// Whether the operation opens the item.
        var opens: Bool { [.readData, .updateLabel, .updateData].contains(self) }
        var canSkip: Bool { [.readAttributes, .readData].contains(self) }
    }

    /// The expected result by Apple's rules: a status and the prompts.
    static func expected(
        _ protection: Protection, _ operation: Operation, _ situation: Situation
    ) -> (status: OSStatus, questions: [SimulatedPrompt.Question]) {
        if situation == .invalidated { return (errSecAuthFailed, []) }
        if situation == .interfaceSkips, !operation.canSkip { return (errSecParam, []) }
        guard operation.opens else { return (errSecSuccess, []) }
        let questions = protection.questions(after: situation.shown)
        if questions.isEmpty || situation.mayAsk { return (errSecSuccess, questions) }
        return (situation == .interfaceSkips ? errSecItemNotFound : errSecInteractionNotAllowed, [])
    }

    private static func perform(_ operation: Operation, _ options: [CFString: Any], _ control: SecAccessControl) -> OSStatus {
        switch operation {
        case .add: Passwords.add("bob", options.merging([kSecAttrAccessControl: control]) { $1 })
        case .readAttributes: Passwords.attributes("alice", options).0
        case .readData: Passwords.read("alice", options).status
        case .updateLabel: Passwords.update("alice", options, to: [kSecAttrLabel: "x"])
        case .updateData: Passwords.update("alice", options, to: [kSecValueData: Passwords.secret])
        case .delete: Passwords.delete("alice", options)
        }
    }

    @Test("prompts are shown exactly if an item's list requires them", arguments: DeviceSubject.covering)
    func everyCombination(subject: DeviceSubject) async throws {
        let device = try subject.device()
        let protections = Protection.possible(on: subject)
        var count = 0
        try await device.run {
            for protection in protections {
                let control = try protection.control()
                for situation in Situation.allCases {
                    #expect(Passwords.add("alice", [kSecAttrAccessControl: control]) == errSecSuccess)
                    var bearing = try await Bearing(situation, on: device)
                    for operation in Operation.allCases {
                        let expected = Self.expected(protection, operation, situation)
                        let watch = await PromptWatch(device, answering: expected.questions)
                        let status = Self.perform(operation, bearing.options, control)
                        let row: Comment = "\(protection.testDescription); \(operation); \(situation)"
                        #expect(status == expected.status, row)
                        #expect(await watch.questions() == expected.questions, row)
                        count += 1
                        // A context keeps its evidence; without a context, each call prompts.
                        if !expected.questions.isEmpty, bearing.context != nil {
                            let again = await PromptWatch(device, answering: [])
                            #expect(Self.perform(operation, bearing.options, control) == errSecSuccess, row)
                            #expect(await again.questions().isEmpty, row)
                            try await bearing.renew()
                        }
                        if operation == .add { _ = Passwords.delete("bob") }
                    }
                    _ = Passwords.delete("alice")
                }
            }
        }
        #expect(protections.count >= 7 && count == protections.count * 11 * 6 && device.person.remainingAnswers.isEmpty)
    }

    @Test("cancelling a prompt leaves the item closed and unchanged", arguments: DeviceSubject.available)
    func cancelled(subject: DeviceSubject) async throws {
        let device = try subject.device()
        try await device.run {
            let control = try Protection(.userPresence).control()
            #expect(Passwords.add("alice", [kSecAttrAccessControl: control]) == errSecSuccess)
            device.person.will(.cancel, .cancel, .match)
            #expect(Passwords.read().status == errSecUserCanceled)
            #expect(Passwords.update(to: [kSecValueData: Data("other".utf8)]) == errSecUserCanceled)
            #expect(Passwords.read().value == Passwords.secret)
        }
        #expect(await device.promptCount() == 3)
    }
}
