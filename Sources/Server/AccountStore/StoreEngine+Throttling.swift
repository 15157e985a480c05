package import Accounts

extension StoreEngine {
    package func charge(_ charges: [ThrottleCharge], now: Timestamp) async throws -> ThrottleDecision {
        try await write(.writingSoon) { connection in
            // Several charges to one bucket are applied one after the other.
            var arrivals = try connection.lockArrivals(of: charges.map(\.key))
            var longestWait: Duration?
            for charge in charges {
                switch charge.budget.charge(arrivals[charge.key], now: now) {
                case .admitted(let next): arrivals[charge.key] = next
                case .exhausted(let wait): longestWait = max(longestWait ?? wait, wait)
                }
            }
            if let longestWait { return .exhausted(retryAfter: longestWait) }
            for (key, arrival) in arrivals { try connection.setArrival(arrival, of: key) }
            return .admitted
        }
    }

    package func refund(_ charges: [ThrottleCharge], now: Timestamp) async throws {
        try await write(.writingSoon) { try $0.refund(charges, now: now) }
    }
}

extension StoreConnection {
    /// Refunds one attempt to each bucket.
    func refund(_ charges: [ThrottleCharge], now: Timestamp) throws {
        guard !charges.isEmpty else { return }
        var arrivals = try lockArrivals(of: charges.map(\.key))
        for charge in charges {
            guard let arrival = arrivals[charge.key] else { continue }
            arrivals[charge.key] = charge.budget.refund(arrival, now: now)
            try setArrival(arrivals[charge.key], of: charge.key)
        }
    }

    /// Stores the time of a bucket, or deletes the bucket.
    fileprivate func setArrival(_ arrival: Timestamp?, of key: BudgetKey) throws {
        if let arrival {
            try queue(
                "INSERT INTO buckets (key, arrival) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET arrival = excluded.arrival",
                [key, arrival])
        } else {
            try queue("DELETE FROM buckets WHERE key = $1", [key])
        }
    }
}
