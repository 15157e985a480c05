package import DeviceBroker
import DeviceProtocol
import Secrets
import Synchronization

/// The scripted user of a simulated device, who responds to each prompt as the script says. Without a script, the user cancels,
/// so that no test waits indefinitely.
public final class SimulatedPerson: Sendable {
    /// The user's response to one prompt.
    public enum Answer: Hashable, Sendable {
        /// Presents an enrolled finger or face.
        case match
        /// Presents an unknown finger or face. The device asks again, or ends the prompt.
        case noMatch
        /// Presses Cancel.
        case cancel
        /// Presses the fallback button, which appears after the first ``noMatch``.
        case fallback
        /// Confirms on the paired watch. A prompt accepts this for `deviceOwnerAuthenticationWithCompanion` and similar policies
        /// while the watch is available. If the watch became unavailable after the prompt appeared, the device asks again, or
        /// ends the prompt.
        case confirmOnWatch
        /// Enters a passcode.
        case passcode(String)
        /// Types the password of an item of the app: a new password, or the one that it was added with.
        case applicationPassword(String)
        /// Presents nothing, until the sensor times out.
        case timeout
        /// Presents unknown fingers or faces, at this prompt and every later one for biometry, until biometry is locked.
        case lockOut
        /// Leaves the prompt open, until the app or the device cancels it, or a later ``SimulatedPerson/will(_:)`` answers it.
        case wait
    }

    /// An app's request to use Face ID.
    public struct FaceQuestion: Hashable, Sendable {
        /// The application identifier.
        public let app: String
        /// The app's reason: the Info.plist value `NSFaceIDUsageDescription`.
        public let usage: String
    }

    fileprivate struct OpenPrompt {
        let prompt: Prompt
        let answer: @Sendable (PromptAnswer) -> Void
    }

    fileprivate struct State {
        var script: [Answer] = []
        var prompts: [SimulatedPrompt] = []
        var allowsFace = true
        var faceQuestions: [FaceQuestion] = []
        var openPrompt: OpenPrompt?
        var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
        /// The number of visible prompts.
        var shown = 0
        var waitingForQuiet: [CheckedContinuation<Void, Never>] = []
    }

    /// The function that delivers a report of the sensor.
    private let see: @Sendable (SensorReport) -> Void
    private let state = Mutex(State())

    /// Whether the next failure locks biometry.
    private let isLastAttempt: @Sendable () -> Bool

    package init(see: @escaping @Sendable (SensorReport) -> Void, isLastAttempt: @escaping @Sendable () -> Bool) {
        self.see = see
        self.isLastAttempt = isLastAttempt
    }

    /// All prompts so far, in order.
    public var prompts: [SimulatedPrompt] { state.withLock(\.prompts) }

    /// The number of prompts so far.
    public var promptCount: Int { prompts.count }

    /// Whether apps may use Face ID when they first ask. The script does not cover this; each app asks once.
    public var allowsFace: Bool {
        get { state.withLock(\.allowsFace) }
        set { state.withLock { $0.allowsFace = newValue } }
    }

    /// The apps that asked to use Face ID, in order. These requests are not in ``prompts``.
    public var faceQuestions: [FaceQuestion] { state.withLock(\.faceQuestions) }

    /// The remaining answers of the script.
    public var remainingAnswers: [Answer] { state.withLock(\.script) }

    /// Appends to the script: one answer per prompt. The first answers the open prompt, if one is open.
    ///
    /// An answer that does not fit the prompt cancels it. A sensor answer does not fit a passcode prompt. A passcode does not fit a
    /// prompt for biometry (use ``Answer/fallback`` first) or for the app's password. The fallback does not fit a prompt without
    /// that button, as before the first ``Answer/noMatch``.
    public func will(_ answers: Answer...) {
        let openPrompt = state.withLock { state -> OpenPrompt? in
            state.script += answers
            guard !state.script.isEmpty else { return nil }
            return state.openPrompt.take()
        }
        if let openPrompt { act(on: openPrompt) }
    }

    /// Returns when `count` prompts have appeared since the device was created.
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

    /// Drops the remaining answers of the script.
    package func forgetScript() {
        state.withLock { $0.script = [] }
    }

    /// Returns when no prompt is visible.
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

    /// The user as the device's screen and buttons.
    package var interface: any PromptInterface { Screen(person: self) }

    fileprivate func notice(_ prompt: Prompt, answer: @escaping @Sendable (PromptAnswer) -> Void) {
        state.withLock { $0.shown += 1 }
        if case .faceConsent(let usage) = prompt.question {
            let isGranted = state.withLock { state in
                state.faceQuestions.append(FaceQuestion(app: prompt.caller.app.identifier.rawValue, usage: usage.rawValue))
                return state.allowsFace
            }
            return answer(.faceConsent(isGranted: isGranted))
        }
        act(on: OpenPrompt(prompt: prompt, answer: answer))
        // Record it last: a test that waits for a prompt finds it answered or open.
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
            if state.openPrompt?.prompt.number == prompt.number { state.openPrompt = nil }
            state.shown -= 1
            guard state.shown == 0 else { return [] }
            defer { state.waitingForQuiet = [] }
            return state.waitingForQuiet
        }
        for continuation in waiting { continuation.resume() }
    }

    private func act(on openPrompt: OpenPrompt) {
        let isLastAttempt = isLastAttempt()
        let answer = state.withLock { $0.next(for: openPrompt, isLastAttempt: isLastAttempt) }
        switch (answer, openPrompt.prompt.question) {
        case (.confirmOnWatch, _) where openPrompt.prompt.takesWatch: openPrompt.answer(.confirmedOnWatch)
        case (.match, .biometry): see(.matched)
        case (.noMatch, .biometry), (.lockOut, .biometry): see(.notMatched)
        case (.timeout, .biometry): see(.timedOut)
        case (.fallback, .biometry) where openPrompt.prompt.hasFallback: openPrompt.answer(.fallback)
        case (.passcode(let passcode), .passcode): openPrompt.answer(.passcode(SecretBytes(utf8: passcode)))
        case (.applicationPassword(let password), .applicationPassword):
            openPrompt.answer(.applicationPassword(SecretBytes(utf8: password)))
        case (.wait, _): break
        default: openPrompt.answer(.cancel)
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
    /// Returns the response to the prompt; `.wait` leaves it open.
    fileprivate mutating func next(for openPrompt: SimulatedPerson.OpenPrompt, isLastAttempt: Bool) -> SimulatedPerson.Answer {
        var answer = script.isEmpty ? .cancel : script.removeFirst()
        if answer == .lockOut {
            if case .biometry = openPrompt.prompt.question {
                if !isLastAttempt { script.insert(.lockOut, at: 0) }
            } else {
                answer = script.isEmpty ? .cancel : script.removeFirst()
            }
        }
        self.openPrompt = answer == .wait ? openPrompt : nil
        return answer
    }
}
