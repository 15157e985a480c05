import DeviceScreens
import Foundation

/// The screen of somebody who has signed in with one factor and has another.
class FactorViewController: ViewController {
    private var step: FactorStep?

    /// - Parameter shown: Called with the session, once there is one. The screen stands until it is dismissed.
    init(_ challenge: FactorChallenge, at server: AccountServerClient, shown: @escaping (AccountServerClient.Session) -> Void) {
        super.init()
        step = FactorStep(challenge, at: server) { [weak self] ending in
            switch ending {
            case .shown(let session): shown(session)
            case .refused(let reason): self?.end(reason)
            }
        }
        step?.changed = { [weak self] in self?.changed() }
    }

    override var screen: AppScreen {
        AppScreen(
            title: "Two-Factor Sign-In",
            elements: (step?.elements ?? []) + [.button(AppButton("cancel-factor", title: "Cancel"))])
    }

    override func pressed(_ button: String) {
        if button == "cancel-factor" { dismiss(animated: true, completion: nil) }
    }

    override func received(_ event: AppEvent) {
        step?.receive(event)
    }

    private func end(_ reason: String) {
        alert = AppAlert(title: "Sign In Again", message: reason)
    }

    override func answered(_ alert: AppAlert, button: Int) {
        dismiss(animated: true, completion: nil)
    }
}
