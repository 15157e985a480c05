package import DeviceProtocol
import Dispatch
import Secrets
import Synchronization

/// Where prompts wait for whoever shows them: several screens may be there, and each prompt is taken by one.
///
/// A prompt that nobody takes in time is interrupted. One whose taker goes away is offered again.
package final class PromptDesk: PromptInterface {
    /// One connection that can show prompts.
    package struct Screen: Hashable, Sendable {
        fileprivate let number: UInt64
    }

    private let sensor: PromptSensor?
    private let patience: Patience
    private let state = Mutex(State())

    /// Without a sensor of ours nobody can report what one has seen.
    package init(sensor: PromptSensor?, patience: Patience) {
        self.sensor = sensor
        self.patience = patience
    }

    package func show(_ prompt: Prompt, answer: @escaping @Sendable (PromptAnswer) -> Void) {
        let offer = state.withLock { state in
            state.shown.append(ShownPrompt(prompt: prompt, answer: answer))
            return state.offer(prompt.number)
        }
        perform(offer)
    }

    package func hide(_ prompt: Prompt) {
        let watchers = state.withLock { state in
            state.shown.removeAll { $0.prompt.number == prompt.number }
            sensor?.forget()
            return state.removeWatchers { $0.prompt == prompt.number }
        }
        for watcher in watchers { watcher.tell() }
    }

    package func open() -> Screen {
        Screen(number: state.withLock { $0.next() })
    }

    /// Gives the screen the first prompt that nobody has taken, at once or later.
    package func take(as screen: Screen, _ give: @escaping @Sendable (PromptText) -> Void) {
        let prompt = state.withLock { state -> Prompt? in
            guard let index = state.shown.firstIndex(where: { $0.isOffered }) else {
                state.waiting.append(Waiting(screen: screen, give: give))
                return nil
            }
            state.shown[index].taker = screen
            return state.shown[index].prompt
        }
        if let prompt { give(text(of: prompt)) }
    }

    /// Tells when the prompt is over, at once where it is.
    package func watch(_ number: UInt64, as screen: Screen, _ tell: @escaping @Sendable () -> Void) {
        let isOver = state.withLock { state in
            guard state.shown.contains(where: { $0.prompt.number == number }) else { return true }
            state.watchers.append(Watcher(screen: screen, prompt: number, tell: tell))
            return false
        }
        if isOver { tell() }
    }

    /// Whether the screen waits for something.
    package func isWaiting(_ screen: Screen) -> Bool {
        state.withLock { state in
            state.waiting.contains { $0.screen == screen } || state.watchers.contains { $0.screen == screen }
        }
    }

    /// Answers a prompt that the screen has taken. Throws `notFound` where it is over, was answered, or is another's; `badRequest` for what
    /// answers another question.
    package func answer(_ number: UInt64, _ reply: PromptReply, by screen: Screen) throws(DeviceRefusal) {
        let act = try state.withLock { (state) throws(DeviceRefusal) -> (@Sendable () -> Void)? in
            guard let index = state.shown.firstIndex(where: { $0.prompt.number == number && $0.taker == screen }),
                !state.shown[index].isAnswered
            else { throw .item(.notFound) }
            let shown = state.shown[index]
            switch (reply, shown.prompt.question) {
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
            case (.sensor, _) where sensor == nil: throw .badRequest("the sensor is a real one: it says itself what it sees")
            case (.sensor, .passcode), (.sensor, .applicationPassword): throw .badRequest("the prompt does not ask for biometry")
            case (.fallback, _) where !shown.prompt.hasFallback: throw .badRequest("the prompt has no fallback")
            default: break
            }
            state.shown[index].isAnswered = true
            switch reply {
            case .passcode(let passcode): return { shown.answer(.passcode(passcode)) }
            case .applicationPassword(let password): return { shown.answer(.applicationPassword(password)) }
            case .faceConsent(let isGiven): return { shown.answer(.faceConsent(isGiven: isGiven)) }
            case .fallback: return { shown.answer(.fallback) }
            case .cancel: return { shown.answer(.cancel) }
            case .sensor(let report):
                // While the prompt cannot end: a match is for this question and no other.
                sensor?.report(report)
                return nil
            }
        }
        act?()
    }

    /// The screen is gone. What it had taken is offered again.
    package func leave(_ screen: Screen) {
        let offers = state.withLock { state -> [Offer] in
            state.waiting.removeAll { $0.screen == screen }
            _ = state.removeWatchers { $0.screen == screen }
            let left = state.shown.filter { $0.taker == screen && !$0.isAnswered }.map(\.prompt.number)
            return left.map { state.offer($0) }
        }
        offers.forEach(perform)
    }

    private func text(of prompt: Prompt) -> PromptText {
        PromptText(prompt, isSensorReal: sensor == nil)
    }

    private func perform(_ offer: Offer) {
        switch offer {
        case .given(let waiting, let prompt): waiting.give(text(of: prompt))
        case .waits(let number, let offering): patience.wait { [weak self] in self?.interrupt(number, offering) }
        }
    }

    /// Where nobody took the prompt since it was offered.
    private func interrupt(_ number: UInt64, _ offering: UInt64) {
        let answer = state.withLock { state -> (@Sendable (PromptAnswer) -> Void)? in
            guard
                let index = state.shown.firstIndex(where: { $0.prompt.number == number && $0.offering == offering && $0.isOffered })
            else { return nil }
            state.shown[index].isAnswered = true
            return state.shown[index].answer
        }
        answer?(.interrupted)
    }
}

extension PromptDesk {
    private struct ShownPrompt {
        let prompt: Prompt
        let answer: @Sendable (PromptAnswer) -> Void
        var taker: Screen?
        var isAnswered = false
        /// Which of the times it was offered is the latest.
        var offering: UInt64 = 0

        var isOffered: Bool { taker == nil && !isAnswered }
    }

    private struct Waiting {
        let screen: Screen
        let give: @Sendable (PromptText) -> Void
    }

    private struct Watcher {
        let screen: Screen
        let prompt: UInt64
        let tell: @Sendable () -> Void
    }

    /// What follows from offering a prompt.
    private enum Offer {
        case given(Waiting, Prompt)
        case waits(prompt: UInt64, offering: UInt64)
    }

    private struct State {
        /// In the order in which they are to be taken.
        var shown: [ShownPrompt] = []
        var waiting: [Waiting] = []
        var watchers: [Watcher] = []
        private var last: UInt64 = 0

        mutating func next() -> UInt64 {
            last += 1
            return last
        }

        mutating func offer(_ number: UInt64) -> Offer {
            let offering = next()
            guard let index = shown.firstIndex(where: { $0.prompt.number == number }) else {
                return .waits(prompt: number, offering: offering)
            }
            shown[index].offering = offering
            shown[index].taker = nil
            guard !waiting.isEmpty else { return .waits(prompt: number, offering: offering) }
            let taker = waiting.removeFirst()
            shown[index].taker = taker.screen
            return .given(taker, shown[index].prompt)
        }

        mutating func removeWatchers(where isGone: (Watcher) -> Bool) -> [Watcher] {
            defer { watchers.removeAll(where: isGone) }
            return watchers.filter(isGone)
        }
    }
}

/// How long a prompt waits for somebody to take it: a clock that is given as an argument.
package struct Patience: Sendable {
    /// Calls its argument when the time is over, from any thread, once.
    let wait: @Sendable (_ over: @escaping @Sendable () -> Void) -> Void

    package init(_ wait: @escaping @Sendable (_ over: @escaping @Sendable () -> Void) -> Void) {
        self.wait = wait
    }

    package static func seconds(_ seconds: Int) -> Patience {
        Patience { over in DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds), execute: over) }
    }
}
