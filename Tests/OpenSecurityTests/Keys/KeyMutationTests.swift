import Foundation
import TestKit
import Testing

@testable import OpenSecurity

/// Thousands of invalid inputs: none crashes the process, and none is accepted.
@Suite("Modified keys, signatures and ciphertexts") struct KeyMutationTests {
    @Test("a modified key is rejected, or valid and re-encoded identically", arguments: KeySamples.curves + [KeySamples.rsa1024])
    func imports(key: SecKey) throws {
        var generator = SeededGenerator(seed: 6)
        for half in [key, try key.publicHalf] {
            let good = [UInt8](try half.bytes)
            let attributes = KeyImportTests.attributes(half)
            for _ in 0..<400 {
                let mutation = generator.mutation(of: good)
                guard let read = SecKeyCreateWithData(Data(mutation) as CFData, attributes, nil) else { continue }
                #expect(try read.bytes == Data(mutation))
                // A change of one part leaves no other valid point and number, and no other private key. An RSA modulus may remain
                // valid.
                if half.isPrivate || !key.description.contains("RSA") { #expect(mutation == good) }
            }
        }
    }

    @Test("random bytes are not a key", arguments: [0, 1, 32, 65, 97, 133, 140, 145, 199, 610])
    func randomImports(length: Int) {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<50 {
            var bytes = generator.bytes(length)
            if length > 0 { bytes[0] = [0x04, 0x30].randomElement(using: &generator) ?? 4 }
            for type in [kSecAttrKeyTypeEC, kSecAttrKeyTypeRSA] {
                for isPrivate in [true, false] {
                    #expect(KeyImportTests.rejects(bytes, KeyImportTests.attributes(type, isPrivate: isPrivate)))
                }
            }
        }
    }

    @Test(
        "a modified signature is rejected",
        arguments: [
            (KeySamples.p256, SecKeyAlgorithm.ecdsaSignatureMessageX962SHA256), (KeySamples.p521, .ecdsaSignatureMessageX962SHA512),
            (KeySamples.p384, .ecdsaSignatureMessageRFC4754SHA384), (KeySamples.rsa1024, .rsaSignatureMessagePSSSHA256),
            (KeySamples.rsa1024, .rsaSignatureMessagePKCS1v15SHA224), (KeySamples.rsa1024, .rsaSignatureDigestPKCS1v15Raw),
        ])
    func signatures(key: SecKey, algorithm: SecKeyAlgorithm) throws {
        var generator = SeededGenerator(seed: 8)
        let half = try key.publicHalf
        let input = SignatureTests.input(algorithm, key)
        let good = [UInt8](try SignatureTests.sign(key, algorithm, input))
        for _ in 0..<300 {
            let mutation = generator.mutation(of: good)
            let verdict = SignatureTests.verdict(half, algorithm, input, Data(mutation))
            #expect(verdict == (mutation == good ? nil : errSecVerifyFailed))
        }
    }

    @Test(
        "a modified ciphertext decrypts to nothing",
        arguments: [
            (KeySamples.p256, SecKeyAlgorithm.eciesEncryptionStandardVariableIVX963SHA256AESGCM),
            (KeySamples.p384, .eciesEncryptionStandardX963SHA1AESGCM), (KeySamples.p521, .eciesEncryptionCofactorX963SHA512AESGCM),
            (KeySamples.rsa1024, .rsaEncryptionOAEPSHA256), (KeySamples.rsa1024, .rsaEncryptionOAEPSHA1AESGCM),
        ])
    func ciphertexts(key: SecKey, algorithm: SecKeyAlgorithm) throws {
        var generator = SeededGenerator(seed: 9)
        let data = Data("only whole".utf8)
        let good = [UInt8](try EncryptionTests.encrypt(try key.publicHalf, algorithm, data))
        for _ in 0..<300 {
            let mutation = generator.mutation(of: good)
            let decrypted = SecKeyCreateDecryptedData(key, algorithm, Data(mutation) as CFData, nil) as Data?
            #expect(decrypted == (mutation == good ? data : nil))
        }
    }
}
