package import DeviceProtocol
import Secrets

/// Queues prompts for the screens that show them.
package final class PromptQueue: PromptInterface {
    private struct ShownPrompt {
        let prompt: Prompt
        let answer: @Sendable (PromptAnswer) -> Void
    }

    private let sensor: PromptSensor?
    private let prompts: ScreenQueue<ShownPrompt>

    /// Creates a queue.
    ///
    /// - Parameter sensor: the simulated sensor; nil with a real one, whose reports cannot be simulated.
    package init(sensor: PromptSensor?, timeout: PromptTimeout) {
        self.sensor = sensor
        prompts = ScreenQueue(timeout: timeout)
    }

    package func show(_ prompt: Prompt, answer: @escaping @Sendable (PromptAnswer) -> Void) {
        prompts.add(ShownPrompt(prompt: prompt, answer: answer), number: prompt.number) { answer(.interrupted) }
    }

    package func hide(_ prompt: Prompt) {
        prompts.remove(prompt.number) { sensor?.forget() }
    }

    package func open() -> ScreenConnection { prompts.open() }
    package func isWaiting(_ screen: ScreenConnection) -> Bool { prompts.isWaiting(screen) }
    package func leave(_ screen: ScreenConnection) { prompts.leave(screen) }

    package func take(as screen: ScreenConnection, _ give: @escaping @Sendable (PromptText) -> Void) {
        prompts.take(as: screen) { [isSensorReal = sensor == nil] in give(PromptText($0.prompt, isSensorReal: isSensorReal)) }
    }

    package func watch(_ number: UInt64, as screen: ScreenConnection, _ onEnd: @escaping @Sendable () -> Void) {
        prompts.watch(number, as: screen, onEnd)
    }

    /// Answers a prompt that the screen has taken. Throws `notFound` if the prompt has ended, was answered or was taken by another
    /// screen, and `badRequest` for an answer to another kind of prompt.
    package func answer(_ number: UInt64, _ reply: PromptReply, by screen: ScreenConnection) throws(DeviceError) {
        let act = try prompts.answer(number, by: screen) { (shown) throws(DeviceError) -> @Sendable () -> Void in
            try check(reply, answers: shown.prompt)
            switch reply {
            case .passcode(let passcode): return { shown.answer(.passcode(passcode)) }
            case .applicationPassword(let password): return { shown.answer(.applicationPassword(password)) }
            case .faceConsent(let isGranted): return { shown.answer(.faceConsent(isGranted: isGranted)) }
            case .fallback: return { shown.answer(.fallback) }
            case .cancel: return { shown.answer(.cancel) }
            case .sensor(let report):
                // Reported before the prompt can end, because a match counts for this prompt only.
                sensor?.report(report)
                return {}
            }
        }
        guard let act else { throw .item(.notFound) }
        act()
    }

    private func check(_ reply: PromptReply, answers prompt: Prompt) throws(DeviceError) {
        switch (reply, prompt.question) {
        case (.cancel, _), (.faceConsent, .faceConsent): break
        case (_, .companion): throw .badRequest("the prompt asks for the watch")
        case (_, .faceConsent): throw .badRequest("the prompt asks whether the app may use the face")
        case (.faceConsent, _): throw .badRequest("the prompt does not ask whether the app may use the face")
        case (.passcode, .biometry): throw .badRequest("the prompt asks for biometry, not for the passcode")
        case (.passcode, .applicationPassword):
            throw .badRequest("the prompt asks for the app's password, not for the passcode")
        case (.applicationPassword, .biometry), (.applicationPassword, .passcode):
            throw .badRequest("the prompt does not ask for the app's password")
        case (.applicationPassword(let password), _) where password.isEmpty: throw .badRequest("the app's password is empty")
        case (.sensor, _) where sensor == nil: throw .badRequest("the device has a real sensor, which cannot be simulated")
        case (.sensor, .passcode), (.sensor, .applicationPassword): throw .badRequest("the prompt does not ask for biometry")
        case (.fallback, _) where !prompt.hasFallback: throw .badRequest("the prompt has no fallback")
        default: break
        }
    }
}
