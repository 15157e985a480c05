import Foundation
import OpenLocalAuthentication
import OpenSecurity

/// An app with a protected section, whose functions are those of the talk on rights, word for word.
final class Article {
    enum Section { case `public`, protected }
    enum Shown: Equatable { case authenticationRequired }

    var loginRight = LARight()
    let localizedReason = "Sign in to your account"
    var sections: [Section] = []
    var errors: [Shown] = []

    func navigateTo(section: Section) { sections.append(section) }
    func showError(_ error: Shown) { errors.append(error) }

    // LARight: Basic usage
    func login() async {
        self.loginRight = LARight(requirement: .biometry(fallback: .devicePasscode))
        do {
            try await loginRight.checkCanAuthorize()
        } catch {
            navigateTo(section: .public)
            return
        }
        do {
            try await self.loginRight.authorize(localizedReason: self.localizedReason)
            navigateTo(section: .protected)
        } catch {
            showError(.authenticationRequired)
        }
    }

    func logout() async {
        await self.loginRight.deauthorize()
    }

    // LAPersistedRight: Retrieval and private key usage
    func generateClientKeys() async throws -> Data {
        let login2FA = LARight(requirement: .biometryCurrentSet)
        let persisted2FA = try await LARightStore.shared.saveRight(login2FA, identifier: "2fa")
        return try await persisted2FA.key.publicKey.bytes
    }

    func signChallenge(_ challenge: Data, algorithm: SecKeyAlgorithm) async throws -> Data {
        let persisted2FA = try await LARightStore.shared.right(forIdentifier: "2fa")
        let localizedReason = "Biometric authentication is required to proceed"
        try await persisted2FA.authorize(localizedReason: localizedReason)
        return try await persisted2FA.key.sign(challenge, algorithm: algorithm)
    }
}
