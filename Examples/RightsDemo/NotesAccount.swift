import Foundation

// The same source for Apple's systems and for this one.
#if canImport(LocalAuthentication)
import LocalAuthentication
#else
import OpenLocalAuthentication
#endif

/// What the app has: a right that guards the sign-in, and one whose key of the enclave is the account's second factor.
struct NotesAccount {
    private static let secondFactor = "second-factor"

    /// A right of this process: once it is granted, the app opens what it guards.
    func signIn() async throws -> Bool {
        let right = LARight()
        try await right.authorize(localizedReason: "to sign in to your notes")
        let isGranted = right.state == .authorized
        await right.deauthorize()
        return isGranted
    }

    /// A right that stands with the device: its key never leaves the enclave, and works only while the right is granted. Gives the bytes that the server keeps.
    func addSecondFactor(refreshToken: String) async throws -> Data {
        let requirement = LAAuthenticationRequirement.biometry(fallback: .devicePasscode)
        let right = try await LARightStore.shared.saveRight(
            LARight(requirement: requirement), identifier: Self.secondFactor, secret: Data(refreshToken.utf8))
        return try await right.key.publicKey.bytes
    }

    /// The answer to a server's challenge, and the secret that the right guards.
    func answer(_ challenge: Data) async throws -> (signature: Data, refreshToken: Data) {
        let right = try await secondFactor()
        try await right.authorize(localizedReason: "to confirm that it is you")
        let signature = try await right.key.sign(challenge, algorithm: .ecdsaSignatureMessageX962SHA256)
        return (signature, try await right.secret.rawData)
    }

    /// As ``answer(_:)``, without asking anybody.
    func answerUnasked(_ challenge: Data) async throws -> Data {
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
