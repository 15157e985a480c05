import AuthenticationServices
import DeviceScreens
import Foundation

/// The login screen.
class LoginViewController: ViewController {
    private var authorizationButton: ASAuthorizationAppleIDButton?
    private var errorLabel = ""
    /// The nonce that the account server expects in Apple's identity token.
    private var nonce: String?
    /// The saved password that the user chose.
    private var received: ASPasswordCredential?
    /// The running authorization. Only one runs at a time: pressing the button replaces the one that started when the screen
    /// appeared.
    private var current: ASAuthorizationController?
    /// Whether the user is creating an account with a passkey.
    private var isSigningUp = false

    override var screen: AppScreen {
        var elements: [AppElement] = [
            .text(AppText("Juice", style: .title)), .text(AppText(texts(.signInLead))),
        ]
        if let authorizationButton { elements.append(authorizationButton.element(in: texts.language)) }
        if view.window?.server != nil {
            elements += [
                .button(AppButton(Self.passkey, title: texts(.signInWithPasskey))),
                .button(AppButton(Self.signUp, title: texts(.signUpWithPasskey))),
                .button(AppButton(Self.forgotPassword, title: texts(.forgotPassword))),
            ]
        }
        if !errorLabel.isEmpty { elements.append(.text(AppText(errorLabel, style: .error))) }
        return AppScreen(title: texts(.signIn), elements: elements)
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        setupProviderLoginView()
    }

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        // The user may have pressed a button before the screen appeared.
        if current == nil, !isSigningUp, presentedViewController == nil { performExistingAccountSetupFlows() }
    }

    override func pressed(_ button: String) {
        switch button {
        case ASAuthorizationAppleIDButton.element: handleAuthorizationAppleIDButtonPress()
        case Self.passkey: signInWithPasskey()
        case Self.signUp: signUpWithPasskey()
        case Self.forgotPassword: recoverAccount()
        default: break
        }
    }

    override func answered(_ alert: AppAlert, button: Int) {
        guard button == 1, let received, let server = view.window?.server else { return }
        enter(server, userName: received.user) {
            self.showResultViewController(userIdentifier: "", fullName: nil, email: nil)
            (self.presentingViewController as? ResultViewController)?.upgradeToPasskey()
        } by: {
            try await server.signIn(received.user, password: received.password)
        }
    }

    func setupProviderLoginView() {
        authorizationButton = ASAuthorizationAppleIDButton(type: .signIn, style: .black)
    }

    /// Prompts the user if an existing saved password or Apple account credential is found.
    func performExistingAccountSetupFlows() {
        // Prepare requests for both Apple ID and password providers.
        let requests = [
            ASAuthorizationAppleIDProvider().createRequest(),
            ASAuthorizationPasswordProvider().createRequest(),
        ]
        perform(requests)
    }

    func handleAuthorizationAppleIDButtonPress() {
        let appleIDProvider = ASAuthorizationAppleIDProvider()
        let request = appleIDProvider.createRequest()
        request.requestedScopes = [.fullName, .email]
        perform([request])
    }

    private func signInWithPasskey() {
        guard let server = view.window?.server, !isSigningUp else { return }
        current?.cancel()
        current = nil
        enter(server, userName: nil) {
            self.showResultViewController(userIdentifier: "", fullName: nil, email: nil)
        } by: {
            try await server.signInWithPasskey()
        }
    }

    /// Lets the user set a new password or add a passkey with a code from a mail, and signs in.
    private func recoverAccount() {
        guard view.window?.server != nil, !isSigningUp else { return }
        current?.cancel()
        current = nil
        let recovery = RecoveryViewController { [weak self] userName, signIn in
            guard let self, let server = self.view.window?.server else { return }
            self.enter(server, userName: userName) {
                self.showResultViewController(userIdentifier: "", fullName: nil, email: nil)
            } by: {
                try await signIn(server)
            }
        }
        present(recovery, animated: true, completion: nil)
    }

    /// Creates an account with a passkey. A sheet of the system asks for the name and the e-mail address.
    private func signUpWithPasskey() {
        guard let server = view.window?.server, !isSigningUp else { return }
        current?.cancel()
        current = nil
        isSigningUp = true
        let controller = AuthorizationController()
        Task { @MainActor in
            defer { self.isSigningUp = false }
            do {
                let options = try await server.signUpOptions()
                guard let challenge = Data(base64URLEncoded: options.publicKey.challenge),
                    let user = Data(base64URLEncoded: options.publicKey.user.id)
                else { return self.tell(self.texts(.accountNotCreated)) }
                // In docs/passkeys.md
                let request = ASAuthorizationAccountCreationProvider().createPlatformPublicKeyCredentialRegistrationRequest(
                    acceptedContactIdentifiers: [.email], shouldRequestName: true,
                    relyingPartyIdentifier: options.publicKey.rp.id, challenge: challenge, userID: user)
                // End
                guard case .passkeyAccountCreation(let account) = try await controller.performRequest(request) else { return }
                let contact = account.contactIdentifier.text
                self.enter(server, userName: contact) {
                    self.showResultViewController(userIdentifier: "", fullName: account.name, email: contact)
                } by: {
                    try await server.signUp(account, secret: options.secret)
                }
            } catch ASAuthorizationError.canceled {
                // A cancelled request needs no message.
            } catch ASAuthorizationError.preferSignInWithApple {
                // The user has an account already.
                self.handleAuthorizationAppleIDButtonPress()
            } catch ASAuthorizationError.deviceNotConfiguredForPasskeyCreation {
                self.tell(self.texts(.passkeyUnavailable))
            } catch is ASAuthorizationError {
                self.tell(self.texts(.accountNotCreated))
            } catch let rejection as ServerProblem {
                self.tell(rejection.reason(in: self.texts))
            } catch {
                self.tell(self.texts(.serverUnreachable))
            }
        }
    }

    // The identifiers of the buttons.
    private static let passkey = "sign-in-with-passkey"
    static let signUp = "sign-up-with-passkey"
    private static let forgotPassword = "forgot-password"

    private func perform(_ requests: [ASAuthorizationRequest]) {
        let authorizationController = ASAuthorizationController(authorizationRequests: requests)
        authorizationController.delegate = self
        authorizationController.presentationContextProvider = self
        current?.cancel()
        current = authorizationController
        guard let server = view.window?.server else { return authorizationController.performRequests() }
        Task { @MainActor in
            do {
                let nonce = try await server.challenge()
                guard self.current === authorizationController else { return }
                self.nonce = nonce
                for case let request as ASAuthorizationAppleIDRequest in requests { request.nonce = nonce }
                authorizationController.performRequests()
            } catch {
                self.tell(self.texts(.serverUnreachable))
            }
        }
    }

    /// Signs in at the account server, with a second factor if the server requires one.
    ///
    /// - Parameter isRepeatable: Whether `signIn` may be called again. The server accepts an authorization code from Apple once.
    private func enter(
        _ server: AccountServerClient, userName: String?, isRepeatable: Bool = true, entered: @escaping () -> Void,
        by signIn: @escaping () async throws -> AccountServerClient.Session
    ) {
        Task { @MainActor in
            do {
                self.keep(try await signIn(), userName)
                entered()
            } catch let rejection as ServerProblem {
                guard let challenge = rejection.factor else { return self.tell(rejection.reason(in: self.texts)) }
                self.present(
                    FactorViewController(challenge, at: server, texts: self.texts, again: isRepeatable ? signIn : nil) {
                        [weak self] session in
                        self?.keep(session, userName)
                        self?.presentedViewController?.dismiss(animated: true, completion: entered)
                    }, animated: true, completion: nil)
            } catch ASAuthorizationError.canceled {
                // A cancelled request needs no message.
            } catch is ASAuthorizationError {
                self.tell(self.texts(.couldNotConfirm))
            } catch {
                self.tell(self.texts(.serverUnreachable))
            }
        }
    }

    private func keep(_ session: AccountServerClient.Session, _ userName: String?) {
        guard let result = presentingViewController as? ResultViewController else { return }
        result.accountLabel = texts(session.isNew ? .accountCreated : .welcomeBack)
        result.keep(session.token)
        result.keep(userName: userName ?? session.userName)
    }

    private func tell(_ failure: String) {
        errorLabel = failure
        changed()
    }
}

extension LoginViewController: ASAuthorizationControllerDelegate {
    func authorizationController(controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization)
    {
        switch authorization.credential {
        case let appleIDCredential as ASAuthorizationAppleIDCredential:
            // Create an account in your system.
            let userIdentifier = appleIDCredential.user
            let fullName = appleIDCredential.fullName
            let email = appleIDCredential.email
            createAccount(appleIDCredential) {
                // For the purpose of this demo app, store the `userIdentifier` in the keychain.
                self.saveUserInKeychain(userIdentifier)

                // For the purpose of this demo app, show the Apple ID credential information in the `ResultViewController`.
                self.showResultViewController(userIdentifier: userIdentifier, fullName: fullName, email: email)
            }

        case let passwordCredential as ASPasswordCredential:
            // Sign in using an existing saved credential.
            let username = passwordCredential.user
            let password = passwordCredential.password

            // For the purpose of this demo app, show the password credential as an alert.
            DispatchQueue.main.async {
                self.showPasswordCredentialAlert(username: username, password: password)
            }

        default:
            break
        }
    }

    private func saveUserInKeychain(_ userIdentifier: String) {
        do {
            try KeychainItem(service: "com.example.apple-samplecode.juice", account: "userIdentifier").saveItem(userIdentifier)
        } catch {
            print("Unable to save userIdentifier to keychain.")
        }
    }

    private func showResultViewController(userIdentifier: String, fullName: PersonNameComponents?, email: String?) {
        guard let viewController = self.presentingViewController as? ResultViewController
        else { return }

        DispatchQueue.main.async {
            viewController.userIdentifierLabel = userIdentifier
            if let givenName = fullName?.givenName {
                viewController.givenNameLabel = givenName
            }
            if let familyName = fullName?.familyName {
                viewController.familyNameLabel = familyName
            }
            if let email = email {
                viewController.emailLabel = email
            }
            self.dismiss(animated: true, completion: nil)
        }
    }

    private func showPasswordCredentialAlert(username: String, password: String) {
        alert = AppAlert(
            title: texts(.credentialTitle),
            message: """
                \(texts(.credentialLead))

                \(texts(.credentialUser, ["user": .name(username)]))
                \(texts(.credentialPassword, ["password": .code(password)]))
                """,
            buttons: view.window?.server == nil ? [texts(.dismiss)] : [texts(.dismiss), texts(.signIn)])
        received = ASPasswordCredential(user: username, password: password)
    }

    /// Sends Apple's identity token and code to the account server, which creates the account or signs in to the existing one.
    private func createAccount(_ credential: ASAuthorizationAppleIDCredential, made: @escaping () -> Void) {
        guard let server = view.window?.server, let nonce else { return made() }
        enter(server, userName: nil, isRepeatable: false, entered: made) { try await server.signIn(with: credential, nonce: nonce) }
    }

    func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: Error) {
        // A cancelled request needs no message, and neither does the request at launch that found no credential.
        guard (error as? ASAuthorizationError)?.code != .canceled else { return }
        tell(texts(.appleFailed))
    }
}

extension LoginViewController: ASAuthorizationControllerPresentationContextProviding {
    func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor {
        return view.window ?? ASPresentationAnchor()
    }
}

extension ViewController {
    func showLoginViewController() {
        self.present(LoginViewController(), animated: true, completion: nil)
    }
}

extension ASAuthorizationAppleIDButton {
    /// The identifier of the button's element.
    static let element = "sign-in-with-apple"

    func element(in language: String) -> AppElement {
        .button(AppButton(Self.element, self, language: language))
    }
}
