import Secrets
import TestKit
import Testing

@testable import DeviceBroker

@Suite("Biometric set of an enclave", .tags(.realParts), .timeLimit(.minutes(20)))
struct EnclaveGenerationTests {
    @Test("a changed set permanently invalidates what is bound to it, and nothing else", arguments: EnclaveSubject.available)
    func changeKills(_ subject: EnclaveSubject) throws {
        let fixture = try EnclaveFixture(subject)
        let enclave = try fixture.open()
        _ = try enclave.setPasscode(proof(1)).granted()
        let match = KeyAuthorization(presence: try enclave.presenceKey())
        let both = KeyAuthorization(passcode: try proof(1), presence: try enclave.presenceKey())
        let passcode = KeyAuthorization(passcode: try proof(1))
        let current = try enclave.createKey(.currentBiometry).granted()
        let all = try enclave.createKey(.passcodeAndCurrentBiometry).granted()
        let either = try enclave.createKey(.passcodeOrCurrentBiometry).granted()
        let anySet = try enclave.createKey(.biometry).granted()
        let peer = anySet.publicKey
        _ = try enclave.sign(input, with: current.blob, authorization: match).granted()
        _ = try enclave.sharedSecret(of: current.blob, with: peer, authorization: match).granted()

        let before = try enclave.biometricGeneration()
        #expect(try enclave.biometricGeneration() == before)
        let after = try enclave.advanceBiometricGeneration()
        #expect(after > before)
        #expect(try enclave.biometricGeneration() == after)

        #expect(try enclave.sign(input, with: current.blob, authorization: match).rejection == .biometricSetChanged)
        // So that no prompt is shown that cannot succeed.
        #expect(try enclave.sign(input, with: current.blob, authorization: .none).rejection == .biometricSetChanged)
        #expect(try enclave.sharedSecret(of: current.blob, with: peer, authorization: match).rejection == .biometricSetChanged)
        #expect(try enclave.sign(input, with: all.blob, authorization: both).rejection == .biometricSetChanged)
        #expect(try enclave.sign(input, with: either.blob, authorization: match).rejection == .biometricSetChanged)
        _ = try enclave.sign(input, with: either.blob, authorization: passcode).granted()
        _ = try enclave.sign(input, with: either.blob, authorization: both).granted()
        _ = try enclave.sign(input, with: anySet.blob, authorization: match).granted()

        let fresh = try enclave.createKey(.currentBiometry).granted()
        _ = try enclave.sign(input, with: fresh.blob, authorization: match).granted()
        #expect(try enclave.sign(input, with: current.blob, authorization: match).rejection == .biometricSetChanged)
    }
}
