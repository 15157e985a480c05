import Crypto
import Dispatch
import DeviceParts
import Glibc
import Secrets
import Synchronization
import TestKit
import Testing

@testable import DeviceBroker

@Suite("Enclave keys", .tags(.realParts), .timeLimit(.minutes(20)))
struct EnclaveKeyTests {
    @Test("a key's signature is valid under its public key", arguments: EnclaveSubject.available)
    func keySigns(_ subject: EnclaveSubject) throws {
        let fixture = try EnclaveFixture(subject)
        let enclave = try fixture.open()
        let key = try enclave.createKey(.nothing).granted()
        let signature = try enclave.sign(input, with: key.blob, authorization: .none).granted()
        #expect(signature.count == 64)
        #expect(try verifies(signature, by: key.publicKey))
        let other = SignatureInput(digest: SHA256.hash(data: Array("hallo".utf8)))
        #expect(try !verifies(signature, of: other, by: key.publicKey))
    }

    @Test("keys that are used in turn each sign as themselves", arguments: EnclaveSubject.available)
    func keysInTurn(_ subject: EnclaveSubject) throws {
        let fixture = try EnclaveFixture(subject)
        let enclave = try fixture.open()
        let keys = try (0..<2).map { _ in try enclave.createKey(.nothing).granted() }
        // A TPM keeps the last key loaded.
        for index in [0, 0, 1, 0, 1, 1] {
            let signature = try enclave.sign(input, with: keys[index].blob, authorization: .none).granted()
            #expect(try verifies(signature, by: keys[index].publicKey))
            #expect(try !verifies(signature, by: keys[1 - index].publicKey))
        }
    }

    @Test("digests of every length are signed as ECDSA specifies", arguments: EnclaveSubject.available)
    func digestsOfEveryLength(_ subject: EnclaveSubject) throws {
        let fixture = try EnclaveFixture(subject)
        let enclave = try fixture.open()
        let key = try enclave.createKey(.nothing).granted()
        let message = Array("message".utf8)
        let long = SignatureInput(digest: SHA512.hash(data: message))
        #expect(long.bytes == Array(SHA512.hash(data: message).prefix(32)))
        let signature = try enclave.sign(long, with: key.blob, authorization: .none).granted()
        let publicKey = try P256.Signing.PublicKey(x963Representation: key.publicKey.x963)
        let parts = try P256.Signing.ECDSASignature(rawRepresentation: signature)
        #expect(publicKey.isValidSignature(parts, for: SHA512.hash(data: message)))

        let short = SignatureInput(digest: Insecure.SHA1.hash(data: message))
        let second = try enclave.sign(short, with: key.blob, authorization: .none).granted()
        #expect(
            publicKey.isValidSignature(
                try P256.Signing.ECDSASignature(rawRepresentation: second), for: Insecure.SHA1.hash(data: message)))
    }

    @Test("both sides of a key agreement compute the same 32 bytes", arguments: EnclaveSubject.available)
    func sidesAgree(_ subject: EnclaveSubject) throws {
        let fixture = try EnclaveFixture(subject)
        let enclave = try fixture.open()
        let key = try enclave.createKey(.nothing).granted()
        for _ in 0..<5 {
            let peer = P256.KeyAgreement.PrivateKey()
            let theirs = try peer.sharedSecretFromKeyAgreement(with: .init(x963Representation: key.publicKey.x963))
            let point = try #require(EnclavePublicKey(x963: peer.publicKey.x963Representation))
            let ours = try enclave.sharedSecret(of: key.blob, with: point, authorization: .none).granted()
            #expect(ours.withBytes { Array($0) } == theirs.withUnsafeBytes { Array($0) })
        }
    }

    @Test("every key is different, and the device secret is constant", arguments: EnclaveSubject.available)
    func everyKeyIsAnother(_ subject: EnclaveSubject) throws {
        let fixture = try EnclaveFixture(subject)
        let enclave = try fixture.open()
        let keys = try (0..<4).map { _ in try enclave.createKey(.nothing).granted() }
        #expect(Set(keys.map(\.publicKey)).count == 4)
        // With the second version of the blob, the TPM can later attest its key.
        let version: UInt8 = if case .tpm = subject { 2 } else { 1 }
        #expect(keys.allSatisfy { $0.blob.bytes.count < 1024 && $0.blob.bytes.first == version })
        let device = try enclave.deviceSecret().withBytes { Array($0) }
        #expect(device.count == 32)
        #expect(try enclave.deviceSecret().withBytes { Array($0) } == device)
    }

    @Test("an enclave describes itself", arguments: EnclaveSubject.available)
    func enclaveSaysWhatItIs(_ subject: EnclaveSubject) throws {
        let fixture = try EnclaveFixture(subject)
        let description = try fixture.open().description
        #expect(description.kind == (subject == .tpm ? .tpm : .software))
        // The TPM of the tests is an emulator, and must report it.
        #expect(!description.isHardwareBacked)
        #expect(!description.model.isEmpty)
        let required: Set<HardeningMeasure> = [.notTraceable, .noCoreFile, .noNewPrivileges]
        #expect(subject == .softwareApart ? description.hardening.isSuperset(of: required) : description.hardening.isEmpty)
    }

    @Test("a hundred operations leave no handle behind", arguments: EnclaveSubject.available)
    func nothingIsLeftBehind(_ subject: EnclaveSubject) throws {
        let fixture = try EnclaveFixture(subject)
        let enclave = try fixture.open()
        _ = try enclave.setPasscode(proof(1)).granted()
        let signer = try enclave.presenceKey()
        let full = KeyAuthorization(passcode: try proof(1), presence: signer)
        let key = try enclave.createKey(.passcodeAndCurrentBiometry).granted()
        let peer = try #require(EnclavePublicKey(x963: P256.KeyAgreement.PrivateKey().publicKey.x963Representation))
        let before = openDescriptors(of: fixture.child)
        // A TPM has space for three objects and three sessions, so a handle that remains makes the fourth use fail.
        for round in 0..<100 {
            switch round % 5 {
            case 0: _ = try enclave.sign(input, with: key.blob, authorization: full).granted()
            case 1: _ = try enclave.sharedSecret(of: key.blob, with: peer, authorization: full).granted()
            case 2:
                let wrong = KeyAuthorization(passcode: try proof(2), presence: signer)
                #expect(try enclave.sign(input, with: key.blob, authorization: wrong).rejection == .wrongPasscode)
            case 3:
                let wrong = KeyAuthorization(passcode: try proof(1), presence: try otherPersonsKey())
                #expect(try enclave.sign(input, with: key.blob, authorization: wrong).rejection == .wrongPresence)
            default: #expect(try enclave.sign(input, with: KeyBlob([1, 2, 3]), authorization: full).rejection == .unknownBlob)
            }
        }
        #expect(openDescriptors(of: fixture.child) == before)
    }

    @Test("many threads use one enclave concurrently", arguments: EnclaveSubject.available)
    func manyThreads(_ subject: EnclaveSubject) throws {
        let fixture = try EnclaveFixture(subject)
        let enclave = try fixture.open()
        let keys = try (0..<4).map { _ in try enclave.createKey(.biometry).granted() }
        let match = KeyAuthorization(presence: try enclave.presenceKey())
        let right = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 24) { round in
            let key = keys[round % keys.count]
            guard case .granted(let signature) = try? enclave.sign(input, with: key.blob, authorization: match),
                (try? verifies(signature, by: key.publicKey)) == true
            else { return }
            right.withLock { $0 += 1 }
        }
        #expect(right.withLock { $0 } == 24)
    }

    @Test("secrets and proofs have redacted descriptions")
    func nothingIsPrinted() throws {
        let values: [Any] = [
            try proof(0x41), KeyAuthorization(passcode: try proof(0x41)), try otherPersonsKey(),
            SoftwareEnclaveOpening(stateFile: "f", hostKey: SecretBytes(Array("AAAA".utf8)), opening: .existing),
        ]
        for value in values {
            #expect("\(value)".hasSuffix("(redacted)"))
            #expect(Mirror(reflecting: value).children.isEmpty)
        }
    }
}

/// Returns the number of a process's open descriptors, or nil if the process does not exist or cannot be inspected.
func openDescriptors(of process: Int32?) -> Int? {
    guard let process, let listing = opendir("/proc/\(process)/fd") else { return nil }
    defer { closedir(listing) }
    var count = 0
    while readdir(listing) != nil { count += 1 }
    return count
}
