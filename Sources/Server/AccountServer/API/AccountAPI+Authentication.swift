import Accounts
import HTTPTypes
import JSONText
import Secrets

extension AccountAPI {
    /// The living session whose token the request shows. Throws 401 without one, and with one that opens nothing.
    func session(of request: IncomingRequest) async throws -> ActiveSession {
        guard let token = OpaqueToken(encoded: try request.bearerToken().reveal()),
            let active = try await service.session(for: token, address: request.clientAddress, now: now())
        else { throw Problem.sessionEnded }
        return active
    }

    /// As ``session(of:)``, for a request that may write an event: charged to the account. Throws 429 beyond its budget.
    func sessionForChange(of request: IncomingRequest) async throws -> ActiveSession {
        let active = try await session(of: request)
        if case .exhausted(let retryAfter) = try await service.chargeChange(by: active, now: now()) {
            throw Problem.tooManyRequests(retryAfter: retryAfter)
        }
        return active
    }
}

extension IncomingRequest {
    /// Who asks, as sessions and events record it. A device that does not name itself is known by its `User-Agent`.
    func client(deviceName: String? = nil) -> Client {
        Client(address: clientAddress, deviceName: deviceName ?? headers[.userAgent])
    }
}

extension Problem {
    /// 401 for a token that opens no living session (RFC 6750, section 3.1, `invalid_token`).
    static var sessionEnded: Problem {
        Problem(.sessionExpired, headers: [.wwwAuthenticate: Problem.bearerChallenge + #", error="invalid_token""#])
    }
}
