import Accounts
import HTTPTypes
import Hummingbird
import JSONText
import Secrets
import WebAuthn

/// The passkey service and the format of its options. Exists only if passkeys are on.
struct PasskeyCeremonies: Sendable {
    let service: PasskeyService
    let options: PasskeyOptions
}

extension AccountAPI {
    var passkeyRoutes: [DescribedRoute] {
        passkeys.map { passkeys in
            [
                beginSignUp(passkeys), signUp(passkeys), beginPasskeySignIn(passkeys), signIn(passkeys),
                beginReauthentication(passkeys), reauthenticate(passkeys),
            ] + passkeySettingRoutes(passkeys)
        } ?? []
    }

    private func beginSignUp(_ passkeys: PasskeyCeremonies) -> DescribedRoute {
        DescribedRoute(
            .post, "/v1/accounts/passkey-options",
            Operation(
                "beginPasskeySignUp",
                "Create options for the first passkey of a new account without a password. Pass `publicKey` to "
                    + "`PublicKeyCredential.parseCreationOptionsFromJSON()`, and return `secret` with the credential within ten minutes. "
                    + "Without `username`, the client chooses the name when it returns the credential, as an app does whose user "
                    + "shares a contact on the device.",
                tag: .passkeys, body: "PasskeyName", bodyKind: .optionalJSON, answers: [.created("PasskeyCreationOptions")],
                problems: [.usernameTaken, .tooManyRequests] + Self.userNameProblems)
        ) { request in
            let name = try await request.optionalJSON { object throws(JSONReadingError) in
                try object.optionalString("username")
            }
            let secret = passkeys.service.newHolder()
            switch try await passkeys.service.beginSignUp(
                userName: name ?? nil, holder: secret, client: request.client(), now: now())
            {
            case .begun(let creation): return passkeys.answer(creation, secret: secret)
            case .rejected(let rejection): throw Problem([rejection])
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            }
        }
    }

    private func signUp(_ passkeys: PasskeyCeremonies) -> DescribedRoute {
        DescribedRoute(
            .post, "/v1/accounts/passkey",
            Operation(
                "signUpWithPasskey",
                "Create an account with a passkey and without a password, and sign in. `credential` is the result of the client's "
                    + "`toJSON()`. A repeated request returns the same session. `email` is entered as an address of the account, unverified: "
                    + "`addressClaim` is present if a code was sent to it. Where mail is off, `email` has no effect.",
                tag: .passkeys, body: "PasskeySignUp", answers: [.created("PasskeySignedUp")],
                problems: [
                    .challengeRejected, .passkeyNotRegistered, .passkeyTaken, .usernameTaken, .emailAddressMalformed,
                    .tooManyRequests, .invalidFields,
                ] + Self.userNameProblems)
        ) { request in
            let (userName, secret, credential, name, deviceName, email) = try await request.json {
                object throws(JSONReadingError) in
                (
                    try object.string("username"), try object.string("secret"), try object.node("credential"),
                    try object.optionalString("name"), try object.optionalString("deviceName"), try object.optionalString("email")
                )
            }
            let address = email.flatMap { EmailAddress(typed: $0) }
            guard email == nil || address != nil else { throw Problem(.emailAddressMalformed) }
            guard let holder = OpaqueToken(encoded: secret) else { throw Problem.challengeRejected }
            let registration = PasskeyRegistration(
                response: try RegistrationResponse(member: credential), name: name, client: request.client(deviceName: deviceName))
            let problem: Problem
            switch try await passkeys.service.signUp(userName: userName, registration, holder: holder, now: now()) {
            case .registered(let signedIn, _):
                let answer = try await claiming(address, for: signedIn, by: registration.client, try await signaling(signedIn))
                return .json(answer, status: .created, headers: [.location: "\(request.prefix)/v1/account"])
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            case .challengeRejected: problem = .challengeRejected
            case .rejected(let error): problem = Problem(registration: error)
            // Without signals: the challenge is still valid, so the client can send the same passkey with another name.
            case .userNameRejected(let rejection): throw Problem(userName: rejection)
            case .userNameTaken: problem = .userNameTaken
            case .credentialTaken: problem = Problem(.passkeyTaken)
            }
            throw problem.signaling(
                try await passkeys.signals(rejected: registration, userName: userName, holder: holder))
        }
    }

    /// Claims the address for the new account, and returns the object with the member `addressClaim`. Returns the object unchanged if
    /// no code can be sent: the account exists, and its owner can enter the address later.
    private func claiming(
        _ address: EmailAddress?, for signedIn: SignedIn, by client: Client, _ value: JSONValue
    ) async throws -> JSONValue {
        guard let addresses, let address, var object = value.object,
            case .codeSent(let claim) = try await addresses.claim(address, of: signedIn.active, client: client, now: now())
        else { return value }
        object["addressClaim"] = claim.representation
        return .object(object)
    }

    private func beginPasskeySignIn(_ passkeys: PasskeyCeremonies) -> DescribedRoute {
        DescribedRoute(
            .post, "/v1/sessions/passkey-options",
            Operation(
                "beginPasskeySignIn",
                "Create options for a sign-in with any passkey. Return `secret` with the credential within ten minutes, or within twelve "
                    + "hours if `mediation` is `conditional`, for AutoFill.",
                tag: .passkeys, body: "PasskeyMediation", bodyKind: .optionalJSON, answers: [.created("PasskeyRequestOptions")])
        ) { request in
            let isAutoFill = try await request.optionalJSON { object throws(JSONReadingError) in
                try object.mediation()
            }
            let secret = passkeys.service.newHolder()
            let begun = try passkeys.service.beginSignIn(for: secret, isAutoFill: isAutoFill ?? false, now: now())
            return passkeys.answer(begun, secret: secret)
        }
    }

    private func signIn(_ passkeys: PasskeyCeremonies) -> DescribedRoute {
        DescribedRoute(
            .post, "/v1/sessions/passkey",
            Operation(
                "signInWithPasskey",
                "Sign in with a passkey. With user verification, it counts as two factors.", tag: .passkeys,
                body: "PasskeySignIn", answers: [.created("SignedIn")],
                problems: [
                    .challengeRejected, .passkeyRejected, .credentialSuspended, .additionalAuthenticationRequired, .accountLocked,
                    .tooManyRequests,
                ])
        ) { request in
            let (secret, credential, deviceName, deviceToken) = try await request.json {
                object throws(JSONReadingError) in
                (
                    try object.string("secret"), try object.node("credential"), try object.optionalString("deviceName"),
                    try object.optionalToken("deviceToken")
                )
            }
            guard let holder = OpaqueToken(encoded: secret) else { throw Problem.challengeRejected }
            let signIn = PasskeySignIn(
                response: try AuthenticationResponse(member: credential), holder: holder, deviceToken: deviceToken,
                client: request.client(deviceName: deviceName))
            switch try await passkeys.service.signIn(signIn, now: now()) {
            case .signedIn(let signedIn):
                return .json(
                    try await signaling(signedIn), status: .created, headers: [.location: "\(request.prefix)/v1/session"])
            case .factorRequired(let challenge): throw Problem.additionalAuthenticationRequired(challenge)
            case .suspended: throw Problem.credentialSuspended
            case .challengeRejected: throw Problem.challengeRejected
            case .rejected(let error):
                throw Problem(assertion: error).signaling(
                    try await passkeys.signals(rejected: signIn.response.credentialID))
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            }
        }
    }

    private func beginReauthentication(_ passkeys: PasskeyCeremonies) -> DescribedRoute {
        route(
            .post, "/v1/session/reauthentication/passkey-options", for: .enrolling,
            Operation(
                "beginPasskeyReauthentication", "Create options for a reauthentication with a passkey of the account.",
                tag: .passkeys,
                answers: [.created("PasskeyRequestOptions")], problems: [.notFound])
        ) { _, active in
            guard let begun = try await passkeys.service.beginReauthentication(of: active, now: now()) else {
                throw Problem(.notFound, detail: "The account has no passkey.")
            }
            return passkeys.answer(begun, secret: nil)
        }
    }

    private func reauthenticate(_ passkeys: PasskeyCeremonies) -> DescribedRoute {
        route(
            .post, "/v1/session/reauthentication/passkey", for: .enrollingChange,
            Operation(
                "reauthenticateWithPasskey",
                "Reauthenticate with a passkey before a sensitive operation. The session gets a new token.", tag: .passkeys,
                body: "PasskeyProof",
                answers: [.ok("RenewedSession")],
                problems: [.challengeRejected, .passkeyRejected, .credentialSuspended, .tooManyRequests])
        ) { request, active in
            let credential = try await request.json { object throws(JSONReadingError) in try object.node("credential") }
            let outcome = try await passkeys.service.reauthenticate(
                active, by: try AuthenticationResponse(member: credential), client: request.client(), now: now())
            switch outcome {
            case .reauthenticated(let signedIn): return .json(signedIn.renewed)
            case .suspended: throw Problem.credentialSuspended
            case .challengeRejected: throw Problem.challengeRejected
            case .rejected(let error): throw Problem(assertion: error)
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            case .sessionEnded: throw Problem.sessionEnded
            }
        }
    }

    private static let userNameProblems: [ProblemCode] = [
        .usernameTooShort, .usernameTooLong, .usernameCharacterNotAllowed, .usernameMalformedAddress, .usernameReserved,
    ]
}

extension PasskeyCeremonies {
    /// - Parameter secret: the secret that the app must return with its answer; nil if the challenge is bound to a session.
    func answer(_ creation: PasskeyCreation, secret: OpaqueToken?) -> Response {
        answer(options.json(creation), secret, creation.expiresAt)
    }

    fileprivate func answer(_ request: PasskeyRequest, secret: OpaqueToken?) -> Response {
        answer(options.json(request), secret, request.expiresAt)
    }

    private func answer(_ publicKey: JSONValue, _ secret: OpaqueToken?, _ expiresAt: Timestamp) -> Response {
        let held = secret.map { [("secret", JSONValue.string($0.reveal()))] } ?? []
        return .json(
            .object(JSONObject([("publicKey", publicKey)] + held + [("expiresAt", .string(expiresAt.description))])),
            status: .created)
    }
}

extension RegistrationResponse {
    /// Parses the result of the client's `toJSON()` in the member `credential` of a body. Throws 400 if it is malformed.
    init(member node: JSONNode) throws(Problem) {
        do throws(WebAuthnError) {
            try self.init(json: node.value.bytes())
        } catch {
            throw Problem(credential: error)
        }
    }
}

extension AuthenticationResponse {
    /// Parses the result of the client's `toJSON()` in the member `name` of a body. Throws 400 if it is malformed.
    init(member node: JSONNode, named name: String = "credential") throws(Problem) {
        do throws(WebAuthnError) {
            try self.init(json: node.value.bytes())
        } catch {
            throw Problem(credential: error, named: name)
        }
    }
}

extension JSONObjectReader {
    /// Returns whether the client requests the mediation `conditional`. Rejects any other value.
    mutating func mediation() throws(JSONReadingError) -> Bool { try flag("mediation", "conditional") }

    /// Returns whether the member has this value. Rejects any other value.
    mutating func flag(_ name: String, _ expected: String) throws(JSONReadingError) -> Bool {
        guard let value = try optionalString(name) else { return false }
        guard value == expected else { throw invalidValue(name, "\(name) must be \(expected) or missing") }
        return true
    }
}

extension Problem {
    static var credentialSuspended: Problem {
        Problem(
            .credentialSuspended,
            detail: "A recovery suspended this credential. Sign in in another way, and confirm or remove it in the account.")
    }

    /// Creates the problem of an invalid new passkey. The code helps the developer of a client, and reveals nothing about an
    /// account.
    init(registration error: WebAuthnError) {
        self.init(.passkeyNotRegistered, detail: "The new passkey is invalid: \(error.code.rawValue).", cause: "\(error)")
    }

    /// Creates the problem of a passkey that cannot sign in. The response is the same in every case, so a client does not learn
    /// whether the credential exists.
    fileprivate init(assertion error: WebAuthnError) {
        self.init(.passkeyRejected, detail: "The passkey was not accepted.", cause: "\(error)")
    }

    /// Creates the 400 problem of a malformed credential.
    fileprivate init(credential error: WebAuthnError, named name: String = "credential") {
        self.init(member: name, message: "\(name) must be the result of toJSON(): \(error)")
    }
}
