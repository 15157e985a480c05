import Foundation

// In Sources/Device/OpenSecurity/OpenSecurity.docc/OpenSecurity.md
#if canImport(Security)
import Security
#else
import OpenSecurity
#endif
// End

/// The server's part of the second factor: it stores the public key and issues a challenge.
struct Server {
    let challenge = Data((0..<32).map { _ in UInt8.random(in: .min ... .max) })
    private let publicKey: Data

    init(publicKey: Data) {
        self.publicKey = publicKey
    }

    func accepts(_ signature: Data) -> Bool {
        let attributes =
            [kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeyClass: kSecAttrKeyClassPublic] as CFDictionary
        guard let key = SecKeyCreateWithData(publicKey as CFData, attributes, nil) else { return false }
        return SecKeyVerifySignature(key, .ecdsaSignatureMessageX962SHA256, challenge as CFData, signature as CFData, nil)
    }
}
