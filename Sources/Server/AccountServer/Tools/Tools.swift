import AccountPages
import Accounts
import Dispatch
import HTTPTypes
import Hummingbird
import Markup
import Secrets
import SiteChecks
import Synchronization
import WebClient

/// The developer pages that the configuration turns on. They share a budget for each address and one thread.
struct Tools: Sendable {
    let routes: [Route]

    /// - Parameter sites: the transport to sites that visitors name; nil for the default.
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
        if configuration.tools.servesPasskeys {
            routes += PasskeyTool(configuration, budget: budget, queue: queue, now: now).routes
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
    /// Creates the fetcher for sites that visitors name. Its `User-Agent` names this service, so that operators of those sites
    /// can complain.
    fileprivate init(_ configuration: ServerConfiguration) throws {
        try self.init(
            userAgent: "latchkey (+\(configuration.site.publicOrigin))",
            policy: configuration.tools.associatedDomains == .all ? .any : .publicOnly, limits: AssociatedDomainsTool.limits)
    }
}

/// Runs one job at a time, outside the threads that handle requests. A costly tool request delays only other tool requests, not
/// sign-ins.
final class ToolQueue: Sendable {
    private let queue = DispatchQueue(label: "tools")
    private let waiting = Mutex(0)
    private let limit: Int

    /// - Parameter limit: the maximum number of running and waiting jobs; further ones receive 503.
    init(limit: Int = 32) {
        self.limit = limit
    }

    /// Runs `work` and returns its result. Throws ``Problem`` 503 if too many jobs wait.
    func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async throws(Problem) -> Value {
        let isAdmitted = waiting.withLock { waiting in
            guard waiting < limit else { return false }
            waiting += 1
            return true
        }
        guard isAdmitted else { throw .overloaded(retryAfter: .seconds(1), cause: "too many waiting tool requests") }
        return await withCheckedContinuation { continuation in
            queue.async {
                let value = work()
                self.waiting.withLock { $0 -= 1 }
                continuation.resume(returning: value)
            }
        }
    }

    /// Makes and renders a page as a job, and returns its response. Throws ``Problem`` 503 if too many jobs wait.
    func page<Shown: Page>(
        on site: SiteConfiguration, status: HTTPResponse.Status = .ok, policy: String = ContentSecurityPolicy.page,
        _ make: @autoclosure @escaping @Sendable () -> Shown
    ) async throws(Problem) -> Response {
        let bytes = try await run { make().document(on: Site(forDevelopers: site)).bytes }
        return .content(bytes, type: "text/html; charset=utf-8", status: status, headers: [.contentSecurityPolicy: policy])
    }
}
