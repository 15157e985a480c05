import AccountPages
import Accounts
import AssociatedDomains
import HTTPTypes
import Hummingbird
import Logging
import Markup
import SiteChecks
import WebClient

/// The page that says whether an app and a site are associated, at `/tools/associated-domains`.
///
/// It reads no store and no cookie, and changes nothing. Its GET checks nothing, so that a link or an image elsewhere makes no request of
/// ours; its POST is refused where a browser says that another site sent it. What a check may cost is bounded: requests and fetches of
/// each address by budgets, one check of an address at a time, and so many of all.
struct AssociatedDomainsTool: Sendable {
    private let site: SiteConfiguration
    private let access: ToolsConfiguration.SiteAccess
    private let fetcher: any SiteFetching
    private let budget: AddressBudget
    private let fetchBudget: AddressBudget
    private let gate = AddressGate()
    private let queue: ToolQueue
    private let now: @Sendable () -> Timestamp

    /// What one visit may cost.
    static let limits = WebLimits(connecting: .seconds(5), total: .seconds(10), body: AssociationFile.maximumBytes)

    /// The largest form in bytes: the longest file with each byte of it percent-encoded, and room for the rest.
    private static let bodyLimit = 3 * CheckedDomainQuestion.fileLimit + 16_384

    init(
        _ configuration: ServerConfiguration, fetcher: any SiteFetching, budget: AddressBudget, queue: ToolQueue,
        now: @escaping @Sendable () -> Timestamp
    ) {
        site = configuration.site
        access = configuration.tools.associatedDomains
        self.fetcher = fetcher
        self.budget = budget
        fetchBudget = AddressBudget(configuration.throttles.siteChecksPerAddress)
        self.queue = queue
        self.now = now
    }

    var routes: [Route] { [show, check] }

    /// The form, filled in as the address says.
    private var show: Route {
        Route(.get, PagePath.associatedDomains.text) { request in
            try budget.charge(request.clientAddress, now: now())
            return try await answer(AssociatedDomainsPage(question: DomainQuestion(request.query)))
        }
    }

    private var check: Route {
        Route(.post, PagePath.associatedDomains.text, bodyLimit: Self.bodyLimit) { request in
            try site.publicOrigin.refuseForeign(request)
            try budget.charge(request.clientAddress, now: now())
            // The form is read inside, too: it is larger than others.
            return try await gate.admit(request.clientAddress) {
                try await check(DomainQuestion(try await request.form(DomainQuestion.fields)), request)
            }
        }
    }

    private func check(_ question: DomainQuestion, _ request: IncomingRequest) async throws -> Response {
        let checked: CheckedDomainQuestion
        do {
            checked = try CheckedDomainQuestion(question, access: access)
        } catch {
            return try await answer(AssociatedDomainsPage(question: question, errors: error.errors), status: .unprocessableContent)
        }
        var visits: [RouteVisits] = []
        if case .fetch(let domain, let port, let routes) = checked.source {
            try fetchBudget.charge(request.clientAddress, now: now())
            request.logger.info("site visited", metadata: ["domain": .string(domain.text)])
            let visitor = SiteVisitor(fetcher: fetcher, port: port)
            visits = try await RouteVisits.all(to: domain, by: routes, visitor: visitor)
        }
        let evaluation = DomainEvaluation(question: checked, access: access)
        let met = visits
        return try await answer(AssociatedDomainsPage(question: question)) {
            AssociatedDomainsPage(question: question, answer: evaluation.answer(met))
        }
    }

    private func answer(
        _ page: AssociatedDomainsPage, status: HTTPResponse.Status = .ok,
        making: (@Sendable () -> AssociatedDomainsPage)? = nil
    ) async throws -> Response {
        let bytes = try await queue.run { [site] in
            (making?() ?? page).document(on: Site(serviceName: site.name)).bytes
        }
        return .content(
            bytes, type: "text/html; charset=utf-8", status: status, headers: [.contentSecurityPolicy: ContentSecurityPolicy.page])
    }
}

/// What was met on one way to a file.
struct RouteVisits: Sendable {
    let route: SiteRoute
    let visits: [FetchReport]

    /// All ways at the same time, in the order asked for.
    static func all(to domain: DomainName, by routes: [SiteRoute], visitor: SiteVisitor) async throws -> [RouteVisits] {
        try await withThrowingTaskGroup(of: RouteVisits.self) { tasks in
            for route in routes {
                tasks.addTask { RouteVisits(route: route, visits: try await visitor.visits(to: domain, by: route)) }
            }
            var met: [RouteVisits] = []
            for try await visits in tasks { met.append(visits) }
            return routes.compactMap { route in met.first { $0.route == route } }
        }
    }
}

extension DomainQuestion {
    /// The fields of the form, and of an address but for the text of a file.
    fileprivate static let fields: [String] = [
        FormField.domain, .file, .appID, .service, .link, .source,
    ].map(\.rawValue)

    /// What fields say; what they leave out is empty, and a choice that is none is the usual one. The line ends of a file become line
    /// feeds, as they are in the field it came from: positions count the same on both sides.
    fileprivate init(_ form: FormFields) {
        self.init(
            domain: form[.domain] ?? "",
            file: (form[.file] ?? "").replacing("\r\n", with: "\n").replacing("\r", with: "\n"),
            appID: form[.appID] ?? "", service: form[.service].flatMap(DomainService.init(rawValue:)),
            link: form[.link] ?? "", source: form[.source].flatMap(DomainSource.init(rawValue:)) ?? .site)
    }
}
