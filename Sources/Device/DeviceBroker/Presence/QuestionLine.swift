import Synchronization

/// The line before the one person at the device, who answers one question at a time. A question that has ended leaves the line.
final class QuestionLine: Sendable {
    private typealias Place = Inbox<QuestionEndings.Ending?>

    private struct State {
        var isTaken = false
        var waiting: [Place] = []
    }

    private let state = Mutex(State())

    /// Blocks until it is the caller's turn, which lasts until `leave`. Gives what has ended the question before; then there is no turn to leave.
    func enter(until endings: QuestionEndings? = nil) -> QuestionEndings.Ending? {
        let place = Place()
        let isFirst = state.withLock { state in
            guard state.isTaken else {
                state.isTaken = true
                return true
            }
            state.waiting.append(place)
            return false
        }
        if isFirst { return nil }
        guard let endings else { return place.take() }
        let ending = endings.during({ place.take() }, tell: { place.put($0) })
        if ending != nil { state.withLock { $0.waiting.removeAll { $0 === place } } }
        return ending
    }

    /// Gives the turn to the next who still has a question.
    func leave() {
        while let next = next(), !next.put(nil) {}
    }

    /// How many wait.
    var count: Int { state.withLock(\.waiting.count) }

    private func next() -> Place? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isTaken = false
                return nil
            }
            return state.waiting.removeFirst()
        }
    }
}
