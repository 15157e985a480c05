import DeviceSimulator
import Foundation
import OpenCryptoKit
import Testing

/// The quick start of OpenCryptoKit.docc.
enum QuickStart {
    static func sign() throws -> Bool {
        // In Sources/Device/OpenCryptoKit/OpenCryptoKit.docc/OpenCryptoKit.md
        let key = try SecureEnclave.P256.Signing.PrivateKey()
        let challenge = Data("a challenge".utf8)
        let signature = try key.signature(for: challenge)
        let isValid = key.publicKey.isValidSignature(signature, for: challenge)  // true
        // End
        return isValid
    }
}

@Suite("Quick start of OpenCryptoKit", .timeLimit(.minutes(20)))
struct QuickStartTests {
    @Test("the code block signs with a key of the enclave")
    func runs() throws {
        let isValid = try DeviceSimulator().run { try QuickStart.sign() }
        #expect(isValid)
    }
}
