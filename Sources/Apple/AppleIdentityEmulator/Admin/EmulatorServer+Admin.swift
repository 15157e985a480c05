import HTTPTypes
import Hummingbird
import WebServing

extension EmulatorServer {
    /// Adds the admin interface: JSON over HTTP below `/emulator`. The DocC article "The admin interface" describes it.
    func addAdminRoutes(to router: Router<EmulatorContext>) {
        let admin = AdminRoutes(server: self, router: router)
        addPeople(admin)
        addTeams(admin)
        addServiceState(admin)
        addSignIns(admin)
        addDevices(admin)
        router.get("/emulator/ca.pem") { _, _ in
            // Public: relying parties fetch the certificate in order to trust it.
            Response.text(authorityPEM, type: "application/x-pem-file")
        }
    }

    private func addPeople(_ admin: AdminRoutes) {
        admin.on(.get, "/accounts") { server, _ in ["accounts": server.service.people] }
        admin.on(.post, "/accounts") { server, request in
            let input = try await request.input(AccountInput.self)
            let password = try input.password.map { text throws(EmulatorError) in try AccountPassword(checking: text) }
            return Created(try server.service.addPerson(input.draft, password: password))
        }
        admin.on(.get, "/accounts/:account") { server, request in try server.person(request) }
        admin.on(.patch, "/accounts/:account") { server, request in
            let change = try await request.input(AccountChangeInput.self)
            return try server.service.changePerson(try request.path("account")) { change.apply(to: &$0) }
        }
        admin.on(.delete, "/accounts/:account") { server, request in
            let person = try server.person(request).id
            try server.service.deleteAccount(person)
            server.browsers.forget(person)
            return NoContent()
        }
        admin.on(.post, "/accounts/:account/password") { server, request in
            let new = try AccountPassword(checking: try await request.input(PasswordInput.self).password)
            try server.service.changePassword(of: try request.path("account"), to: new)
            return NoContent()
        }
        admin.on(.get, "/accounts/:account/codes") { server, request in
            ["codes": server.service.twoFactorCodes(for: try server.person(request).id)]
        }
        admin.on(.get, "/accounts/:account/devices") { server, request in
            ["devices": server.service.devices(of: try server.person(request).id).map(AccountDeviceView.init)]
        }
        admin.on(.get, "/accounts/:account/mail") { server, request in
            let after = (try? FormValues(encoded: request.request.queryBytes))?["after"].flatMap(Int.init) ?? 0
            return ["mail": server.service.mail(of: try server.person(request).id, after: after)]
        }
        admin.on(.get, "/consents") { server, _ in
            ["consents": server.service.people.flatMap { server.consents(of: $0.id) }]
        }
        admin.on(.get, "/accounts/:account/consents") { server, request in
            ["consents": server.consents(of: try server.person(request).id)]
        }
        admin.on(.delete, "/accounts/:account/consents/:app") { server, request in
            try server.service.revokeConsent(of: try request.path("account"), primary: try request.path("app"))
            return NoContent()
        }
        admin.on(.put, "/accounts/:account/consents/:app/forwarding") { server, request in
            let person = try server.person(request).id
            let app: ClientID = try request.path("app")
            let forwards = try await request.input(ForwardingInput.self).forwards
            guard let consent = server.service.consents(of: person).first(where: { $0.primary == app }) else {
                throw EmulatorError(.unknown, "\(app) does not use the account \(person)")
            }
            try server.service.setForwarding(forwards, for: person, team: consent.team)
            return NoContent()
        }
    }

    private func person(_ request: AdminRequest) throws -> AppleAccount {
        let id: PersonIdentifier = try request.path("account")
        guard let person = service.person(id) else { throw EmulatorError(.unknown, "Apple Account \(id) not found") }
        return person
    }

    private func consents(of person: PersonIdentifier) -> [ConsentView] {
        service.consents(of: person).map { ConsentView(consent: $0, account: person) }
    }
}

extension EmulatorServer {
    /// Adds sign-ins without a browser: web sign-ins in one request, and native sign-ins of simulated devices.
    func addSignIns(_ admin: AdminRoutes) {
        admin.on(.post, "/sign-ins") { server, request in
            let input = try await request.input(WebSignInInput.self)
            let decision: SheetDecision =
                input.cancels == true ? .cancel : .approve(input.choices?.choices ?? ConsentChoices())
            return WebSignInView(try server.service.signIn(at: input.url, as: input.account, decision))
        }
        admin.on(.post, "/native/form") { server, request in
            let input = try await request.input(NativeFormInput.self)
            return try server.service.nativeForm(for: input.client, person: input.account, scopes: Set(input.scopes ?? [])).get()
        }
        admin.on(.post, "/native/sign-ins") { server, request in
            try await server.natively(request) {
                try server.service.signInNatively(try await request.input(NativeSignInInput.self).request).get()
            }
        }
        admin.on(.post, "/native/credential-state") { server, request in
            let input = try await request.input(CredentialStateInput.self)
            let state = server.service.credentialState(of: input.user, client: input.client, person: input.account)
            return ["state": state.name]
        }
    }

    /// Applies the transport faults of native sign-in, a delay and a status. The device's protocol is not Apple's, so other faults
    /// do not apply.
    func natively<Value>(_ request: AdminRequest, _ work: () async throws -> Value) async throws -> Value {
        for fault in service.takeTransportFaults(.native) {
            switch fault {
            case .delay(let milliseconds): try await Task.sleep(for: .milliseconds(milliseconds))
            case .status(let code): throw HTTPError(.init(code: code))
            case .malformedBody, .wrongIssuer, .wrongAudience, .foreignEmail, .stale, .wrongSignature: break
            case .droppedConnection:
                await request.context.dropConnection()
                throw HTTPError(.internalServerError)
            }
        }
        return try await work()
    }
}

extension CredentialState {
    /// The state's name in AuthenticationServices.
    var name: String {
        switch self {
        case .revoked: "revoked"
        case .authorized: "authorized"
        case .notFound: "notFound"
        case .transferred: "transferred"
        }
    }
}

extension EmulatorServer {
    /// Permits operators: programs and browsers of this machine that use one of its names, and clients with the admin token. Other
    /// clients could create accounts and read keys.
    func requireOperator(_ request: Request, _ context: EmulatorContext) throws {
        if hasAdminToken(request) { return }
        guard context.isFromLoopback else {
            throw ForeignRequest(
                reason: "the console and the admin interface require a request from this machine or the admin token")
        }
        guard isOwnHost(request) else {
            throw ForeignRequest(reason: "the console and the admin interface are not available under \(request.hostName)")
        }
        try requireOwnOrigin(request)
    }

    /// Returns whether the client may operate the emulator, on a page that other sites lead to.
    func isOperator(_ request: Request, _ context: EmulatorContext) -> Bool {
        hasAdminToken(request) || context.isFromLoopback && isOwnHost(request)
    }

    private func hasAdminToken(_ request: Request) -> Bool {
        guard let token = rules.adminToken, let given = request.headers[.authorization] else { return false }
        return BrowserSessions.isSame(given, "Bearer " + token)
    }
}
