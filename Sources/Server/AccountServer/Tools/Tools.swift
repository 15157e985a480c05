import Accounts
import Secrets
import SiteChecks
import WebClient

/// The pages for developers that the configuration wants. They share a budget for each address and one thread.
struct Tools: Sendable {
    /// Those whose forms are of the usual size.
    let routes: [Route]
    /// Those whose forms may be larger: see ``AssociatedDomainsTool/bodyLimit``.
    let largeRoutes: [Route]

    /// - Parameter sites: the way to sites that visitors name; nil for connections of its own.
    init(
        _ configuration: ServerConfiguration, sites: (any SiteFetching)?, random: any RandomBytes,
        now: @escaping @Sendable () -> Timestamp
    ) throws {
        let budget = AddressBudget(configuration.throttles.toolRequestsPerAddress)
        let queue = ToolQueue()
        routes =
            configuration.tools.servesPasswordRules
            ? PasswordRulesTool(configuration, budget: budget, queue: queue, random: random, now: now).routes : []
        largeRoutes =
            configuration.tools.associatedDomains == .off
            ? []
            : AssociatedDomainsTool(
                configuration, fetcher: try sites ?? SiteFetcher(configuration), budget: budget, queue: queue, now: now
            ).routes
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

extension RequestPolicy {
    /// The same, with bodies of up to so many bytes.
    func taking(_ bodyLimit: Int) -> RequestPolicy {
        var policy = self
        policy.bodyLimit = bodyLimit
        return policy
    }
}
