import CryptoKit
import Foundation
import LocalAuthentication
import Security

/// A key of the Secure Enclave, created with the code that Apple's platforms use. Here `CryptoKit` is OpenCryptoKit.
struct ChallengeSigner {
    /// The representation that the app stores between launches.
    let stored: Data

    init() throws {
        stored = try SecureEnclave.P256.Signing.PrivateKey().dataRepresentation
    }

    /// Whether the stored key signs a challenge, and the public key verifies the signature.
    func signs(_ challenge: Data) throws -> Bool {
        guard SecureEnclave.isAvailable else { return false }
        let key = try SecureEnclave.P256.Signing.PrivateKey(dataRepresentation: stored, authenticationContext: LAContext())
        return key.publicKey.isValidSignature(try key.signature(for: challenge), for: challenge)
    }
}
