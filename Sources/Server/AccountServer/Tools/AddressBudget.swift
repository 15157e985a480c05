import Accounts
import InternetAddresses
import Synchronization

/// A budget for each client address, in memory. It is for requests that cost time but change nothing, so a charge does not
/// justify a write to the store. A restart resets it.
///
/// It tracks a limited number of addresses. Beyond the limit, all further addresses share one bucket.
final class AddressBudget: Sendable {
    fileprivate struct Buckets {
        /// The buckets by the key of rate limits; nil is the shared bucket.
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

    /// Charges one request of `address`. Throws ``Problem`` 429 if the budget is exhausted.
    func charge(_ address: IPAddress, now: Timestamp) throws(Problem) {
        let charge = buckets.withLock { buckets in
            let key = buckets.key(for: address.throttleKey, capacity: capacity, now: now)
            let charge = budget.charge(buckets.arrivals[key], now: now)
            if case .admitted(let arrival) = charge { buckets.arrivals[key] = arrival }
            return charge
        }
        if case .exhausted(let retryAfter) = charge { throw .tooManyRequests(retryAfter: retryAfter) }
    }

    /// The number of tracked addresses.
    var count: Int { buckets.withLock { $0.arrivals.count } }
}

extension AddressBudget.Buckets {
    /// Returns the bucket of the address, or the shared one if the limit is reached.
    mutating func key(for network: IPNetwork, capacity: Int, now: Timestamp) -> IPNetwork? {
        if arrivals[network] != nil || arrivals.count < capacity { return network }
        // A sweep takes time, so it runs at most once a second, even in a flood.
        guard lastSweep.map({ now < $0 || now - $0 >= .seconds(1) }) ?? true else { return nil }
        lastSweep = now
        arrivals = arrivals.filter { $0.value > now }
        return arrivals.count < capacity ? network : nil
    }
}

/// Limits concurrent requests: one for each address and a maximum in total. For requests that hold memory or contact other
/// servers, where a budget alone would allow many at once.
final class AddressGate: Sendable {
    private let inside = Mutex(Set<IPNetwork>())
    private let limit: Int

    /// - Parameter limit: the maximum number of concurrent requests; further ones receive 503.
    init(limit: Int = 16) {
        self.limit = limit
    }

    /// Runs `work` for the address. An IPv6 /64 network counts as one address.
    ///
    /// - Throws: ``Problem`` 429 if another request of the address is running, 503 if the limit is reached, and the errors of
    ///   `work`.
    func admit<Value: Sendable>(
        _ address: IPAddress, to work: @Sendable () async throws -> Value
    ) async throws -> Value {
        let key = address.throttleKey
        try enter(key)
        defer { inside.withLock { _ = $0.remove(key) } }
        return try await work()
    }

    private func enter(_ key: IPNetwork) throws(Problem) {
        let problem: Problem? = inside.withLock { inside in
            if inside.contains(key) {
                return .tooManyRequests(
                    retryAfter: Self.timeout, detail: "Another check from your address is still running. Try again in a moment.")
            }
            guard inside.count < limit else {
                return .overloaded(retryAfter: Self.timeout, cause: "too many concurrent tool requests")
            }
            inside.insert(key)
            return nil
        }
        if let problem { throw problem }
    }

    private static let timeout = Duration.seconds(5)
}
