import TestKit
import Testing

@testable import Accounts

@Suite("A budget")
struct BudgetTests {
    @Test("the burst is admitted at once, and not one more")
    func burst() throws {
        var bucket = Bucket(try #require(Budget(burst: 5, refill: 10, per: .seconds(100))))
        for _ in 0..<5 { #expect(bucket.charge(at: 0) == nil) }
        #expect(bucket.charge(at: 0) == 10_000)
    }

    @Test(
        "the wait is exact to the millisecond",
        arguments: [
            (burst: 1, refill: 1, period: Duration.seconds(1)), (5, 10, .seconds(100)), (40, 40, .seconds(86_400)),
            (3, 7, .seconds(1)),
            (2, 1_000, .seconds(1)), (100, 100, .seconds(3_600)), (4, 3, .milliseconds(10)),
        ])
    func exactWait(burst: Int, refill: Int, period: Duration) throws {
        let budget = try #require(Budget(burst: burst, refill: refill, per: period))
        var dice = SeededGenerator(seed: 5)
        for _ in 0..<50 {
            var bucket = Bucket(budget)
            var now: Int64 = 0
            for _ in 0..<Int.random(in: 1...(3 * burst), using: &dice) {
                _ = bucket.charge(at: now)
                now += Int64.random(in: 0...period.wholeMilliseconds / Int64(2 * refill), using: &dice)
            }
            while bucket.charge(at: now) == nil {}
            let rejection = bucket.charge(at: now)
            let wait = try #require(rejection)
            #expect(wait > 0)
            #expect(bucket.charge(at: now + wait - 1) == 1)
            #expect(bucket.charge(at: now + wait) == nil)
            #expect(bucket.charge(at: now + wait) != nil)
        }
    }

    @Test("a rejected charge changes no budget")
    func rejectedTakesNothing() throws {
        var bucket = Bucket(try #require(Budget(burst: 1, refill: 1, per: .seconds(10))))
        #expect(bucket.charge(at: 0) == nil)
        for now in stride(from: Int64(0), to: 10_000, by: 500) { #expect(bucket.charge(at: now) == 10_000 - now) }
        #expect(bucket.charge(at: 10_000) == nil)
    }

    @Test("a refund restores what the charge took")
    func refund() throws {
        var bucket = Bucket(try #require(Budget(burst: 3, refill: 3, per: .seconds(30))))
        for _ in 0..<100 {
            #expect(bucket.charge(at: 0) == nil)
            bucket.refund(at: 0)
        }
        #expect(bucket.arrival == nil)
        for _ in 0..<3 { #expect(bucket.charge(at: 0) == nil) }
        bucket.refund(at: 0)
        #expect(bucket.charge(at: 0) == nil)
        #expect(bucket.charge(at: 0) == 10_000)
    }

    @Test("a late refund restores no more than was charged")
    func lateRefund() throws {
        var bucket = Bucket(try #require(Budget(burst: 3, refill: 3, per: .seconds(30))))
        #expect(bucket.charge(at: 0) == nil)
        bucket.refund(at: 60_000)
        bucket.refund(at: 60_000)
        for _ in 0..<3 { #expect(bucket.charge(at: 60_000) == nil) }
        #expect(bucket.charge(at: 60_000) == 10_000)
    }

    @Test(
        "a clock that was set back adds at most the drain time of a full bucket to the wait",
        arguments: [Int64(1), 1_000, 39_999, 40_000, 40_001, 50_000, 86_400_000, 31_536_000_000])
    func clockSetBack(by set: Int64) throws {
        let budget = try #require(Budget(burst: 4, refill: 1, per: .seconds(10)))
        var bucket = Bucket(budget)
        let before: Int64 = 31_536_000_000
        while bucket.charge(at: before) == nil {}
        let now = before - set
        if let wait = bucket.charge(at: now) {
            #expect(wait <= 10_000 + 40_000)
            #expect(bucket.charge(at: now + wait) == nil)
        }
        // In both cases the bucket is now full and behaves as any full bucket.
        let later = now + 50_000
        while bucket.charge(at: later) == nil {}
        let wait = bucket.charge(at: later)
        #expect(try #require(wait) <= 10_000)
    }

    @Test("charges that arrive out of order gain nothing")
    func outOfOrder() throws {
        var bucket = Bucket(try #require(Budget(burst: 4, refill: 1, per: .seconds(10))))
        while bucket.charge(at: 1_000_000) == nil {}
        for now in stride(from: Int64(1_000_000), to: 970_000, by: -100) { #expect(bucket.charge(at: now) != nil) }
    }

    @Test("a budget that admits nothing, or has no time to refill, is rejected")
    func impossible() {
        #expect(Budget(burst: 0, refill: 1, per: .seconds(1)) == nil)
        #expect(Budget(burst: 1, refill: 0, per: .seconds(1)) == nil)
        #expect(Budget(burst: -1, refill: -1, per: .seconds(1)) == nil)
        #expect(Budget(burst: 1, refill: 1, per: .zero) == nil)
        #expect(Budget(burst: 1, refill: 1_001, per: .seconds(1)) == nil)
        #expect(Budget(burst: 1, refill: 1_000, per: .seconds(1)) != nil)
        #expect(Budget(burst: 1, refill: 1, per: .milliseconds(1)) != nil)
    }
}
