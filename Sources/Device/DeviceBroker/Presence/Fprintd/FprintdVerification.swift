/// What fprintd's results come to, one after the other. It calls nobody.
struct FprintdVerification: Hashable {
    /// How often it may be begun again for one person: a reader that wants that without end is broken.
    static let restartLimit = 20

    enum Step: Hashable {
        /// fprintd looks on.
        case wait
        /// fprintd has stopped looking, and is to begin again.
        case restart
        case end(SensorReport, SensorObstacle? = nil)
    }

    private var restarts = 0

    /// Only `verify-no-match` is a stranger: a finger that was put down badly is looked at again, and a reader that failed is no person.
    mutating func receive(_ result: String, isDone: Bool) -> Step {
        switch result {
        case "verify-match": return .end(.matched)
        case "verify-no-match": return .end(.notMatched)
        case "verify-disconnected": return .end(.lost, .unplugged)
        case "verify-unknown-error": return .end(.lost, .failed)
        case "verify-retry-scan", "verify-swipe-too-short", "verify-finger-not-centered", "verify-remove-and-retry",
            "verify-too-fast":
            guard isDone else { return .wait }
            restarts += 1
            return restarts <= Self.restartLimit ? .restart : .end(.lost, .failed)
        // What later versions say on the way is no end.
        default: return isDone ? .end(.lost, .failed) : .wait
        }
    }
}
