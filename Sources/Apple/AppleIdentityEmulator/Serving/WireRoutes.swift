import HTTPTypes
import Hummingbird

/// The paths of the service, as at Apple.
enum WirePath {
    static let authorize = "/auth/authorize"
    static let token = "/auth/token"
    static let revoke = "/auth/revoke"
    static let userMigrationInfo = "/auth/usermigrationinfo"
    static let keys = "/auth/keys"
    static let discovery = "/.well-known/openid-configuration"
}

extension EmulatorServer {
    /// Adds the endpoints for relying parties and browsers.
    func addWireRoutes(to router: Router<EmulatorContext>) {
        add(.discovery, .get, WirePath.discovery, to: router) { _ in .json(service.discoveryDocument()) }
        add(.keys, .get, WirePath.keys, to: router) { _ in .json(service.keySet()) }
        add(.authorize, .get, WirePath.authorize, to: router) { request in try await page { try authorize(request) } }
        add(.token, .post, WirePath.token, to: router) { request in
            try await answer(request, at: .token) { form in service.token(form).map { .json($0.body) } }
        }
        add(.revoke, .post, WirePath.revoke, to: router) { request in
            // Apple responds with 200 and an empty body to any token.
            try await answer(request, at: .revoke) { form in
                service.revoke(form).map { _ in Response(status: .ok, headers: [.cacheControl: "no-store", .pragma: "no-cache"]) }
            }
        }
        add(.userMigrationInfo, .post, WirePath.userMigrationInfo, to: router) { request in
            try await answer(request, at: .userMigrationInfo) { form in
                service.userMigrationInfo(form, authorization: request.headers[.authorization]).map { .json($0.body) }
            }
        }
    }

    private func add(
        _ endpoint: Endpoint, _ method: HTTPRequest.Method, _ path: String, to router: Router<EmulatorContext>,
        _ work: @escaping @Sendable (Request) async throws -> Response
    ) {
        router.on(RouterPath(path), method: method) { request, context in
            // The router ignores doubled and trailing slashes. Apple responds with 404.
            guard request.rawPath == path else { throw HTTPError(.notFound) }
            return try await serve(endpoint, request, context) { try await work(request) }
        }
    }

    /// Reads a form and serves it, or rejects it as Apple does: 400 with JSON.
    private func answer(
        _ request: Request, at endpoint: Endpoint, _ work: (FormValues) -> Result<Response, AppleServiceError>
    ) async throws -> Response {
        guard request.isForm else {
            return rejection(.init(.invalidRequest, because: "the body must be application/x-www-form-urlencoded"), at: endpoint)
        }
        do {
            let form = try await request.formBody()
            switch work(form) {
            case .success(let response):
                notifications.wake()
                return response
            case .failure(let error): return .json(error.body, status: .init(code: error.status))
            }
        } catch let error as AppleServiceError {
            var response = rejection(error, at: endpoint)
            // The rest of the body is not read.
            response.headers[.connection] = "close"
            return response
        }
    }

    /// Returns and logs a rejection that the service itself did not see.
    private func rejection(_ error: AppleServiceError, at endpoint: Endpoint) -> Response {
        service.recordUnreadable(endpoint, error)
        return .json(error.body, status: .init(code: error.status))
    }
}
