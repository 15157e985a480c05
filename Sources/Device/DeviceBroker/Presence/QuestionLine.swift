import DeviceProtocol
import Synchronization

/// The line before the one person at the device, who answers one question at a time. A question that has ended leaves the line.
///
/// The next one is of the app that had its turn longest ago, and the oldest of that app: one that asks a hundred times waits for the others as one that
/// asks once. The device's owner, who is no app, waits for nobody but who is asked already.
final class QuestionLine: Sendable {
    private struct Place {
        let app: AccessGroup?
        let turn: Inbox<QuestionEndings.Ending?>
    }

    private struct State {
        var isTaken = false
        var waiting: [Place] = []
        var turns: UInt64 = 0
        /// When each app had its last turn, counted in turns. Those that never had one stand for 0, and so does the owner.
        var lastTurns: [AccessGroup: UInt64] = [:]

        mutating func note(_ app: AccessGroup?) {
            turns += 1
            if let app { lastTurns[app] = turns }
        }

        func lastTurn(of place: Place) -> UInt64 { place.app.flatMap { lastTurns[$0] } ?? 0 }
    }

    private let state = Mutex(State())

    /// Blocks until it is the caller's turn, which lasts until `leave`. Gives what has ended the question before; then there is no turn to leave.
    func enter(for app: AccessGroup? = nil, until endings: QuestionEndings? = nil) -> QuestionEndings.Ending? {
        let place = Place(app: app, turn: Inbox())
        let isFirst = state.withLock { state in
            guard state.isTaken else {
                state.isTaken = true
                state.note(app)
                return true
            }
            state.waiting.append(place)
            return false
        }
        if isFirst { return nil }
        guard let endings else { return place.turn.take() }
        let ending = endings.during({ place.turn.take() }, tell: { place.turn.put($0) })
        if ending != nil { state.withLock { $0.waiting.removeAll { $0.turn === place.turn } } }
        return ending
    }

    /// Gives the turn to the next who still has a question.
    func leave() {
        while let next = next(), !next.put(nil) {}
    }

    /// How many wait.
    var count: Int { state.withLock(\.waiting.count) }

    private func next() -> Inbox<QuestionEndings.Ending?>? {
        state.withLock { state in
            let ages = state.waiting.map { ($0.app == nil ? 0 : 1, state.lastTurn(of: $0)) }
            guard let index = ages.indices.min(by: { ages[$0] < ages[$1] }) else {
                state.isTaken = false
                return nil
            }
            let place = state.waiting.remove(at: index)
            state.note(place.app)
            return place.turn
        }
    }
}

/// What ends a question from outside, while it waits for its turn and while a person is asked: its asker, or the lock.
///
/// It is made when the question is: a device that is locked later ends it, wherever it stands then.
struct QuestionEndings: Sendable {
    enum Ending: Sendable {
        case takenBack
        case locked

        var failure: AuthenticationFailure { self == .takenBack ? .appCancel : .systemCancel }
        var event: PresenceCeremony.Event { self == .takenBack ? .withdrawn : .interrupted }
    }

    private let withdrawal: Withdrawal
    private let locking: Withdrawal

    init(withdrawal: Withdrawal, locking: Withdrawal) {
        self.withdrawal = withdrawal
        self.locking = locking
    }

    /// What has ended the question already.
    var past: Ending? {
        withdrawal.isWithdrawn ? .takenBack : locking.isWithdrawn ? .locked : nil
    }

    /// Runs `body`, meanwhile tells what ends the question, and holds nothing of it afterwards.
    func during<Value>(_ body: () -> Value, tell: @escaping @Sendable (Ending) -> Void) -> Value {
        let watches = [withdrawal.onWithdrawal { tell(.takenBack) }, locking.onWithdrawal { tell(.locked) }]
        defer { for watch in watches { watch.end() } }
        return body()
    }
}

/// What became of one prompt, for the ceremony and for the audit trail.
struct PromptResult {
    let event: PresenceCeremony.Event
    private let reason: String?

    /// With the device's own words for why, where the event does not say it.
    init(_ event: PresenceCeremony.Event, because reason: String? = nil) {
        self.event = event
        self.reason = reason
    }

    /// The entry of the audit trail, told with how the evaluation stands after it.
    func entry(before step: PresenceCeremony.Step, isCounted: Bool) -> String {
        var parts = [event.words + (reason.map { ": \($0)" } ?? "")]
        if !isCounted { parts.append("failures cannot be written down") }
        if case .failed(let failure) = step { parts.append("failed \(failure.rawValue)") }
        return parts.joined(separator: "; ")
    }
}

extension PresenceCeremony.Event {
    fileprivate var words: String {
        switch self {
        case .matched: "matched"
        case .notMatched: "not matched"
        case .passcodeAccepted: "passcode"
        case .passcodeRejected: "wrong passcode"
        case .passcodesExhausted: "no passcode is taken now"
        case .fallback: "fallback"
        case .cancelled: "cancelled"
        case .withdrawn: "taken back"
        case .interrupted: "interrupted"
        case .sensorLost: "sensor lost"
        case .confirmedOnWatch: "confirmed on the watch"
        case .watchLost: "watch lost"
        }
    }
}
