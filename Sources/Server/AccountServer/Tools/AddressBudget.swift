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

/// Who is being served at the moment: one request of each address at a time, and so many of all. For what holds memory or asks other
/// servers, where a budget alone would let many run at once.
final class AddressGate: Sendable {
    private let inside = Mutex(Set<IPNetwork>())
    private let limit: Int

    /// - Parameter limit: how many may be inside; the next is answered 503.
    init(limit: Int = 16) {
        self.limit = limit
    }

    /// Does `work` for the address; a /64 of IPv6 counts as one.
    ///
    /// - Throws: ``Problem`` 429 where another request of the address is at work, 503 where too many are; whatever `work` throws.
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
                return .tooManyRequests(retryAfter: Self.patience, detail: "Another check of yours is still at work.")
            }
            guard inside.count < limit else { return .overloaded(retryAfter: Self.patience, cause: "too many use a tool") }
            inside.insert(key)
            return nil
        }
        if let problem { throw problem }
    }

    /// Most checks are done by then.
    private static let patience = Duration.seconds(5)
}
