@testable import Accounts

/// A bucket as a store keeps it: one moment, or nothing. Times are milliseconds.
struct Bucket {
    let budget: Budget
    private(set) var arrival: Timestamp?

    init(_ budget: Budget) {
        self.budget = budget
    }

    /// Nil when the charge was admitted, otherwise the wait.
    mutating func charge(at now: Int64) -> Int64? {
        switch budget.charge(arrival, now: Timestamp(milliseconds: now)) {
        case .admitted(let next):
            arrival = next
            return nil
        case .exhausted(let wait):
            return wait.wholeMilliseconds
        }
    }

    mutating func refund(at now: Int64) {
        arrival = arrival.flatMap { budget.refund($0, now: Timestamp(milliseconds: now)) }
    }
}
