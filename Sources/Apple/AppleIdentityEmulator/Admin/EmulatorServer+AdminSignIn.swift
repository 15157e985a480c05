import HTTPTypes
import Hummingbird

extension EmulatorServer {
    /// Sign-ins without a browser: a person's on the web, done in one request, and those of simulated devices.
    func addSignIns(_ admin: AdminRoutes) {
        admin.on(.post, "/sign-ins") { server, request in
            let input = try await request.input(WebSignInInput.self)
            let decision: SheetDecision =
                input.cancels == true ? .cancel : .approve(input.choices?.choices ?? ConsentChoices())
            return WebSignInView(try server.service.signIn(at: input.url, as: input.account, decision))
        }
        admin.on(.post, "/native/form") { server, request in
            let input = try await request.input(NativeFormInput.self)
            return NativeFormView(
                try server.service.nativeForm(for: input.client, person: input.account, scopes: Set(input.scopes ?? [])).get())
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

    /// The faults of native sign-in that are the transport's: here a delay and a status, since a device's own protocol is not Apple's wire.
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
    /// The state by the name that Apple's framework gives it.
    var name: String {
        switch self {
        case .revoked: "revoked"
        case .authorized: "authorized"
        case .notFound: "notFound"
        case .transferred: "transferred"
        }
    }
}
