import DeviceBroker
import DeviceProtocol
import Foundation
import Secrets

/// Shows prompts in a terminal, to a person.
struct TerminalScreen: PromptScreen {
    /// Of the control socket.
    let path: String
    /// One question on the terminal at a time.
    let turn: DispatchSemaphore

    func reply(to prompt: PromptText) throws -> PromptReply? {
        let watch = try EndWatch(ControlLink(path: path), .watchPrompt(prompt.number))
        defer { watch.end() }
        turn.wait()
        defer { turn.signal() }
        prompt.lines.forEach(show)
        switch prompt.question {
        case .passcode: return try askForSecret("passcode", watch, PromptReply.passcode)
        case .applicationPassword(let isNew):
            return try askForSecret(
                isNew ? "a new password for this item" : "the password of this item", watch, PromptReply.applicationPassword)
        case .faceConsent: return try askForConsent(watch)
        // Such a device is paired with no watch.
        case .companion: return .cancel
        case .biometry(let kind): return try askForSensor(kind, prompt, watch)
        }
    }

    func wasAnswered(_ prompt: PromptText, by reply: PromptReply) {}

    private func askForSecret(
        _ what: String, _ watch: EndWatch, _ reply: (SecretBytes) -> PromptReply
    ) throws -> PromptReply? {
        switch try TerminalInput.read("  \(what) (not shown; empty cancels): ", isHidden: true, until: watch.descriptor) {
        case .line(let bytes): bytes.isEmpty ? .cancel : reply(SecretBytes(bytes))
        case .cancelled: .cancel
        case .over: nil
        }
    }

    private func askForConsent(_ watch: EndWatch) throws -> PromptReply? {
        while true {
            switch try TerminalInput.read(
                "  may it use the face from now on? y = yes, n = no, empty cancels: ", isHidden: false, until: watch.descriptor)
            {
            case .cancelled: return .cancel
            case .over: return nil
            case .line(let bytes):
                switch String(decoding: bytes, as: UTF8.self).lowercased() {
                case "": return .cancel
                case "y", "yes": return .faceConsent(isGiven: true)
                case "n", "no": return .faceConsent(isGiven: false)
                default: continue
                }
            }
        }
    }

    private func askForSensor(_ kind: Mechanisms.BiometryKind, _ prompt: PromptText, _ watch: EndWatch) throws -> PromptReply? {
        let fallback = prompt.hasFallback ? ", f = passcode instead" : ""
        while true {
            let question =
                prompt.isSensorReal
                ? "  touch the \(kind) reader\(fallback), empty cancels: "
                : "  does the simulated \(kind) match? y = yes, n = no\(fallback), empty cancels: "
            switch try TerminalInput.read(question, isHidden: false, until: watch.descriptor) {
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
    /// The prompt as a person reads it: the device's knowledge first, then the app's words as such.
    var lines: [String] {
        var lines = [
            "", "The device asks (prompt \(number)):", "  app        \(app.rawValue.harmless), process \(processID)",
            "  wants to   \(purpose.words)",
        ]
        if case .faceConsent(let usage) = question {
            return lines + ["  and to see your face; it says why: \(usage.rawValue.quotedWords)"]
        }
        if !presentation.reason.isEmpty { lines.append("  and says   \(presentation.reason.quotedWords)") }
        if let title = presentation.fallbackTitle, hasFallback {
            lines.append("  calls the passcode instead  \(title.quotedWords)")
        }
        if isRepeated { lines.append("  the last answer was not the right one") }
        return lines
    }
}

extension PromptPurpose {
    fileprivate var words: String {
        switch self {
        case .evaluate: "know that you are here"
        case .readItem: "read an item of the keychain"
        case .sign: "sign with a private key"
        case .exchange: "use a private key to agree on a secret, or to decrypt"
        case .authorizeRight: "use a right that you have"
        case .signInWithApple: "sign you in with your Apple account"
        case .usePassword: "have a saved password"
        case .changePassword: "change a saved password"
        case .deletePassword: "delete a saved password"
        }
    }
}
