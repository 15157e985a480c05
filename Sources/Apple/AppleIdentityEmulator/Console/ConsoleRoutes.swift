import FoundationEssentials
import HTTPTypes
import Hummingbird
import Markup
import WebServing

extension EmulatorServer {
    /// Adds the developer console. Its forms do the same as the admin interface.
    func addConsoleRoutes(to router: Router<EmulatorContext>) {
        show(PagePath.Console.teams.text, router, Self.teamsPage)
        show(PagePath.Console.team.text + "/:team", router, Self.teamPage)
        show(PagePath.Console.log.text, router, Self.logPage)
        show(PagePath.Console.state.text, router, Self.statePage)
        addLogEvents(to: router)
        change(
            PagePath.Console.teams.text, router, on: Self.teamsPage, leadsTo: { _, _ in PagePath.Console.teams }
        ) { server, form, _ in
            _ = try server.service.addTeam(
                name: form[.name] ?? "", kind: form[.kind].flatMap(DeveloperTeam.Kind.init(rawValue:)) ?? .organization)
        }
        addTeamForms(to: router)
        addStateForms(to: router)
    }

    private func addTeamForms(to router: Router<EmulatorContext>) {
        changeTeam("apps", router) { service, form, team in
            _ = try service.addAppID(try form.checked(.client), team: team, name: form[.name] ?? "")
        }
        changeTeam("notification-url", router) { service, form, _ in
            try service.setNotificationURL(form[.url], of: try form.checked(.client))
        }
        changeTeam(
            "sign-in-with-apple", router,
            asks: { form in
                guard form[.kind] != "on" else { return nil }
                return Question(
                    "Disable Sign in with Apple for \(form[.client] ?? "")?",
                    "Devices then reject its sign-ins. Consents stay, and you can enable it again.", button: "Disable")
            }
        ) { service, form, _ in
            try service.setSignInWithApple(form[.kind] == "on", of: try form.checked(.client))
        }
        changeTeam("services", router) { service, form, _ in
            _ = try service.addServicesID(
                try form.checked(.client), primary: try form.checked(.key), name: form[.name] ?? "", domains: form.words(.domains),
                returnURLs: form.words(.urls))
        }
        changeTeam("websites", router) { service, form, _ in
            _ = try service.setWebsites(
                domains: form.words(.domains), returnURLs: form.words(.urls), of: try form.checked(.client))
        }
        changeTeam(
            "remove", router,
            asks: { form in
                Question(
                    "Remove \(form[.client] ?? "")?", "Its websites can no longer sign users in. You cannot undo this.",
                    button: "Remove")
            }
        ) { service, form, _ in try service.removeClient(try form.checked(.client)) }
        changeTeam("keys", router) { service, form, _ in
            _ = try service.createKey(named: form[.name] ?? "", primary: try form.checked(.key))
        }
        changeTeam(
            "revoke-key", router,
            asks: { form in
                Question(
                    "Revoke the key \(form[.key] ?? "")?",
                    "Client secrets that it signed are rejected from now on. You cannot undo this.", button: "Revoke")
            }
        ) { service, form, _ in try service.revokeKey(try form.checked(.key)) }
        changeTeam("sources", router) { service, form, team in try service.addEmailSource(try form.checked(.source), to: team) }
        changeTeam(
            "sources/remove", router,
            asks: { form in
                Question(
                    "Remove the e-mail source \(form[.source] ?? "")?",
                    "Its mail to relay addresses of this team’s users is then rejected.", button: "Remove")
            }
        ) { service, form, team in
            try service.removeEmailSource(try form.checked(.source), from: team)
        }
        router.post(RouterPath(PagePath.Console.team.text + "/:team/download")) { request, context in
            try await page {
                try requireOperator(request, context)
                let (_, form, _) = try await submission(request)
                return .download(try service.downloadKey(try form.checked(.key)))
            }
        }
    }

    private func addStateForms(to router: Router<EmulatorContext>) {
        changeState(PagePath.Console.clock) { service, form in try service.moveClock(form) }
        changeState(
            PagePath.Console.clockBack,
            // The page where the browser used the banner.
            leadsTo: { form in form[.page].flatMap { LocalPath($0) } ?? PagePath.Console.state }
        ) { service, _ in service.clock.moveBack() }
        changeState(PagePath.Console.faults) { service, form in try service.addFault(form) }
        changeState(PagePath.Console.state.appending(segment: "remove-fault")) { service, form in
            try service.removeFault(form[.key].flatMap(Int.init) ?? 0)
        }
        changeState(PagePath.Console.state.appending(segment: "replay")) { service, form in
            try service.replayNotification(form[.key].flatMap(Int.init) ?? 0)
        }
        changeState(
            PagePath.Console.state.appending(segment: "rotate"),
            asks: { form in
                guard form[.kind] == KeyRotation.abrupt.rawValue else { return nil }
                return Question(
                    "Remove the old signing keys?",
                    "The key set then lists none of them, although tokens that they signed are still valid. You cannot undo this.",
                    button: "Rotate and Remove")
            }
        ) { service, form in
            guard let rotation = form[.kind].flatMap(KeyRotation.init(rawValue:)) else {
                throw EmulatorError(.malformed, "the form has no known rotation of signing keys")
            }
            try await service.rotateKeys(rotation)
        }

        func changeState(
            _ path: LocalPath, asks: @escaping Asking = { _ in nil },
            leadsTo: @escaping @Sendable (FormValues) -> LocalPath = { _ in PagePath.Console.state },
            _ work: @escaping @Sendable (AppleService, FormValues) async throws -> Void
        ) {
            change(path.text, router, on: Self.statePage, asks: asks, leadsTo: { form, _ in leadsTo(form) }) { server, form, _ in
                try await work(server.service, form)
            }
        }
    }

    private typealias Drawing = @Sendable (EmulatorServer, EmulatorContext, Visit) throws -> HTMLDocument
    /// Returns the question before an operation that cannot be undone; nil for none.
    private typealias Asking = @Sendable (FormValues) -> Question?

    private func show(_ path: String, _ router: Router<EmulatorContext>, _ drawing: @escaping Drawing) {
        router.get(RouterPath(path)) { request, context in
            try await page {
                try requireOperator(request, context)
                let visit = try visit(request)
                return try visit.answer(.page(try drawing(self, context, visit), policy: Response.policyWithScript))
            }
        }
    }

    /// Registers a form of a page. If the operation is rejected, the page shows the form again with its input and the reason.
    private func change(
        _ path: String, _ router: Router<EmulatorContext>, on drawing: @escaping Drawing, asks: @escaping Asking = { _ in nil },
        leadsTo: @escaping @Sendable (FormValues, EmulatorContext) -> LocalPath,
        _ work: @escaping @Sendable (EmulatorServer, FormValues, EmulatorContext) async throws -> Void
    ) {
        router.post(RouterPath(path)) { request, context in
            try await page {
                try requireOperator(request, context)
                let (visit, form, _) = try await submission(request)
                guard let action = LocalPath(request.rawPath) else {
                    throw HTTPError(.badRequest, message: "the path of the form begins with two slashes")
                }
                if form[.confirmed] == nil, let question = asks(form) {
                    let asking = ConfirmationPage(
                        question: question, form: form, action: action, back: leadsTo(form, context),
                        formToken: visit.browser.formToken)
                    return visit.answer(.page(asking.document))
                }
                do {
                    try await work(self, form, context)
                } catch let rejection as EmulatorError {
                    return try visit.answer(
                        after: RejectedForm(form, sentTo: action, rejection),
                        .page(
                            try drawing(self, context, visit), status: rejection.code.status, policy: Response.policyWithScript))
                }
                notifications.wake()
                return .seeOther(leadsTo(form, context))
            }
        }
    }

    private func changeTeam(
        _ segment: String, _ router: Router<EmulatorContext>, asks: @escaping Asking = { _ in nil },
        _ work: @escaping @Sendable (AppleService, FormValues, TeamID) throws -> Void
    ) {
        change(
            PagePath.Console.team.text + "/:team/" + segment, router, on: Self.teamPage, asks: asks,
            leadsTo: { _, context in PagePath.Console.team.appending(segment: context.parameters.get("team") ?? "") }
        ) { server, form, context in
            try work(server.service, form, try server.team(context).id)
        }
    }

    private func team(_ context: EmulatorContext) throws -> DeveloperTeam {
        guard let team = service.teams.first(where: { $0.id.rawValue == context.parameters.get("team") }) else {
            throw EmulatorError(.unknown, "the team does not exist")
        }
        return team
    }

    @Sendable private static func teamsPage(
        _ server: EmulatorServer, _ context: EmulatorContext, _ visit: Visit
    ) -> HTMLDocument {
        TeamsPage(teams: server.service.teams, formToken: visit.browser.formToken).document
    }

    @Sendable private static func teamPage(
        _ server: EmulatorServer, _ context: EmulatorContext, _ visit: Visit
    ) throws -> HTMLDocument {
        let team = try server.team(context)
        let service = server.service
        return TeamPage(
            team: team, apps: service.appIDs.filter { $0.team == team.id },
            services: service.servicesIDs.filter { $0.team == team.id }, keys: service.keys.filter { $0.team == team.id },
            emulator: server.base, issuer: service.issuer, formToken: visit.browser.formToken
        ).document
    }

    @Sendable private static func logPage(
        _ server: EmulatorServer, _ context: EmulatorContext, _ visit: Visit
    ) -> HTMLDocument {
        let filter = LogFilter(try? FormValues(encoded: visit.request.queryBytes))
        let records = server.service.requests().filter(filter.matches).suffix(200).reversed()
        return LogPage(records: Array(records), filter: filter, base: server.base).document
    }

    @Sendable private static func statePage(
        _ server: EmulatorServer, _ context: EmulatorContext, _ visit: Visit
    ) -> HTMLDocument {
        let service = server.service
        return ServiceStatePage(
            now: service.clock.now, offset: service.clock.offset, isMoved: service.clock.isMoved,
            signingKeys: service.signingKeys, faults: service.faults,
            notifications: service.notifications.suffix(100).reversed(), formToken: visit.browser.formToken
        ).document
    }

    /// The base URL that commands and configurations name.
    private var base: String { addresses.plain ?? addresses.secure ?? AppleService.issuer }
}

extension AppleService {
    /// Moves the clock as the console's form says: to a time, or by seconds.
    fileprivate func moveClock(_ form: FormValues) throws(EmulatorError) {
        switch (form[.time], form[.seconds]) {
        case (let text?, nil):
            guard let date = try? Date(text, strategy: .iso8601) else {
                throw EmulatorError(.malformed, "the time must have the form 2026-03-01T12:00:00Z", at: .time)
            }
            guard clock.set(to: date) else {
                throw EmulatorError(.malformed, "the clock shows times from 2000 to 2200 only", at: .time)
            }
        case (nil, let text?):
            guard let seconds = Double(text) else {
                throw EmulatorError(.malformed, "the number of seconds is invalid", at: .seconds)
            }
            guard clock.advance(by: seconds) else {
                throw EmulatorError(.malformed, "the clock shows times from 2000 to 2200 only", at: .seconds)
            }
        default:
            throw EmulatorError(.malformed, "give either a time or a number of seconds", at: .time)
        }
    }

    /// Sets the fault that the console's form describes.
    fileprivate func addFault(_ form: FormValues) throws(EmulatorError) {
        guard let endpoint = form[.endpoint].flatMap(Endpoint.init(rawValue:)) else {
            throw EmulatorError(.malformed, "the endpoint is unknown", at: .endpoint)
        }
        var count: Int?
        if let text = form[.count] {
            guard let number = Int(text) else { throw EmulatorError(.malformed, "the number of requests is invalid", at: .count) }
            count = number
        }
        let kind = try FaultText.kind(name: form[.kind] ?? "", value: form[.value])
        try addFault(kind, at: endpoint, count: count)
    }
}

extension FormValues {
    /// Returns the value of a field, checked by its type.
    func checked<Value: CheckedText>(_ field: PageField) throws(EmulatorError) -> Value {
        guard let value = self[field].flatMap(Value.init(rawValue:)) else {
            throw EmulatorError(.malformed, Value.rule, at: field.input)
        }
        return value
    }

    /// Returns the words of a field with several values.
    func words(_ field: PageField) -> [String] {
        (self[field] ?? "").split(whereSeparator: { $0.isWhitespace || $0 == "," }).map(String.init)
    }
}

extension PageField {
    /// The input that a field with an identifier has.
    fileprivate var input: EmulatorError.Input? {
        switch self {
        case .client: .identifier
        case .key: .primary
        case .source: .source
        default: nil
        }
    }
}

extension Response {
    /// Returns a developer key as a file. It can be downloaded once, so caches must not store it.
    static func download(_ file: DeveloperKeyFile) -> Response {
        .uncached(
            file.pem.utf8, type: "application/x-pem-file",
            headers: [.contentDisposition: "attachment; filename=\"\(file.fileName)\""])
    }
}
