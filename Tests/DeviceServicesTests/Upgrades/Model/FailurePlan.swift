import Synchronization

/// The planned failure. Every action of a model passes here, before and after.
final class FailurePlan: Sendable {
    enum PlannedFailure: CaseIterable, Sendable {
        case extensionDies
        /// The system's process is killed; the extension continues.
        case systemDies
        /// A power cut.
        case bothDie
        /// A request to the server in transit is lost, or the next one.
        case requestIsLost
        /// The server processes the request, and the response is lost.
        case answerIsLost
    }

    private struct State {
        var passed = 0
        var isExtensionDead = false
        var isSystemDead = false
        var losesRequest = false
        var losesAnswer = false
    }

    private let plannedFailure: (at: Int, PlannedFailure)?
    private let state = Mutex(State())
    private let visitors = Mutex<[Int: @Sendable () -> Void]>([:])

    init(_ plannedFailure: PlannedFailure? = nil, at number: Int = 0) {
        self.plannedFailure = plannedFailure.map { (number, $0) }
    }

    /// The number of passed points.
    var passed: Int { state.withLock(\.passed) }
    var isExtensionDead: Bool { state.withLock(\.isExtensionDead) }
    var isSystemDead: Bool { state.withLock(\.isSystemDead) }

    /// Runs an action in between.
    func visit(at number: Int, _ body: @escaping @Sendable () -> Void) {
        visitors.withLock { $0[number] = body }
    }

    func pass() {
        let number = state.withLock { state in
            defer { state.passed += 1 }
            guard let plannedFailure, plannedFailure.at == state.passed else { return state.passed }
            switch plannedFailure.1 {
            case .extensionDies: state.isExtensionDead = true
            case .systemDies: state.isSystemDead = true
            case .bothDie: (state.isExtensionDead, state.isSystemDead) = (true, true)
            case .requestIsLost: state.losesRequest = true
            case .answerIsLost: state.losesAnswer = true
            }
            return state.passed
        }
        visitors.withLock { $0.removeValue(forKey: number) }?()
    }

    /// A new process.
    func extensionStarts() { state.withLock { $0.isExtensionDead = false } }

    func takesRequest() -> Bool { state.withLock { $0.losesRequest.take() } }
    func takesAnswer() -> Bool { state.withLock { $0.losesAnswer.take() } }
}

extension Bool {
    fileprivate mutating func take() -> Bool {
        defer { self = false }
        return self
    }
}
