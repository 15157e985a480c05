import Foundation
import OpenSecurity
import Testing

@Suite("Functions without algorithms") struct OlderFunctionTests {
    private static func pair(_ type: CFString, _ bits: Int) throws -> (SecKey, SecKey) {
        var (publicKey, privateKey): (SecKey?, SecKey?)
        let parameters = [kSecAttrKeyType: type, kSecAttrKeySizeInBits: bits] as CFDictionary
        #expect(SecKeyGeneratePair(parameters, &publicKey, &privateKey) == errSecSuccess)
        return (try #require(publicKey), try #require(privateKey))
    }

    static let paddings: [(SecPadding, Int, SecKeyAlgorithm)] = [
        (.PKCS1, 35, .rsaSignatureDigestPKCS1v15Raw), (.PKCS1SHA1, 20, .rsaSignatureDigestPKCS1v15SHA1),
        (.PKCS1SHA224, 28, .rsaSignatureDigestPKCS1v15SHA224), (.PKCS1SHA256, 32, .rsaSignatureDigestPKCS1v15SHA256),
        (.PKCS1SHA384, 48, .rsaSignatureDigestPKCS1v15SHA384), (.PKCS1SHA512, 64, .rsaSignatureDigestPKCS1v15SHA512),
    ]

    @Test("an RSA signature verifies with the functions that have algorithms", arguments: paddings)
    func rsa(padding: SecPadding, length: Int, algorithm: SecKeyAlgorithm) throws {
        let (publicKey, privateKey) = try Self.pair(kSecAttrKeyTypeRSA, 1_024)
        let digest = [UInt8](repeating: 7, count: length)
        var signature = [UInt8](repeating: 0, count: 200)
        var count = signature.count
        #expect(SecKeyRawSign(privateKey, padding, digest, digest.count, &signature, &count) == errSecSuccess)
        #expect(count == 128)
        #expect(
            SecKeyVerifySignature(publicKey, algorithm, Data(digest) as NSData, Data(signature.prefix(count)) as NSData, nil))
        #expect(SecKeyRawVerify(publicKey, padding, digest, digest.count, signature, count) == errSecSuccess)
        signature[5] ^= 1
        #expect(SecKeyRawVerify(publicKey, padding, digest, digest.count, signature, count) == errSecVerifyFailed)
        var small = 127
        #expect(SecKeyRawSign(privateKey, padding, digest, digest.count, &signature, &small) == errSecParam)
        #expect(small == 127)
    }

    @Test("a signature on a curve is in DER or raw form", arguments: [(SecPadding.PKCS1, 72), (.sigRaw, 64)])
    func curve(padding: SecPadding, longest: Int) throws {
        let (publicKey, privateKey) = try Self.pair(kSecAttrKeyTypeECSECPrimeRandom, 256)
        let digest = [UInt8](repeating: 7, count: 32)
        var signature = [UInt8](repeating: 0, count: longest)
        var count = signature.count
        #expect(SecKeyRawSign(privateKey, padding, digest, digest.count, &signature, &count) == errSecSuccess)
        #expect(SecKeyRawVerify(publicKey, padding, digest, digest.count, signature, count) == errSecSuccess)
        #expect(SecKeyRawVerify(publicKey, padding == .sigRaw ? .PKCS1 : .sigRaw, digest, 32, signature, count) != errSecSuccess)
        #expect(SecKeyEncrypt(publicKey, .PKCS1, digest, 32, &signature, &count) == errSecParam)
    }

    @Test("encryption and decryption are inverse", arguments: [SecPadding.PKCS1, .OAEP])
    func encryption(padding: SecPadding) throws {
        let (publicKey, privateKey) = try Self.pair(kSecAttrKeyTypeRSA, 1_024)
        let message = Array("meet me at noon".utf8)
        var sealed = [UInt8](repeating: 0, count: 128)
        var sealedCount = sealed.count
        #expect(SecKeyEncrypt(publicKey, padding, message, message.count, &sealed, &sealedCount) == errSecSuccess)
        var opened = [UInt8](repeating: 0, count: 128)
        var openedCount = opened.count
        #expect(SecKeyDecrypt(privateKey, padding, sealed, sealedCount, &opened, &openedCount) == errSecSuccess)
        #expect(Array(opened.prefix(openedCount)) == message)
        var tooSmall = 3
        #expect(SecKeyDecrypt(privateKey, padding, sealed, sealedCount, &opened, &tooSmall) == errSecParam)
    }

    @Test("operations that a key does not support are rejected")
    func rejections() throws {
        let (publicKey, privateKey) = try Self.pair(kSecAttrKeyTypeRSA, 1_024)
        let input = [UInt8](repeating: 0, count: 128)
        var room = [UInt8](repeating: 0, count: 128)
        var count = room.count
        for padding in [SecPadding.OAEP, .sigRaw, .PKCS1MD5, [.PKCS1, .OAEP]] {
            #expect(SecKeyRawSign(privateKey, padding, input, 20, &room, &count) == errSecParam)
        }
        #expect(SecKeyRawSign(privateKey, .PKCS1SHA256, input, 31, &room, &count) == errSecParam)
        #expect(SecKeyRawSign(publicKey, .PKCS1SHA256, input, 32, &room, &count) == errSecParam)
        #expect(SecKeyEncrypt(publicKey, .PKCS1SHA1, input, 5, &room, &count) == errSecParam)
        #expect(SecKeyEncrypt(publicKey, .PKCS1, input, 128, &room, &count) != errSecSuccess)
        #expect(SecKeyGeneratePair([:] as CFDictionary, nil, nil) == errSecParam)
    }
}
