import DeviceConformance
import DeviceSimulator
import Foundation
import OpenLocalAuthentication
import OpenSecurity
import TestKit
import Testing

@Suite("Prompts for keys, on every device", .tags(.realParts), .timeLimit(.minutes(20))) struct KeyPromptTests {
    enum Operation: String, CaseIterable {
        case verify, encrypt, sign, decrypt, agree

        var isPrivate: Bool { [.sign, .decrypt, .agree].contains(self) }
    }

    static let situations = Situation.allCases.filter { $0 != .interfaceSkips }

    /// Keys report an error object of Security's or LocalAuthentication's domain.
    static func expected(
        _ protection: Protection, _ operation: Operation, _ situation: Situation
    ) -> (code: OSStatus, questions: [SimulatedPrompt.Question]) {
        guard operation.isPrivate else { return (errSecSuccess, []) }
        if situation == .invalidated { return (errSecAuthFailed, []) }
        let questions = protection.questions(after: situation.shown)
        if questions.isEmpty || situation.mayAsk { return (errSecSuccess, questions) }
        return (errSecInteractionNotAllowed, [])
    }

    private struct Things {
        let signature: Data
        let sealed: Data
        let peer: SecKey
    }

    private static func perform(_ operation: Operation, _ key: SecKey, _ things: Things) throws {
        switch operation {
        case .verify: #expect(EnclaveKeys.verifies(key, things.signature))
        case .encrypt: _ = try EnclaveKeys.sealed(key)
        case .sign: #expect(EnclaveKeys.verifies(key, try EnclaveKeys.sign(key)))
        case .decrypt: #expect(try EnclaveKeys.open(things.sealed, key) == EnclaveKeys.message)
        case .agree: #expect(try EnclaveKeys.agree(key, with: things.peer).count == 32)
        }
    }

    @Test("prompts are shown exactly if a key's list requires them", arguments: DeviceSubject.covering)
    func everyCombination(subject: DeviceSubject) async throws {
        let device = try subject.device()
        let protections = Protection.possible(.privateKeyUsage, on: subject)
        var count = 0
        try await device.run {
            let peer = try #require(SecKeyCopyPublicKey(try EnclaveKeys.make(Protection(.privateKeyUsage).control())))
            for protection in protections {
                let made = try EnclaveKeys.make(protection.control(), tag: "login")
                // All evidence that the list requires, in one context.
                let opener = EnclaveKeys.found("login", [kSecUseAuthenticationContext: LAContext()]).key
                let needed = await PromptWatch(device, answering: protection.questions(after: []))
                let things = Things(
                    signature: try EnclaveKeys.sign(try #require(opener)), sealed: try EnclaveKeys.sealed(made), peer: peer)
                #expect(await needed.questions() == protection.questions(after: []))
                for situation in Self.situations {
                    var bearing = try await Bearing(situation, on: device)
                    for operation in Operation.allCases {
                        let row: Comment = "\(protection.testDescription); \(operation); \(situation)"
                        let (status, found) = EnclaveKeys.found("login", bearing.options)
                        if situation == .invalidated {
                            #expect(status == errSecAuthFailed && found == nil, row)
                            count += 1
                            continue
                        }
                        let key = try #require(found, row)
                        let expected = Self.expected(protection, operation, situation)
                        let watch = await PromptWatch(device, answering: expected.questions)
                        #expect(code { try Self.perform(operation, key, things) } == Int(expected.code), row)
                        #expect(await watch.questions() == expected.questions, row)
                        count += 1
                        if !expected.questions.isEmpty, bearing.context != nil {
                            let again = await PromptWatch(device, answering: [])
                            #expect(code { try Self.perform(operation, key, things) } == 0, row)
                            #expect(await again.questions().isEmpty, row)
                            try await bearing.renew()
                        }
                    }
                }
                #expect(EnclaveKeys.delete("login") == errSecSuccess)
            }
        }
        #expect(protections.count >= 7 && count == protections.count * 10 * 5 && device.person.remainingAnswers.isEmpty)
    }
}
