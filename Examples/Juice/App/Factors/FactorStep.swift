import DeviceScreens
import Foundation
import LocalAuthentication

/// The step in which a person shows the second factor: by the key of this device, or by a code. A wrong one may be tried again.
@MainActor
final class FactorStep {
    /// Why it was left without the factor.
    enum Ending {
        case shown(AccountServerClient.Session)
        /// Answered wrongly too often, or too late.
        case refused(String)
        /// The challenge is too old for a key to sign. Whoever shows the step asks the server for another one, which is signed at once.
        case late
    }

    var changed: () -> Void = {}

    private let server: AccountServerClient
    private let challenge: FactorChallenge
    private let session: String?
    private let ended: (Ending) -> Void
    private let ownKey: String?
    private let signsAtOnce: Bool
    /// The server has refused a signature: another one of the same challenge is refused too.
    private var isSignatureRefused = false
    private var code = ""
    private var failure = ""
    private var isBusy = false

    /// - Parameters:
    ///   - session: The session that asks; nil where signing in does.
    ///   - signsAtOnce: The person has chosen the key already, at a challenge that was too old. They are not sent round twice.
    ///   - ended: Called once.
    init(
        _ challenge: FactorChallenge, at server: AccountServerClient, session: String? = nil, signsAtOnce: Bool = false,
        ended: @escaping (Ending) -> Void
    ) {
        self.challenge = challenge
        self.server = server
        self.session = session
        self.ended = ended
        self.signsAtOnce = signsAtOnce
        ownKey = challenge.ownKey
        if signsAtOnce { sign() }
    }

    var elements: [AppElement] {
        var elements: [AppElement] = [.text(AppText("This account asks for a second step."))]
        if ownKey != nil {
            elements.append(.button(AppButton("use-key", title: "Use Face ID", style: .prominent, isEnabled: !isBusy)))
        }
        if challenge.methods != ["device-key"] {
            elements += [
                .field(AppTextField("factor-code", label: "Code", text: code, textContentType: "one-time-code")),
                .text(AppText("Of your authenticator app, or a recovery code.", style: .caption)),
                .button(AppButton("use-code", title: "Continue", isEnabled: !isBusy && !code.isEmpty)),
            ]
        }
        if ownKey == nil, challenge.methods == ["device-key"] {
            elements.append(.text(AppText("Only another device of yours can confirm that it is you. Do this on that device.")))
        }
        if !failure.isEmpty { elements.append(.text(AppText(failure, style: .error))) }
        return elements
    }

    func receive(_ event: AppEvent) {
        switch event {
        case .changed(field: "factor-code", let text): code = text
        case .submitted(field: "factor-code"), .pressed(button: "use-code"): useCode()
        case .pressed(button: "use-key"): useKey()
        default: return
        }
        changed()
    }

    private func useCode() {
        let code = code
        // What is typed from now on is the next one.
        self.code = ""
        show { .code(code) }
    }

    private func useKey() {
        guard ownKey != nil, !isBusy else { return }
        guard isSignatureRefused || challenge.isTooLateToSign(at: Date()) else { return sign() }
        isBusy = true
        ended(.late)
    }

    private func sign() {
        guard let key = ownKey else { return }
        let challenge = challenge
        show(isSignature: true) { try await challenge.signed(by: key) }
    }

    private func show(isSignature: Bool = false, _ proof: @escaping () async throws -> FactorProof) {
        guard !isBusy else { return }
        isBusy = true
        failure = ""
        Task { @MainActor in
            do {
                let shown = try await server.answer(challenge, by: try await proof(), session: session)
                return ended(.shown(shown))
            } catch let refusal as ServerRefusal where refusal.code == "factor-refused" {
                failure = "That is not right. Try again."
                isSignatureRefused = isSignature
            } catch let refusal as ServerRefusal where isSignature && !signsAtOnce && refusal.code == "challenge-refused" {
                return ended(.late)
            } catch let refusal as ServerRefusal {
                return ended(.refused(refusal.reason))
            } catch is LAError {
                failure = "This device could not confirm that it is you."
            } catch is URLError {
                failure = "The account server cannot be reached."
            } catch {
                failure = "This device could not confirm that it is you."
            }
            isBusy = false
            changed()
        }
    }
}
