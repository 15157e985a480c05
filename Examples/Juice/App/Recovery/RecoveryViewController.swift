import AuthenticationServices
import DeviceScreens
import Foundation

/// The screens for a user who forgot the password: the name, the code from the mail, a second factor if the account has one, and a
/// new password or passkey.
class RecoveryViewController: ViewController {
    /// Signs in after the recovery.
    typealias SignIn = (AccountServerClient) async throws -> AccountServerClient.Session

    private enum Step {
        case account
        /// The code that belongs to the secret is in the mail, if the account has a verified address.
        case code(secret: String)
        case factor(FactorStep<Void>, AccountServerClient.Recovery)
        /// The second factors are lost as well.
        case waiting(until: Date)
        case credential(AccountServerClient.Recovery)
        case recovered(AccountServerClient.Recovered, by: JuiceText, userName: String?, SignIn)
    }

    private let recovered: (_ userName: String?, _ signIn: @escaping SignIn) -> Void
    private var step = Step.account
    private var form: [String: String] = [:]
    private var failure = ""
    private var isBusy = false

    /// - Parameter recovered: Called when the user signs in after the recovery, with the user name. The screen is dismissed then.
    init(recovered: @escaping (_ userName: String?, _ signIn: @escaping SignIn) -> Void) {
        self.recovered = recovered
        super.init()
    }

    // MARK: - The screen

    override var screen: AppScreen {
        var elements = elements
        if !failure.isEmpty { elements.append(.text(AppText(failure, style: .error))) }
        switch step {
        case .recovered: break
        case .account, .code, .factor, .waiting, .credential: elements.append(button(Item.cancel, .cancel))
        }
        return AppScreen(title: title, elements: elements)
    }

    private var title: String {
        switch step {
        case .account, .waiting: texts(.resetPassword)
        case .code: texts(.mailedCodeTitle)
        case .factor: texts(.twoFactorTitle)
        case .credential: texts(.newPassword)
        case .recovered(_, let title, _, _): texts(title)
        }
    }

    private var elements: [AppElement] {
        switch step {
        case .account:
            [
                .text(AppText(texts(.resetPasswordLead))),
                field(Item.account, .userNameOrEmail, "username", keyboard: .emailAddress),
                button(Item.sendCode, .sendCode, style: .prominent, requires: Item.account),
            ]
        case .code:
            [
                .text(AppText(texts(.mailedCodeLead))), field(Item.code, .code, "one-time-code"),
                button(Item.enterCode, .continueButton, style: .prominent, requires: Item.code),
                button(Item.sendAnotherCode, .sendAnotherCode),
            ]
        case .factor(let factor, let recovery): factor.elements + waitElements(recovery)
        case .waiting(let end): [.text(AppText(waitText(until: end)))]
        case .credential(let recovery):
            [
                .text(AppText(texts(.newPasswordLead))),
                field(Item.userName, .userName, "username", isFixed: recovery.username != nil),
                field(Item.newPassword, .newPassword, "new-password", isSecure: true),
                button(Item.setPassword, .setPassword, style: .prominent, requires: Item.userName, Item.newPassword),
                button(Item.createPasskey, .createPasskey), .text(AppText(texts(.createPasskeyLead), style: .caption)),
            ]
        case .recovered(let credentials, _, _, _): recoveredElements(credentials)
        }
    }

    private func recoveredElements(_ credentials: AccountServerClient.Recovered) -> [AppElement] {
        var elements: [AppElement] = [.text(AppText(texts(.devicesSignedOut)))]
        elements += list(credentials.suspended, .suspendedCredentials)
        if elements.count > 1 { elements.append(.text(AppText(texts(.suspendedCredentialsLead), style: .caption))) }
        elements += list(credentials.kept, .keptCredentials)
        elements.append(button(Item.signIn, .signIn, style: .prominent))
        return elements
    }

    private func waitElements(_ recovery: AccountServerClient.Recovery) -> [AppElement] {
        if let end = recovery.waitEnd { return [.text(AppText(waitText(until: end), style: .caption))] }
        return [.text(AppText(texts(.factorsLost), style: .caption)), button(Item.beginWait, .beginWait)]
    }

    private func waitText(until end: Date) -> String {
        texts(.recoveryWaits, ["time": .moment(Int64(end.timeIntervalSince1970))])
    }

    private func list(_ credentials: AccountServerClient.Recovered.Credentials, _ title: JuiceText) -> [AppElement] {
        let names = credentials.passkeys.map(\.name) + credentials.apple.map { $0.email ?? texts(.appleAccount) }
        guard !names.isEmpty else { return [] }
        return [.text(AppText(texts(title), style: .caption))] + names.map { AppElement.text(AppText($0)) }
    }

    private func field(
        _ id: String, _ label: JuiceText, _ type: String, isSecure: Bool = false, keyboard: AppTextField.Keyboard = .standard,
        isFixed: Bool = false
    ) -> AppElement {
        .field(
            AppTextField(
                id, label: texts(label), text: form[id] ?? "", isSecure: isSecure, textContentType: type, keyboard: keyboard,
                canBecomeFirstResponder: !isFixed))
    }

    private func button(
        _ id: String, _ title: JuiceText, style: AppButton.Style = .plain, requires fields: String...
    ) -> AppElement {
        let isComplete = fields.allSatisfy { form[$0]?.isEmpty == false }
        return .button(AppButton(id, title: texts(title), style: style, isEnabled: !isBusy && isComplete))
    }

    // MARK: - The user's actions

    override func received(_ event: AppEvent) {
        if case .factor(let factor, _) = step { factor.receive(event) }
        switch event {
        case .changed(let field, let text):
            form[field] = text
            // It was about the earlier text.
            failure = ""
            changed()
        case .submitted(field: Item.account): press(Item.sendCode)
        case .submitted(field: Item.code): press(Item.enterCode)
        case .submitted(field: Item.newPassword): press(Item.setPassword)
        case .pressed(let button): press(button)
        default: break
        }
    }

    private func press(_ button: String) {
        guard !isBusy else { return }
        switch (button, step) {
        case (Item.cancel, _): leave()
        case (Item.sendCode, .account), (Item.sendAnotherCode, .code): sendCode()
        case (Item.enterCode, .code(let secret)): enterCode(secret)
        case (Item.beginWait, .factor(_, let recovery)): beginWait(recovery)
        case (Item.setPassword, .credential(let recovery)): setPassword(recovery)
        case (Item.createPasskey, .credential(let recovery)): createPasskey(recovery)
        case (Item.signIn, .recovered(_, _, let userName, let signIn)):
            dismiss(animated: true) { self.recovered(userName, signIn) }
        default: break
        }
    }

    /// Leaves without success. Clears the typed text before the fields disappear, so that the system does not offer to save it.
    private func leave() {
        form = [:]
        changed()
        dismiss(animated: true, completion: nil)
    }

    private func sendCode() {
        guard let account = form[Item.account], !account.isEmpty else { return }
        perform { server in
            self.step = .code(secret: try await server.beginRecovery(of: account))
            self.form[Item.code] = nil
        }
    }

    private func enterCode(_ secret: String) {
        guard let code = form[Item.code], !code.isEmpty else { return }
        perform { server in
            let recovery = try await server.openRecovery(secret, code: code)
            self.form[Item.code] = nil
            // A new password must not disappear with its field while the factor is missing: the system would save it.
            if recovery.factorRequired { try await self.askForFactor(server, recovery) } else { self.choose(recovery) }
        }
    }

    private func choose(_ recovery: AccountServerClient.Recovery) {
        form[Item.userName] = recovery.username
        step = .credential(recovery)
    }

    /// Requests a challenge, which is in the rejection of the options for a passkey.
    private func askForFactor(
        _ server: AccountServerClient, _ recovery: AccountServerClient.Recovery, signsAtOnce: Bool = false
    ) async throws {
        do {
            _ = try await server.passkeyOptions(in: recovery)
            choose(recovery)
        } catch let rejection as ServerProblem {
            guard let challenge = rejection.factor else { throw rejection }
            ask(challenge, recovery, signsAtOnce: signsAtOnce)
        }
    }

    private func ask(_ challenge: FactorChallenge, _ recovery: AccountServerClient.Recovery, signsAtOnce: Bool = false) {
        guard let server = view.window?.server else { return }
        let factor = FactorStep<Void>(challenge, texts: texts, signsAtOnce: signsAtOnce) { proof in
            try await server.answer(challenge, by: proof, in: recovery)
        } ended: { [weak self] ending in
            switch ending {
            case .shown:
                self?.choose(recovery)
                self?.changed()
            case .rejected(let reason):
                self?.perform { server in
                    try await self?.askForFactor(server, recovery)
                    self?.failure = reason
                }
            case .late: self?.perform { try await self?.askForFactor($0, recovery, signsAtOnce: true) }
            }
        }
        factor.changed = { [weak self] in self?.changed() }
        step = .factor(factor, recovery)
    }

    private func beginWait(_ recovery: AccountServerClient.Recovery) {
        perform { self.step = .waiting(until: try await $0.beginWait(in: recovery)) }
    }

    private func setPassword(_ recovery: AccountServerClient.Recovery) {
        guard let password = form[Item.newPassword], let user = form[Item.userName], !password.isEmpty, !user.isEmpty
        else { return }
        perform { server in
            let typed = recovery.username == nil ? user : nil
            let credentials = try await server.setPassword(password, userName: typed, in: recovery)
            self.step = .recovered(credentials, by: .newPasswordSet, userName: user) { server in
                try await server.signIn(user, password: password)
            }
        }
    }

    private func createPasskey(_ recovery: AccountServerClient.Recovery) {
        // A typed password is not the new one, and must not disappear with its field.
        form[Item.newPassword] = nil
        perform { server in
            let request = try await server.passkeyOptions(in: recovery).request()
            guard case .passkeyRegistration(let passkey) = try await AuthorizationController().performRequest(request) else {
                throw ASAuthorizationError(.failed)
            }
            let credentials = try await server.addPasskey(passkey, in: recovery)
            self.step = .recovered(credentials, by: .newPasskeyReady, userName: recovery.username) { server in
                try await server.signInWithPasskey()
            }
        }
    }

    /// Performs an action of the user, and shows the reason if it fails.
    private func perform(_ body: @escaping @MainActor (AccountServerClient) async throws -> Void) {
        guard !isBusy, let server = view.window?.server else { return }
        isBusy = true
        failure = ""
        changed()
        Task { @MainActor in
            do {
                try await body(server)
            } catch let rejection as ServerProblem {
                self.reject(rejection)
            } catch ASAuthorizationError.deviceNotConfiguredForPasskeyCreation {
                self.failure = self.texts(.passkeyUnavailable)
            } catch is ASAuthorizationError {
                self.failure = self.texts(.passkeyNotCreated)
            } catch {
                self.failure = self.texts(.serverUnreachable)
            }
            self.isBusy = false
            self.changed()
        }
    }

    private func reject(_ rejection: ServerProblem) {
        switch rejection.code {
        case "recovery-expired":
            form[Item.newPassword] = nil
            changed()
            step = .account
        // The account has no room for a passkey.
        case "conflict":
            failure = rejection.detail ?? rejection.reason(in: texts)
            return
        default: break
        }
        failure = rejection.reason(in: texts)
    }

    /// The identifiers of the fields and buttons.
    private enum Item {
        static let account = "recovery-account"
        static let code = "recovery-code"
        static let userName = "recovery-user-name"
        static let newPassword = "recovery-new-password"
        static let sendCode = "send-code"
        static let sendAnotherCode = "send-another-code"
        static let enterCode = "enter-code"
        static let beginWait = "begin-wait"
        static let setPassword = "set-password"
        static let createPasskey = "create-passkey"
        static let signIn = "sign-in"
        static let cancel = "cancel-recovery"
    }
}
