import AppTexts
import DeviceScreens
import Foundation
import LocalAuthentication

/// The second-factor step of a sign-in, an upgrade or a recovery: a signature by the key of this device or by a passkey, or a code.
/// The user may retry after a failure. `Proved` is what the server returns for a factor.
@MainActor
final class FactorStep<Proved> {
    /// The outcome of the step.
    enum Ending {
        case shown(Proved)
        /// The server rejected the challenge, after too many failures or too late. The text is for the user.
        case rejected(String)
        /// The challenge is too old for a signature. The caller requests another challenge, and the new step signs it
        /// immediately.
        case late
    }

    var changed: () -> Void = {}

    private let challenge: FactorChallenge
    private let texts: AppTexts
    private let answer: (FactorProof) async throws -> Proved
    private let ended: (Ending) -> Void
    private let ownKey: String?
    private let signsAtOnce: Bool
    private let passkeyOptions: AccountServerClient.PasskeyRequestOptions?
    /// Whether the server rejected a signature. It rejects every further signature of the same challenge.
    private var isSignatureRejected = false
    private var code = ""
    private var failure = ""
    private var isBusy = false

    /// - Parameters:
    ///   - offersPasskey: Whether a passkey may be the factor. An extension shows no sheet for one.
    ///   - signsAtOnce: Whether the user chose the key for an earlier challenge that was too old. A second late signature fails.
    ///   - answer: Sends a factor to the server.
    ///   - ended: Called once.
    init(
        _ challenge: FactorChallenge, texts: AppTexts, offersPasskey: Bool = true, signsAtOnce: Bool = false,
        answer: @escaping (FactorProof) async throws -> Proved, ended: @escaping (Ending) -> Void
    ) {
        self.challenge = challenge
        self.texts = texts
        self.answer = answer
        self.ended = ended
        self.signsAtOnce = signsAtOnce
        passkeyOptions = offersPasskey ? challenge.passkeyOptions : nil
        ownKey = challenge.ownKey
        if signsAtOnce { sign() }
    }

    var elements: [AppElement] {
        var elements: [AppElement] = [.text(AppText(texts(.twoFactorRequired)))]
        if ownKey != nil {
            elements.append(.button(AppButton("use-key", title: texts(.useFaceID), style: .prominent, isEnabled: !isBusy)))
        }
        if passkeyOptions != nil {
            elements.append(.button(AppButton("use-passkey", title: texts(.usePasskey), isEnabled: !isBusy)))
        }
        if challenge.methods.contains("totp") || challenge.methods.contains("recovery-code") {
            elements += [
                .field(AppTextField("factor-code", label: texts(.code), text: code, textContentType: "one-time-code")),
                .text(AppText(texts(.codeLead), style: .caption)),
                .button(AppButton("use-code", title: texts(.continueButton), isEnabled: !isBusy && !code.isEmpty)),
            ]
        }
        if ownKey == nil, challenge.methods == ["device-key"] {
            elements.append(.text(AppText(texts(.otherDeviceRequired))))
        }
        if !failure.isEmpty { elements.append(.text(AppText(failure, style: .error))) }
        return elements
    }

    func receive(_ event: AppEvent) {
        switch event {
        case .changed(field: "factor-code", let text): code = text
        case .submitted(field: "factor-code"), .pressed(button: "use-code"): useCode()
        case .pressed(button: "use-key"): useKey()
        case .pressed(button: "use-passkey"): usePasskey()
        default: return
        }
        changed()
    }

    private func useCode() {
        let code = code
        // Text typed from now on belongs to the next attempt.
        self.code = ""
        show { .code(code) }
    }

    private func useKey() {
        guard ownKey != nil, !isBusy else { return }
        guard isSignatureRejected || challenge.isTooLateToSign(at: Date()) else { return sign() }
        isBusy = true
        ended(.late)
    }

    private func usePasskey() {
        guard let options = passkeyOptions else { return }
        show { .passkey(try await options.assertion()) }
    }

    private func sign() {
        guard let key = ownKey else { return }
        let (challenge, reason) = (challenge, texts(.biometryReason))
        show(isSignature: true) { try await challenge.signed(by: key, localizedReason: reason) }
    }

    private func show(isSignature: Bool = false, _ proof: @escaping () async throws -> FactorProof) {
        guard !isBusy else { return }
        isBusy = true
        failure = ""
        Task { @MainActor in
            do {
                let shown = try await answer(try await proof())
                return ended(.shown(shown))
            } catch let rejection as ServerProblem where rejection.code == "factor-rejected" {
                failure = texts(.verificationFailed)
                isSignatureRejected = isSignature
            } catch let rejection as ServerProblem where isSignature && !signsAtOnce && rejection.code == "challenge-rejected" {
                return ended(.late)
            } catch let rejection as ServerProblem {
                return ended(.rejected(rejection.reason(in: texts)))
            } catch is LAError {
                failure = texts(.couldNotConfirm)
            } catch is URLError {
                failure = texts(.serverUnreachable)
            } catch {
                failure = texts(.couldNotConfirm)
            }
            isBusy = false
            changed()
        }
    }
}
