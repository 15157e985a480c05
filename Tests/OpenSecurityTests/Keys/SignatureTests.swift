import Foundation
import Testing

@testable import OpenSecurity

@Suite("Signatures") struct SignatureTests {
    static let message = Data("Pay 20 to Anna".utf8)

    /// The input of `algorithm` for the message: the message, a digest of it, or a block.
    static func input(_ algorithm: SecKeyAlgorithm, _ key: SecKey) -> Data {
        switch KeyScheme(algorithm) {
        case .ecdsa(.digest(let hash), _), .rsaPKCS1Signature(.digest(let hash)), .rsaPSSSignature(.digest(let hash)):
            Data(hash.digest(of: message))
        case .rsaRawSignature: Data([0]) + Data(repeating: 0x5a, count: SecKeyGetBlockSize(key) - 1)
        case .ecdsa(.bytes, _): Data(HashFunction.sha256.digest(of: message))
        default: message
        }
    }

    static func algorithms(of key: SecKey) -> [SecKeyAlgorithm] {
        KeyScheme.algorithms.filter { SecKeyIsAlgorithmSupported(key, .sign, $0) }
    }

    static func sign(_ key: SecKey, _ algorithm: SecKeyAlgorithm, _ input: Data) throws -> Data {
        try result { SecKeyCreateSignature(key, algorithm, input as CFData, $0) } as Data
    }

    static func verdict(_ key: SecKey, _ algorithm: SecKeyAlgorithm, _ input: Data, _ signature: Data) -> OSStatus? {
        status(ofCheck: { SecKeyVerifySignature(key, algorithm, input as CFData, signature as CFData, $0) })
    }

    @Test("a signature verifies only with its key and input", arguments: KeySamples.all)
    func roundTrip(key: SecKey) throws {
        let half = try key.publicHalf
        let isRSA = key.description.contains("RSA")
        let stranger = try (isRSA ? KeySamples.rsa(1_024) : KeySamples.curve(key.sizeInBits)).publicHalf
        let algorithms = Self.algorithms(of: key)
        #expect(algorithms.count == (isRSA ? SecKeyGetBlockSize(key) == 128 ? 20 : 22 : 23))
        for algorithm in algorithms {
            let input = Self.input(algorithm, key)
            let signature = try Self.sign(key, algorithm, input)
            #expect(Self.verdict(half, algorithm, input, signature) == nil, "\(algorithm.rawValue)")
            var other = input
            // The end of a digest that is longer than the order is ignored, and the start of a block must stay zero.
            other[isRSA ? other.count - 1 : 0] ^= 1
            #expect(Self.verdict(half, algorithm, other, signature) == errSecVerifyFailed, "\(algorithm.rawValue)")
            if SecKeyIsAlgorithmSupported(stranger, .verify, algorithm), SecKeyGetBlockSize(stranger) == SecKeyGetBlockSize(key) {
                #expect(Self.verdict(stranger, algorithm, input, signature) == errSecVerifyFailed, "\(algorithm.rawValue)")
            }
            for wrong in [Data(), signature.dropLast(), signature + [0], Data([0]) + signature, Data(count: signature.count)] {
                #expect(Self.verdict(half, algorithm, input, Data(wrong)) == errSecVerifyFailed, "\(algorithm.rawValue)")
            }
        }
    }

    @Test("concurrent tasks sign and verify with one key", arguments: [KeySamples.p256, KeySamples.rsa1024])
    func concurrency(key: SecKey) async throws {
        let algorithm = SecKeyAlgorithm(
            rawValue: (key == KeySamples.p256
                ? "algid:sign:ECDSA:message-X962:SHA256" : "algid:sign:RSA:message-PSS:SHA256:SHA256:32")
                as CFString)
        let verdicts = try await withThrowingTaskGroup(of: OSStatus?.self) { group in
            for number in UInt8(0)..<40 {
                group.addTask {
                    let input = Data([number])
                    return Self.verdict(try key.publicHalf, algorithm, input, try Self.sign(key, algorithm, input))
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(verdicts == [OSStatus?](repeating: nil, count: 40))
    }

    @Test("a digest of another length is neither signed nor verified", arguments: [KeySamples.p256, KeySamples.rsa2048])
    func digestLength(key: SecKey) throws {
        let half = try key.publicHalf
        var tried = 0
        for algorithm in Self.algorithms(of: key) {
            let hash: HashFunction
            switch KeyScheme(algorithm) {
            case .ecdsa(.digest(let function), _), .rsaPKCS1Signature(.digest(let function)),
                .rsaPSSSignature(.digest(let function)):
                hash = function
            default: continue
            }
            tried += 1
            for length in [0, hash.length - 1, hash.length + 1] {
                let digest = Data(count: length)
                #expect(status { SecKeyCreateSignature(key, algorithm, digest as CFData, $0) } == errSecParam)
                #expect(Self.verdict(half, algorithm, digest, Data(count: 64)) == errSecParam)
            }
        }
        #expect(tried == 10)
    }

    @Test("a digest of any length except zero is signed") func anyDigest() throws {
        let half = try KeySamples.p256.publicHalf
        for algorithm in [SecKeyAlgorithm.ecdsaSignatureDigestX962, .ecdsaSignatureDigestRFC4754, .ecdsaSignatureRFC4754] {
            for length in [1, 20, 31, 33, 64, 100] {
                let digest = Data(repeating: 3, count: length)
                #expect(Self.verdict(half, algorithm, digest, try Self.sign(KeySamples.p256, algorithm, digest)) == nil)
            }
            #expect(status { SecKeyCreateSignature(KeySamples.p256, algorithm, NSData(), $0) } == errSecParam)
        }
    }

    @Test("message and digest forms are the same signature", arguments: [KeySamples.p384, KeySamples.rsa2048])
    func forms(key: SecKey) throws {
        let half = try key.publicHalf
        let digest = Data(HashFunction.sha384.digest(of: Self.message))
        let pairs: [(SecKeyAlgorithm, SecKeyAlgorithm)] =
            key == KeySamples.p384
            ? [
                (.ecdsaSignatureMessageX962SHA384, .ecdsaSignatureDigestX962SHA384),
                (.ecdsaSignatureMessageRFC4754SHA384, .ecdsaSignatureDigestRFC4754),
            ]
            : [
                (.rsaSignatureMessagePKCS1v15SHA384, .rsaSignatureDigestPKCS1v15SHA384),
                (.rsaSignatureMessagePSSSHA384, .rsaSignatureDigestPSSSHA384),
            ]
        for (message, digested) in pairs {
            #expect(Self.verdict(half, digested, digest, try Self.sign(key, message, Self.message)) == nil)
            #expect(Self.verdict(half, message, Self.message, try Self.sign(key, digested, digest)) == nil)
        }
    }

    @Test("a raw signature has a fixed length, and other lengths are rejected", arguments: KeySamples.curves)
    func joined(key: SecKey) throws {
        let length = 2 * SecKeyGetBlockSize(key)
        let half = try key.publicHalf
        // With a high probability, r or s of one of 40 signatures begins with a zero byte in P-521, where the first byte is 0 or 1.
        for _ in 0..<40 {
            let signature = try Self.sign(key, .ecdsaSignatureMessageRFC4754SHA256, Self.message)
            #expect(signature.count == length)
            #expect(Self.verdict(half, .ecdsaSignatureMessageRFC4754SHA256, Self.message, signature) == nil)
            #expect(Self.verdict(half, .ecdsaSignatureMessageX962SHA256, Self.message, signature) == errSecVerifyFailed)
        }
    }

    @Test("raw RSA needs a whole block below the modulus") func rawRSA() throws {
        let key = KeySamples.rsa1024
        for wrong in [Data(), Data(count: 127), Data(count: 129), Data(repeating: 0xff, count: 128)] {
            #expect(status { SecKeyCreateSignature(key, .rsaSignatureRaw, wrong as CFData, $0) } == errSecParam)
        }
        #expect(try Self.sign(key, .rsaSignatureRaw, Data([0]) + Data(repeating: 0xff, count: 127)).count == 128)
    }

    @Test("PKCS #1 padding of raw bytes needs 11 bytes") func rawPadding() throws {
        let key = KeySamples.rsa1024
        #expect(try Self.sign(key, .rsaSignatureDigestPKCS1v15Raw, Data(repeating: 1, count: 117)).count == 128)
        let tooLong = Data(repeating: 1, count: 118)
        #expect(status { SecKeyCreateSignature(key, .rsaSignatureDigestPKCS1v15Raw, tooLong as CFData, $0) } == errSecParam)
    }

    @Test("PSS with a salt of another length is rejected") func saltLength() throws {
        let half = try KeySamples.rsa2048.publicHalf
        let digest = Data(HashFunction.sha256.digest(of: Self.message))
        guard case .rsaPrivate(let key) = KeySamples.rsa2048.material else {
            Issue.record("the sample is not an RSA key")
            return
        }
        let good = try #require(key.signature(over: [UInt8](digest), .pss(.sha256)))
        #expect(Self.verdict(half, .rsaSignatureDigestPSSSHA256, digest, Data(good)) == nil)
        for salt in [0, 20, 31, 33] as [Int32] {
            let signature = try #require(PSSSignature.make(KeySamples.rsa2048, [UInt8](digest), salt: salt))
            #expect(Self.verdict(half, .rsaSignatureDigestPSSSHA256, digest, Data(signature)) == errSecVerifyFailed)
        }
        let same = try #require(PSSSignature.make(KeySamples.rsa2048, [UInt8](digest), salt: 32))
        #expect(Self.verdict(half, .rsaSignatureDigestPSSSHA256, digest, Data(same)) == nil)
    }
}
