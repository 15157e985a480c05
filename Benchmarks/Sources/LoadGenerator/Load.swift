/// The requests to send, with their rate and duration.
struct Load {
    var port: UInt16 = 0
    var connections = 1
    /// Requests a second, started at random times regardless of earlier responses: an open loop. Nil for a closed loop, in which
    /// each connection sends the next request after its response.
    var rate: Double?
    var seconds = 5.0
    /// The warm-up time, whose requests are not recorded.
    var warmSeconds = 0.0
    var seed: UInt64 = 1
    /// Complete requests in their wire format.
    var requests: [[UInt8]] = []
    /// Whether requests are sent in order, as required for requests that can be sent only once, instead of being drawn.
    var isInOrder = false
    /// The time to wait for responses after the end, in seconds.
    var timeoutSeconds = 60.0
}

/// The results of a ``Load``.
struct LoadOutcome {
    /// From the scheduled start to the response, even if no connection was free to send the request.
    var latency = Histogram()
    /// From sending to the response: the latency without the wait for a free connection.
    var service = Histogram()
    /// The statuses of all responses, including the warm-up.
    var statuses: [Int: Int] = [:]
    var broken = 0
    /// Requests without a response at the end. They count in ``latency`` with the time they waited.
    var unanswered = 0
    /// From the end of the warm-up to the last response.
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
