import DeviceProtocol
import Synchronization

/// The queue of requests that prompt the user. One request prompts at a time. A request that has ended leaves the queue.
///
/// The next turn goes to the oldest request of the app whose last turn was longest ago. Many requests of one app therefore do not
/// delay other apps. Requests of the device's owner, which have no app, precede all others.
final class PromptTurnQueue: Sendable {
    private struct Place {
        let app: AccessGroup?
        let turn: Inbox<PromptCancellation.Ending?>
    }

    private struct State {
        var isTaken = false
        var waiting: [Place] = []
        var turns: UInt64 = 0
        /// The number of the last turn of each app. 0 for apps without one, and for the owner.
        var lastTurns: [AccessGroup: UInt64] = [:]

        mutating func note(_ app: AccessGroup?) {
            turns += 1
            if let app { lastTurns[app] = turns }
        }

        func lastTurn(of place: Place) -> UInt64 { place.app.flatMap { lastTurns[$0] } ?? 0 }
    }

    private let state = Mutex(State())

    /// Blocks until the caller's turn, which lasts until `leave`. If the request ends before its turn, returns the ending; the caller
    /// must then not call `leave`.
    func enter(for app: AccessGroup? = nil, until cancellation: PromptCancellation? = nil) -> PromptCancellation.Ending? {
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
        guard let cancellation else { return place.turn.take() }
        let ending = cancellation.during({ place.turn.take() }, report: { place.turn.put($0) })
        if ending != nil { state.withLock { $0.waiting.removeAll { $0.turn === place.turn } } }
        return ending
    }

    /// Passes the turn to the next request that has not ended.
    func leave() {
        while let next = next(), !next.put(nil) {}
    }

    /// The number of waiting requests.
    var count: Int { state.withLock(\.waiting.count) }

    private func next() -> Inbox<PromptCancellation.Ending?>? {
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

/// The events that end a request from outside, while it waits for its turn or while a prompt is shown: a cancellation by its
/// caller, or locking the device.
///
/// Created together with the request, so that locking the device at any later time ends it.
struct PromptCancellation: Sendable {
    enum Ending: Sendable {
        case cancelledByApp
        case locked

        var failure: AuthenticationFailure { self == .cancelledByApp ? .appCancel : .systemCancel }
        var event: PresenceCeremony.Event { self == .cancelledByApp ? .cancelledByApp : .interrupted }
    }

    private let cancellation: PromptCancellationToken
    private let locking: PromptCancellationToken

    init(cancellation: PromptCancellationToken, locking: PromptCancellationToken) {
        self.cancellation = cancellation
        self.locking = locking
    }

    /// The ending that has already occurred.
    var past: Ending? {
        cancellation.isCancelled ? .cancelledByApp : locking.isCancelled ? .locked : nil
    }

    /// Runs `body`, and meanwhile reports an ending. Releases `report` afterwards.
    func during<Value>(_ body: () -> Value, report: @escaping @Sendable (Ending) -> Void) -> Value {
        let watches = [cancellation.onCancel { report(.cancelledByApp) }, locking.onCancel { report(.locked) }]
        defer { for watch in watches { watch.end() } }
        return body()
    }
}

/// The result of one prompt, for the ceremony and the audit trail.
struct PromptResult {
    let event: PresenceCeremony.Event
    private let reason: String?

    /// Creates a result, with a reason unless the event implies it.
    init(_ event: PresenceCeremony.Event, because reason: String? = nil) {
        self.event = event
        self.reason = reason
    }

    /// Returns the entry for the audit trail, which includes the next step of the evaluation.
    func entry(before step: PresenceCeremony.Step, isCounted: Bool) -> String {
        var parts = [event.words + (reason.map { ": \($0)" } ?? "")]
        if !isCounted { parts.append("failures not stored") }
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
        case .passcodesExhausted: "no passcode is accepted now"
        case .fallback: "fallback"
        case .cancelled: "cancelled"
        case .cancelledByApp: "cancelled by the app"
        case .interrupted: "interrupted"
        case .sensorLost: "sensor lost"
        case .confirmedOnWatch: "confirmed on the watch"
        case .watchLost: "watch lost"
        }
    }
}
