/// What is asked of the server, how often and for how long.
struct Load {
    var port: UInt16 = 0
    var connections = 1
    /// Requests a second, begun at random moments whether or not earlier ones have been answered: an open loop. Nil for a closed loop, in
    /// which each connection asks again as soon as it has its answer.
    var rate: Double?
    var seconds = 5.0
    /// At the beginning, sent and not recorded.
    var warmSeconds = 0.0
    var seed: UInt64 = 1
    /// Whole requests as they go over the wire.
    var requests: [[UInt8]] = []
    /// Whether they are asked one after the other, as what can be asked but once must be, and not drawn.
    var isInOrder = false
    /// How long after the end answers are waited for.
    var patienceSeconds = 60.0
}

/// What came of a ``Load``.
struct LoadOutcome {
    /// From the moment at which the request ought to have begun to its answer, be it that no connection was free to send it.
    var latency = Histogram()
    /// From its sending to its answer: what a measurement that waits for the server before it asks again would have seen.
    var service = Histogram()
    /// Of all answers, those of the beginning included.
    var statuses: [Int: Int] = [:]
    var broken = 0
    /// Asked, or due, and without an answer when patience ended. They count in ``latency`` with the time they had waited by then.
    var unanswered = 0
    /// From the end of the warming to the last answer.
    var recordedSeconds = 0.0
    var recorded: Int { service.count }

    var json: String {
        let answers = statuses.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",")
        return """
            {"answers":{\(answers)},"answered":\(statuses.values.reduce(0, +)),"recorded":\(recorded),"recordedSeconds":\(recordedSeconds),\
            "broken":\(broken),"unanswered":\(unanswered),"latency":\(latency.json),"service":\(service.json)}
            """
    }
}
