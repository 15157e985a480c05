import ConformanceData
import DeviceProtocol
import Secrets
import Testing

@testable import DeviceServices

@Suite("The secrets of a passkey") struct PasskeySecretsTests {
    private struct Vectors: Decodable {
        let credRandom: String
        let vectors: [Vector]

        struct Vector: Decodable {
            let inputs: [String]
            let outputs: [String]
        }
    }

    @Test("derive the outputs of the standard's test vectors")
    func vectors() throws {
        let vectors = try ConformanceData.json("webauthn/prf-vectors.json", as: Vectors.self)
        let other = [UInt8](repeating: 0, count: PasskeySecrets.length)
        let random = Self.bytes(vectors.credRandom)
        #expect(vectors.vectors.count == 2)
        for vector in vectors.vectors {
            let inputs = try #require(
                PRFInputs(first: Self.bytes(vector.inputs[0]), second: vector.inputs.dropFirst().first.map(Self.bytes)))
            let outputs = vector.outputs.map(Self.bytes)
            let expected = PRFSecrets(first: outputs[0], second: outputs.dropFirst().first)
            let verified = PasskeySecrets(withVerification: random, withoutVerification: other)
            #expect(verified.derived(from: inputs, isVerified: true) == expected)
            #expect(verified.derived(from: inputs, isVerified: false) != expected)
            let present = PasskeySecrets(withVerification: other, withoutVerification: random)
            #expect(present.derived(from: inputs, isVerified: false) == expected)
        }
    }

    @Test("are 32 random bytes, different for each passkey and each of the two kinds")
    func random() throws {
        let (first, second) = (PasskeySecrets(random: SystemRandomBytes()), PasskeySecrets(random: SystemRandomBytes()))
        let all = [first, second].flatMap { [$0.withVerification, $0.withoutVerification] }
        #expect(Set(all).count == 4 && all.allSatisfy { $0.count == 32 })
    }

    @Test("derive the same output for a value in either place")
    func inputs() throws {
        let secrets = PasskeySecrets(random: SystemRandomBytes())
        let both = secrets.derived(from: try #require(PRFInputs(first: [1], second: [2])), isVerified: true)
        let swapped = secrets.derived(from: try #require(PRFInputs(first: [2], second: [1])), isVerified: true)
        #expect(both.first == swapped.second && both.second == swapped.first && both.first != both.second)
        #expect(secrets.derived(from: try #require(PRFInputs(first: [])), isVerified: true).second == nil)
    }

    @Test("a blob requires support, and has at most 4,096 bytes", arguments: [true, false])
    func blobs(isSupported: Bool) {
        var record = PasskeyRecord(
            passkey: Passkey(relyingParty: "example.com", userName: "jane", credentialID: [1]), userHandle: [1],
            privateKey: [], supportsLargeBlob: isSupported)
        let isStored = [4_096, 4_097].map { record.store([UInt8](repeating: 1, count: $0)) }
        #expect(isStored == [isSupported, false])
        #expect(record.largeBlob?.count == (isSupported ? 4_096 : nil))
    }

    private static func bytes(_ hex: String) -> [UInt8] {
        stride(from: 0, to: hex.utf8.count, by: 2).compactMap { UInt8(hex.dropFirst($0).prefix(2), radix: 16) }
    }
}
