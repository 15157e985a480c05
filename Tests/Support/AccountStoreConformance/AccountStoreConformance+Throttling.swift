@testable import Accounts
import Secrets
import Testing

extension AccountStoreConformance {
    /// ``ThrottleStore``.
    package static let throttling: [ConformanceCase] = [
        ConformanceCase("a budget admits its burst, and then returns the wait") { scene in
            let charges = [try scene.charge(burst: 3)]
            for _ in 0..<3 { #expect(try await scene.stores.charge(charges, now: scene.start) == .admitted) }
            #expect(try await scene.stores.charge(charges, now: scene.start) == .exhausted(retryAfter: .minutes(1)))
        },
        ConformanceCase("an attempt is admitted exactly when the wait is over") { scene in
            let charges = [try scene.charge(burst: 1)]
            #expect(try await scene.stores.charge(charges, now: scene.start) == .admitted)
            let early = scene.start + .minutes(1) - .millisecond
            #expect(try await scene.stores.charge(charges, now: early) == .exhausted(retryAfter: .millisecond))
            #expect(try await scene.stores.charge(charges, now: scene.start + .minutes(1)) == .admitted)
        },
        ConformanceCase("if one bucket is exhausted, none is charged") { scene in
            let (small, large) = (try scene.charge(burst: 1), try scene.charge(burst: 2))
            #expect(try await scene.stores.charge([small, large], now: scene.start) == .admitted)
            for charges in [[small, large], [large, small]] {
                #expect(try await scene.stores.charge(charges, now: scene.start) == .exhausted(retryAfter: .minutes(1)))
            }
            #expect(try await scene.stores.charge([large], now: scene.start) == .admitted)
            #expect(try await scene.stores.charge([large], now: scene.start) == .exhausted(retryAfter: .minutes(1)))
        },
        ConformanceCase("of several exhausted buckets, the longest wait is returned") { scene in
            let (quick, slow) = (try scene.charge(burst: 1), try scene.charge(burst: 1, per: .minutes(100)))
            #expect(try await scene.stores.charge([quick, slow], now: scene.start) == .admitted)
            for charges in [[quick, slow], [slow, quick]] {
                #expect(try await scene.stores.charge(charges, now: scene.start) == .exhausted(retryAfter: .minutes(10)))
            }
        },
        ConformanceCase("a refund returns one attempt to each bucket") { scene in
            let charges = [try scene.charge(burst: 1), try scene.charge(burst: 1)]
            #expect(try await scene.stores.charge(charges, now: scene.start) == .admitted)
            try await scene.stores.refund(charges, now: scene.start)
            for charge in charges { #expect(try await scene.stores.charge([charge], now: scene.start) == .admitted) }
            #expect(try await scene.stores.charge([charges[0]], now: scene.start) != .admitted)
        },
        ConformanceCase("refunds never exceed a full budget") { scene in
            let charges = [try scene.charge(burst: 2)]
            #expect(try await scene.stores.charge(charges, now: scene.start) == .admitted)
            for _ in 0..<5 { try await scene.stores.refund(charges, now: scene.start) }
            for _ in 0..<2 { #expect(try await scene.stores.charge(charges, now: scene.start) == .admitted) }
            #expect(try await scene.stores.charge(charges, now: scene.start) != .admitted)
        },
        ConformanceCase("a refund to an uncharged bucket does nothing") { scene in
            let charges = [try scene.charge(burst: 1)]
            try await scene.stores.refund(charges, now: scene.start)
            #expect(try await scene.stores.charge(charges, now: scene.start) == .admitted)
            #expect(try await scene.stores.charge(charges, now: scene.start) != .admitted)
        },
        ConformanceCase("a bucket that is charged twice pays twice, or not at all") { scene in
            let charge = try scene.charge(burst: 3)
            #expect(try await scene.stores.charge([charge, charge], now: scene.start) == .admitted)
            #expect(try await scene.stores.charge([charge, charge], now: scene.start) == .exhausted(retryAfter: .minutes(1)))
            #expect(try await scene.stores.charge([charge], now: scene.start) == .admitted)
            try await scene.stores.refund([charge, charge], now: scene.start)
            #expect(try await scene.stores.charge([charge, charge], now: scene.start) == .admitted)
        },
        ConformanceCase("a right password refunds its attempt, whether its session opens or not") { scene in
            let anna = try await scene.register("anna")
            for version in [anna.version, anna.version + 1] {
                let charges = [try scene.charge(burst: 1), try scene.charge(burst: 1)]
                #expect(try await scene.stores.charge(charges, now: scene.start) == .admitted)
                let opening = try scene.opening(of: anna.account.id)
                let outcome = try await scene.stores.open(opening, passwordVersion: version, refunding: charges)
                #expect(outcome == (version == anna.version ? .opened : .superseded))
                #expect(try await scene.stores.charge(charges, now: scene.start) == .admitted)
                #expect(try await scene.stores.charge([charges[0]], now: scene.start) != .admitted)
            }
        },
        ConformanceCase("buckets are independent") { scene in
            let (one, other) = (try scene.charge(burst: 1), try scene.charge(burst: 1))
            #expect(try await scene.stores.charge([one], now: scene.start) == .admitted)
            #expect(try await scene.stores.charge([other], now: scene.start) == .admitted)
        },
        ConformanceCase("an empty charge is admitted") { scene in
            let decision = try await scene.stores.charge([], now: scene.start)
            #expect(decision == .admitted)
        },
        ConformanceCase("five hundred charges and refunds match the model while the clock jumps") { scene in
            let charges = [try scene.charge(burst: 1), try scene.charge(burst: 4), try scene.charge(burst: 9, per: .minutes(2))]
            var buckets = ModelBuckets()
            var now = scene.start
            for step in 0..<500 {
                let dice = scene.random.bytes(3)
                // Up to two minutes forward, and occasionally a quarter of an hour back.
                now = now + .milliseconds(dice[0] < 224 ? Int(dice[0]) * 500 : Int(dice[0]) * -4_000)
                let chosen = charges.enumerated().filter { dice[1] >> $0.offset & 1 == 1 }.map(\.element)
                if dice[2] < 64 {
                    try await scene.stores.refund(chosen, now: now)
                    buckets.refund(chosen, now: now)
                } else {
                    let decision = try await scene.stores.charge(chosen, now: now)
                    try #require(decision == buckets.charge(chosen, now: now), "step \(step)")
                }
            }
        },
    ]
}

extension ConformanceScene {
    /// Returns a charge to a separate bucket, refilled ten times each period: every minute by default.
    fileprivate func charge(burst: Int, per period: Duration = .minutes(10)) throws -> ThrottleCharge {
        ThrottleCharge(key: budgetKey(), budget: try #require(Budget(burst: burst, refill: 10, per: period)))
    }
}

/// A model of a store's buckets with a dictionary.
private struct ModelBuckets {
    private var arrivals: [BudgetKey: Timestamp] = [:]

    mutating func charge(_ charges: [ThrottleCharge], now: Timestamp) -> ThrottleDecision {
        var (charged, waits) = (arrivals, [Duration]())
        for charge in charges {
            switch charge.budget.charge(charged[charge.key], now: now) {
            case .admitted(let arrival): charged[charge.key] = arrival
            case .exhausted(let wait): waits.append(wait)
            }
        }
        if let longest = waits.max() { return .exhausted(retryAfter: longest) }
        arrivals = charged
        return .admitted
    }

    mutating func refund(_ charges: [ThrottleCharge], now: Timestamp) {
        for charge in charges {
            arrivals[charge.key] = arrivals[charge.key].flatMap { charge.budget.refund($0, now: now) }
        }
    }
}
