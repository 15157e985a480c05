import DeviceParts
import Secrets
import TestKit
import Testing

@testable import DeviceBroker

@Suite("Enclave passcode", .tags(.realParts), .timeLimit(.minutes(20)))
struct EnclavePasscodeTests {
    @Test(
        "a passcode is set once, verified, changed with the old one and removed with the right one",
        arguments: EnclaveSubject.available)
    func passcodeLives(_ subject: EnclaveSubject) throws {
        let fixture = try EnclaveFixture(subject)
        let enclave = try fixture.open()
        #expect(try !enclave.isPasscodeSet())
        #expect(try enclave.verifyPasscode(proof(1)).rejection == .passcodeNotSet)
        #expect(try enclave.changePasscode(from: proof(1), to: proof(2)).rejection == .passcodeNotSet)
        #expect(try enclave.removePasscode(proof(1)).rejection == .passcodeNotSet)

        _ = try enclave.setPasscode(proof(1)).granted()
        #expect(try enclave.isPasscodeSet())
        #expect(try enclave.setPasscode(proof(1)).rejection == .passcodeAlreadySet)
        #expect(try enclave.setPasscode(proof(2)).rejection == .passcodeAlreadySet)
        #expect(try enclave.verifyPasscode(proof(2)).rejection == .wrongPasscode)
        _ = try enclave.verifyPasscode(proof(1)).granted()

        #expect(try enclave.changePasscode(from: proof(2), to: proof(3)).rejection == .wrongPasscode)
        _ = try enclave.verifyPasscode(proof(1)).granted()
        _ = try enclave.changePasscode(from: proof(1), to: proof(3)).granted()
        #expect(try enclave.verifyPasscode(proof(1)).rejection == .wrongPasscode)
        _ = try enclave.verifyPasscode(proof(3)).granted()

        #expect(try enclave.removePasscode(proof(1)).rejection == .wrongPasscode)
        #expect(try enclave.isPasscodeSet())
        _ = try enclave.removePasscode(proof(3)).granted()
        #expect(try !enclave.isPasscodeSet())
    }

    @Test("keys remain usable after a change of the passcode", arguments: EnclaveSubject.available)
    func keysFollowChange(_ subject: EnclaveSubject) throws {
        let fixture = try EnclaveFixture(subject)
        let enclave = try fixture.open()
        _ = try enclave.setPasscode(proof(1)).granted()
        let old = KeyAuthorization(passcode: try proof(1), presence: try enclave.presenceKey())
        let new = KeyAuthorization(passcode: try proof(2), presence: try enclave.presenceKey())
        let policies = KeyPolicy.allCases.filter(\.namesPasscode)
        let keys = try policies.map { try enclave.createKey($0).granted() }
        let peer = try enclave.createKey(.nothing).granted().publicKey
        let agreed = try keys.map {
            try enclave.sharedSecret(of: $0.blob, with: peer, authorization: old).granted().withBytes { Array($0) }
        }
        _ = try enclave.changePasscode(from: proof(1), to: proof(2)).granted()
        for (key, secret) in zip(keys, agreed) {
            #expect(try enclave.sign(input, with: key.blob, authorization: old).rejection == .wrongPasscode)
            #expect(try enclave.sharedSecret(of: key.blob, with: peer, authorization: old).rejection == .wrongPasscode)
            let signature = try enclave.sign(input, with: key.blob, authorization: new).granted()
            #expect(try verifies(signature, by: key.publicKey))
            let again = try enclave.sharedSecret(of: key.blob, with: peer, authorization: new).granted()
            #expect(again.withBytes { Array($0) } == secret)
        }
    }

    @Test("keys that require a removed passcode are unusable, even under a new one", arguments: EnclaveSubject.available)
    func removalIsForEver(_ subject: EnclaveSubject) throws {
        let fixture = try EnclaveFixture(subject)
        let enclave = try fixture.open()
        _ = try enclave.setPasscode(proof(1)).granted()
        let authorization = KeyAuthorization(passcode: try proof(1), presence: try enclave.presenceKey())
        let matchOnly = KeyAuthorization(presence: try enclave.presenceKey())
        let needing = try KeyPolicy.allCases.filter(\.requiresPasscode).map { try enclave.createKey($0).granted() }
        let either = try enclave.createKey(.userPresence).granted()
        let free = try enclave.createKey(.biometry).granted()
        _ = try enclave.removePasscode(proof(1)).granted()

        func check() throws {
            for key in needing {
                #expect(try enclave.sign(input, with: key.blob, authorization: authorization).rejection == .passcodeRemoved)
                #expect(try enclave.sign(input, with: key.blob, authorization: .none).rejection == .passcodeRemoved)
                let agreed = try enclave.sharedSecret(of: key.blob, with: free.publicKey, authorization: authorization)
                #expect(agreed.rejection == .passcodeRemoved)
            }
            // If a match is sufficient, it still is.
            _ = try enclave.sign(input, with: either.blob, authorization: matchOnly).granted()
            _ = try enclave.sign(input, with: either.blob, authorization: authorization).granted()
            #expect(
                try enclave.sign(input, with: either.blob, authorization: KeyAuthorization(passcode: proof(1))).rejection
                    == .passcodeRemoved)
            _ = try enclave.sign(input, with: free.blob, authorization: matchOnly).granted()
        }
        try check()
        // The same passcode, set again, is a different one.
        _ = try enclave.setPasscode(proof(1)).granted()
        try check()
        let fresh = try enclave.createKey(.passcode).granted()
        _ = try enclave.sign(input, with: fresh.blob, authorization: authorization).granted()
    }

    @Test("a TPM locks out after its own limit of wrong proofs", .enabled(if: SimulatedTPM.isInstalled, "\(SimulatedTPM.need)"))
    func tpmLocks() throws {
        let fixture = try EnclaveFixture(.tpm)
        try fixture.tpm?.allowFailures(3)
        let enclave = try fixture.open()
        _ = try enclave.setPasscode(proof(1)).granted()
        let key = try enclave.createKey(.passcode).granted()
        let free = try enclave.createKey(.biometry).granted()
        for _ in 0..<3 {
            #expect(try enclave.verifyPasscode(proof(2)).rejection == .wrongPasscode)
        }
        #expect(try enclave.verifyPasscode(proof(1)).rejection == .lockedOut)
        let right = KeyAuthorization(passcode: try proof(1), presence: try enclave.presenceKey())
        #expect(try enclave.sign(input, with: key.blob, authorization: right).rejection == .lockedOut)
        // Operations that no secret authorizes are not locked.
        _ = try enclave.sign(input, with: free.blob, authorization: right).granted()
    }

    @Test("a proof has 32 bytes")
    func proofIs32Bytes() {
        #expect(PasscodeProof(SecretBytes([UInt8](repeating: 1, count: 32))) != nil)
        for count in [0, 31, 33] { #expect(PasscodeProof(SecretBytes([UInt8](repeating: 1, count: count))) == nil) }
    }
}
