import Foundation
import LocalAuthentication

/// The right that guards the second factor's key. Only the biometry that is enrolled when the right is saved can authorize it.
enum TwoFactorRight {
    /// Saves a new right, and returns the public key.
    static func generateClientKeys() async throws -> Data {
        // A saved right cannot be replaced; remove the earlier one first.
        try? await LARightStore.shared.removeRight(forIdentifier: "2fa")
        let login2FA = LARight(requirement: .biometryCurrentSet)
        let persisted2FA = try await LARightStore.shared.saveRight(login2FA, identifier: "2fa")
        return try await persisted2FA.key.publicKey.bytes
    }

    /// Returns the TPM's attestation of the key; nil without a TPM, and on Apple's systems.
    static func attestation(for challenge: Data) async -> Data? {
        #if os(Linux)
        // In docs/second-factors.md
        let persisted2FA = try? await LARightStore.shared.right(forIdentifier: "2fa")
        return try? await persisted2FA?.key.publicKey.attestation(for: challenge)
        // End
        #else
        return nil
        #endif
    }

    /// Authenticates the user, then signs.
    static func signChallenge(
        _ challenge: Data, algorithm: SecKeyAlgorithm, localizedReason: String
    ) async throws -> Data {
        // In docs/second-factors.md
        let persisted2FA = try await LARightStore.shared.right(forIdentifier: "2fa")
        try await persisted2FA.authorize(localizedReason: localizedReason)
        return try await persisted2FA.key.sign(challenge, algorithm: algorithm)
        // End
    }

    static func forget() async {
        try? await LARightStore.shared.removeRight(forIdentifier: "2fa")
        KeychainItem.deviceKey.forget()
    }
}

extension FactorChallenge {
    /// The server's identifier of this device's key; nil if the account does not list it.
    var ownKey: String? {
        let key = KeychainItem.deviceKey.text
        return deviceKeys.contains(key) ? key : nil
    }

    /// Signs the challenge with the key of this device.
    func signed(by key: String, localizedReason: String) async throws -> FactorProof {
        guard let challenge = Data(base64URLEncoded: challenge) else { throw URLError(.cannotParseResponse) }
        let signature = try await TwoFactorRight.signChallenge(
            challenge, algorithm: .ecdsaSignatureMessageX962SHA256, localizedReason: localizedReason)
        return .deviceKey(key, signature: signature)
    }
}
