package import DeviceBroker
import DeviceProtocol
import Secrets
import Synchronization

/// Someone at a simulated device, who does with each prompt what a script says, and cancels what it says nothing about: no test waits for an
/// answer that never comes.
public final class SimulatedPerson: Sendable {
    /// What a person does with one prompt.
    public enum Answer: Hashable, Sendable {
        /// Shows an enrolled finger or face.
        case match
        /// Shows one that is not enrolled. The device asks again, or not.
        case noMatch
        /// Presses Cancel.
        case cancel
        /// Presses the fallback button, which is there after the first ``noMatch``.
        case fallback
        /// Confirms on the paired watch, which a prompt takes for `deviceOwnerAuthenticationWithCompanion` and its like while the watch can be
        /// asked. Where it was taken off or carried away since the prompt came up, the device asks again, or not.
        case confirmOnWatch
        /// Enters a passcode, the right one or another.
        case passcode(String)
        /// Types a password for one item of the app: a new one, or the one that it was added with.
        case applicationPassword(String)
        /// Is not there, until the sensor gives up.
        case timeout
        /// Shows one that is not enrolled, at this prompt and at every further one for biometry, until biometry is locked.
        case lockOut
        /// Leaves the prompt standing, until the app or the device takes it back, or a later ``SimulatedPerson/will(_:)`` answers it.
        case wait
    }

    /// An app asked whether it may use Face ID.
    public struct FaceQuestion: Hashable, Sendable {
        /// The application identifier.
        public let app: String
        /// Why, in the app's words: what its Info.plist says under `NSFaceIDUsageDescription`.
        public let usage: String
    }

    fileprivate struct Standing {
        let prompt: Prompt
        let answer: @Sendable (PromptAnswer) -> Void
    }

    fileprivate struct State {
        var script: [Answer] = []
        var prompts: [SimulatedPrompt] = []
        var allowsFace = true
        var faceQuestions: [FaceQuestion] = []
        var standing: Standing?
        var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
        /// How many prompts stand on the screen.
        var shown = 0
        var waitingForQuiet: [CheckedContinuation<Void, Never>] = []
    }

    /// Lets the sensor see something.
    private let see: @Sendable (SensorReport) -> Void
    private let state = Mutex(State())

    /// Whether the next stranger locks biometry.
    private let isLastAttempt: @Sendable () -> Bool

    package init(see: @escaping @Sendable (SensorReport) -> Void, isLastAttempt: @escaping @Sendable () -> Bool) {
        self.see = see
        self.isLastAttempt = isLastAttempt
    }

    /// Every prompt so far, in order.
    public var prompts: [SimulatedPrompt] { state.withLock(\.prompts) }

    /// How many prompts there were so far.
    public var promptCount: Int { prompts.count }

    /// Whether apps may use Face ID that ask for the first time. The script has no answer for that; an app that was answered does not ask again.
    public var allowsFace: Bool {
        get { state.withLock(\.allowsFace) }
        set { state.withLock { $0.allowsFace = newValue } }
    }

    /// The apps that asked whether they may use Face ID, in order. They are not among ``prompts``.
    public var faceQuestions: [FaceQuestion] { state.withLock(\.faceQuestions) }

    /// What the script still says.
    public var remainingAnswers: [Answer] { state.withLock(\.script) }

    /// Adds to the script: one answer for each prompt. The first answers the prompt that stands now, if one does.
    ///
    /// An answer that a prompt has no place for cancels it: whatever the sensor would see, or wait for, where the passcode is asked for; a passcode
    /// at a prompt for biometry (press ``Answer/fallback`` first), or for the app's own password; the fallback where there is no such button, as before the first ``Answer/noMatch``.
    public func will(_ answers: Answer...) {
        let standing = state.withLock { state -> Standing? in
            state.script += answers
            guard !state.script.isEmpty else { return nil }
            return state.standing.take()
        }
        if let standing { act(on: standing) }
    }

    /// Returns when there were `count` prompts, counted from the first one of the device.
    public func prompted(times count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                guard state.prompts.count < count else { return true }
                state.waiting.append((count, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    /// Drops what the script still says.
    package func forgetScript() {
        state.withLock { $0.script = [] }
    }

    /// Returns when no prompt stands on the screen.
    package func isUndisturbed() async {
        await withCheckedContinuation { continuation in
            let isQuiet = state.withLock { state in
                guard state.shown > 0 else { return true }
                state.waitingForQuiet.append(continuation)
                return false
            }
            if isQuiet { continuation.resume() }
        }
    }

    /// The person as the device's own screen and buttons.
    package var interface: any PromptInterface { Screen(person: self) }

    fileprivate func notice(_ prompt: Prompt, answer: @escaping @Sendable (PromptAnswer) -> Void) {
        state.withLock { $0.shown += 1 }
        if case .faceConsent(let usage) = prompt.question {
            let isGiven = state.withLock { state in
                state.faceQuestions.append(FaceQuestion(app: prompt.caller.app.identifier.rawValue, usage: usage.rawValue))
                return state.allowsFace
            }
            return answer(.faceConsent(isGiven: isGiven))
        }
        act(on: Standing(prompt: prompt, answer: answer))
        // Only now: whoever waits for a prompt finds it answered, or standing.
        let seen = state.withLock { state in
            state.prompts.append(SimulatedPrompt(prompt))
            let count = state.prompts.count
            defer { state.waiting.removeAll { $0.count <= count } }
            return state.waiting.filter { $0.count <= count }
        }
        for waiting in seen { waiting.continuation.resume() }
    }

    fileprivate func lose(_ prompt: Prompt) {
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            if state.standing?.prompt.number == prompt.number { state.standing = nil }
            state.shown -= 1
            guard state.shown == 0 else { return [] }
            defer { state.waitingForQuiet = [] }
            return state.waitingForQuiet
        }
        for continuation in waiting { continuation.resume() }
    }

    private func act(on standing: Standing) {
        let isLastAttempt = isLastAttempt()
        let answer = state.withLock { $0.next(for: standing, isLastAttempt: isLastAttempt) }
        switch (answer, standing.prompt.question) {
        case (.confirmOnWatch, _) where standing.prompt.takesWatch: standing.answer(.confirmedOnWatch)
        case (.match, .biometry): see(.matched)
        case (.noMatch, .biometry), (.lockOut, .biometry): see(.notMatched)
        case (.timeout, .biometry): see(.timedOut)
        case (.fallback, .biometry) where standing.prompt.hasFallback: standing.answer(.fallback)
        case (.passcode(let passcode), .passcode): standing.answer(.passcode(SecretBytes(utf8: passcode)))
        case (.applicationPassword(let password), .applicationPassword):
            standing.answer(.applicationPassword(SecretBytes(utf8: password)))
        case (.wait, _): break
        default: standing.answer(.cancel)
        }
    }

    private struct Screen: PromptInterface {
        let person: SimulatedPerson

        func show(_ prompt: Prompt, answer: @escaping @Sendable (PromptAnswer) -> Void) {
            person.notice(prompt, answer: answer)
        }

        func hide(_ prompt: Prompt) {
            person.lose(prompt)
        }
    }
}

extension SimulatedPerson.State {
    /// What to do with the prompt, which stands from now on where that is nothing.
    fileprivate mutating func next(for standing: SimulatedPerson.Standing, isLastAttempt: Bool) -> SimulatedPerson.Answer {
        var answer = script.isEmpty ? .cancel : script.removeFirst()
        if answer == .lockOut {
            if case .biometry = standing.prompt.question {
                if !isLastAttempt { script.insert(.lockOut, at: 0) }
            } else {
                answer = script.isEmpty ? .cancel : script.removeFirst()
            }
        }
        self.standing = answer == .wait ? standing : nil
        return answer
    }
}
