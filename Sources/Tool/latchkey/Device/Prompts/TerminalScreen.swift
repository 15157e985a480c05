import DeviceBroker
import DeviceProtocol
import Foundation
import Secrets

/// Shows prompts on a terminal.
struct TerminalScreen: PromptScreen {
    /// The path of the control socket.
    let path: String
    /// Allows one question on the terminal at a time.
    let turn: DispatchSemaphore

    func reply(to prompt: PromptText) throws -> PromptReply? {
        let monitor = try PromptEndMonitor(ControlLink(path: path), .watchPrompt(prompt.number))
        defer { monitor.end() }
        turn.wait()
        defer { turn.signal() }
        prompt.lines.forEach(show)
        switch prompt.question {
        case .passcode: return try askForSecret("passcode", monitor, PromptReply.passcode)
        case .applicationPassword(let isNew):
            return try askForSecret(
                isNew ? "a new password for this item" : "the password of this item", monitor, PromptReply.applicationPassword)
        case .faceConsent: return try askForConsent(monitor)
        // A device of this command has no paired watch.
        case .companion: return .cancel
        case .biometry(let kind): return try askForSensor(kind, prompt, monitor)
        }
    }

    func wasAnswered(_ prompt: PromptText, by reply: PromptReply) {}

    private func askForSecret(
        _ what: String, _ monitor: PromptEndMonitor, _ reply: (SecretBytes) -> PromptReply
    ) throws -> PromptReply? {
        switch try TerminalInput.read("  \(what) (not shown; empty cancels): ", isHidden: true, until: monitor.descriptor) {
        case .line(let bytes): bytes.isEmpty ? .cancel : reply(SecretBytes(bytes))
        case .cancelled: .cancel
        case .over: nil
        }
    }

    private func askForConsent(_ monitor: PromptEndMonitor) throws -> PromptReply? {
        while true {
            switch try TerminalInput.read(
                "  allow the app to use Face ID? y = yes, n = no, empty cancels: ", isHidden: false, until: monitor.descriptor)
            {
            case .cancelled: return .cancel
            case .over: return nil
            case .line(let bytes):
                switch String(decoding: bytes, as: UTF8.self).lowercased() {
                case "": return .cancel
                case "y", "yes": return .faceConsent(isGranted: true)
                case "n", "no": return .faceConsent(isGranted: false)
                default: continue
                }
            }
        }
    }

    private func askForSensor(
        _ kind: Mechanisms.BiometryKind, _ prompt: PromptText, _ monitor: PromptEndMonitor
    ) throws -> PromptReply? {
        let fallback = prompt.hasFallback ? ", f = passcode instead" : ""
        while true {
            let question =
                prompt.isSensorReal
                ? "  touch the \(kind) reader\(fallback), empty cancels: "
                : "  does the simulated \(kind) match? y = yes, n = no\(fallback), empty cancels: "
            switch try TerminalInput.read(question, isHidden: false, until: monitor.descriptor) {
            case .cancelled: return .cancel
            case .over: return nil
            case .line(let bytes):
                switch (String(decoding: bytes, as: UTF8.self).lowercased(), prompt.isSensorReal) {
                case ("", _): return .cancel
                case ("y", false), ("yes", false): return .sensor(.matched)
                case ("n", false), ("no", false): return .sensor(.notMatched)
                case ("f", _) where prompt.hasFallback: return .fallback
                default: continue
                }
            }
        }
    }

    private func show(_ line: String) {
        try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
    }
}

extension PromptText {
    /// The prompt as the user reads it: facts of the device first, then the app's words in quotes.
    var lines: [String] {
        var lines = [
            "", "Prompt \(number) of the device:", "  app        \(app.rawValue.sanitized), process \(processID)",
            "  wants to   \(purpose.words)",
        ]
        if let credential {
            lines += ["  site       \(credential.site.rawValue)", "  account    \(credential.account.quotedWords)"]
        }
        if case .faceConsent(let usage) = question {
            return lines + ["  and to use Face ID; its reason: \(usage.rawValue.quotedWords)"]
        }
        if !presentation.reason.isEmpty { lines.append("  reason     \(presentation.reason.quotedWords)") }
        if let title = presentation.fallbackTitle, hasFallback {
            lines.append("  passcode button  \(title.quotedWords)")
        }
        if isRepeated { lines.append("  the last answer was wrong") }
        return lines
    }
}

extension PromptPurpose {
    fileprivate var words: String {
        switch self {
        case .evaluate: "confirm that you are present"
        case .readItem: "read an item of the keychain"
        case .sign: "sign with a private key"
        case .exchange: "use a private key to agree on a secret, or to decrypt"
        case .authorizeRight: "use one of your rights"
        case .signInWithApple: "sign you in with your Apple Account"
        case .usePassword: "use a saved password"
        case .changePassword: "change a saved password"
        case .deletePassword: "delete a saved password"
        case .createPasskey: "create a passkey"
        case .usePasskey: "sign in with a passkey"
        case .importCredentials: "save passwords, passkeys and verification codes"
        }
    }
}
