import DeviceProtocol
import Crypto
import Glibc
import Secrets
import TestKit
import Testing

@testable import DeviceBroker

@Suite("Messages of the software enclave", .tags(.realParts), .timeLimit(.minutes(20)))
struct EnclaveMessageTests {
    static func requests() throws -> [EnclaveRequest] {
        let peer = try #require(EnclavePublicKey(x963: P256.KeyAgreement.PrivateKey().publicKey.x963Representation))
        let uses = [KeyUse.Operation.sign(input), .agree(peer)].map { KeyUse(blob: [1, 2, 3], operation: $0) }
        let presence = SignedPresence(nonce: [UInt8](repeating: 1, count: 32), signature: [UInt8](repeating: 2, count: 64))
        let opening = SoftwareEnclaveOpening(
            stateFile: "/é/enclave", hostKey: SecretBytes([UInt8](repeating: 9, count: 32)), opening: .createIfAbsent)
        var requests: [EnclaveRequest] = [
            .open(opening), .describe, .deviceSecret, .isPasscodeSet, .biometricGeneration, .advanceBiometricGeneration,
            .setPasscode(try proof(1)), .changePasscode(try proof(1), try proof(2)), .removePasscode(try proof(1)),
            .verifyPasscode(try proof(1)),
        ]
        for policy in KeyPolicy.allCases { requests.append(.createKey(policy)) }
        for use in uses {
            requests += [.challenge(use, nil), .challenge(use, try proof(1))]
            requests += [.use(use, nil, nil), .use(use, try proof(1), presence), .use(use, nil, presence)]
        }
        return requests
    }

    static func responses() throws -> [EnclaveResponse] {
        let key = P256.KeyAgreement.PrivateKey().publicKey.x963Representation
        let challenge = PresenceChallenge(nonce: [UInt8](repeating: 1, count: 32), binding: [UInt8](repeating: 2, count: 32))
        return [
            .opened(.softwareInOwnProcess([])), .opened(.softwareInOwnProcess(Set(HardeningMeasure.allCases))),
            .key(EnclaveKey(blob: KeyBlob([1, 2]), publicKey: try #require(EnclavePublicKey(x963: key)))),
            .challenge(challenge), .signature([UInt8](repeating: 1, count: 64)),
            .secret(SecretBytes([UInt8](repeating: 1, count: 32))), .done, .flag(true), .flag(false), .generation(.max),
            .failed(.storage, "the disk is full"), .failed(.busy, ""),
        ] + EnclaveRejection.allCases.map { .rejected($0) } + EnclaveError.Code.allCases.map { .failed($0, "r") }
    }

    @Test("every message is decoded as it was encoded, and rejected if a byte is missing or added")
    func roundTrip() throws {
        for bytes in try Self.requests().map(\.message) {
            #expect(try EnclaveRequest(message: bytes).message == bytes)
            for count in bytes.indices { #expect((try? EnclaveRequest(message: Array(bytes[..<count]))) == nil) }
            #expect(throws: WireError(.trailingBytes, at: bytes.count)) { try EnclaveRequest(message: bytes + [0]) }
        }
        for bytes in try Self.responses().map(\.message) {
            #expect(try EnclaveResponse(message: bytes).message == bytes)
            for count in bytes.indices { #expect((try? EnclaveResponse(message: Array(bytes[..<count]))) == nil) }
            #expect(throws: WireError(.trailingBytes, at: bytes.count)) { try EnclaveResponse(message: bytes + [0]) }
        }
    }

    @Test("a modified message is rejected, or decodes to what it encodes", arguments: [UInt64(1), 2, 3])
    func changedMessages(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let requests = try Self.requests().map(\.message)
        let responses = try Self.responses().map(\.message)
        for _ in 0..<3000 {
            var request = requests[Int.random(in: 0..<requests.count, using: &generator)]
            var response = responses[Int.random(in: 0..<responses.count, using: &generator)]
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                request[Int.random(in: 0..<request.count, using: &generator)] = .random(in: 0...255, using: &generator)
                response[Int.random(in: 0..<response.count, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            // The encoding is unique, except for the order of measures, which are a set.
            if let understood = try? EnclaveRequest(message: request) { #expect(understood.message == request) }
            if let understood = try? EnclaveResponse(message: response) {
                #expect(understood.message.count <= response.count + 1024)
            }
        }
    }

    @Test("random bytes crash no decoder", arguments: [UInt64(1), 2, 3])
    func chanceBytes(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<3000 {
            let bytes = (0..<Int.random(in: 0...300, using: &generator)).map { _ in UInt8.random(in: 0...255, using: &generator) }
            _ = try? EnclaveRequest(message: bytes)
            _ = try? EnclaveResponse(message: bytes)
            _ = SoftwareBlob(bytes)
            _ = TPMBlob(bytes)
            _ = TPMBlob([1, 2, 1, 0] + bytes)
            _ = try? TPMRecord(message: bytes)
        }
    }

    @Test("an enclave process responds with an error before it is opened, and ends after a malformed message")
    func processAnswers() throws {
        let (ours, theirs) = try UnixConnection.pair()
        try ours.send(EnclaveRequest.deviceSecret.message)
        try ours.send([99, 1, 2])
        // Never reached.
        try ours.send(EnclaveRequest.describe.message)
        #expect(throws: EnclaveError.self) {
            try SoftwareEnclaveProcess.serve(
                socket: theirs, description: .softwareInOwnProcess([]), random: SystemRandomBytes(), steps: .unobserved)
        }
        for _ in 0..<2 {
            let answer = try EnclaveResponse(message: try ours.receive())
            guard case .failed(.protocolViolation, _) = answer else {
                Issue.record("answered \(answer)")
                return
            }
        }
        #expect(recv(ours.descriptor, UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1), 1, Int32(MSG_DONTWAIT)) < 0)
    }

    @Test("a serving enclave process cannot gain privileges, and writes no core file")
    func hardenedProcess() throws {
        let fixture = try EnclaveFixture(.softwareApart)
        let enclave = try fixture.open()
        let child = try #require(fixture.child)
        #expect(try #require(readText("/proc/\(child)/status")).contains("NoNewPrivs:\t1"))
        let limits = try #require(readText("/proc/\(child)/limits"))
        let core = try #require(limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") })
        #expect(core.split(separator: " ").suffix(3).first == "0")
        withExtendedLifetime(enclave) {}
    }
}
