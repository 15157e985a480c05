import CryptoKit
import Foundation
import LocalAuthentication
import Security

/// A key of the Secure Enclave as code for Apple's platforms makes one. Here `CryptoKit` is OpenCryptoKit.
struct ChallengeSigner {
    /// What is kept of the key between two launches.
    let stored: Data

    init() throws {
        stored = try SecureEnclave.P256.Signing.PrivateKey().dataRepresentation
    }

    /// Whether the key still signs what its public half verifies.
    func signs(_ challenge: Data) throws -> Bool {
        guard SecureEnclave.isAvailable else { return false }
        let key = try SecureEnclave.P256.Signing.PrivateKey(dataRepresentation: stored, authenticationContext: LAContext())
        return key.publicKey.isValidSignature(try key.signature(for: challenge), for: challenge)
    }
}
