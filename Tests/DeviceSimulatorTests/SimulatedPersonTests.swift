import DeviceSimulator
import Foundation
import OpenLocalAuthentication
import Testing

@Suite("A simulated user", .timeLimit(.minutes(20))) struct SimulatedPersonTests {
    private func evaluate(_ policy: LAPolicy) async -> LAError.Code? {
        do {
            try await LAContext().evaluatePolicy(policy, localizedReason: "see your notes")
            return nil
        } catch {
            return (error as? LAError)?.code
        }
    }

    @Test("responds as the script says, prompt by prompt")
    func script() async throws {
        let device = try DeviceSimulator()
        device.person.will(.match, .cancel, .noMatch, .fallback, .timeout, .noMatch, .match)
        await device.run {
            for code in [nil, .userCancel, .userFallback, .systemCancel, nil] as [LAError.Code?] {
                #expect(await evaluate(.deviceOwnerAuthenticationWithBiometrics) == code)
            }
        }
        #expect(device.person.promptCount == 7 && device.person.remainingAnswers.isEmpty)
    }

    @Test("cancels a prompt that the answer does not fit")
    func misfits() async throws {
        let device = try DeviceSimulator()
        let bare = try DeviceSimulator(biometry: .none)
        device.person.will(.passcode("2468"), .fallback)
        bare.person.will(.match, .noMatch, .timeout, .fallback)
        // The button does not exist before a finger failed.
        for _ in 1...2 { #expect(await device.run { await evaluate(.deviceOwnerAuthentication) } == .userCancel) }
        for _ in 1...4 { #expect(await bare.run { await evaluate(.deviceOwnerAuthentication) } == .userCancel) }
        #expect(bare.person.remainingAnswers.isEmpty)
    }

    @Test("presents unknown fingers until biometry is locked, and then continues with the script")
    func lockOut() async throws {
        let device = try DeviceSimulator()
        device.person.will(.noMatch, .match, .lockOut, .passcode("2468"), .match)
        await device.run {
            #expect(await evaluate(.deviceOwnerAuthenticationWithBiometrics) == nil)
            #expect(await evaluate(.deviceOwnerAuthenticationWithBiometrics) == .authenticationFailed)
            #expect(await evaluate(.deviceOwnerAuthenticationWithBiometrics) == .biometryLockout)
            #expect(device.person.promptCount == 2 + 5)
            #expect(device.person.remainingAnswers == [.passcode("2468"), .match])
            #expect(await evaluate(.deviceOwnerAuthentication) == nil)
            #expect(await evaluate(.deviceOwnerAuthenticationWithBiometrics) == nil)
        }
    }

    @Test("answers an open prompt on request")
    func standing() async throws {
        let device = try DeviceSimulator()
        // In Sources/Device/DeviceSimulator/DeviceSimulator.docc/DeviceSimulator.md
        device.person.will(.wait)
        await device.run {
            async let end = evaluate(.deviceOwnerAuthentication)
            await device.person.prompted(times: 1)
            device.person.will(.noMatch, .fallback, .passcode("2468"))
            #expect(await end == nil)
        }
        // End
        #expect(device.person.prompts.map(\.question) == [.biometry, .biometry, .passcode])
    }
}
