/// The state of one connection, as far as the limits need it: requests arrive, responses are sent, and at most one timer runs.
///
/// The state has no clock and no channel. Each event returns the required action.
struct ExchangeState {
    /// The event that the running timer waits for.
    enum Timer: Hashable {
        /// The first request of a connection.
        case opening
        /// The rest of a request's header.
        case head
        /// The rest of a request's body.
        case body
        /// The next request.
        case idle
        /// The response to a request whose body timed out.
        case failure
        /// The end of a connection after its last response.
        case linger
    }

    /// The change of the timer.
    enum TimerChange: Hashable {
        case keep
        case stop
        case start(Timer)
    }

    /// The action when a timer expires.
    enum Expiry: Hashable {
        /// Close without a response.
        case close
        /// Respond that the request timed out, and end the connection.
        case answer
        /// Report the error to the handler, which responds.
        case failRequest
    }

    /// The action after a parser error.
    enum ParserFailure: Hashable {
        /// Respond now.
        case answer
        /// Respond after the responses in progress.
        case answerLater
        /// Report the error to the handler, which is reading the malformed body.
        case notifyHandler
    }

    private(set) var timer: Timer?
    /// The number of requests whose header has arrived and whose response has not ended.
    private(set) var openRequests = 0
    /// Whether the body of the last request is incomplete.
    private(set) var isReading = false
    /// Whether the last response of the connection was sent.
    private(set) var isEnding = false
    private var closesAfterResponse = false
    private var anythingArrived = false

    /// Whether the connection accepts another request.
    var acceptsRequests: Bool { !closesAfterResponse }

    mutating func opened() -> TimerChange { start(.opening) }

    /// Handles arriving bytes.
    mutating func bytesArrived() -> TimerChange {
        anythingArrived = true
        return timer == .idle ? start(.head) : .keep
    }

    /// Handles a header. `closes` means that the client expects no response to later requests.
    mutating func requestBegan(closes: Bool) -> TimerChange {
        openRequests += 1
        isReading = true
        closesAfterResponse = closesAfterResponse || closes
        return start(.body)
    }

    mutating func requestEnded() -> TimerChange {
        isReading = false
        // A late end does not undo a timeout.
        return timer == .failure ? .keep : stop()
    }

    /// Handles the header of a response. Returns whether it is the last response, which its header must announce.
    mutating func responseBegan() -> Bool {
        if isReading, openRequests == 1 { closesAfterResponse = true }
        return closesAfterResponse && openRequests == 1
    }

    /// Handles the end of a response. The connection ends with it if `isEnding` is true afterwards.
    mutating func responseEnded() -> TimerChange {
        openRequests -= 1
        guard openRequests <= 0 else { return .keep }
        if closesAfterResponse || isReading { return end() }
        return start(.idle)
    }

    /// Stops accepting requests, for a shutdown.
    mutating func closeAfterResponse() { closesAfterResponse = true }

    /// Handles the last response.
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
        return isReading ? .notifyHandler : .answerLater
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
