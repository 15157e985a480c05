import InternetAddresses
import Synchronization

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
