import Accounts
import InternetAddresses
import Synchronization

/// A budget for each client address, kept in memory: for what costs time and changes nothing, so that a charge is not worth a write to the
/// store. A restart forgets it.
///
/// It knows at most so many addresses. Where there are more with something charged, all further ones share one bucket.
final class AddressBudget: Sendable {
    fileprivate struct Buckets {
        /// By the key that throttling counts under; nil is the bucket that newcomers share.
        var arrivals: [IPNetwork?: Timestamp] = [:]
        var lastSweep: Timestamp?
    }

    private let budget: Budget
    private let capacity: Int
    private let buckets = Mutex(Buckets())

    init(_ budget: Budget, capacity: Int = 8_192) {
        self.budget = budget
        self.capacity = capacity
    }

    /// Charges one request of `address`. Refuses it with ``Problem`` 429 where its budget is used up.
    func charge(_ address: IPAddress, now: Timestamp) throws(Problem) {
        let charge = buckets.withLock { buckets in
            let key = buckets.key(for: address.throttleKey, capacity: capacity, now: now)
            let charge = budget.charge(buckets.arrivals[key], now: now)
            if case .admitted(let arrival) = charge { buckets.arrivals[key] = arrival }
            return charge
        }
        if case .exhausted(let retryAfter) = charge { throw .tooManyRequests(retryAfter: retryAfter) }
    }

    /// How many addresses are known at the moment.
    var count: Int { buckets.withLock { $0.arrivals.count } }
}

extension AddressBudget.Buckets {
    /// The bucket of the address, or the shared one where there is no room for another.
    mutating func key(for network: IPNetwork, capacity: Int, now: Timestamp) -> IPNetwork? {
        if arrivals[network] != nil || arrivals.count < capacity { return network }
        // Looking through all of them takes time, so a flood does not make it happen for each request.
        guard lastSweep.map({ now < $0 || now - $0 >= .seconds(1) }) ?? true else { return nil }
        lastSweep = now
        arrivals = arrivals.filter { $0.value > now }
        return arrivals.count < capacity ? network : nil
    }
}
