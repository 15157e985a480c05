import AccountPages
import Accounts
import HTTPTypes
import Hummingbird
import Logging
import Markup
import Secrets
import WebServing

/// The pages of the desk: `/` and those below `/dev`, except for the mailbox. ``DevelopmentGate`` decides who may open them.
struct DeskTool: Sendable {
    let desk: DevelopmentDesk
    let service: AccountService
    let site: SiteConfiguration
    let tools: ToolsConfiguration
    let servesOperators: Bool
    /// Returns the reference of the API, for commands that repeat requests.
    let reference: @Sendable () -> APIReference
    let formTokens: FormTokens
    let cookies: WebCookies
    let random: any RandomBytes
    let now: @Sendable () -> Timestamp

    var routes: [Route] { [home, opening, log, startOver, script] + accountRoutes + timelineRoutes + snapshotRoutes }

    private var home: Route {
        Route(.get, PagePath.desk.text) { request in
            var services = [
                DeskService(
                    name: "Account server", detail: "Accounts, sessions and passkeys: the API, and pages for users",
                    address: "\(site.publicOrigin)", isRunning: true, opening: PagePath.signIn)
            ]
            for service in desk.services {
                services.append(
                    DeskService(
                        name: service.name, detail: service.detail, address: service.address, isRunning: await service.isRunning(),
                        opening: service.section.map { PagePath.deskOpening($0.rawValue) }))
            }
            let snapshots = try snapshotSection()
            return try page(of: request) { token in
                DeskPage(
                    services: services, credentials: desk.credentials.map(DeskCredentials.init), links: links,
                    snapshots: snapshots, formToken: token)
            }
        }
    }

    private var links: [DeskLink] {
        let all: [(Bool, DeskLink)] = [
            (true, DeskLink(title: "Sign-up", detail: "The page that creates an account", path: PagePath.signUp)),
            (
                true,
                DeskLink(
                    title: "Account", detail: "The page of the account that this browser is signed in to", path: PagePath.account)
            ),
            (
                servesOperators,
                DeskLink(
                    title: "Console of operators", detail: "Acts, approvals and the audit trail, for accounts with a role",
                    path: PagePath.operators)
            ),
            (true, DeskLink(title: "Mailbox", detail: "All mail of this server", path: PagePath.mailbox)),
            (true, DeskLink(title: "Mail templates", detail: "Every message, with sample values", path: PagePath.mailTemplates)),
            (true, DeskLink(title: "API reference", detail: "Each operation with an example", path: PagePath.apiReference)),
            (
                tools.servesPasswordRules,
                DeskLink(title: "Password rules", detail: "Checks rules and passwords", path: PagePath.passwordRules)
            ),
            (
                tools.servesPasskeys,
                DeskLink(title: "Passkey responses", detail: "Divides a response into its fields", path: PagePath.passkeyTool)
            ),
            (
                tools.associatedDomains != .off,
                DeskLink(
                    title: "Associated domains", detail: "Checks the association file of a site", path: PagePath.associatedDomains)
            ),
        ]
        return all.compactMap { isServed, link in isServed ? link : nil }
    }

    private var opening: Route {
        Route(.get, "/dev/open/{service}") { request in
            let name = try request.parameters.required("service")
            // A page on another port could request the path as an image, and each request displaces an unused token.
            guard request.headers[.literal("Sec-Fetch-Mode")].map({ $0 == "navigate" }) ?? true else {
                throw Problem(.forbidden, detail: "Open this address as a page.")
            }
            guard let service = desk.services.first(where: { $0.section?.rawValue == name }) else { throw Problem(.notFound) }
            return Response(
                status: .seeOther,
                headers: [.location: service.newAddress(), .referrerPolicy: "no-referrer"])
        }
    }

    private var log: Route {
        Route(.get, PagePath.deskLog.text) { request in
            try page(of: request) { _ in DeskLogPage(desk.log.lines.map(DeskLogLine.init)) }
        }
    }

    private var startOver: Route {
        Route(.post, PagePath.deskStartOver.text) { request in
            try await requireOwnForm(request)
            desk.startOver()
            return try restarting(request, .startOver)
        }
    }

    private var script: Route {
        .asset(Script.desk, at: PagePath.deskScript)
    }
}

extension DeskTool {
    /// Returns a page, with the cookie that its forms are bound to.
    func page<Shown: Page>(of request: IncomingRequest, _ make: (FormToken) -> Shown) throws(Problem) -> Response {
        let known = try cookies.token(.form, in: request)
        let cookie = known ?? OpaqueToken(random: random)
        let page = make(FormToken(formTokens.token(for: cookie)))
        let policy = page.script == nil ? ContentSecurityPolicy.page : ContentSecurityPolicy.pageWithScript
        var response = Response.content(
            page.document(on: Site(forDevelopers: site)).bytes, type: "text/html; charset=utf-8",
            headers: [.contentSecurityPolicy: policy])
        if known == nil { response.setCookie(cookies.setting(.form, to: cookie)) }
        return response
    }

    /// Returns the page that is shown until the servers have started again.
    func restarting(_ request: IncomingRequest, _ reason: DeskRestartPage.Reason) throws(Problem) -> Response {
        var response = try page(of: request) { _ in DeskRestartPage(reason) }
        // Without the script, the browser opens the desk after a time in which most machines have started again.
        response.headers[.literal("Refresh")] = "10; url=\(PagePath.desk)"
        return response
    }

    /// Returns the form, which has no fields except for its token and the given ones. Throws 403 for a form that is not from a page of
    /// the desk.
    @discardableResult
    func requireOwnForm(_ request: IncomingRequest, of fields: [FormField] = []) async throws -> FormFields {
        try site.publicOrigin.rejectForeign(request)
        let form = try await request.form((fields + [.formToken]).map(\.rawValue))
        guard let cookie = try cookies.token(.form, in: request), let token = form[.formToken],
            formTokens.isValid(token, for: cookie)
        else {
            throw Problem(.formTokenInvalid, detail: "Reload the page and submit the form again.")
        }
        return form
    }
}

extension Site {
    /// Creates the site of a page for developers.
    init(forDevelopers configuration: SiteConfiguration) {
        self.init(serviceName: configuration.name, desk: configuration.deskSections)
    }
}

extension DeskCredentials {
    fileprivate init(_ credentials: DevelopmentDesk.Credentials) {
        self.init(
            title: credentials.title, values: credentials.values.map { Value(name: $0.name, text: $0.text) },
            remark: credentials.remark)
    }
}

extension DeskLogLine {
    fileprivate init(_ line: DevelopmentLog.Line) {
        self.init(time: DisplayTime(line.time), level: line.level.rawValue, message: line.message, details: line.details)
    }
}
