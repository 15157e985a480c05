import Accounts
import HTTPTypes
import Hummingbird
import JSONText
import Secrets
import WebAuthn

/// Passkeys in the API: there only where they are on.
struct PasskeyCeremonies: Sendable {
    let service: PasskeyService
    let options: PasskeyOptions
}

extension AccountAPI {
    var passkeyRoutes: [DescribedRoute] {
        passkeys.map { passkeys in
            [
                beginSignUp(passkeys), signUp(passkeys), beginPasskeySignIn(passkeys), signIn(passkeys),
                beginReauthentication(passkeys), reauthenticate(passkeys), beginAddition(passkeys), addPasskey(passkeys),
                listPasskeys(passkeys), renamePasskey(passkeys), removePasskey(passkeys),
            ]
        } ?? []
    }

    private func beginSignUp(_ passkeys: PasskeyCeremonies) -> DescribedRoute {
        DescribedRoute(
            .post, "/v1/accounts/passkey-options",
            Operation(
                "beginPasskeySignUp",
                "Options for the first passkey of a new account without a password. `publicKey` is what "
                    + "`PublicKeyCredential.parseCreationOptionsFromJSON()` takes; `secret` comes back with the answer, within ten minutes.",
                tag: .passkeys, body: "PasskeyName", answers: [.created("PasskeyCreationOptions")],
                problems: [.usernameTaken, .tooManyRequests] + Self.userNameProblems)
        ) { request in
            let name = try await request.json { object throws(JSONReadingError) in try object.string("username") }
            let secret = passkeys.service.newHolder()
            switch try await passkeys.service.beginSignUp(userName: name, holder: secret, client: request.client(), now: now()) {
            case .begun(let creation): return passkeys.answer(creation, secret: secret)
            case .refused(let refusal): throw Problem([refusal])
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            }
        }
    }

    private func signUp(_ passkeys: PasskeyCeremonies) -> DescribedRoute {
        DescribedRoute(
            .post, "/v1/accounts/passkey",
            Operation(
                "signUpWithPasskey",
                "Create an account with a passkey and no password, and sign in. `credential` is what the client's `toJSON()` gives. The "
                    + "same answer sent again gets the same session.",
                tag: .passkeys, body: "PasskeySignUp", answers: [.created("SignedIn")],
                problems: [
                    .challengeRefused, .passkeyNotRegistered, .passkeyTaken, .usernameTaken, .tooManyRequests, .invalidFields,
                ])
        ) { request in
            let (userName, secret, credential, name, deviceName) = try await request.json {
                object throws(JSONReadingError) in
                (
                    try object.string("username"), try object.string("secret"), try object.node("credential"),
                    try object.optionalString("name"), try object.optionalString("deviceName")
                )
            }
            guard let holder = OpaqueToken(encoded: secret) else { throw Problem.challengeRefused }
            let registration = PasskeyRegistration(
                response: try RegistrationResponse(member: credential), name: name, client: request.client(deviceName: deviceName))
            switch try await passkeys.service.signUp(userName: userName, registration, holder: holder, now: now()) {
            case .registered(let signedIn, _):
                return .json(signedIn.representation, status: .created, headers: [.location: "\(request.prefix)/v1/account"])
            case .challengeRefused: throw Problem.challengeRefused
            case .refused(let error): throw Problem(registration: error)
            case .userNameTaken: throw Problem.userNameTaken
            case .credentialTaken: throw Problem(.passkeyTaken)
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            }
        }
    }

    private func beginPasskeySignIn(_ passkeys: PasskeyCeremonies) -> DescribedRoute {
        DescribedRoute(
            .post, "/v1/sessions/passkey-options",
            Operation(
                "beginPasskeySignIn",
                "Options for signing in with any passkey, the same for every client. `secret` comes back with the answer, within ten "
                    + "minutes; with `mediation` `conditional`, for AutoFill, within twelve hours.",
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
                "Sign in with a passkey. One whose authenticator verified the user is both factors.", tag: .passkeys,
                body: "PasskeySignIn", answers: [.created("SignedIn")],
                problems: [.challengeRefused, .passkeyRefused, .additionalAuthenticationRequired, .tooManyRequests])
        ) { request in
            let (secret, credential, deviceName, deviceToken) = try await request.json {
                object throws(JSONReadingError) in
                (
                    try object.string("secret"), try object.node("credential"), try object.optionalString("deviceName"),
                    try object.optionalToken("deviceToken")
                )
            }
            guard let holder = OpaqueToken(encoded: secret) else { throw Problem.challengeRefused }
            let signIn = PasskeySignIn(
                response: try AuthenticationResponse(member: credential), holder: holder, deviceToken: deviceToken,
                client: request.client(deviceName: deviceName))
            switch try await passkeys.service.signIn(signIn, now: now()) {
            case .signedIn(let signedIn):
                return .json(
                    signedIn.representation, status: .created, headers: [.location: "\(request.prefix)/v1/session"])
            case .factorRequired(let challenge): throw Problem.additionalAuthenticationRequired(challenge)
            case .challengeRefused: throw Problem.challengeRefused
            case .refused(let error): throw Problem(assertion: error)
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            }
        }
    }

    private func beginReauthentication(_ passkeys: PasskeyCeremonies) -> DescribedRoute {
        route(
            .post, "/v1/session/reauthentication/passkey-options", for: .enrolling,
            Operation(
                "beginPasskeyReauthentication", "Options for showing a passkey of the account again.", tag: .passkeys,
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
                "Show a passkey again, for sensitive steps. The session gets a new token.", tag: .passkeys, body: "PasskeyProof",
                answers: [.ok("RenewedSession")], problems: [.challengeRefused, .passkeyRefused, .tooManyRequests])
        ) { request, active in
            let credential = try await request.json { object throws(JSONReadingError) in try object.node("credential") }
            let outcome = try await passkeys.service.reauthenticate(
                active, by: try AuthenticationResponse(member: credential), client: request.client(), now: now())
            switch outcome {
            case .reauthenticated(let signedIn): return .json(["session": signedIn.openedSession])
            case .challengeRefused: throw Problem.challengeRefused
            case .refused(let error): throw Problem(assertion: error)
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            case .sessionEnded: throw Problem.sessionEnded
            }
        }
    }

    private func beginAddition(_ passkeys: PasskeyCeremonies) -> DescribedRoute {
        route(
            .post, "/v1/account/passkey-options", for: .changing,
            Operation(
                "beginPasskey",
                "Options for adding a passkey to the account. A credential was shown within the last minutes; for `mediation` "
                    + "`conditional`, a password.",
                tag: .passkeys, body: "PasskeyMediation", bodyKind: .optionalJSON, answers: [.created("PasskeyCreationOptions")],
                problems: [.conflict, .tooManyRequests] + Self.proofs)
        ) { request, active in
            let isSilent = try await request.optionalJSON { object throws(JSONReadingError) in try object.mediation() }
            switch try await passkeys.service.beginRegistration(of: active, isSilent: isSilent ?? false, now: now()) {
            case .begun(let creation): return passkeys.answer(creation, secret: nil)
            case .tooMany: throw Problem.tooManyPasskeys
            case .reauthenticationRequired: throw try await proofRequired(active)
            case .sessionEnded: throw Problem.sessionEnded
            }
        }
    }

    private func addPasskey(_ passkeys: PasskeyCeremonies) -> DescribedRoute {
        route(
            .post, "/v1/account/passkeys", for: .changing,
            Operation(
                "addPasskey", "Add the passkey that the client made. The same answer sent again gets the same passkey.",
                tag: .passkeys, body: "NewPasskey", answers: [.created("PasskeyEnvelope")],
                problems: [.challengeRefused, .passkeyNotRegistered, .passkeyTaken, .conflict, .tooManyRequests])
        ) { request, active in
            let (credential, name, isSilent) = try await request.json { object throws(JSONReadingError) in
                (try object.node("credential"), try object.optionalString("name"), try object.mediation())
            }
            let registration = PasskeyRegistration(
                response: try RegistrationResponse(member: credential), name: name, client: request.client())
            switch try await passkeys.service.register(registration, isSilent: isSilent, of: active, now: now()) {
            case .added(let passkey): return .json(["passkey": passkey.representation], status: .created)
            case .challengeRefused: throw Problem.challengeRefused
            case .refused(let error): throw Problem(registration: error)
            case .credentialTaken: throw Problem(.passkeyTaken)
            case .tooMany: throw Problem.tooManyPasskeys
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            case .sessionEnded: throw Problem.sessionEnded
            }
        }
    }

    private func listPasskeys(_ passkeys: PasskeyCeremonies) -> DescribedRoute {
        route(
            .get, "/v1/account/passkeys", for: .living,
            Operation(
                "listPasskeys", "The passkeys of the account, in the order in which they were added.", tag: .passkeys,
                answers: [.ok("PasskeyList")])
        ) { _, active in
            .json(["passkeys": .array(try await passkeys.service.passkeys(of: active).map(\.representation))])
        }
    }

    private func renamePasskey(_ passkeys: PasskeyCeremonies) -> DescribedRoute {
        route(
            .patch, "/v1/account/passkeys/{id}", for: .changing,
            Operation(
                "renamePasskey", "Change what the account calls a passkey.", tag: .passkeys, parameters: [.passkeyID],
                body: "PasskeyChange", answers: [.noContent], problems: [.notFound, .invalidFields, .tooManyRequests])
        ) { request, active in
            let id = try request.passkeyID()
            let name = try await request.json { object throws(JSONReadingError) in try object.string("name") }
            let outcome = try await passkeys.service.rename(id, to: name, of: active, client: request.client(), now: now())
            return try await answer(outcome, of: active) { _ in .noContent }
        }
    }

    private func removePasskey(_ passkeys: PasskeyCeremonies) -> DescribedRoute {
        route(
            .delete, "/v1/account/passkeys/{id}", for: .changing,
            Operation(
                "removePasskey", "Remove a passkey, with the sessions that it opened; never the last way in.", tag: .passkeys,
                parameters: [.passkeyID], answers: [.ok("PasskeyRemoval")],
                problems: [.notFound, .lastCredential, .tooManyRequests] + Self.proofs)
        ) { request, active in
            let outcome = try await passkeys.service.remove(
                try request.passkeyID(), of: active, client: request.client(), now: now())
            return try await answer(outcome, of: active) { .json(["endedPresentSession": .boolean($0)]) }
        }
    }

    private func answer(
        _ outcome: PasskeyChangeOutcome, of active: ActiveSession, _ changed: (Bool) -> Response
    ) async throws -> Response {
        switch outcome {
        case .changed(let endedPresentSession): return changed(endedPresentSession)
        case .unnamed: throw Problem(member: "name", message: "name has a character that can be seen.")
        case .missing: throw Problem.noSuchPasskey
        case .lastCredential: throw Problem(.lastCredential)
        case .reauthenticationRequired: throw try await proofRequired(active)
        case .sessionEnded: throw Problem.sessionEnded
        }
    }

    private static let userNameProblems: [ProblemCode] = [
        .usernameTooShort, .usernameTooLong, .usernameCharacterNotAllowed, .usernameMalformedAddress, .usernameReserved,
    ]
}

extension PasskeyCeremonies {
    /// - Parameter secret: what the app must return with its answer; nil where its session binds the challenge.
    fileprivate func answer(_ creation: PasskeyCreation, secret: OpaqueToken?) -> Response {
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
    /// What the client's `toJSON()` gave, as the member `credential` of a body. Throws 400 for anything else.
    fileprivate init(member node: JSONNode) throws(Problem) {
        do throws(WebAuthnError) {
            try self.init(json: node.value.bytes())
        } catch {
            throw Problem(credential: error)
        }
    }
}

extension AuthenticationResponse {
    /// What the client's `toJSON()` gave, as the member `name` of a body. Throws 400 for anything else.
    init(member node: JSONNode, named name: String = "credential") throws(Problem) {
        do throws(WebAuthnError) {
            try self.init(json: node.value.bytes())
        } catch {
            throw Problem(credential: error, named: name)
        }
    }
}

extension JSONObjectReader {
    /// Whether the client asks for mediation `conditional`; no other is taken.
    fileprivate mutating func mediation() throws(JSONReadingError) -> Bool {
        guard let mediation = try optionalString("mediation") else { return false }
        guard mediation == "conditional" else { throw invalidValue("mediation", "mediation is conditional, or left out") }
        return true
    }
}

extension IncomingRequest {
    fileprivate func passkeyID() throws -> PasskeyID {
        guard let id = PasskeyID(try parameters.required("id")) else { throw Problem.noSuchPasskey }
        return id
    }
}

extension Problem {
    /// A new passkey that does not verify. What exactly failed helps the developer of a client, and tells nothing of any account.
    fileprivate init(registration error: WebAuthnError) {
        self.init(.passkeyNotRegistered, detail: "The new passkey does not verify: \(error.code.rawValue).", cause: "\(error)")
    }

    /// The same for every passkey that does not sign in, so that a client does not learn whether the credential exists.
    fileprivate init(assertion error: WebAuthnError) {
        self.init(.passkeyRefused, detail: "The passkey was not accepted.", cause: "\(error)")
    }

    /// 400 for a credential that cannot be read.
    fileprivate init(credential error: WebAuthnError, named name: String = "credential") {
        self.init(member: name, message: "\(name) is no credential as toJSON() gives it: \(error)")
    }

    fileprivate static var noSuchPasskey: Problem { Problem(.notFound, detail: "The account has no such passkey.") }

    fileprivate static var tooManyPasskeys: Problem {
        Problem(.conflict, detail: "The account has \(Passkey.limit) passkeys. Remove one first.")
    }
}
