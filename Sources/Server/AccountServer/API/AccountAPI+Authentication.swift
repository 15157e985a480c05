import Accounts
import HTTPTypes
import JSONText
import Secrets

extension AccountAPI {
    /// The living session whose token the request shows. Throws 401 without one, and with one that opens nothing, and 403 where the
    /// account must set up a second factor first.
    func session(of request: IncomingRequest) async throws -> ActiveSession {
        let active = try await enrollingSession(of: request)
        guard !service.mustEnrol(active) else { throw Problem.secondFactorEnrolmentRequired }
        return active
    }

    /// As ``session(of:)``, for what setting up a second factor needs, and for signing out.
    func enrollingSession(of request: IncomingRequest) async throws -> ActiveSession {
        guard let token = OpaqueToken(encoded: try request.bearerToken().reveal()),
            let active = try await service.session(for: token, address: request.clientAddress, now: now())
        else { throw Problem.sessionEnded }
        return active
    }

    /// As ``session(of:)``, for a request that may write an event: charged to the session. Throws 429 beyond its budget.
    func sessionForChange(of request: IncomingRequest) async throws -> ActiveSession {
        try await charged(session(of: request))
    }

    /// As ``enrollingSession(of:)``, charged as ``sessionForChange(of:)`` is.
    func enrollingSessionForChange(of request: IncomingRequest) async throws -> ActiveSession {
        try await charged(enrollingSession(of: request))
    }

    private func charged(_ active: ActiveSession) async throws -> ActiveSession {
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
    /// 403 for a session that can only set up a second factor.
    static var secondFactorEnrolmentRequired: Problem {
        Problem(
            .secondFactorEnrolmentRequired,
            detail: "Set up an authenticator app at /v1/account/totp, or add a device key at /v1/account/device-keys.")
    }

    /// 401 for a token that opens no living session (RFC 6750, section 3.1, `invalid_token`).
    static var sessionEnded: Problem {
        Problem(.sessionExpired, headers: [.wwwAuthenticate: Problem.bearerChallenge + #", error="invalid_token""#])
    }
}
