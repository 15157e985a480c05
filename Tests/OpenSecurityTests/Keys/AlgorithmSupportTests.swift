import Foundation
import Testing

@testable import OpenSecurity

@Suite("Supported algorithms of a key") struct AlgorithmSupportTests {
    /// The rules again, derived from Apple's names of the algorithms.
    static func isSupported(_ name: String, _ operation: SecKeyOperationType, _ key: SecKey) -> Bool {
        let parts = name.split(separator: ":").map(String.init)
        switch (parts[1], operation) {
        case ("sign", .sign), ("encrypt", .decrypt), ("keyexchange", .keyExchange): guard key.isPrivate else { return false }
        case ("sign", .verify), ("encrypt", .encrypt): guard !key.isPrivate else { return false }
        default: return false
        }
        let block = SecKeyGetBlockSize(key)
        let isRSA = key.description.contains("RSA")
        guard (parts[2] == "RSA") == isRSA else { return false }
        let hash = parts.compactMap { ["SHA1": 20, "SHA224": 28, "SHA256": 32, "SHA384": 48, "SHA512": 64][$0] }.first ?? 0
        if name.contains("PSS") { return block >= 2 * hash + 2 }
        if name.hasSuffix("AESGCM"), isRSA { return block >= 2 * hash + 2 + (block >= 512 ? 32 : 16) }
        if name.contains("OAEP") { return block >= 2 * hash + 2 }
        return true
    }

    @Test("a key supports exactly what its type, half and size permit", arguments: KeySamples.all)
    func support(key: SecKey) throws {
        for half in [key, try key.publicHalf] {
            for algorithm in KeyScheme.algorithms {
                for operation in [SecKeyOperationType.sign, .verify, .encrypt, .decrypt, .keyExchange] {
                    #expect(
                        SecKeyIsAlgorithmSupported(half, operation, algorithm)
                            == Self.isSupported(algorithm.rawValue as String, operation, half),
                        "\(half) \(operation) \(algorithm.rawValue)")
                }
            }
        }
    }

    @Test("1024 bits are too few for SHA-512 in PSS and OAEP, 2048 are sufficient") func room() {
        #expect(!SecKeyIsAlgorithmSupported(KeySamples.rsa1024, .sign, .rsaSignatureMessagePSSSHA512))
        #expect(SecKeyIsAlgorithmSupported(KeySamples.rsa2048, .sign, .rsaSignatureMessagePSSSHA512))
        #expect(!SecKeyIsAlgorithmSupported(KeySamples.rsa1024, .decrypt, .rsaEncryptionOAEPSHA512AESGCM))
        #expect(SecKeyIsAlgorithmSupported(KeySamples.rsa1024, .decrypt, .rsaEncryptionOAEPSHA384AESGCM))
    }

    @Test(
        "no key supports an algorithm that does not exist",
        arguments: ["", "algid:sign:RSA", "algid:sign:EdDSA:message-Curve25519:SHA512"])
    func unknownAlgorithm(name: String) {
        let algorithm = SecKeyAlgorithm(rawValue: name as CFString)
        #expect(!SecKeyIsAlgorithmSupported(KeySamples.p256, .sign, algorithm))
        #expect(status { SecKeyCreateSignature(KeySamples.p256, algorithm, NSData(), $0) } == errSecParam)
    }

    @Test("the use of an unsupported algorithm is rejected", arguments: KeySamples.all)
    func rejection(key: SecKey) throws {
        let data = Data(repeating: 1, count: 32) as CFData
        let half = try key.publicHalf
        let size = [SecKeyKeyExchangeParameter.requestedSize.rawValue: 16] as CFDictionary
        for algorithm in KeyScheme.algorithms {
            for key in [key, half] {
                func rejects(_ operation: SecKeyOperationType, _ call: (UnsafeMutablePointer<Unmanaged<CFError>?>) -> Any?) {
                    guard !SecKeyIsAlgorithmSupported(key, operation, algorithm) else { return }
                    #expect(status { call($0) } == errSecParam, "\(key) \(operation) \(algorithm.rawValue)")
                }
                rejects(.sign) { SecKeyCreateSignature(key, algorithm, data, $0) }
                rejects(.verify) { SecKeyVerifySignature(key, algorithm, data, data, $0) ? true : nil }
                rejects(.encrypt) { SecKeyCreateEncryptedData(key, algorithm, data, $0) }
                rejects(.decrypt) { SecKeyCreateDecryptedData(key, algorithm, data, $0) }
                rejects(.keyExchange) { SecKeyCopyKeyExchangeResult(key, algorithm, half, size, $0) }
            }
        }
    }
}
