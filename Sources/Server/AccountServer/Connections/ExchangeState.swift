/// What passes over one connection, as far as its limits need to know: requests come in, responses go out, one timer runs at most.
///
/// Knows no clock and no channel. Each event returns what is to be done.
struct ExchangeState {
    /// What the running timer waits for.
    enum Timer: Hashable {
        /// The first request of a connection.
        case opening
        /// The rest of a request's header.
        case head
        /// The rest of a request's body.
        case body
        /// The next request.
        case idle
        /// The answer to a request whose body came too late.
        case failure
        /// The end of a connection that has had its last response.
        case linger
    }

    /// What is to be done about the timer.
    enum TimerChange: Hashable {
        case keep
        case stop
        case start(Timer)
    }

    /// What is to be done at the end of a timer.
    enum Expiry: Hashable {
        /// Close without a word.
        case close
        /// Answer that the request took too long, and end the connection.
        case answer
        /// Tell the handler, which answers.
        case failRequest
    }

    /// What is to be done about an error of the parser.
    enum ParserFailure: Hashable {
        /// Answer now.
        case answer
        /// Answer when the responses under way are done.
        case answerLater
        /// The handler is reading the body that is malformed; tell it.
        case tellHandler
    }

    private(set) var timer: Timer?
    /// Requests whose header has come and whose response has not ended.
    private(set) var openRequests = 0
    /// Whether the last request's body is still coming.
    private(set) var isReading = false
    /// Whether the connection has had its last response.
    private(set) var isEnding = false
    private var closesAfterResponse = false
    private var anythingArrived = false

    /// Whether a further request is answered.
    var takesRequests: Bool { !closesAfterResponse }

    mutating func opened() -> TimerChange { start(.opening) }

    /// Bytes came, of whatever.
    mutating func bytesArrived() -> TimerChange {
        anythingArrived = true
        return timer == .idle ? start(.head) : .keep
    }

    /// A header came; `closes` where the client wants no further request answered.
    mutating func requestBegan(closes: Bool) -> TimerChange {
        openRequests += 1
        isReading = true
        closesAfterResponse = closesAfterResponse || closes
        return start(.body)
    }

    mutating func requestEnded() -> TimerChange {
        isReading = false
        // A request that failed for time is not saved by its end.
        return timer == .failure ? .keep : stop()
    }

    /// The header of a response goes out. Returns whether it is the last of the connection, which the header has to say.
    mutating func responseBegan() -> Bool {
        if isReading, openRequests == 1 { closesAfterResponse = true }
        return closesAfterResponse && openRequests == 1
    }

    /// A response ended; the connection ends with it where `isEnding` is set afterwards.
    mutating func responseEnded() -> TimerChange {
        openRequests -= 1
        guard openRequests <= 0 else { return .keep }
        if closesAfterResponse || isReading { return end() }
        return start(.idle)
    }

    /// No further request is to be answered: the server shuts down.
    mutating func closeAfterResponse() { closesAfterResponse = true }

    /// The last response went out.
    mutating func end() -> TimerChange {
        isEnding = true
        return start(.linger)
    }

    mutating func expired() -> (Expiry, TimerChange) {
        switch timer {
        case .opening where !anythingArrived: return (.close, stop())
        case .opening, .head: return (.answer, .keep)
        case .body:
            closesAfterResponse = true
            return (.failRequest, start(.failure))
        case .idle, .failure, .linger, nil: return (.close, stop())
        }
    }

    mutating func parserFailed() -> ParserFailure {
        closesAfterResponse = true
        if openRequests == 0 { return .answer }
        return isReading ? .tellHandler : .answerLater
    }

    private mutating func start(_ timer: Timer) -> TimerChange {
        self.timer = timer
        return .start(timer)
    }

    private mutating func stop() -> TimerChange {
        timer = nil
        return .stop
    }
}
