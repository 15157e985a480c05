extension AppleService {
    /// The requests in the log that came after `id`, from the oldest to the newest; the latest 1,000 are kept.
    public func requests(after id: Int = 0) -> [RequestRecord] {
        work { desk in desk.log.records.filter { $0.id > id } }
    }

    /// Empties the log; ids go on counting.
    public func removeAllRequests() {
        work { desk in desk.log.removeAll() }
    }

    /// Logs a request that never reached an operation: refused by its transport, or kept back by a fault.
    public func recordUnworked(_ endpoint: Endpoint, status: Int, explanation: String) {
        work { desk in desk.log.add(endpoint, at: desk.now, status: status, String(explanation.prefix(500))) }
    }

    /// Logs a request that never reached an operation, since its parameters could not be read.
    func recordUnreadable(_ endpoint: Endpoint, _ error: AppleServiceError) {
        work { desk in desk.log.add(endpoint, at: desk.now, status: error.status, error: error.code.rawValue, error.explanation) }
    }
}
