import Foundation
import Testing

@testable import OpenSecurity

@Suite("Encryption") struct EncryptionTests {
    static func algorithms(of key: SecKey) -> [SecKeyAlgorithm] {
        KeyScheme.algorithms.filter { SecKeyIsAlgorithmSupported(key, .decrypt, $0) }
    }

    static func encrypt(_ key: SecKey, _ algorithm: SecKeyAlgorithm, _ data: Data) throws -> Data {
        try result { SecKeyCreateEncryptedData(key, algorithm, data as CFData, $0) } as Data
    }

    static func decrypt(_ key: SecKey, _ algorithm: SecKeyAlgorithm, _ data: Data) throws -> Data {
        try result { SecKeyCreateDecryptedData(key, algorithm, data as CFData, $0) } as Data
    }

    /// The maximum length, or nil if there is no limit.
    static func limit(_ key: SecKey, _ algorithm: SecKeyAlgorithm) -> Int? {
        let block = SecKeyGetBlockSize(key)
        switch KeyScheme(algorithm) {
        case .rsaRawEncryption: return block
        case .rsaPKCS1Encryption: return block - 11
        case .rsaOAEP(let hash): return block - 2 * hash.length - 2
        default: return nil
        }
    }

    @Test("decryption returns what was encrypted, from nothing to the maximum length", arguments: KeySamples.all)
    func roundTrip(key: SecKey) throws {
        let half = try key.publicHalf
        let algorithms = Self.algorithms(of: key)
        for algorithm in algorithms {
            let limit = Self.limit(key, algorithm)
            for length in [0, 1, 16, limit ?? 5_000] where length <= limit ?? .max {
                // Below the modulus, for RSA only.
                let data = Data((0..<length).map { UInt8(truncatingIfNeeded: $0) })
                let encrypted = try Self.encrypt(half, algorithm, data)
                var expected = data
                if KeyScheme(algorithm) == .rsaRawEncryption { expected = Data(count: SecKeyGetBlockSize(key) - length) + data }
                #expect(try Self.decrypt(key, algorithm, encrypted) == expected, "\(algorithm.rawValue) \(length)")
                if limit != nil { #expect(encrypted.count == SecKeyGetBlockSize(key)) }
            }
            if let limit {
                let tooLong = Data(count: limit + 1)
                #expect(status { SecKeyCreateEncryptedData(half, algorithm, tooLong as CFData, $0) } == errSecParam)
            }
        }
        #expect(algorithms.count == (key.description.contains("RSA") ? SecKeyGetBlockSize(key) == 128 ? 10 : 12 : 18))
    }

    @Test("every ciphertext is different, except for raw RSA", arguments: [KeySamples.p256, KeySamples.rsa2048])
    func freshness(key: SecKey) throws {
        let half = try key.publicHalf
        let data = Data("the same".utf8)
        for algorithm in Self.algorithms(of: key) where KeyScheme(algorithm) != .rsaRawEncryption {
            #expect(try Self.encrypt(half, algorithm, data) != Self.encrypt(half, algorithm, data))
        }
    }

    @Test("an ECIES ciphertext is an ephemeral key, the data and a 16-byte tag", arguments: zip(KeySamples.curves, [65, 97, 133]))
    func layout(key: SecKey, ephemeralLength: Int) throws {
        let encrypted = try Self.encrypt(try key.publicHalf, .eciesEncryptionStandardVariableIVX963SHA256AESGCM, Data(count: 10))
        #expect(encrypted.count == ephemeralLength + 10 + 16)
        #expect(encrypted.first == 4)
    }

    @Test("the cofactor and standard forms are equal, as these curves have the cofactor 1") func cofactor() throws {
        let data = Data("text".utf8)
        let encrypted = try Self.encrypt(
            try KeySamples.p256.publicHalf, .eciesEncryptionStandardVariableIVX963SHA256AESGCM, data)
        #expect(try Self.decrypt(KeySamples.p256, .eciesEncryptionCofactorVariableIVX963SHA256AESGCM, encrypted) == data)
    }

    @Test(
        "another algorithm or key, or a modified or truncated ciphertext, decrypts to nothing",
        arguments: [KeySamples.p256, KeySamples.p521, KeySamples.rsa2048])
    func authentication(key: SecKey) throws {
        let half = try key.publicHalf
        let stranger = key.description.contains("RSA") ? KeySamples.rsa(2_048) : KeySamples.curve(key.sizeInBits)
        let data = Data("a secret of the test".utf8)
        let authenticated = Self.algorithms(of: key).filter { ($0.rawValue as String).contains("AESGCM") }
        for (index, algorithm) in authenticated.enumerated() {
            let encrypted = try Self.encrypt(half, algorithm, data)
            #expect(status { SecKeyCreateDecryptedData(stranger, algorithm, encrypted as CFData, $0) } == errSecParam)
            for place in stride(from: index % 7, to: encrypted.count, by: 7) + [encrypted.count - 1] {
                var changed = encrypted
                changed[place] ^= 0x40
                #expect(status { SecKeyCreateDecryptedData(key, algorithm, changed as CFData, $0) } == errSecParam)
            }
            for length in [0, 1, 15, 16, 64, 65, 80, 81, encrypted.count - 1] where length < encrypted.count {
                let cut = encrypted.prefix(length)
                #expect(status { SecKeyCreateDecryptedData(key, algorithm, Data(cut) as CFData, $0) } == errSecParam)
            }
            for other in authenticated where KeyScheme(other) != KeyScheme(algorithm) {
                #expect(status { SecKeyCreateDecryptedData(key, other, encrypted as CFData, $0) } == errSecParam)
            }
        }
        #expect(authenticated.count == (key.description.contains("RSA") ? 5 : 18))
    }

    @Test("a session key of the wrong length is rejected", arguments: [KeySamples.rsa2048, KeySamples.rsa4096])
    func sessionKeys(key: SecKey) throws {
        guard case .rsaPublic(let half) = try key.publicHalf.material else {
            Issue.record("the sample is not an RSA key")
            return
        }
        let algorithm = SecKeyAlgorithm.rsaEncryptionOAEPSHA256AESGCM
        let right = SecKeyGetBlockSize(key) == 512 ? 32 : 16
        for length in [16, 32] {
            let session = KeyBytes(copying: [UInt8](repeating: 7, count: length))
            let sealed = try #require(
                session.withBytes {
                    AESGCM.seal([1, 2, 3], key: $0, vector: [UInt8](repeating: 0, count: 16), authenticating: half.pkcs1)
                })
            let wrapped = try EncryptionTests.encrypt(
                try key.publicHalf, .rsaEncryptionOAEPSHA256, Data(repeating: 7, count: length))
            let status = status { SecKeyCreateDecryptedData(key, algorithm, (wrapped + sealed) as CFData, $0) }
            #expect(status == (length == right ? nil : errSecParam))
        }
    }

    @Test(
        "a block of another length is not decrypted",
        arguments: [
            SecKeyAlgorithm.rsaEncryptionRaw, .rsaEncryptionPKCS1, .rsaEncryptionOAEPSHA256,
        ])
    func blockLength(algorithm: SecKeyAlgorithm) throws {
        let encrypted = try Self.encrypt(try KeySamples.rsa2048.publicHalf, algorithm, Data("text".utf8))
        for wrong in [
            Data(), Data(encrypted.dropLast()), encrypted + [0], Data([0]) + encrypted, Data(repeating: 0xff, count: 256),
        ] {
            #expect(status { SecKeyCreateDecryptedData(KeySamples.rsa2048, algorithm, wrong as CFData, $0) } == errSecParam)
        }
        #expect(status { SecKeyCreateDecryptedData(KeySamples.rsa2048, algorithm, encrypted as CFData, $0) } == nil)
    }
}

extension StrideTo {
    fileprivate static func + (stride: Self, more: [Element]) -> [Element] { Array(stride) + more }
}
