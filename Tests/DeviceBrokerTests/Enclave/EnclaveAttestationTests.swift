import Crypto
import DeviceParts
import DeviceProtocol
import Foundation
import Secrets
import TestKit
import Testing

@testable import DeviceBroker

@Suite("Key attestation", .tags(.realParts), .timeLimit(.minutes(20)))
struct EnclaveAttestationTests {
    private let digest = SignatureInput(digest: [UInt8](repeating: 0x5A, count: 32))

    @Test("a TPM's attestation key signs over the given digest for this key", .enabled(if: SimulatedTPM.isInstalled))
    func signed() throws {
        let fixture = try EnclaveFixture(.tpm)
        let enclave = try fixture.open()
        _ = try enclave.setPasscode(proof(1)).granted()
        let name = try enclave.attestationKey().granted()
        // With any policy, and without evidence for it.
        for policy in KeyPolicy.allCases {
            let key = try enclave.createKey(policy).granted()
            let parts = try parts(of: try enclave.attest(key.blob, over: digest).granted())
            let signer = try P256.Signing.PublicKey(x963Representation: [4] + point(parts[3]))
            let numbers = parts[1][6..<38] + parts[1][40..<72]
            #expect(signer.isValidSignature(try P256.Signing.ECDSASignature(rawRepresentation: numbers), for: parts[0]))
            #expect(Array(parts[0][44..<76]) == digest.bytes)
            #expect([0x00, 0x0B] + SHA256.hash(data: parts[3]) == name.bytes)
            #expect(parts[0][101..<137].elementsEqual([0x00, 0x22, 0x00, 0x0B] + SHA256.hash(data: parts[2])))
            #expect([4] + point(parts[2]) == key.publicKey.x963)
        }
    }

    @Test("a TPM's attestation key is the same at every start and for all of its enclaves", .enabled(if: SimulatedTPM.isInstalled))
    func sameKey() throws {
        let fixture = try EnclaveFixture(.tpm)
        var enclave: (any Enclave)? = try fixture.open()
        let name = try enclave?.attestationKey().granted()
        let key = try enclave?.createKey(.nothing).granted()
        enclave = nil
        fixture.killEnclave()
        try fixture.restart()
        enclave = try fixture.open()
        #expect(try enclave?.attestationKey().granted() == name)
        let blob = try #require(key).blob
        _ = try enclave?.attest(blob, over: digest).granted()
        _ = try enclave?.sign(digest, with: blob, authorization: .none).granted()

        let elsewhere = try EnclaveFixture(.tpm)
        let other = try elsewhere.open()
        #expect(try other.attestationKey().granted() != name)
        #expect(try other.attest(blob, over: digest).rejection == .unknownBlob)
    }

    @Test("a software enclave attests nothing", arguments: EnclaveSubject.available.filter { $0 != .tpm })
    func software(_ subject: EnclaveSubject) throws {
        let fixture = try EnclaveFixture(subject)
        let enclave = try fixture.open()
        let key = try enclave.createKey(.nothing).granted()
        #expect(try enclave.attest(key.blob, over: digest).rejection == .cannotAttest)
        #expect(try enclave.attestationKey().rejection == .cannotAttest)
    }

    @Test("the device secret, foreign bytes and modified blobs are not attested", .enabled(if: SimulatedTPM.isInstalled))
    func others() throws {
        let fixture = try EnclaveFixture(.tpm)
        let enclave = try fixture.open()
        let record = try TPMRecord(message: Array(try #require(readBytes(fixture.stateFile)).dropFirst(6)))
        #expect(try enclave.attest(KeyBlob(record.sealedDeviceSecret), over: digest).rejection == .unknownBlob)
        #expect(try enclave.attest(KeyBlob([]), over: digest).rejection == .unknownBlob)
        let key = try enclave.createKey(.nothing).granted()
        for index in key.blob.bytes.indices {
            var bytes = key.blob.bytes
            bytes[index] ^= 1 << UInt8(index % 8)
            #expect(try enclave.attest(KeyBlob(bytes), over: digest).rejection == .unknownBlob, "byte \(index)")
        }
        _ = try enclave.attest(key.blob, over: digest).granted()
    }

    @Test("a key's ticket is not valid for another key, and a key without one still signs", .enabled(if: SimulatedTPM.isInstalled))
    func tickets() throws {
        let fixture = try EnclaveFixture(.tpm)
        let enclave = try fixture.open()
        let (first, second) = (
            try #require(TPMBlob(try enclave.createKey(.nothing).granted().blob.bytes)),
            try #require(TPMBlob(try enclave.createKey(.nothing).granted().blob.bytes))
        )
        let swapped = try #require(first.with(second.creation).bytes)
        #expect(try enclave.attest(KeyBlob(swapped), over: digest).rejection == .unknownBlob)

        // The stored form of keys from before attestation.
        let former = try #require(first.with(nil).bytes)
        #expect(former[0] == 1)
        #expect(try enclave.attest(KeyBlob(former), over: digest).rejection == .cannotAttest)
        _ = try enclave.sign(digest, with: KeyBlob(former), authorization: .none).granted()
        #expect(try enclave.attest(KeyBlob(try #require(first.bytes)), over: digest).rejection == nil)
    }

    @Test("attestations leave no object in the TPM", .enabled(if: SimulatedTPM.isInstalled))
    func rooms() throws {
        let fixture = try EnclaveFixture(.tpm)
        let enclave = try fixture.open()
        let key = try enclave.createKey(.nothing).granted()
        // There is space for three objects.
        for _ in 0..<8 { _ = try enclave.attest(key.blob, over: digest).granted() }
        _ = try enclave.sign(digest, with: key.blob, authorization: .none).granted()
    }

    private func parts(of attestation: KeyAttestation) throws -> [[UInt8]] {
        var reader = WireReader(attestation.bytes)
        let parts = try (0..<4).map { _ in try reader.bareOctets(Int(try reader.number(UInt16.self))) }
        try #require(parts.count == 4 && reader.remaining == 0)
        return parts
    }

    /// The coordinates at the end of a public area.
    private func point(_ area: [UInt8]) -> [UInt8] {
        Array(area.suffix(66).prefix(32) + area.suffix(32))
    }
}

extension TPMBlob {
    fileprivate func with(_ creation: TPMCreation?) -> TPMBlob {
        TPMBlob(
            content: content, policy: policy, passcodeEpoch: passcodeEpoch, generation: generation, publicArea: publicArea,
            privateArea: privateArea, creation: creation)
    }
}
