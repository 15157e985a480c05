import HTTPTypes
import Hummingbird
import Markup
import NIOCore

extension EmulatorServer {
    /// Adds the developer console. Its forms do the same as the admin interface.
    func addConsoleRoutes(to router: Router<EmulatorContext>) {
        show(PagePath.Console.teams, router) { server, visit in
            TeamsPage(teams: server.service.teams, formToken: visit.browser.formToken).document
        }
        show(PagePath.Console.log, router) { server, _ in
            LogPage(records: server.service.requests().suffix(200).reversed()).document
        }
        show(PagePath.Console.state, router) { server, visit in server.statePage(visit.browser.formToken) }
        router.get(RouterPath(PagePath.Console.team.text + "/:team")) { request, context in
            try await page {
                try requireOperator(request, context)
                let visit = try visit(request)
                return visit.answer(.page(teamPage(try team(context), visit.browser.formToken)))
            }
        }
        change(PagePath.Console.teams.text, router, leadsTo: { _ in PagePath.Console.teams }) { server, form, _ in
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
        changeTeam("sign-in-with-apple", router) { service, form, _ in
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
        changeTeam("remove", router) { service, form, _ in try service.removeClient(try form.checked(.client)) }
        changeTeam("keys", router) { service, form, _ in
            _ = try service.createKey(named: form[.name] ?? "", primary: try form.checked(.key))
        }
        changeTeam("revoke-key", router) { service, form, _ in try service.revokeKey(try form.checked(.key)) }
        changeTeam("sources", router) { service, form, team in try service.addEmailSource(try form.checked(.source), to: team) }
        changeTeam("sources/remove", router) { service, form, team in
            try service.removeEmailSource(try form.checked(.source), from: team)
        }
        router.post(RouterPath(PagePath.Console.team.text + "/:team/download")) { request, context in
            try await page {
                try requireOperator(request, context)
                let (_, form) = try await submission(request)
                return .download(try service.downloadKey(try form.checked(.key)))
            }
        }
    }

    private func addStateForms(to router: Router<EmulatorContext>) {
        let path = PagePath.Console.state
        change(path.text + "/clock", router, leadsTo: { _ in path }) { server, form, _ in
            guard let seconds = form[.name].flatMap(Double.init), server.service.clock.advance(by: seconds) else {
                throw EmulatorError(.malformed, "the number of seconds is invalid")
            }
        }
        change(path.text + "/rotate", router, leadsTo: { _ in path }) { server, form, _ in
            guard let rotation = form[.kind].flatMap(KeyRotation.init(rawValue:)) else {
                throw EmulatorError(.malformed, "unknown rotation")
            }
            try await server.service.rotateKeys(rotation)
        }
        change(path.text + "/remove-fault", router, leadsTo: { _ in path }) { server, form, _ in
            try server.service.removeFault(form[.key].flatMap(Int.init) ?? 0)
        }
        change(path.text + "/replay", router, leadsTo: { _ in path }) { server, form, _ in
            try server.service.replayNotification(form[.key].flatMap(Int.init) ?? 0)
        }
    }

    private func show(
        _ path: LocalPath, _ router: Router<EmulatorContext>,
        _ document: @escaping @Sendable (EmulatorServer, Visit) -> HTMLDocument
    ) {
        router.get(RouterPath(path.text)) { request, context in
            try await page {
                try requireOperator(request, context)
                let visit = try visit(request)
                return visit.answer(.page(document(self, visit)))
            }
        }
    }

    private func change(
        _ path: String, _ router: Router<EmulatorContext>, leadsTo: @escaping @Sendable (EmulatorContext) -> LocalPath,
        _ work: @escaping @Sendable (EmulatorServer, FormValues, EmulatorContext) async throws -> Void
    ) {
        router.post(RouterPath(path)) { request, context in
            try await page {
                try requireOperator(request, context)
                let (_, form) = try await submission(request)
                try await work(self, form, context)
                notifications.wake()
                return .seeOther(leadsTo(context))
            }
        }
    }

    private func changeTeam(
        _ segment: String, _ router: Router<EmulatorContext>,
        _ work: @escaping @Sendable (AppleService, FormValues, TeamID) throws -> Void
    ) {
        let leadsBack: @Sendable (EmulatorContext) -> LocalPath = { context in
            PagePath.Console.team.appending(segment: context.parameters.get("team") ?? "")
        }
        change(PagePath.Console.team.text + "/:team/" + segment, router, leadsTo: leadsBack) { server, form, context in
            try work(server.service, form, try server.team(context).id)
        }
    }

    private func team(_ context: EmulatorContext) throws -> DeveloperTeam {
        guard let team = service.teams.first(where: { $0.id.rawValue == context.parameters.get("team") }) else {
            throw EmulatorError(.unknown, "the team does not exist")
        }
        return team
    }

    private func teamPage(_ team: DeveloperTeam, _ token: FormToken) -> HTMLDocument {
        TeamPage(
            team: team, apps: service.appIDs.filter { $0.team == team.id },
            services: service.servicesIDs.filter { $0.team == team.id },
            keys: service.keys.filter { $0.team == team.id }, formToken: token
        ).document
    }

    private func statePage(_ token: FormToken) -> HTMLDocument {
        ServiceStatePage(
            now: service.clock.now, offset: service.clock.offset, signingKeys: service.signingKeys, faults: service.faults,
            notifications: service.notifications.suffix(100).reversed(), formToken: token
        ).document
    }
}

extension FormValues {
    /// Returns the value of a field, checked by its type.
    func checked<Value: CheckedText>(_ field: PageField) throws(EmulatorError) -> Value {
        guard let value = self[field].flatMap(Value.init(rawValue:)) else { throw EmulatorError(.malformed, Value.rule) }
        return value
    }

    /// Returns the words of a field with several values.
    func words(_ field: PageField) -> [String] {
        (self[field] ?? "").split(whereSeparator: { $0.isWhitespace || $0 == "," }).map(String.init)
    }
}

extension Response {
    /// Returns a developer key as a file. It can be downloaded once, so caches must not store it.
    static func download(_ file: DeveloperKeyFile) -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: "application/x-pem-file", .contentDisposition: "attachment; filename=\"\(file.fileName)\"",
                .cacheControl: "no-store", .xContentTypeOptions: "nosniff",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(string: file.pem)))
    }
}
