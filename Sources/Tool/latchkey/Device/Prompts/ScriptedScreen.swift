import DeviceBroker
import DeviceProtocol
import JSONText
import Secrets

/// What a script answers to prompts.
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
            // The button comes after a finger that does not match; a real sensor is to see one itself.
            return prompt.isRepeated || prompt.isSensorReal ? .cancel : .sensor(.notMatched)
        // Who lets the sensor see something lets the app have it.
        case .faceConsent: return sensor != nil || choosesFallback ? .faceConsent(isGiven: true) : .cancel
        case .passcode: return passcode.map(PromptReply.passcode) ?? .cancel
        case .applicationPassword: return applicationPassword.map(PromptReply.applicationPassword) ?? .cancel
        // Such a device is paired with no watch.
        case .companion: return .cancel
        }
    }
}

/// Answers prompts by a script, and tells each.
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
            let words = [
                "\(prompt.number)", prompt.app.rawValue.harmless, "process \(prompt.processID)", prompt.purpose.rawValue,
                prompt.questionWord, prompt.presentation.reason.quotedWords, reply.word,
            ]
            Terminal().result(words.joined(separator: "  "))
        }
    }
}

extension PromptReply {
    fileprivate var word: String {
        switch self {
        case .passcode: "passcode"
        case .applicationPassword: "app-password"
        case .faceConsent(let isGiven): isGiven ? "face-allowed" : "face-refused"
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
            "isRepeated": .boolean(isRepeated), "answer": .string(answer),
        ]
    }
}
