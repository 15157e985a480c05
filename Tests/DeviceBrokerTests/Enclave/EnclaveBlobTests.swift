import DeviceParts
import DeviceProtocol
import Secrets
import TestKit
import Testing

@testable import DeviceBroker

@Suite("Foreign and modified blobs", .tags(.realParts), .timeLimit(.minutes(20)))
struct EnclaveBlobTests {
    @Test("a blob of another enclave is rejected", arguments: EnclaveSubject.available)
    func otherEnclavesBlob(_ subject: EnclaveSubject) throws {
        let here = try EnclaveFixture(subject)
        let there = try EnclaveFixture(subject)
        let enclave = try here.open()
        let other = try there.open()
        let key = try other.createKey(.nothing).granted()
        let peer = try enclave.createKey(.nothing).granted().publicKey
        #expect(try enclave.sign(input, with: key.blob, authorization: .none).rejection == .unknownBlob)
        #expect(try enclave.sharedSecret(of: key.blob, with: peer, authorization: .none).rejection == .unknownBlob)
        _ = try other.sign(input, with: key.blob, authorization: .none).granted()
        _ = try other.sharedSecret(of: key.blob, with: peer, authorization: .none).granted()
    }

    @Test("a blob of the other kind of enclave is rejected", .enabled(if: SimulatedTPM.isInstalled, "\(SimulatedTPM.need)"))
    func otherKindsBlob() throws {
        let hard = try EnclaveFixture(.tpm)
        let soft = try EnclaveFixture(.softwareHere)
        let tpm = try hard.open()
        let software = try soft.open()
        let hardKey = try tpm.createKey(.nothing).granted()
        let softKey = try software.createKey(.nothing).granted()
        #expect(try software.sign(input, with: hardKey.blob, authorization: .none).rejection == .unknownBlob)
        #expect(try tpm.sign(input, with: softKey.blob, authorization: .none).rejection == .unknownBlob)
    }

    @Test(
        "a key is not accepted as the device secret, and the device secret is not accepted as a key",
        .enabled(if: SimulatedTPM.isInstalled, "\(SimulatedTPM.need)"))
    func keyIsNotDeviceSecret() throws {
        let fixture = try EnclaveFixture(.tpm)
        var enclave: (any Enclave)? = try fixture.open()
        let key = try #require(try enclave?.createKey(.nothing).granted())
        let state = try #require(readBytes(fixture.stateFile))
        let record = try TPMRecord(message: Array(state.dropFirst(6)))
        let sealed = KeyBlob(record.sealedDeviceSecret)
        #expect(try enclave?.sign(input, with: sealed, authorization: .none).rejection == .unknownBlob)
        #expect(try enclave?.sharedSecret(of: sealed, with: key.publicKey, authorization: .none).rejection == .unknownBlob)
        enclave = nil

        let forged = TPMRecord(slot: record.slot, primaryName: record.primaryName, sealedDeviceSecret: key.blob.bytes)
        try writeBytes(Array(state.prefix(6)) + forged.message, to: fixture.stateFile)
        let error = #expect(throws: EnclaveError.self) { _ = try fixture.open(.existing) }
        #expect(error?.code == .damagedState)
        try writeBytes(state, to: fixture.stateFile)
        enclave = try fixture.open(.existing)
        #expect(try enclave?.sign(input, with: key.blob, authorization: .none).rejection == nil)
    }

    @Test("a blob with any one bit changed is rejected", arguments: EnclaveSubject.available)
    func changedBit(_ subject: EnclaveSubject) throws {
        let fixture = try EnclaveFixture(subject)
        let enclave = try fixture.open()
        _ = try enclave.setPasscode(proof(1)).granted()
        let full = KeyAuthorization(passcode: try proof(1), presence: try enclave.presenceKey())
        for policy in [KeyPolicy.nothing, .passcodeAndCurrentBiometry] {
            let key = try enclave.createKey(policy).granted()
            for index in key.blob.bytes.indices {
                var bytes = key.blob.bytes
                bytes[index] ^= 1 << UInt8(index % 8)
                let answer = try enclave.sign(input, with: KeyBlob(bytes), authorization: full)
                #expect(answer.rejection == .unknownBlob, "\(policy), byte \(index)")
            }
            _ = try enclave.sign(input, with: key.blob, authorization: full).granted()
        }
    }

    @Test("a blob with a weaker policy written into it is rejected", arguments: EnclaveSubject.available)
    func weakerPolicy(_ subject: EnclaveSubject) throws {
        let fixture = try EnclaveFixture(subject)
        let enclave = try fixture.open()
        _ = try enclave.setPasscode(proof(1)).granted()
        for policy in KeyPolicy.allCases {
            let key = try enclave.createKey(policy).granted()
            for other in KeyPolicy.allCases where other != policy {
                var bytes = key.blob.bytes
                bytes[3] = other.rawValue
                #expect(try enclave.sign(input, with: KeyBlob(bytes), authorization: .none).rejection == .unknownBlob)
            }
        }
    }

    @Test("an outdated blob with the current counter values written into it is rejected", arguments: EnclaveSubject.available)
    func rewrittenCounters(_ subject: EnclaveSubject) throws {
        let fixture = try EnclaveFixture(subject)
        let enclave = try fixture.open()
        let match = KeyAuthorization(presence: try enclave.presenceKey())
        let old = try enclave.createKey(.currentBiometry).granted()
        _ = try enclave.advanceBiometricGeneration()
        let new = try enclave.createKey(.currentBiometry).granted()
        var bytes = old.blob.bytes
        bytes.replaceSubrange(12..<20, with: new.blob.bytes[12..<20])
        #expect(try enclave.sign(input, with: KeyBlob(bytes), authorization: match).rejection == .unknownBlob)
        _ = try enclave.sign(input, with: new.blob, authorization: match).granted()
    }

    @Test("a truncated, extended or empty blob is rejected", arguments: EnclaveSubject.available)
    func otherLengths(_ subject: EnclaveSubject) throws {
        let fixture = try EnclaveFixture(subject)
        let enclave = try fixture.open()
        let bytes = try enclave.createKey(.nothing).granted().blob.bytes
        for count in bytes.indices {
            #expect(try enclave.sign(input, with: KeyBlob(Array(bytes[..<count])), authorization: .none).rejection == .unknownBlob)
        }
        #expect(try enclave.sign(input, with: KeyBlob(bytes + [0]), authorization: .none).rejection == .unknownBlob)
        let long = bytes + [UInt8](repeating: 0, count: 100_000)
        #expect(try enclave.sign(input, with: KeyBlob(long), authorization: .none).rejection == .unknownBlob)
        _ = try enclave.sign(input, with: KeyBlob(bytes), authorization: .none).granted()
    }
}
