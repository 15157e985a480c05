import AppTexts
import DeviceScreens
import Foundation

/// The screen for the second factor of a sign-in.
class FactorViewController: ViewController {
    private let server: AccountServerClient
    private let signIn: (() async throws -> AccountServerClient.Session)?
    private let shown: (AccountServerClient.Session) -> Void
    private let ownTexts: AppTexts
    private var step: FactorStep<AccountServerClient.Session>?

    /// - Parameters:
    ///   - signIn: Repeats the first factor to get another challenge; nil if only the user can repeat it.
    ///   - shown: Called once with the new session. The screen stays until its presenter dismisses it.
    init(
        _ challenge: FactorChallenge, at server: AccountServerClient, texts: AppTexts,
        again signIn: (() async throws -> AccountServerClient.Session)? = nil,
        shown: @escaping (AccountServerClient.Session) -> Void
    ) {
        self.server = server
        self.signIn = signIn
        self.shown = shown
        ownTexts = texts
        super.init()
        ask(challenge)
    }

    /// Available before a window shows the screen.
    override var texts: AppTexts { ownTexts }

    private func ask(_ challenge: FactorChallenge, signsAtOnce: Bool = false) {
        step = FactorStep(challenge, texts: texts, signsAtOnce: signsAtOnce) { [server] proof in
            try await server.answer(challenge, by: proof, session: nil)
        } ended: { [weak self] ending in
            switch ending {
            case .shown(let session): self?.shown(session)
            case .rejected(let reason): self?.end(reason)
            case .late: self?.askAgain()
            }
        }
        step?.changed = { [weak self] in self?.changed() }
        changed()
    }

    private func askAgain() {
        guard let signIn else { return end(texts(.requestTimedOut)) }
        Task { @MainActor in
            do {
                shown(try await signIn())
            } catch let rejection as ServerProblem {
                if let challenge = rejection.factor { ask(challenge, signsAtOnce: true) } else { end(rejection.reason(in: texts)) }
            } catch {
                end(texts(.serverUnreachable))
            }
        }
    }

    override var screen: AppScreen {
        AppScreen(
            title: texts(.twoFactorTitle),
            elements: (step?.elements ?? []) + [.button(AppButton("cancel-factor", title: texts(.cancel)))])
    }

    override func pressed(_ button: String) {
        if button == "cancel-factor" { dismiss(animated: true, completion: nil) }
    }

    override func received(_ event: AppEvent) {
        step?.receive(event)
    }

    private func end(_ reason: String) {
        alert = AppAlert(title: texts(.signInAgain), message: reason, buttons: [texts(.ok)])
    }

    override func answered(_ alert: AppAlert, button: Int) {
        dismiss(animated: true, completion: nil)
    }
}
