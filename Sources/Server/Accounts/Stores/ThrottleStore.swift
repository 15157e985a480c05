/// The buckets of all budgets. They survive a restart.
package protocol ThrottleStore: Sendable {
    /// Takes one attempt from each bucket, or none when any of them is exhausted; then the longest wait is the answer.
    func charge(_ charges: [ThrottleCharge], now: Timestamp) async throws -> ThrottleDecision

    /// Gives one attempt back to each bucket.
    func refund(_ charges: [ThrottleCharge], now: Timestamp) async throws
}
