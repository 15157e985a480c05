import DeviceProtocol
import Secrets
import Synchronization
import Testing

@testable import DeviceBroker

@Suite("Prompt desk") struct PromptQueueTests {
    let sensor = PromptSensor(SimulatedSensor(kind: .face, templates: ["me"]))
    let timeout = ManualTimeout()
    let promptQueue: PromptQueue

    init() {
        promptQueue = PromptQueue(sensor: sensor, timeout: timeout.timeout)
    }

    @Test("a prompt goes to the waiting screen only")
    func oneTaker() {
        let (first, second) = (Taker(promptQueue), Taker(promptQueue))
        first.take()
        second.take()
        promptQueue.show(prompt(1)) { _ in }
        #expect(first.taken == [1] && second.taken.isEmpty)
        promptQueue.show(prompt(2)) { _ in }
        #expect(second.taken == [2])
    }

    @Test("queued prompts go to a later screen, the first one first")
    func laterTaker() {
        promptQueue.show(prompt(1)) { _ in }
        promptQueue.show(prompt(2)) { _ in }
        let taker = Taker(promptQueue)
        taker.take()
        taker.take()
        #expect(taker.taken == [1, 2])
    }

    @Test("an unanswered prompt of a disconnected screen is offered again")
    func takerGone() throws {
        let (gone, next) = (Taker(promptQueue), Taker(promptQueue))
        gone.take()
        promptQueue.show(prompt(1)) { _ in }
        next.take()
        #expect(next.taken.isEmpty)
        promptQueue.leave(gone.screen)
        #expect(next.taken == [1])
        try promptQueue.answer(1, .cancel, by: next.screen)
        let third = Taker(promptQueue)
        third.take()
        promptQueue.leave(next.screen)
        #expect(third.taken.isEmpty)
    }

    @Test("a prompt that no screen accepts in time is interrupted")
    func interruption() {
        let answers = Answers()
        promptQueue.show(prompt(1), answer: answers.note)
        timeout.end()
        #expect(answers.all == ["interrupted"])
        promptQueue.hide(prompt(1))

        let taker = Taker(promptQueue)
        taker.take()
        promptQueue.show(prompt(2), answer: answers.note)
        timeout.end()
        #expect(answers.all == ["interrupted"])
    }

    @Test("a biometry prompt that no screen accepts in time is interrupted")
    func sensorInterruption() {
        let answers = Answers()
        promptQueue.show(prompt(1, .biometry(.face)), answer: answers.note)
        timeout.end()
        #expect(answers.all == ["interrupted"])
    }

    @Test("the timeout starts again when the screen disconnects")
    func renewedTimeout() {
        let answers = Answers()
        let gone = Taker(promptQueue)
        gone.take()
        promptQueue.show(prompt(1), answer: answers.note)
        #expect(timeout.count == 0)
        promptQueue.leave(gone.screen)
        #expect(timeout.count == 1)
        timeout.end()
        #expect(answers.all == ["interrupted"])
    }

    @Test("only the screen that took a prompt can answer it, once, before it ends")
    func answers() throws {
        let answers = Answers()
        let (taker, other) = (Taker(promptQueue), Taker(promptQueue))
        taker.take()
        promptQueue.show(prompt(1), answer: answers.note)
        #expect(throws: DeviceError.item(.notFound)) { try promptQueue.answer(1, .cancel, by: other.screen) }
        #expect(throws: DeviceError.item(.notFound)) { try promptQueue.answer(2, .cancel, by: taker.screen) }
        try promptQueue.answer(1, .passcode(SecretBytes(utf8: "1")), by: taker.screen)
        #expect(throws: DeviceError.item(.notFound)) { try promptQueue.answer(1, .cancel, by: taker.screen) }
        #expect(answers.all == ["passcode"])

        taker.take()
        promptQueue.show(prompt(2), answer: answers.note)
        promptQueue.hide(prompt(2))
        #expect(throws: DeviceError.item(.notFound)) { try promptQueue.answer(2, .cancel, by: taker.screen) }
    }

    @Test("an answer to another question is rejected, and the right one still accepted")
    func kinds() throws {
        let answers = Answers()
        let taker = Taker(promptQueue)
        for _ in 1...4 { taker.take() }
        promptQueue.show(prompt(1), answer: answers.note)
        promptQueue.show(prompt(2, .biometry(.face), fallbackTitle: "", isRepeated: true), answer: answers.note)
        promptQueue.show(prompt(3, .applicationPassword(isNew: false)), answer: answers.note)
        let usage = try #require(FaceUsage(rawValue: "why"))
        promptQueue.show(prompt(4, .faceConsent(usage)), answer: answers.note)
        let typed = SecretBytes(utf8: "1")
        for (number, reply) in [
            (1, PromptReply.sensor(.matched)), (1, .fallback), (1, .applicationPassword(typed)), (2, .passcode(typed)),
            (2, .fallback),
            (2, .applicationPassword(typed)), (3, .passcode(typed)), (3, .fallback), (3, .sensor(.matched)),
            (3, .applicationPassword(SecretBytes(utf8: ""))), (1, .faceConsent(isGranted: true)),
            (2, .faceConsent(isGranted: true)),
            (3, .faceConsent(isGranted: true)), (4, .sensor(.matched)), (4, .passcode(typed)), (4, .fallback),
            (4, .applicationPassword(typed)),
        ] {
            #expect {
                try promptQueue.answer(UInt64(number), reply, by: taker.screen)
            } throws: { error in
                if case DeviceError.badRequest = error { true } else { false }
            }
        }
        try promptQueue.answer(2, .cancel, by: taker.screen)
        try promptQueue.answer(3, .applicationPassword(typed), by: taker.screen)
        try promptQueue.answer(4, .faceConsent(isGranted: true), by: taker.screen)
        #expect(answers.all == ["cancel", "app password", "face"])
    }

    @Test("a match counts for its own prompt only, and a late one is discarded")
    func lateMatch() throws {
        let taker = Taker(promptQueue)
        taker.take()
        promptQueue.show(prompt(1, .biometry(.face))) { _ in }
        let stop = sensor.watch { _ in }
        stop()
        try promptQueue.answer(1, .sensor(.matched), by: taker.screen)
        promptQueue.hide(prompt(1))
        promptQueue.show(prompt(2, .biometry(.face))) { _ in }
        let reports = Mutex<[SensorReport]>([])
        sensor.watch { sensorEvent in reports.withLock { $0.append(sensorEvent.report) } }()
        #expect(reports.withLock { $0 }.isEmpty)
    }

    @Test("a match before the sensor is watched counts")
    func earlyMatch() throws {
        let taker = Taker(promptQueue)
        taker.take()
        promptQueue.show(prompt(1, .biometry(.face))) { _ in }
        try promptQueue.answer(1, .sensor(.matched), by: taker.screen)
        let reports = Mutex<[SensorReport]>([])
        sensor.watch { sensorEvent in reports.withLock { $0.append(sensorEvent.report) } }()
        #expect(reports.withLock { $0 } == [.matched])
    }

    @Test("watchers are notified of a prompt's end, late ones immediately")
    func watching() {
        let told = Mutex(0)
        let screen = promptQueue.open()
        promptQueue.show(prompt(1)) { _ in }
        promptQueue.watch(1, as: screen) { told.withLock { $0 += 1 } }
        #expect(told.withLock { $0 } == 0 && promptQueue.isWaiting(screen))
        promptQueue.hide(prompt(1))
        #expect(told.withLock { $0 } == 1 && !promptQueue.isWaiting(screen))
        promptQueue.watch(1, as: screen) { told.withLock { $0 += 1 } }
        #expect(told.withLock { $0 } == 2)
    }

    private func prompt(
        _ number: UInt64, _ question: Prompt.Question = .passcode, fallbackTitle: String? = nil, isRepeated: Bool = false
    ) -> Prompt {
        let caller = Caller(app: TestDevice.app, process: ProcessIdentity(processID: 1, userID: 1, startTime: 1))
        return Prompt(
            number: number, caller: caller, purpose: .readItem, question: question,
            presentation: Presentation(reason: "", fallbackTitle: fallbackTitle) ?? .silent, isRepeated: isRepeated)
    }
}

/// A screen that records the prompts that it receives.
private final class Taker: Sendable {
    let screen: ScreenConnection
    private let promptQueue: PromptQueue
    private let numbers = Mutex<[UInt64]>([])

    init(_ promptQueue: PromptQueue) {
        self.promptQueue = promptQueue
        screen = promptQueue.open()
    }

    var taken: [UInt64] { numbers.withLock { $0 } }

    func take() {
        promptQueue.take(as: screen) { [self] prompt in numbers.withLock { $0.append(prompt.number) } }
    }
}

/// The answers that prompts received.
private final class Answers: Sendable {
    private let words = Mutex<[String]>([])

    var all: [String] { words.withLock { $0 } }

    func note(_ answer: PromptAnswer) {
        let word =
            switch answer {
            case .passcode: "passcode"
            case .confirmedOnWatch: "watch"
            case .applicationPassword: "app password"
            case .faceConsent(let isGranted): isGranted ? "face" : "no face"
            case .fallback: "fallback"
            case .cancel: "cancel"
            case .interrupted: "interrupted"
            }
        words.withLock { $0.append(word) }
    }
}
