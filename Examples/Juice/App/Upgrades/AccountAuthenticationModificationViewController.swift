import AuthenticationServices
import DeviceScreens
import Foundation

/// The extension that makes accounts safer: the system loads it when the person wants a strong password, or Sign in with Apple, for an account of
/// Juice's. It asks the account server; where that asks for a second factor, the person shows it on the extension's own screen.
///
/// Where the server is: what `--server` says on the command line, where the extension is a process; else what the app has put into the keychain; else the
/// site of the account.
public final class AccountAuthenticationModificationViewController: ASAccountAuthenticationModificationViewController,
    ScreenController
{
    /// Told of each change of ``screen`` that comes of no event.
    public var screenChanged: @MainActor @Sendable () -> Void = {}

    private var work: Task<Void, Never>?
    private var step: FactorStep?
    /// What is asked of the server, or was last.
    private var request: UpgradeRequest?
    private var isCancelled = false

    // MARK: - Strong passwords

    public override func changePasswordWithoutUserInteraction(
        for serviceIdentifier: ASCredentialServiceIdentifier, existingCredential: ASPasswordCredential, newPassword: String,
        userInfo: [AnyHashable: Any]?
    ) {
        let request = UpgradeRequest(serviceIdentifier, existingCredential, newPassword: newPassword, userInfo)
        perform(request) { _ in self.extensionContext.cancelRequest(withError: ASExtensionError(.userInteractionRequired)) }
    }

    public override func prepareInterfaceToChangePassword(
        for serviceIdentifier: ASCredentialServiceIdentifier, existingCredential: ASPasswordCredential, newPassword: String,
        userInfo: [AnyHashable: Any]?
    ) {
        askForFactor(UpgradeRequest(serviceIdentifier, existingCredential, newPassword: newPassword, userInfo))
    }

    // MARK: - Sign in with Apple

    public override func convertAccountToSignInWithAppleWithoutUserInteraction(
        for serviceIdentifier: ASCredentialServiceIdentifier, existingCredential: ASPasswordCredential,
        userInfo: [AnyHashable: Any]?
    ) {
        let request = UpgradeRequest(serviceIdentifier, existingCredential, newPassword: nil, userInfo)
        perform(request) { _ in self.extensionContext.cancelRequest(withError: ASExtensionError(.userInteractionRequired)) }
    }

    public override func prepareInterfaceToConvertAccountToSignInWithApple(
        for serviceIdentifier: ASCredentialServiceIdentifier, existingCredential: ASPasswordCredential,
        userInfo: [AnyHashable: Any]?
    ) {
        askForFactor(UpgradeRequest(serviceIdentifier, existingCredential, newPassword: nil, userInfo))
    }

    public override func cancelRequest() {
        work?.cancel()
        step = nil
        isCancelled = true
        guard let request, request.isConfirmed else { return super.cancelRequest() }
        // Afterwards there is no process any more to do it.
        Task { @MainActor in
            await request.abandoned()
            self.endCancelled()
        }
    }

    private func endCancelled() {
        super.cancelRequest()
    }

    // MARK: - The screen

    /// What the person sees under the system's navigation bar.
    public var screen: AppScreen {
        AppScreen(title: "Confirm Your Account", elements: step?.elements ?? [.text(AppText("One moment…"))])
    }

    /// Takes what the person does.
    public func receive(_ event: AppEvent) {
        step?.receive(event)
    }

    /// Asks the server anew, since its last challenge may be too old to be signed, and then the person.
    private func askForFactor(_ request: UpgradeRequest, signsAtOnce: Bool = false) {
        perform(request) { challenge in
            self.step = FactorStep(
                challenge, at: request.server, session: request.authority.session, signsAtOnce: signsAtOnce
            ) { ending in
                switch ending {
                case .shown(let session): self.goOn(with: request.inSession(session.token))
                case .refused(let reason): self.fail(reason)
                case .late: self.askForFactor(request, signsAtOnce: true)
                }
            }
            self.step?.changed = { self.screenChanged() }
            self.screenChanged()
        }
    }

    private func goOn(with request: UpgradeRequest) {
        guard isCancelled else {
            return perform(request) { _ in
                Task { @MainActor in
                    await request.abandoned()
                    self.fail(nil)
                }
            }
        }
        // The person pressed Cancel while the server was looking at the factor.
        Task { await request.abandoned() }
    }

    // MARK: - The upgrade

    private func perform(_ request: UpgradeRequest, factorRequired: @escaping @MainActor (FactorChallenge) -> Void) {
        self.request = request
        work = Task { @MainActor in
            do {
                if let newPassword = request.newPassword {
                    try await changePassword(request, to: newPassword)
                } else {
                    try await convert(request)
                }
            } catch let refusal as ServerRefusal {
                guard !isCancelled else { return }
                if let challenge = refusal.factor { return factorRequired(challenge) }
                await request.abandoned()
                fail(refusal.reason)
            } catch let error as ASExtensionError {
                guard !isCancelled else { return }
                await request.abandoned()
                extensionContext.cancelRequest(withError: error)
            } catch {
                guard !isCancelled else { return }
                await request.abandoned()
                fail("The account server cannot be reached.")
            }
        }
    }

    private func changePassword(_ request: UpgradeRequest, to newPassword: String) async throws {
        var newPassword = newPassword
        while case .offered(let preferred) = try await request.server.upgradePassword(
            extensionContext.upgradeKey, to: newPassword, by: request.authority)
        {
            // The system has to know a password of the server's own before it counts: the answer to the next request may be lost.
            guard await isNoted(ASPasswordCredential(user: request.user, password: preferred)) else {
                throw ASExtensionError(.failed)
            }
            newPassword = preferred
        }
        let newCredential = ASPasswordCredential(user: request.user, password: newPassword)
        var userInfo = await request.settled(request.authority.session)
        userInfo?[UpgradeUserInfo.key] = extensionContext.upgradeKey
        extensionContext.completeChangePasswordRequest(updatedCredential: newCredential, userInfo: userInfo)
    }

    private func isNoted(_ credential: ASPasswordCredential) async -> Bool {
        await withCheckedContinuation { continuation in
            extensionContext.willChangePassword(to: credential) { continuation.resume(returning: $0) }
        }
    }

    private func convert(_ request: UpgradeRequest) async throws {
        let (server, key) = (request.server, extensionContext.upgradeKey)
        guard case .begun(let nonce) = try await server.beginAppleUpgrade(key, by: request.authority) else {
            // It was done before, and the answer was lost.
            return extensionContext.completeUpgradeToSignInWithApple(userInfo: await request.settled(request.authority.session))
        }
        let appleIDCredential = try await upgradeAuthorization(nonce: nonce)
        guard
            case .converted(let session) = try await server.finishAppleUpgrade(
                key, with: appleIDCredential, nonce: nonce, by: request.authority)
        else { throw ASExtensionError(.failed) }
        var userInfo = await request.settled(session ?? request.authority.session)
        userInfo?[UpgradeUserInfo.appleUser] = appleIDCredential.user
        extensionContext.completeUpgradeToSignInWithApple(userInfo: userInfo)
    }

    /// Throws what the person, or a device that does not reach Apple, makes of it.
    private func upgradeAuthorization(nonce: String) async throws -> ASAuthorizationAppleIDCredential {
        try await withCheckedThrowingContinuation { continuation in
            extensionContext.getSignInWithAppleUpgradeAuthorization(state: nil, nonce: nonce) { appleIDCredential, error in
                if let appleIDCredential {
                    continuation.resume(returning: appleIDCredential)
                } else {
                    continuation.resume(throwing: error ?? ASExtensionError(.failed))
                }
            }
        }
    }

    /// - Parameter reason: What the person is told; nil: the system's own words.
    private func fail(_ reason: String?) {
        let userInfo = reason.map { [ASExtensionLocalizedFailureReasonErrorKey: $0] } ?? [:]
        extensionContext.cancelRequest(withError: ASExtensionError(.failed, userInfo: userInfo))
    }
}
