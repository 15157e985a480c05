import Accounts
import HTTPTypes
import JSONText
import Secrets

/// Showing a second factor, to finish a sign-in or before a sensitive step.
extension AccountAPI {
    var answerChallenge: DescribedRoute {
        DescribedRoute(
            .post, "/v1/sessions/factor",
            Operation(
                "showSecondFactor",
                "Answer a challenge by one second factor. Without a session it finishes the sign-in that was answered by "
                    + "`additional_authentication_required`; with one it lets that session take sensitive steps for some minutes, and the session "
                    + "gets a new token.",
                tag: .factors, security: .optionalSession, body: "FactorAnswer",
                answers: [.created("SignedIn"), .ok("RenewedSession")],
                problems: [.factorRefused, .challengeRefused, .invalidFields, .tooManyRequests])
        ) { request in
            let active = request.headers[.authorization] == nil ? nil : try await session(of: request, for: .changing)
            let body = try await request.json(FactorAnswerBody.self)
            guard let challenge = OpaqueToken(encoded: body.challenge) else { throw Problem.factorChallengeRefused }
            let (proof, client) = (try body.proof(), request.client(deviceName: body.deviceName))
            if let active {
                let outcome = try await factors.stepUp(active, answering: challenge, by: proof, client: client, now: now())
                return .json(["session": try signedIn(outcome).openedSession])
            }
            let outcome = try await factors.signIn(answering: challenge, by: proof, client: client, now: now())
            return .json(
                try signedIn(outcome).representation, status: .created, headers: [.location: "\(request.prefix)/v1/session"])
        }
    }

    var askForFactor: DescribedRoute {
        route(
            .post, "/v1/session/factor-challenge", for: .changing,
            Operation(
                "createFactorChallenge",
                "Ask to show a second factor before a sensitive step. It takes the place of the session's last challenge.",
                tag: .factors, answers: [.created("FactorChallenge")], problems: [.tooManyRequests, .notFound])
        ) { request, active in
            guard let challenge = try await service.challenge(active, now: now()) else {
                throw Problem(.notFound, detail: "The account has no second factor.")
            }
            return .json(.object(JSONObject(challenge.members)), status: .created)
        }
    }

    private func signedIn(_ outcome: FactorSignInOutcome) throws(Problem) -> SignedIn {
        switch outcome {
        case .signedIn(let signedIn): return signedIn
        case .refused: throw Problem.factorRefused
        case .challengeRefused: throw Problem.factorChallengeRefused
        case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
        case .sessionEnded: throw Problem.sessionEnded
        }
    }

    /// The answer to a sensitive step for which too little was shown lately: 403 where that is the first factor, and 401 with a challenge
    /// where it is the second.
    func proofRequired(_ active: ActiveSession) async throws -> Problem {
        guard service.missingProof(of: active, now: now()) == .secondFactor else { return .reauthenticationRequired }
        return try await factorRequired(active)
    }

    /// 401 with a challenge for this session.
    func factorRequired(_ active: ActiveSession) async throws -> Problem {
        try await service.challenge(active, now: now()).map(Problem.additionalAuthenticationRequired) ?? .reauthenticationRequired
    }
}

/// One second factor, for a challenge.
private struct FactorAnswerBody: JSONReadable {
    let challenge: String
    let totp: String?
    let recoveryCode: String?
    let deviceKey: String?
    let signature: String?
    let deviceName: String?

    init(reading object: inout JSONObjectReader) throws(JSONReadingError) {
        challenge = try object.string("challenge")
        totp = try object.optionalString("totp")
        recoveryCode = try object.optionalString("recoveryCode")
        deviceKey = try object.optionalString("deviceKey")
        signature = try object.optionalString("signature")
        deviceName = try object.optionalString("deviceName")
    }

    /// Refuses anything but exactly one factor.
    func proof() throws(Problem) -> FactorProof {
        switch (totp, recoveryCode, deviceKey, signature) {
        case (let code?, nil, nil, nil): return .totp(code)
        case (nil, let code?, nil, nil): return .recoveryCode(code)
        case (nil, nil, let key?, let signature?):
            guard let id = DeviceKeyID(key) else {
                throw Problem(member: "deviceKey", message: "deviceKey is the identifier of a device key.")
            }
            guard let signature = Base64URL.decode(signature) else {
                throw Problem(member: "signature", message: "signature is a DER signature in base64url without padding.")
            }
            return .deviceKey(id, signature: signature)
        default:
            throw Problem(
                .invalidFields, detail: "Give exactly one of totp, recoveryCode, and deviceKey with signature.")
        }
    }
}

extension FactorChallenge {
    /// `FactorChallenge` of the OpenAPI document, and what a problem has besides its own members.
    var members: [(String, JSONValue)] {
        [
            ("challenge", .string(token.reveal())),
            ("methods", .array(factors.methods.map { .string($0.rawValue) })),
            ("deviceKeys", .array(factors.deviceKeys.map { .string($0.id.description) })),
            ("expiresAt", .string(expiresAt.description)),
            ("signatureExpiresAt", .string(signatureExpiresAt.description)),
        ]
    }
}

extension Problem {
    /// 401: one factor was right, and another is to be shown at `/v1/sessions/factor`.
    static func additionalAuthenticationRequired(_ challenge: FactorChallenge) -> Problem {
        Problem(
            .additionalAuthenticationRequired, detail: "Show a second factor: answer the challenge by one of the methods.",
            members: challenge.members)
    }

    static var factorRefused: Problem {
        Problem(.factorRefused, detail: "The code or the signature is wrong, came too late, or was used before.")
    }

    static var factorChallengeRefused: Problem {
        Problem(
            .challengeRefused,
            detail: "The challenge was never given out for this, was answered or tried too often, or has expired. Begin again.")
    }
}
