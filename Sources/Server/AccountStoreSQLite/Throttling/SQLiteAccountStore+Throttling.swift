import AccountTables
package import Accounts
import GRDB

extension SQLiteAccountStore {
    package func charge(_ charges: [ThrottleCharge], now: Timestamp) async throws -> ThrottleDecision {
        try await write { connection in
            // Charges to one bucket follow upon each other, as if they had come one by one.
            var arrivals: [BudgetKey: Timestamp] = [:]
            var longestWait: Duration?
            for charge in charges {
                let arrival = try arrivals[charge.key] ?? connection.arrival(of: charge.key)
                switch charge.budget.charge(arrival, now: now) {
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
        try await write { connection in
            for charge in charges {
                guard let arrival = try connection.arrival(of: charge.key) else { continue }
                try connection.setArrival(charge.budget.refund(arrival, now: now), of: charge.key)
            }
        }
    }
}

extension Database {
    fileprivate func arrival(of key: BudgetKey) throws -> Timestamp? {
        try first("SELECT arrival FROM buckets WHERE key = ?", [key]) { try $0.next() }
    }

    /// Keeps the moment of a bucket, or forgets the bucket.
    fileprivate func setArrival(_ arrival: Timestamp?, of key: BudgetKey) throws {
        if let arrival {
            try execute(
                cached:
                    "INSERT INTO buckets (key, arrival) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET arrival = excluded.arrival",
                [key, arrival])
        } else {
            try execute(cached: "DELETE FROM buckets WHERE key = ?", [key])
        }
    }
}
