import Foundation
import Testing

@testable import OpenSecurity

@Suite("Key exchange") struct KeyExchangeTests {
    static let algorithms = KeyScheme.algorithms.filter { ($0.rawValue as String).contains("keyexchange") }

    static func exchange(
        _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ peer: SecKey, _ parameters: [SecKeyKeyExchangeParameter: Any] = [:]
    ) throws -> Data {
        try result { SecKeyCopyKeyExchangeResult(key, algorithm, peer, Self.dictionary(parameters), $0) } as Data
    }

    static func dictionary(_ parameters: [SecKeyKeyExchangeParameter: Any]) -> CFDictionary {
        Dictionary(uniqueKeysWithValues: parameters.map { ($0.key.rawValue as String, $0.value) }) as CFDictionary
    }

    @Test("both sides compute the same secret, and every parameter affects it", arguments: KeySamples.curves)
    func agreement(key: SecKey) throws {
        let peer = KeySamples.curve(key.sizeInBits)
        let (half, peerHalf) = (try key.publicHalf, try peer.publicHalf)
        for algorithm in Self.algorithms {
            let parameters: [SecKeyKeyExchangeParameter: Any] = [.requestedSize: 50, .sharedInfo: Data("both know".utf8)]
            let one = try Self.exchange(key, algorithm, peerHalf, parameters)
            #expect(try Self.exchange(peer, algorithm, half, parameters) == one)
            // A private key represents its public half.
            #expect(try Self.exchange(key, algorithm, peer, parameters) == one)
            guard KeyScheme(algorithm) != .keyExchange(nil) else {
                #expect(one.count == SecKeyGetBlockSize(key))
                continue
            }
            #expect(one.count == 50)
            #expect(try Self.exchange(key, algorithm, peerHalf, [.requestedSize: 50]) != one)
            let longer = try Self.exchange(key, algorithm, peerHalf, parameters.merging([.requestedSize: 51]) { $1 })
            #expect(longer.count == 51)
            #expect(longer.prefix(50) == one)
        }
        #expect(Self.algorithms.count == 12)
    }

    @Test("a derived key needs a size between 1 and 1,048,576", arguments: [nil, 0, -1, 1_048_577, Int.max, Int.min] as [Int?])
    func sizes(size: Int?) throws {
        let half = try KeySamples.otherP256.publicHalf
        var parameters: [SecKeyKeyExchangeParameter: Any] = [:]
        if let size { parameters[.requestedSize] = size }
        for algorithm in Self.algorithms where KeyScheme(algorithm) != .keyExchange(nil) {
            #expect(
                status { SecKeyCopyKeyExchangeResult(KeySamples.p256, algorithm, half, Self.dictionary(parameters), $0) }
                    == errSecParam)
        }
        #expect(try Self.exchange(KeySamples.p256, .ecdhKeyExchangeStandard, half, parameters).count == 32)
    }

    @Test("derived keys have the requested size", arguments: [1, 19, 20, 21, 1_048_576])
    func goodSizes(size: Int) throws {
        let half = try KeySamples.otherP256.publicHalf
        #expect(try Self.exchange(KeySamples.p256, .ecdhKeyExchangeStandardX963SHA1, half, [.requestedSize: size]).count == size)
    }

    @Test("parameters of another type are rejected, not ignored") func types() throws {
        let half = try KeySamples.otherP256.publicHalf
        let wrong: [[SecKeyKeyExchangeParameter: Any]] = [
            [.requestedSize: "many"], [.requestedSize: 1.5], [.requestedSize: true], [.requestedSize: Data([16])],
            [.requestedSize: 16, .sharedInfo: "text"],
        ]
        for parameters in wrong {
            #expect(
                status {
                    SecKeyCopyKeyExchangeResult(
                        KeySamples.p256, .ecdhKeyExchangeStandardX963SHA256, half, Self.dictionary(parameters), $0)
                } == errSecParam, "\(parameters)")
        }
    }

    @Test("a peer on another curve, or an invalid one, is rejected") func otherPeers() throws {
        for peer in [KeySamples.p384, KeySamples.rsa1024, try KeySamples.p521.publicHalf] {
            #expect(
                status { SecKeyCopyKeyExchangeResult(KeySamples.p256, .ecdhKeyExchangeStandard, peer, [:], $0) } == errSecParam)
        }
    }

    /// From the tests of NIST's validation programme for ANSI X9.63.
    @Test(
        "X9.63 returns the known answers",
        arguments: [
            (HashFunction.sha1, "1c7d7b5f0597b03d06a018466ed1a93e30ed4b04dc64ccdd", "", "bf71dffd8f4d99223936beb46fee8ccc"),
            (.sha256, "96c05619d56c328ab95fe84b18264b08725b85e33fd34f08", "", "443024c3dae66b95e6f5670601558f71"),
            (
                .sha1, "fd17198b89ab39c4ab5d7cca363b82f9fd7e23c3984dc8a2", "856a53f3e36a26bbc5792879f307cce2",
                "6e5fad865cb4a51c95209b16df0cc490bc2c9064405c5bccd4ee4832a531fbe7f10cb79e2eab6ab1149fbd5a23cfdabc4124"
                    + "2269c9df22f628c4424333855b64e95e2d4fb8469c669f17176c07d103376b10b384ec5763d8b8c610409f19aca8eb31f9d8"
                    + "5cc61a8d6d4a03d03e5a506b78d6847e93d295ee548c65afedd2efec"
            ),
            (
                .sha256, "22518b10e70f2a3f243810ae3254139efbee04aa57c7af7d", "75eef81aa3041e33b80971203d2c0c52",
                "c498af77161cc59f2962b9a713e2b215152d139766ce34a776df11866a69bf2e52a13d9c7c6fc878c50c5ea0bc7b00e0da24"
                    + "47cfd874f6cf92f30d0097111485500c90c3af8b487872d04685d14c8d1dc8d7fa08beb0ce0ababc11f0bd496269142d4352"
                    + "5a78e5bc79a17f59676a5706dc54d54d4d1f0bd7e386128ec26afc21"
            ),
        ])
    func knownAnswers(hash: HashFunction, secret: String, information: String, answer: String) throws {
        let expected = try #require(Data(hexadecimal: answer))
        let derived = X963KeyDerivation.derive(
            expected.count, from: KeyBytes(copying: try #require(Data(hexadecimal: secret))),
            sharing: [UInt8](try #require(Data(hexadecimal: information))), with: hash)
        #expect(derived?.withBytes { Data($0) } == expected)
    }
}
