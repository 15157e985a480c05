import Foundation
import OpenSecurity
import Testing

/// The quick start of OpenSecurity.docc.
enum QuickStart {
    static func sign() throws -> Bool {
        // In Sources/Device/OpenSecurity/OpenSecurity.docc/OpenSecurity.md
        let parameters: [String: Any] = [
            kSecAttrKeyType as String: kSecAttrKeyTypeECSECPrimeRandom,
            kSecAttrKeySizeInBits as String: 256,
        ]
        var error: Unmanaged<CFError>?
        guard let key = SecKeyCreateRandomKey(parameters as CFDictionary, &error) else {
            throw error!.takeRetainedValue() as any Error
        }
        let order = Data("two tickets".utf8) as CFData
        guard let signature = SecKeyCreateSignature(key, .ecdsaSignatureMessageX962SHA256, order, &error) else {
            throw error!.takeRetainedValue() as any Error
        }

        guard let publicKey = SecKeyCopyPublicKey(key) else { return false }
        let isGenuine = SecKeyVerifySignature(publicKey, .ecdsaSignatureMessageX962SHA256, order, signature, nil)
        // End
        return isGenuine
    }
}

@Suite("Quick start of OpenSecurity")
struct QuickStartTests {
    @Test("the code block signs, and verifies the signature")
    func runs() throws {
        #expect(try QuickStart.sign())
    }
}
