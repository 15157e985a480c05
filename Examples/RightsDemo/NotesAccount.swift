import Foundation

// The same source compiles on Apple's systems and on Linux.
#if canImport(LocalAuthentication)
import LocalAuthentication
#else
import OpenLocalAuthentication
#endif

/// The rights of the app: one guards the sign-in, and the enclave key of the other is the account's second factor.
struct NotesAccount {
    private static let secondFactor = "second-factor"

    /// Authorizes a right of this process. The app then opens what the right guards.
    func signIn() async throws -> Bool {
        let right = LARight()
        try await right.authorize(localizedReason: "to sign in to your notes")
        let isGranted = right.state == .authorized
        await right.deauthorize()
        return isGranted
    }

    /// Saves a right on the device. Its key never leaves the enclave, and works only while the right is authorized. Returns the
    /// public key for the server.
    func addSecondFactor(refreshToken: String) async throws -> Data {
        let requirement = LAAuthenticationRequirement.biometry(fallback: .devicePasscode)
        let right = try await LARightStore.shared.saveRight(
            LARight(requirement: requirement), identifier: Self.secondFactor, secret: Data(refreshToken.utf8))
        return try await right.key.publicKey.bytes
    }

    /// Returns the signature of a server's challenge, and the secret that the right guards.
    func answer(_ challenge: Data) async throws -> (signature: Data, refreshToken: Data) {
        let right = try await secondFactor()
        try await right.authorize(localizedReason: "to confirm your identity")
        let signature = try await right.key.sign(challenge, algorithm: .ecdsaSignatureMessageX962SHA256)
        return (signature, try await right.secret.rawData)
    }

    /// Signs like ``answer(_:)``, without authorizing the right first.
    func answerWithoutAuthorization(_ challenge: Data) async throws -> Data {
        try await secondFactor().key.sign(challenge, algorithm: .ecdsaSignatureMessageX962SHA256)
    }

    var hasSecondFactor: Bool {
        get async { (try? await secondFactor()) != nil }
    }

    func logOut() async throws {
        try await LARightStore.shared.removeRight(forIdentifier: Self.secondFactor)
    }

    private func secondFactor() async throws -> LAPersistedRight {
        try await LARightStore.shared.right(forIdentifier: Self.secondFactor)
    }
}
