import Accounts
import Dispatch
import Secrets
import SiteChecks
import Synchronization
import WebClient

/// The pages for developers that the configuration wants. They share a budget for each address and one thread.
struct Tools: Sendable {
    let routes: [Route]

    /// - Parameter sites: the way to sites that visitors name; nil for connections of its own.
    init(
        _ configuration: ServerConfiguration, sites: (any SiteFetching)?, random: any RandomBytes,
        now: @escaping @Sendable () -> Timestamp
    ) throws {
        let budget = AddressBudget(configuration.throttles.toolRequestsPerAddress)
        let queue = ToolQueue()
        var routes: [Route] = []
        if configuration.tools.servesPasswordRules {
            routes += PasswordRulesTool(configuration, budget: budget, queue: queue, random: random, now: now).routes
        }
        if configuration.tools.associatedDomains != .off {
            routes +=
                AssociatedDomainsTool(
                    configuration, fetcher: try sites ?? SiteFetcher(configuration), budget: budget, queue: queue, now: now
                ).routes
        }
        self.routes = routes
    }
}

extension SiteFetcher {
    /// For sites that visitors name. It says who asks, so that whoever runs such a site knows whom to complain to.
    fileprivate init(_ configuration: ServerConfiguration) throws {
        try self.init(
            userAgent: "latchkey (+\(configuration.site.publicOrigin))",
            policy: configuration.tools.associatedDomains == .all ? .any : .publicOnly, limits: AssociatedDomainsTool.limits)
    }
}

/// One piece of work at a time, off the threads that requests are served on: whoever asks a tool for something costly holds up other
/// users of tools, and nobody who signs in.
final class ToolQueue: Sendable {
    private let queue = DispatchQueue(label: "tools")
    private let waiting = Mutex(0)
    private let limit: Int

    /// - Parameter limit: how many may be at work or wait; the next is answered 503.
    init(limit: Int = 32) {
        self.limit = limit
    }

    /// What `work` makes. Refuses with ``Problem`` 503 where too many wait.
    func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async throws(Problem) -> Value {
        let isAdmitted = waiting.withLock { waiting in
            guard waiting < limit else { return false }
            waiting += 1
            return true
        }
        guard isAdmitted else { throw .overloaded(retryAfter: .seconds(1), cause: "too many wait for a tool") }
        return await withCheckedContinuation { continuation in
            queue.async {
                let value = work()
                self.waiting.withLock { $0 -= 1 }
                continuation.resume(returning: value)
            }
        }
    }
}
