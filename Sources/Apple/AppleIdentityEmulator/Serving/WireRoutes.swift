import HTTPTypes
import Hummingbird

/// The paths of the service, as Apple's (facts 1.1).
enum WirePath {
    static let authorize = "/auth/authorize"
    static let token = "/auth/token"
    static let revoke = "/auth/revoke"
    static let userMigrationInfo = "/auth/usermigrationinfo"
    static let keys = "/auth/keys"
    static let discovery = "/.well-known/openid-configuration"
}

extension EmulatorServer {
    /// The endpoints that relying parties and browsers know.
    func addWireRoutes(to router: Router<EmulatorContext>) {
        router.get(RouterPath(WirePath.discovery)) { request, context in
            try await serve(.discovery, request, context) { .json(service.discoveryDocument()) }
        }
        router.get(RouterPath(WirePath.keys)) { request, context in
            try await serve(.keys, request, context) { .json(service.keySet()) }
        }
        router.get(RouterPath(WirePath.authorize)) { request, context in
            try await serve(.authorize, request, context) { try await page { try authorize(request) } }
        }
        router.post(RouterPath(WirePath.token)) { request, context in
            try await serve(.token, request, context) {
                try await answer(request, at: .token) { form in service.token(form).map { .json($0.body) } }
            }
        }
        router.post(RouterPath(WirePath.revoke)) { request, context in
            try await serve(.revoke, request, context) {
                // 200 with no body, whatever the token was (facts 1.9).
                try await answer(request, at: .revoke) { form in
                    service.revoke(form).map { _ in
                        Response(status: .ok, headers: [.cacheControl: "no-store", .pragma: "no-cache"])
                    }
                }
            }
        }
        router.post(RouterPath(WirePath.userMigrationInfo)) { request, context in
            try await serve(.userMigrationInfo, request, context) {
                try await answer(request, at: .userMigrationInfo) { form in
                    service.userMigrationInfo(form, authorization: request.headers[.authorization]).map { .json($0.body) }
                }
            }
        }
    }

    /// Reads a form and answers it, or refuses it as Apple does: 400 with JSON.
    private func answer(
        _ request: Request, at endpoint: Endpoint, _ work: (FormValues) -> Result<Response, AppleServiceError>
    ) async throws -> Response {
        guard request.isForm else {
            return refusal(.init(.invalidRequest, because: "the body must be application/x-www-form-urlencoded"), at: endpoint)
        }
        do {
            let form = try await request.formBody()
            switch work(form) {
            case .success(let response):
                notifications.wake()
                return response
            case .failure(let error): return .json(error.body, status: .init(code: error.status))
            }
        } catch let error as FormRefusal {
            var response = refusal(AppleServiceError(error), at: endpoint)
            // What is left of the body is not read.
            response.headers[.connection] = "close"
            return response
        }
    }

    /// A refusal that the service itself never saw; it goes to the request log here.
    private func refusal(_ error: AppleServiceError, at endpoint: Endpoint) -> Response {
        service.recordUnreadable(error, at: endpoint)
        return .json(error.body, status: .init(code: error.status))
    }
}
