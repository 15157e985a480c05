import DeviceSimulator
import OpenAuthenticationServices
import Testing
import WebAuthn

@Suite("Passkeys and biometry that is locked out or has changed") @MainActor
struct PasskeyBiometryTests {
    @Test("after five unknown faces only the passcode signs, and then a face signs again")
    func lockedOut() async throws {
        let scene = try await PasskeyScene()
        let credential = try await scene.register()
        // The third unknown face in one request leads to the passcode.
        scene.device.person.will(.noMatch, .noMatch, .noMatch, .cancel)
        #expect(try await scene.error([scene.assertion()], sheets: [.choose(0)]).code == .canceled)
        scene.device.person.will(.noMatch, .noMatch, .passcode("2468"))
        for _ in 0..<2 { #expect(try await scene.signIn(with: credential).user.bytes == [1]) }
        #expect(
            scene.device.person.prompts.map(\.question) == [
                .biometry, .biometry, .biometry, .biometry, .passcode, .biometry, .biometry, .passcode, .biometry,
            ])
    }

    @Test("while biometry is locked out, a face signs nothing")
    func faceInLockout() async throws {
        let scene = try await PasskeyScene()
        try await scene.register()
        try scene.device.lockOutBiometry()
        #expect(try await scene.error([scene.assertion()], sheets: [.choose(0)], person: .match).code == .canceled)
        #expect(scene.device.person.prompts.last?.question == .passcode)
    }

    @Test(
        "a passkey still signs after another face was enrolled, for the passcode and for a face",
        arguments: [[.match], [.noMatch, .fallback, .passcode("2468")]] as [[SimulatedPerson.Answer]])
    func changed(answers: [SimulatedPerson.Answer]) async throws {
        let scene = try await PasskeyScene()
        let credential = try await scene.register()
        try scene.device.enrol("another face")
        for answer in answers { scene.device.person.will(answer) }
        #expect(try await scene.signIn(with: credential).user.bytes == [1])
    }
}
