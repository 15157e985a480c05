import DeviceBroker
import DeviceProtocol
import DeviceSimulator
import Foundation
import Synchronization

/// The screen of a device in another process: receives each prompt over the control socket, shows it to the user, and waits until
/// it ends.
final class RemoteScreen: Sendable {
    private struct State {
        var prompts: ControlLink?
        var watching: ControlLink?
        /// The visible prompt, until it ends.
        var number: UInt64?
    }

    private let path: String
    private let state = Mutex(State())

    init(path: String) {
        self.path = path
    }

    /// Starts to show prompts to the user.
    func open(for person: SimulatedPerson) throws {
        let prompts = try ControlLink(path: path)
        let watching = try ControlLink(path: path)
        state.withLock { state in
            state.prompts = prompts
            state.watching = watching
        }
        let interface = person.interface
        Thread.detachNewThread { [self] in
            while case .prompt(let text)? = try? prompts.perform(.nextPrompt) {
                let prompt = Prompt(
                    number: text.number,
                    caller: Caller(
                        app: App(identifier: text.app),
                        process: ProcessIdentity(processID: text.processID, userID: geteuid(), startTime: 0)),
                    purpose: text.purpose, question: text.question, presentation: text.presentation, isRepeated: text.isRepeated)
                state.withLock { $0.number = text.number }
                interface.show(prompt) { [self] answer in
                    if let reply = answer.reply { give(reply, to: text.number) }
                }
                _ = try? watching.perform(.watchPrompt(text.number))
                // From here on the connection asks for the next prompt, and carries no answer to this one.
                state.withLock { $0.number = nil }
                interface.hide(prompt)
            }
        }
    }

    /// Reports what the sensor sees for the visible prompt.
    func see(_ report: SensorReport) {
        if let number = state.withLock(\.number) { give(.sensor(report), to: number) }
    }

    /// One exchange at a time. A prompt that has ended accepts no answer.
    private func give(_ reply: PromptReply, to number: UInt64) {
        state.withLock { state in
            guard state.number == number else { return }
            _ = try? state.prompts?.perform(.answerPrompt(number, reply))
        }
    }

    var isLastAttempt: Bool {
        guard case .status(let status)? = try? ControlLink(path: path).perform(.status) else { return false }
        return status.biometricFailures >= BiometricFailures.limit - 1
    }

    func close() {
        let links = state.withLock { [$0.prompts, $0.watching] }
        for link in links { link?.close() }
    }
}

extension PromptAnswer {
    fileprivate var reply: PromptReply? {
        switch self {
        case .passcode(let passcode): .passcode(passcode)
        case .applicationPassword(let password): .applicationPassword(password)
        case .faceConsent(let isGranted): .faceConsent(isGranted: isGranted)
        case .fallback: .fallback
        case .cancel: .cancel
        // No such device is paired with a watch.
        case .interrupted, .confirmedOnWatch: nil
        }
    }
}
