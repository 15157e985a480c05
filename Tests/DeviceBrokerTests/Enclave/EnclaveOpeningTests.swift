import DeviceParts
import Glibc
import Secrets
import TestKit
import Testing

@testable import DeviceBroker

@Suite("Opening an enclave", .tags(.realParts), .timeLimit(.minutes(20)))
struct EnclaveOpeningTests {
    private func code(_ body: () throws -> Void) -> EnclaveError.Code? {
        do {
            try body()
            return nil
        } catch let error as EnclaveError {
            return error.code
        } catch {
            return nil
        }
    }

    @Test("an enclave is the same when it is opened again", arguments: EnclaveSubject.available)
    func openedAgain(_ subject: EnclaveSubject) throws {
        let fixture = try EnclaveFixture(subject)
        var enclave: (any Enclave)? = try fixture.open()
        _ = try enclave?.setPasscode(proof(1)).granted()
        let generation = try enclave?.advanceBiometricGeneration()
        let device = try enclave?.deviceSecret().withBytes { Array($0) }
        let key = try #require(try enclave?.createKey(.passcodeAndCurrentBiometry).granted())
        enclave = nil
        fixture.close()
        fixture.tpm?.kill()
        try fixture.restart()

        let again = try fixture.open(.existing)
        #expect(try again.isPasscodeSet())
        #expect(try again.biometricGeneration() == generation)
        #expect(try again.deviceSecret().withBytes { Array($0) } == device)
        let full = KeyAuthorization(passcode: try proof(1), presence: try again.presenceKey())
        #expect(try verifies(try again.sign(input, with: key.blob, authorization: full).granted(), by: key.publicKey))
    }

    @Test("opening an enclave that was not set up fails and creates nothing", arguments: EnclaveSubject.available)
    func notSetUp(_ subject: EnclaveSubject) throws {
        let fixture = try EnclaveFixture(subject)
        #expect(code { _ = try fixture.open(.existing) } == .notSetUp)
        fixture.close()
        #expect(readBytes(fixture.stateFile) == nil)
        #expect(code { _ = try fixture.open(.createIfAbsent) } == nil)
        fixture.close()
        #expect(code { _ = try fixture.open(.existing) } == nil)
    }

    @Test("an open enclave cannot be opened a second time", arguments: EnclaveSubject.available)
    func notTwice(_ subject: EnclaveSubject) throws {
        let fixture = try EnclaveFixture(subject)
        var enclave: (any Enclave)? = try fixture.open()
        #expect(code { _ = try fixture.open() } == .busy)
        #expect(try enclave?.isPasscodeSet() == false)
        enclave = nil
        fixture.close()
        #expect(code { _ = try fixture.open() } == nil)
    }

    @Test("each kind rejects the state file of the other", .enabled(if: SimulatedTPM.isInstalled, "\(SimulatedTPM.need)"))
    func otherKind() throws {
        let tpm = try EnclaveFixture(.tpm)
        let software = try EnclaveFixture(.softwareHere)
        _ = try tpm.open()
        _ = try software.open()
        let hard = try #require(readBytes(tpm.stateFile))
        let soft = try #require(readBytes(software.stateFile))
        try writeBytes(soft, to: tpm.stateFile)
        try writeBytes(hard, to: software.stateFile)
        for opening in [EnclaveOpening.existing, .createIfAbsent] {
            #expect(code { _ = try tpm.open(opening) } == .otherKind)
            #expect(code { _ = try software.open(opening) } == .otherKind)
        }
        try writeBytes(hard, to: tpm.stateFile)
        try writeBytes(soft, to: software.stateFile)
        #expect(code { _ = try tpm.open() } == nil)
        #expect(code { _ = try software.open() } == nil)
    }

    @Test("a truncated state file, or one of a later version, is rejected and never replaced", arguments: EnclaveSubject.available)
    func damagedState(_ subject: EnclaveSubject) throws {
        let fixture = try EnclaveFixture(subject)
        _ = try fixture.open()
        fixture.close()
        let good = try #require(readBytes(fixture.stateFile))
        var later = good
        later[4] = 2
        let bad = [[], Array(good[..<3]), Array(good[..<6]), Array(good.dropLast()), good + [0], later, Array("LKEN".utf8)]
        for bytes in bad {
            try writeBytes(bytes, to: fixture.stateFile)
            let found = code { _ = try fixture.open(.createIfAbsent) }
            #expect(found == .damagedState || found == .otherEnclave, "\(bytes.count) bytes: \(String(describing: found))")
            fixture.close()
            #expect(readBytes(fixture.stateFile) == bytes)
        }
        try writeBytes(good, to: fixture.stateFile)
        #expect(code { _ = try fixture.open(.existing) } == nil)
    }

    @Test(
        "the sealed file opens only with its own host key, and shows no secret",
        arguments: [EnclaveSubject.softwareHere, .softwareApart])
    func hostKey(_ subject: EnclaveSubject) throws {
        let fixture = try EnclaveFixture(subject)
        var enclave: (any Enclave)? = try fixture.open(hostKey: 7)
        let secret = try #require(try enclave?.deviceSecret().withBytes { Array($0) })
        enclave = nil
        fixture.close()
        let file = try #require(readBytes(fixture.stateFile))
        #expect(!file.indices.contains { file[$0...].starts(with: secret) })
        #expect(code { _ = try fixture.open(.existing, hostKey: 8) } == .otherEnclave)
        fixture.close()
        for index in file.indices.dropFirst(6) {
            var changed = file
            changed[index] ^= 1
            try writeBytes(changed, to: fixture.stateFile)
            if subject == .softwareHere { #expect(code { _ = try fixture.open(.existing) } == .otherEnclave) }
        }
        try writeBytes(file, to: fixture.stateFile)
        #expect(code { _ = try fixture.open(.existing, hostKey: 7) } == nil)
        var status = stat()
        #expect(stat(fixture.stateFile, &status) == 0 && status.st_mode & 0o777 == 0o600)
    }

    @Test("a state file of another TPM is rejected", .enabled(if: SimulatedTPM.isInstalled, "\(SimulatedTPM.need)"))
    func otherTPM() throws {
        let here = try EnclaveFixture(.tpm)
        let there = try EnclaveFixture(.tpm)
        _ = try here.open()
        let state = try #require(readBytes(here.stateFile))
        // A TPM that never had an enclave, and one that has another.
        try writeBytes(state, to: there.stateFile)
        #expect(code { _ = try there.open() } == .otherEnclave)
        unlink(there.stateFile)
        _ = try there.open()
        try writeBytes(state, to: there.stateFile)
        #expect(code { _ = try there.open() } == .otherEnclave)
        #expect(code { _ = try here.open() } == nil)
    }

    @Test("slots of one TPM are separate enclaves", .enabled(if: SimulatedTPM.isInstalled, "\(SimulatedTPM.need)"))
    func slots() throws {
        let fixture = try EnclaveFixture(.tpm)
        let second = try #require(TPMAllocation(slot: 1))
        #expect(TPMAllocation(slot: 15) != nil && TPMAllocation(slot: 16) == nil)
        var enclave: (any Enclave)? = try fixture.open()
        _ = try enclave?.setPasscode(proof(1)).granted()
        let key = try #require(try enclave?.createKey(.nothing).granted())
        enclave = nil
        let state = try #require(readBytes(fixture.stateFile))
        #expect(code { _ = try fixture.open(.existing, allocation: second) } == .otherEnclave)
        unlink(fixture.stateFile)
        enclave = try fixture.open(allocation: second)
        #expect(try enclave?.isPasscodeSet() == false)
        #expect(try enclave?.sign(input, with: key.blob, authorization: .none).rejection == .unknownBlob)
        enclave = nil
        try writeBytes(state, to: fixture.stateFile)
        enclave = try fixture.open(.existing)
        #expect(try enclave?.isPasscodeSet() == true)
        #expect(try enclave?.sign(input, with: key.blob, authorization: .none).rejection == nil)
    }

    @Test("a TPM with an owner authorization requires it", .enabled(if: SimulatedTPM.isInstalled, "\(SimulatedTPM.need)"))
    func ownerAuthorization() throws {
        let fixture = try EnclaveFixture(.tpm)
        let tpm = try #require(fixture.tpm)
        try tpm.setOwnerAuthorization("administrator")
        func configuration(_ text: String?) throws -> TPMEnclave.Configuration {
            try #require(
                TPMEnclave.Configuration(
                    tcti: tpm.tcti, stateFile: fixture.stateFile, opening: .createIfAbsent,
                    ownerAuthorization: text.map { SecretBytes(utf8: $0) }))
        }
        #expect(code { _ = try TPMEnclave(try configuration(nil)) } == .tpm)
        #expect(code { _ = try TPMEnclave(try configuration("somebody")) } == .tpm)
        let enclave = try TPMEnclave(try configuration("administrator"))
        _ = try enclave.setPasscode(proof(1)).granted()
        let key = try enclave.createKey(.passcodeAndCurrentBiometry).granted()
        let full = KeyAuthorization(passcode: try proof(1), presence: try enclave.presenceKey())
        _ = try enclave.sign(input, with: key.blob, authorization: full).granted()
        _ = try enclave.changePasscode(from: proof(1), to: proof(2)).granted()
        _ = try enclave.removePasscode(proof(2)).granted()
        let tooLong = SecretBytes([UInt8](repeating: 1, count: 33))
        #expect(
            TPMEnclave.Configuration(
                tcti: tpm.tcti, stateFile: fixture.stateFile, opening: .existing, ownerAuthorization: tooLong) == nil)
    }

    @Test("opening fails without a TPM, and nothing replaces it")
    func noTPM() throws {
        let fixture = try EnclaveFixture(.softwareHere)
        let configuration = try #require(
            TPMEnclave.Configuration(
                tcti: "swtpm:path=\(fixture.folder)/nothing", stateFile: fixture.stateFile, opening: .createIfAbsent))
        #expect(code { _ = try TPMEnclave(configuration) } == .unavailable)
        for tcti in [
            "", "device:", "swtpm:path=", "mssim:host=localhost", "device:/nowhere",
            "swtpm:path=/" + String(repeating: "x", count: 200),
        ] {
            let other = try #require(TPMEnclave.Configuration(tcti: tcti, stateFile: fixture.stateFile, opening: .createIfAbsent))
            #expect(code { _ = try TPMEnclave(other) } == .unavailable, "\(tcti)")
        }
        #expect(readBytes(fixture.stateFile) == nil)
    }

    @Test("a missing folder is a storage error")
    func noFolder() throws {
        let key = SecretBytes([UInt8](repeating: 1, count: 32))
        let configuration = try #require(
            SoftwareEnclave.Configuration(stateFile: "/nowhere/at/all", hostKey: key, opening: .createIfAbsent))
        #expect(code { _ = try SoftwareEnclave(inProcess: configuration) } == .storage)
        #expect(SoftwareEnclave.Configuration(stateFile: "", hostKey: key, opening: .existing) == nil)
        #expect(SoftwareEnclave.Configuration(stateFile: "f", hostKey: SecretBytes([1]), opening: .existing) == nil)
    }
}
