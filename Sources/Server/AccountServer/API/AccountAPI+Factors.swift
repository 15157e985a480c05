import Accounts
import HTTPTypes
import JSONText
import Secrets
import WebAuthn

/// Showing a second factor to complete a sign-in or to authorize a sensitive operation.
extension AccountAPI {
    var answerChallenge: DescribedRoute {
        DescribedRoute(
            .post, "/v1/sessions/factor",
            Operation(
                "showSecondFactor",
                "Answer a challenge with one second factor. Without a session, this completes the sign-in that failed with "
                    + "`additional_authentication_required`. With a session, it counts as recent authentication for some minutes, and the session "
                    + "gets a new token.",
                tag: .factors, security: .optionalSession, body: "FactorAnswer",
                answers: [.created("SignedIn"), .ok("RenewedSession")],
                problems: [
                    .factorRejected, .credentialSuspended, .challengeRejected, .accountLocked, .invalidFields, .tooManyRequests,
                ])
        ) { request in
            let active = request.headers[.authorization] == nil ? nil : try await session(of: request, for: .changing)
            let body = try await request.json(FactorAnswerBody.self)
            guard let challenge = OpaqueToken(encoded: body.challenge) else { throw Problem.factorChallengeRejected }
            let (proof, client) = (try body.proof(), request.client(deviceName: body.deviceName))
            if let active {
                let outcome = try await factors.stepUp(active, answering: challenge, by: proof, client: client, now: now())
                return .json(try signedIn(outcome).renewed)
            }
            let outcome = try await factors.signIn(answering: challenge, by: proof, client: client, now: now())
            return .json(
                try await signaling(signedIn(outcome)), status: .created, headers: [.location: "\(request.prefix)/v1/session"])
        }
    }

    var askForFactor: DescribedRoute {
        route(
            .post, "/v1/session/factor-challenge", for: .changing,
            Operation(
                "createFactorChallenge",
                "Create a challenge for a second factor before a sensitive operation. It replaces the session's previous challenge.",
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
        case .rejected: throw Problem.factorRejected
        case .suspended: throw Problem.credentialSuspended
        case .challengeRejected: throw Problem.factorChallengeRejected
        case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
        case .sessionEnded: throw Problem.sessionEnded
        }
    }

    /// Returns the problem for a sensitive operation without recent authentication: 403 if the first factor is missing, 401 with
    /// a challenge if the second factor is.
    func proofRequired(_ active: ActiveSession) async throws -> Problem {
        guard service.missingProof(of: active, now: now()) == .secondFactor else { return .reauthenticationRequired }
        return try await factorRequired(active)
    }

    /// Returns 401 with a challenge for this session.
    func factorRequired(_ active: ActiveSession) async throws -> Problem {
        try await service.challenge(active, now: now()).map(Problem.additionalAuthenticationRequired) ?? .reauthenticationRequired
    }
}

/// The answer to a challenge by one second factor.
struct FactorAnswerBody: JSONReadable {
    let challenge: String
    let totp: String?
    let recoveryCode: String?
    let deviceKey: String?
    let signature: String?
    let passkey: JSONNode?
    let deviceName: String?

    init(reading object: inout JSONObjectReader) throws(JSONReadingError) {
        challenge = try object.string("challenge")
        totp = try object.optionalString("totp")
        recoveryCode = try object.optionalString("recoveryCode")
        deviceKey = try object.optionalString("deviceKey")
        signature = try object.optionalString("signature")
        passkey = object.optionalNode("passkey")
        deviceName = try object.optionalString("deviceName")
    }

    /// Returns the proof. Throws unless the body has exactly one factor.
    func proof() throws(Problem) -> FactorProof {
        switch (totp, recoveryCode, deviceKey, signature, passkey) {
        case (let code?, nil, nil, nil, nil): return .totp(code)
        case (nil, let code?, nil, nil, nil): return .recoveryCode(code)
        case (nil, nil, nil, nil, let passkey?):
            return .passkey(try AuthenticationResponse(member: passkey, named: "passkey"))
        case (nil, nil, let key?, let signature?, nil):
            guard let id = DeviceKeyID(key) else {
                throw Problem(member: "deviceKey", message: "deviceKey must be the identifier of a device key.")
            }
            guard let signature = Base64URL.decode(signature) else {
                throw Problem(member: "signature", message: "signature must be a DER signature in base64url without padding.")
            }
            return .deviceKey(id, signature: signature)
        default:
            throw Problem(
                .invalidFields, detail: "Send exactly one of totp, recoveryCode, passkey, or deviceKey with signature.")
        }
    }
}

extension FactorChallenge {
    /// The members of `FactorChallenge` in the OpenAPI document. A problem has them in addition to its own members.
    var members: [(String, JSONValue)] {
        [
            ("challenge", .string(token.reveal())),
            ("methods", .array(factors.methods.map { .string($0.rawValue) })),
            ("deviceKeys", .array(factors.deviceKeys.map { .string($0.id.description) })),
            ("expiresAt", .string(expiresAt.description)),
            ("signatureExpiresAt", .string(signatureExpiresAt.description)),
        ] + (PasskeyOptions.json(self).map { [("passkeyOptions", $0)] } ?? [])
    }
}

extension Problem {
    /// Returns the 401 problem after a correct first factor: the client must send a second factor to `/v1/sessions/factor`.
    static func additionalAuthenticationRequired(_ challenge: FactorChallenge) -> Problem {
        Problem(
            .additionalAuthenticationRequired, detail: "A second factor is required. Answer the challenge with one of the methods.",
            members: challenge.members)
    }

    static var factorRejected: Problem {
        Problem(.factorRejected, detail: "The code or signature is wrong, expired or already used.")
    }

    static var factorChallengeRejected: Problem {
        Problem(
            .challengeRejected,
            detail: "The challenge is unknown, already answered, expired, or had too many attempts. Start again.")
    }
}
