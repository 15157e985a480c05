import TestKit
import Testing

@testable import Accounts

@Suite("Properties of budgets")
struct BudgetPropertyTests {
    @Test("any window of one period admits at most burst and refill together", arguments: 1...40)
    func windows(seed: UInt64) throws {
        var dice = SeededGenerator(seed: seed)
        // Periods that no refill divides are the rule here.
        let period = Int64.random(in: 20...5_000, using: &dice)
        let burst = Int.random(in: 1...12, using: &dice)
        let refill = Int.random(in: 1...Int(min(period, 60)), using: &dice)
        var bucket = Bucket(try #require(Budget(burst: burst, refill: refill, per: .milliseconds(period))))

        var admitted: [Int64] = []
        var now: Int64 = 0
        while now < 12 * period {
            if bucket.charge(at: now) == nil { admitted.append(now) }
            now += Self.step(period: period, refill: refill, &dice)
        }
        #expect(Self.fullestWindow(of: admitted, period: period) <= burst + refill, "\(burst) and \(refill) in \(period) ms")
    }

    @Test("an attempt in every millisecond gets burst and refill in the fullest window, and never more", arguments: 1...12)
    func greedy(seed: UInt64) throws {
        var dice = SeededGenerator(seed: seed)
        let refill = Int.random(in: 1...20, using: &dice)
        // Here the refill divides the period, so the bound is reached exactly.
        let period = Int64(refill) * Int64.random(in: 2...40, using: &dice)
        let burst = Int.random(in: 1...12, using: &dice)
        var bucket = Bucket(try #require(Budget(burst: burst, refill: refill, per: .milliseconds(period))))

        var admitted: [Int64] = []
        for now in 0..<(4 * period) {
            while bucket.charge(at: now) == nil { admitted.append(now) }
        }
        #expect(Self.fullestWindow(of: admitted, period: period) == burst + refill)
    }

    @Test("immediate refunds leave no trace", arguments: 1...20)
    func refunds(seed: UInt64) throws {
        var dice = SeededGenerator(seed: seed)
        let budget = try #require(Budget(burst: 5, refill: 5, per: .milliseconds(500)))
        var plain = Bucket(budget)
        var visited = Bucket(budget)
        var now: Int64 = 0
        for _ in 0..<400 {
            now += Int64.random(in: 0...150, using: &dice)
            for _ in 0..<Int.random(in: 0...3, using: &dice) where visited.charge(at: now) == nil { visited.refund(at: now) }
            #expect(visited.charge(at: now) == plain.charge(at: now))
        }
    }

    /// Bursts, regular attempts at the refill's pace, and pauses.
    private static func step(period: Int64, refill: Int, _ dice: inout SeededGenerator) -> Int64 {
        switch Int.random(in: 0..<10, using: &dice) {
        case 0..<5: 0
        case 5..<8: Int64.random(in: 0...max(1, period / Int64(refill)), using: &dice)
        case 8: period / Int64(refill)
        default: Int64.random(in: 0...period, using: &dice)
        }
    }

    /// Returns the maximum number of times in any window of one period, including both ends.
    private static func fullestWindow(of moments: [Int64], period: Int64) -> Int {
        var start = 0
        var fullest = 0
        for end in moments.indices {
            while moments[end] - moments[start] > period { start += 1 }
            fullest = max(fullest, end - start + 1)
        }
        return fullest
    }
}

/// A bucket as a store keeps it: one time, or nil. Times are in milliseconds.
struct Bucket {
    let budget: Budget
    private(set) var arrival: Timestamp?

    init(_ budget: Budget) {
        self.budget = budget
    }

    /// Returns nil if the charge is admitted, otherwise the wait.
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
