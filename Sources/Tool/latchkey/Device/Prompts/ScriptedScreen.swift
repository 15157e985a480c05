import DeviceBroker
import DeviceProtocol
import JSONText
import Secrets

/// The answers of a script to prompts.
struct PromptScript {
    let sensor: SensorReport?
    let choosesFallback: Bool
    let passcode: SecretBytes?
    let applicationPassword: SecretBytes?

    func reply(to prompt: PromptText) -> PromptReply {
        switch prompt.question {
        case .biometry:
            if let sensor { return .sensor(sensor) }
            guard choosesFallback else { return .cancel }
            if prompt.hasFallback { return .fallback }
            // The button appears after a finger that does not match. A real sensor must see such a finger itself.
            return prompt.isRepeated || prompt.isSensorReal ? .cancel : .sensor(.notMatched)
        // A script that answers for the sensor also allows the app to use Face ID.
        case .faceConsent: return sensor != nil || choosesFallback ? .faceConsent(isGranted: true) : .cancel
        case .passcode: return passcode.map(PromptReply.passcode) ?? .cancel
        case .applicationPassword: return applicationPassword.map(PromptReply.applicationPassword) ?? .cancel
        // A device of this command has no paired watch.
        case .companion: return .cancel
        }
    }
}

/// Answers prompts from a script, and reports each answer.
struct ScriptedScreen: PromptScreen {
    let script: PromptScript
    let isJSON: Bool

    func reply(to prompt: PromptText) -> PromptReply? {
        script.reply(to: prompt)
    }

    func wasAnswered(_ prompt: PromptText, by reply: PromptReply) {
        if isJSON {
            Terminal().result(prompt.json(answer: reply.word), .compact)
        } else {
            var words = [
                "\(prompt.number)", prompt.app.rawValue.sanitized, "process \(prompt.processID)", prompt.purpose.rawValue,
                prompt.questionWord, prompt.presentation.reason.quotedWords,
            ]
            if let credential = prompt.credential { words += [credential.site.rawValue, credential.account.quotedWords] }
            Terminal().result((words + [reply.word]).joined(separator: "  "))
        }
    }
}

extension PromptReply {
    fileprivate var word: String {
        switch self {
        case .passcode: "passcode"
        case .applicationPassword: "app-password"
        case .faceConsent(let isGranted): isGranted ? "face-allowed" : "face-rejected"
        case .fallback: "fallback"
        case .cancel: "cancel"
        case .sensor(let report): report.rawValue
        }
    }
}

extension PromptText {
    fileprivate var questionWord: String {
        switch question {
        case .biometry(let kind): "\(kind)"
        case .passcode: "passcode"
        case .applicationPassword: "app-password"
        case .faceConsent: "face-consent"
        case .companion: "watch"
        }
    }

    fileprivate func json(answer: String) -> JSONValue {
        [
            "number": .integer(number), "app": .string(app.rawValue), "process": .integer(processID),
            "purpose": .string(purpose.rawValue), "question": .string(questionWord), "reason": .string(presentation.reason),
            "account": credential.map { .string($0.account) } ?? .null,
            "site": credential.map { .string($0.site.rawValue) } ?? .null,
            "isRepeated": .boolean(isRepeated), "answer": .string(answer),
        ]
    }
}
