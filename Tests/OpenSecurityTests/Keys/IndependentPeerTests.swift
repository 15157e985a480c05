import Foundation
import TestKit
import Testing

@testable import OpenSecurity

/// The same algorithms in `cryptography` of PyPI: each side reads the other's output.
@Suite(
    "Independent implementation", .tags(.realParts), .timeLimit(.minutes(20)),
    .enabled(if: IndependentPeer.isProvided, "python3 with the package cryptography is not installed"))
struct IndependentPeerTests {
    static let data = Data("between two implementations".utf8)

    @Test("signatures verify in both directions", arguments: KeySamples.all)
    func signatures(key: SecKey) throws {
        let half = try key.publicHalf
        let algorithms = SignatureTests.algorithms(of: key)
        var requests: [IndependentPeer.Request] = []
        for algorithm in algorithms {
            let input = SignatureTests.input(algorithm, key)
            let signature = try SignatureTests.sign(key, algorithm, input)
            requests.append(.init("verify", algorithm, key: try key.bytes, data: input, signature: signature))
            requests.append(.init("sign", algorithm, key: try key.bytes, data: input))
        }
        let answers = try IndependentPeer.ask(requests)
        for (index, algorithm) in algorithms.enumerated() {
            #expect(answers[2 * index].error == nil, "\(algorithm.rawValue)")
            let theirs = try #require(answers[2 * index + 1].data, "\(algorithm.rawValue) \(answers[2 * index + 1].error ?? "")")
            let input = SignatureTests.input(algorithm, key)
            #expect(SignatureTests.verdict(half, algorithm, input, theirs) == nil, "\(algorithm.rawValue)")
        }
    }

    @Test("ciphertexts decrypt in both directions", arguments: KeySamples.all)
    func encryption(key: SecKey) throws {
        let algorithms = EncryptionTests.algorithms(of: key)
        var requests: [IndependentPeer.Request] = []
        for algorithm in algorithms {
            let encrypted = try EncryptionTests.encrypt(try key.publicHalf, algorithm, Self.input(algorithm, key))
            requests.append(.init("decrypt", algorithm, key: try key.bytes, data: encrypted))
            requests.append(.init("encrypt", algorithm, key: try key.bytes, data: Self.input(algorithm, key)))
        }
        let answers = try IndependentPeer.ask(requests)
        for (index, algorithm) in algorithms.enumerated() {
            let input = Self.input(algorithm, key)
            let padded =
                KeyScheme(algorithm) == .rsaRawEncryption ? Data(count: SecKeyGetBlockSize(key) - input.count) + input : input
            #expect(answers[2 * index].data == padded, "\(algorithm.rawValue) \(answers[2 * index].error ?? "")")
            let theirs = try #require(answers[2 * index + 1].data, "\(algorithm.rawValue) \(answers[2 * index + 1].error ?? "")")
            #expect(try EncryptionTests.decrypt(key, algorithm, theirs) == padded, "\(algorithm.rawValue)")
        }
    }

    @Test("key exchanges agree on the same secrets", arguments: KeySamples.curves)
    func exchange(key: SecKey) throws {
        let peer = KeySamples.curve(key.sizeInBits)
        let information = Data("both".utf8)
        let algorithms = Array(KeyExchangeTests.algorithms)
        let answers = try IndependentPeer.ask(
            try algorithms.map {
                .init("exchange", $0, key: try key.bytes, data: Data(), peer: try peer.bytes, size: 77, information: information)
            })
        for (algorithm, answer) in zip(algorithms, answers) {
            let ours = try KeyExchangeTests.exchange(
                key, algorithm, try peer.publicHalf, [.requestedSize: 77, .sharedInfo: information])
            #expect(answer.data == ours, "\(algorithm.rawValue) \(answer.error ?? "")")
        }
    }

    @Test(
        "keys have the same encoding in both directions",
        arguments: [
            ("EC", 256), ("EC", 384), ("EC", 521), ("RSA", 1_024), ("RSA", 2_048), ("RSA", 3_072),
        ])
    func keys(kind: String, bits: Int) throws {
        let request = IndependentPeer.Request(operation: "generate", kind: kind, bits: bits)
        for answer in try IndependentPeer.ask([request, request]) {
            let bytes = try #require(answer.data, "\(answer.error ?? "")")
            let attributes = KeyImportTests.attributes(kind == "RSA" ? kSecAttrKeyTypeRSA : kSecAttrKeyTypeEC, isPrivate: true)
            let key = try result { SecKeyCreateWithData(bytes as CFData, attributes, $0) }
            #expect(try key.bytes == bytes)
            #expect(key.sizeInBits == bits)
        }
    }

    /// The data, truncated to the space of each key.
    private static func input(_ algorithm: SecKeyAlgorithm, _ key: SecKey) -> Data {
        data.prefix(EncryptionTests.limit(key, algorithm) ?? .max)
    }
}
