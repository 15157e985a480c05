import AppTexts
import AuthenticationServices
import DeviceScreens
import Foundation

/// Juice's account modification extension. The system loads it when the user wants a strong password or Sign in with Apple for an
/// account of Juice. It sends the upgrade to the account server. If the server requires a second factor, or the Apple Account opens
/// another account, the extension shows its own screen for it.
///
/// The server's address is the command-line option `--server` of the extension's process; else the address that the app stored in
/// the keychain; else the site of the account.
public final class AccountAuthenticationModificationViewController: ASAccountAuthenticationModificationViewController,
    ScreenController
{
    /// Called after each change of ``screen`` that no event caused.
    public var screenChanged: @MainActor @Sendable () -> Void = {}

    private let texts = AppTexts.juice()
    private var work: Task<Void, Never>?
    private var step: FactorStep<AccountServerClient.Session>?
    /// The current or last request.
    private var request: UpgradeRequest?
    private var isCancelled = false
    /// Whether the system shows the screen.
    private var isShown = false
    /// The account whose deletion the user is asked about; nil without a question.
    private var otherAccount: OtherAccount?

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
        isShown = true
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
        isShown = true
        let request = UpgradeRequest(serviceIdentifier, existingCredential, newPassword: nil, userInfo)
        // The request without a screen has already found the other account.
        guard otherAccount == nil else { return self.request = request }
        askForFactor(request)
    }

    public override func cancelRequest() {
        work?.cancel()
        step = nil
        otherAccount = nil
        isCancelled = true
        guard let request, request.isConfirmed else { return super.cancelRequest() }
        // The process ends after the cancellation, so finish this first.
        Task { @MainActor in
            await request.abandoned()
            self.endCancelled()
        }
    }

    private func endCancelled() {
        super.cancelRequest()
    }

    // MARK: - The screen

    /// The content below the system's navigation bar.
    public var screen: AppScreen {
        AppScreen(
            title: texts(.confirmAccount),
            elements: otherAccount.map { question(about: $0) } ?? step?.elements ?? [.text(AppText(texts(.oneMoment)))])
    }

    private func question(about other: OtherAccount) -> [AppElement] {
        let created = Date(ofServer: other.createdAt) ?? .distantPast
        let time = AppTexts.Argument.moment(Int64(created.timeIntervalSince1970))
        var elements: [AppElement] = [.text(AppText(texts(.otherAccountQuestion, ["time": time])))]
        if let username = other.username { elements.append(.text(AppText(username, style: .caption))) }
        return elements + [
            .button(AppButton("delete-other", title: texts(.deleteOtherAccount), style: .destructive)),
            .button(AppButton("keep-other", title: texts(.keepOtherAccount))),
        ]
    }

    /// Handles an action of the user.
    public func receive(_ event: AppEvent) {
        switch event {
        case .pressed(button: "delete-other"): answer(isDeleted: true)
        case .pressed(button: "keep-other"): answer(isDeleted: false)
        default: step?.receive(event)
        }
    }

    /// Asks whether the other account is deleted. Without a screen, the system is asked for one first.
    private func ask(about other: OtherAccount) {
        otherAccount = other
        step = nil
        guard isShown else { return extensionContext.cancelRequest(withError: ASExtensionError(.userInteractionRequired)) }
        screenChanged()
    }

    /// Converts the account with another credential of Apple, because the server has used up the last one.
    private func answer(isDeleted: Bool) {
        guard let other = otherAccount, let request else { return }
        otherAccount = nil
        if isDeleted { return goOn(with: request, replacing: other.id) }
        Task { @MainActor in
            await request.abandoned()
            self.fail(self.texts(.appleAccountTaken))
        }
    }

    /// Requests a new challenge, because the last one may be too old for a signature, and then shows the step.
    private func askForFactor(_ request: UpgradeRequest, signsAtOnce: Bool = false) {
        perform(request) { challenge in
            self.step = FactorStep(challenge, texts: self.texts, offersPasskey: false, signsAtOnce: signsAtOnce) { proof in
                try await request.server.answer(challenge, by: proof, session: request.authority.session)
            } ended: { ending in
                switch ending {
                case .shown(let session): self.goOn(with: request.inSession(session.token))
                case .rejected(let reason): self.fail(reason)
                case .late: self.askForFactor(request, signsAtOnce: true)
                }
            }
            self.step?.changed = { self.screenChanged() }
            self.screenChanged()
        }
    }

    private func goOn(with request: UpgradeRequest, replacing replaced: String? = nil) {
        guard isCancelled else {
            return perform(request, replacing: replaced) { _ in
                Task { @MainActor in
                    await request.abandoned()
                    self.fail(nil)
                }
            }
        }
        // The user pressed Cancel while the server checked the factor.
        Task { await request.abandoned() }
    }

    // MARK: - The upgrade

    /// - Parameter replaced: The account that the user agreed to delete; nil for none.
    private func perform(
        _ request: UpgradeRequest, replacing replaced: String? = nil,
        factorRequired: @escaping @MainActor (FactorChallenge) -> Void
    ) {
        self.request = request
        work = Task { @MainActor in
            do {
                if let newPassword = request.newPassword {
                    try await changePassword(request, to: newPassword)
                } else {
                    try await convert(request, replacing: replaced)
                }
            } catch let rejection as ServerProblem {
                guard !isCancelled else { return }
                if let challenge = rejection.factor { return factorRequired(challenge) }
                if let other = rejection.otherAccount { return ask(about: other) }
                await request.abandoned()
                fail(rejection.reason(in: texts))
            } catch let error as ASExtensionError {
                guard !isCancelled else { return }
                await request.abandoned()
                extensionContext.cancelRequest(withError: error)
            } catch {
                guard !isCancelled else { return }
                await request.abandoned()
                fail(texts(.serverUnreachable))
            }
        }
    }

    private func changePassword(_ request: UpgradeRequest, to newPassword: String) async throws {
        var newPassword = newPassword
        while case .offered(let preferred) = try await request.server.upgradePassword(
            extensionContext.upgradeKey, to: newPassword, by: request.authority)
        {
            // The system must save a password that the server proposed before it becomes active: the response to the next request
            // may be lost.
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

    private func convert(_ request: UpgradeRequest, replacing replaced: String?) async throws {
        let (server, key) = (request.server, extensionContext.upgradeKey)
        guard case .begun(let nonce) = try await server.beginAppleUpgrade(key, by: request.authority) else {
            // An earlier request converted the account, and its response was lost.
            return extensionContext.completeUpgradeToSignInWithApple(userInfo: await request.settled(request.authority.session))
        }
        let appleIDCredential = try await upgradeAuthorization(nonce: nonce)
        guard
            case .converted(let session) = try await server.finishAppleUpgrade(
                key, with: appleIDCredential, nonce: nonce, replacing: replaced, by: request.authority)
        else { throw ASExtensionError(.failed) }
        var userInfo = await request.settled(session ?? request.authority.session)
        userInfo?[UpgradeUserInfo.appleUser] = appleIDCredential.user
        extensionContext.completeUpgradeToSignInWithApple(userInfo: userInfo)
    }

    /// Returns Apple's credential. Throws if the user cancels, or if the device cannot reach Apple.
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

    /// - Parameter reason: The text for the user; nil for the system's default text.
    private func fail(_ reason: String?) {
        let userInfo = reason.map { [ASExtensionLocalizedFailureReasonErrorKey: $0] } ?? [:]
        extensionContext.cancelRequest(withError: ASExtensionError(.failed, userInfo: userInfo))
    }
}
