import AccountPages
import Accounts
import AssociatedDomains
import HTTPTypes
import Hummingbird
import Logging
import Markup
import SiteChecks
import WebClient

/// The page that checks whether an app and a site are associated, at `/tools/associated-domains`.
///
/// It reads no store and no cookie, and changes nothing. GET checks nothing, so a link or an image on another site causes no
/// outgoing request. POST is rejected if the browser reports that another site sent it. The cost of checks is limited: budgets
/// for the requests and fetches of each address, one check for each address at a time, and a total limit.
struct AssociatedDomainsTool: Sendable {
    private let site: SiteConfiguration
    private let access: ToolsConfiguration.SiteAccess
    private let fetcher: any SiteFetching
    private let budget: AddressBudget
    private let fetchBudget: AddressBudget
    private let gate = AddressGate()
    private let queue: ToolQueue
    private let now: @Sendable () -> Timestamp

    /// The limits of one fetch.
    static let limits = WebLimits(connecting: .seconds(5), total: .seconds(10), body: AssociationFile.maximumBytes)

    /// The maximum size of a form in bytes: the longest file, percent-encoded, and the other fields.
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

    /// The form, filled in from the query.
    private var show: Route {
        Route(.get, PagePath.associatedDomains.text) { request in
            try budget.charge(request.clientAddress, now: now())
            return try await queue.page(on: site, AssociatedDomainsPage(question: DomainQuestion(request.query)))
        }
    }

    private var check: Route {
        Route(.post, PagePath.associatedDomains.text, bodyLimit: Self.bodyLimit) { request in
            try site.publicOrigin.rejectForeign(request)
            try budget.charge(request.clientAddress, now: now())
            // The form is also read inside the gate, because it is larger than other forms.
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
            return try await queue.page(
                on: site, status: .unprocessableContent, AssociatedDomainsPage(question: question, errors: error.errors))
        }
        var visits: [RouteVisits] = []
        if case .fetch(let domain, let port, let routes) = checked.source {
            try fetchBudget.charge(request.clientAddress, now: now())
            request.logger.info("site checked", metadata: ["domain": .string(domain.text)])
            let visitor = SiteVisitor(fetcher: fetcher, port: port)
            visits = try await RouteVisits.all(to: domain, by: routes, visitor: visitor)
        }
        let evaluation = DomainEvaluation(question: checked, access: access)
        let met = visits
        return try await queue.page(on: site, AssociatedDomainsPage(question: question, answer: evaluation.answer(met)))
    }
}

/// The responses of one route to a file.
struct RouteVisits: Sendable {
    let route: SiteRoute
    let visits: [FetchReport]

    /// Fetches by all routes concurrently. Returns the results in the order of `routes`.
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
    /// The fields of the form. A query has the same fields, except the text of a file.
    fileprivate static let fields: [String] = [
        FormField.domain, .file, .appID, .service, .link, .source,
    ].map(\.rawValue)

    /// Reads a question from a form or query. Missing fields are empty, and an unknown choice is replaced by the default. The
    /// line breaks of a file become line feeds, as in the form field, so that positions agree.
    fileprivate init(_ form: FormFields) {
        self.init(
            domain: form[.domain] ?? "",
            file: (form[.file] ?? "").replacing("\r\n", with: "\n").replacing("\r", with: "\n"),
            appID: form[.appID] ?? "", service: form[.service].flatMap(DomainService.init(rawValue:)),
            link: form[.link] ?? "", source: form[.source].flatMap(DomainSource.init(rawValue:)) ?? .site)
    }
}
