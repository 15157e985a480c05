#if PostgreSQL
import AccountTables
package import Accounts

// Buckets are charged by every sign-in of every server, some of them the same for all. They are confirmed before they are on the disk, so that
// nobody holds a bucket for as long as the disk takes: what a crash of the database can give back is the attempts of its last
// fraction of a second.

extension PostgreSQLAccountStore {
    package func charge(_ charges: [ThrottleCharge], now: Timestamp) async throws -> ThrottleDecision {
        try await write(.writingSoon) { connection in
            // Charges to one bucket follow upon each other, as if they had come one by one.
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
        try await write(.writingSoon) { connection in
            var arrivals = try connection.lockArrivals(of: charges.map(\.key))
            for charge in charges {
                guard let arrival = arrivals[charge.key] else { continue }
                arrivals[charge.key] = charge.budget.refund(arrival, now: now)
                try connection.setArrival(arrivals[charge.key], of: charge.key)
            }
        }
    }
}

extension Connection {
    /// The moments of the buckets that exist, which nobody else changes until the end of the transaction. Also those that do not exist
    /// yet are held: by an advisory lock, taken in an order that is the same for everybody.
    fileprivate func lockArrivals(of keys: [BudgetKey]) throws -> [BudgetKey: Timestamp] {
        for lock in Set(keys.map(\.lock)).sorted() { try queue("SELECT pg_advisory_xact_lock($1)", [lock]) }
        let rows = try all("SELECT key, arrival FROM buckets WHERE key = ANY($1)", [Parameter(anyOf: keys.map(\.bytes))]) {
            (try $0.next(as: BudgetKey.self), try $0.next(as: Timestamp.self))
        }
        return Dictionary(rows) { first, _ in first }
    }

    /// Keeps the moment of a bucket, or forgets the bucket.
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

extension BudgetKey {
    /// The lock of this bucket. Two buckets may have one lock, and then only wait for each other.
    fileprivate var lock: Int64 { Int64(bitPattern: bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }) }
}
#endif
