import Foundation
import LocalAuthentication

/// The right to sign in from this device, whose key signs what the server asks. The right is of those who are enrolled when it is saved.
enum TwoFactorRight {
    /// Saves the right anew, and returns the public half of its key.
    static func generateClientKeys() async throws -> Data {
        // What stands under a name never changes: an earlier one goes.
        try? await LARightStore.shared.removeRight(forIdentifier: "2fa")
        let login2FA = LARight(requirement: .biometryCurrentSet)
        let persisted2FA = try await LARightStore.shared.saveRight(login2FA, identifier: "2fa")
        return try await persisted2FA.key.publicKey.bytes
    }

    /// What the device states of the key, where it has a TPM. Apple's devices state nothing of the keys of rights.
    static func attestation(for challenge: Data) async -> Data? {
        #if os(Linux)
        let persisted2FA = try? await LARightStore.shared.right(forIdentifier: "2fa")
        return try? await persisted2FA?.key.publicKey.attestation(for: challenge)
        #else
        return nil
        #endif
    }

    /// Asks for the person, and then signs.
    static func signChallenge(_ challenge: Data, algorithm: SecKeyAlgorithm) async throws -> Data {
        let persisted2FA = try await LARightStore.shared.right(forIdentifier: "2fa")
        let localizedReason = "Biometric authentication is required to proceed"
        try await persisted2FA.authorize(localizedReason: localizedReason)
        return try await persisted2FA.key.sign(challenge, algorithm: algorithm)
    }

    static func forget() async {
        try? await LARightStore.shared.removeRight(forIdentifier: "2fa")
        KeychainItem.deviceKey.forget()
    }
}

extension FactorChallenge {
    /// The server's name for the key of this device, where the account has it.
    var ownKey: String? {
        let key = KeychainItem.deviceKey.text
        return deviceKeys.contains(key) ? key : nil
    }

    /// The proof that the person is at this device.
    func signed(by key: String) async throws -> FactorProof {
        guard let challenge = Data(base64URLEncoded: challenge) else { throw URLError(.cannotParseResponse) }
        let signature = try await TwoFactorRight.signChallenge(challenge, algorithm: .ecdsaSignatureMessageX962SHA256)
        return .deviceKey(key, signature: signature)
    }
}
