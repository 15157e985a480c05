extension AppleService {
    /// Puts a request into the log that the service itself never saw, since its form could not be read.
    func recordUnreadable(_ error: AppleServiceError, at endpoint: Endpoint) {
        work { desk in
            desk.log.add(
                endpoint, at: desk.now, status: error.status, error: error.code.rawValue, error.explanation)
        }
    }
}
