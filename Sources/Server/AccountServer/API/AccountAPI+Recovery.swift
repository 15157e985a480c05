import AccountPages
import Accounts
import HTTPTypes
import Hummingbird
import JSONText
import Secrets
import WebAuthn

/// Recovering an account by a code that is mailed to a verified address. The client keeps two secrets. It
/// sends the secret of the request with the code. In return it receives the secret of the recovery.
extension AccountAPI {
    /// The routes of recoveries. If mail is off, only the first one exists, and says so.
    var recoveryRoutes: [DescribedRoute] {
        [beginRecovery]
            + (recovery.map {
                [
                    openRecovery($0), proveRecovery($0), completeRecovery($0), beginRecoveryWait($0), showRecoveryWait($0),
                    cancelRecoveryWait($0), cancelRecoveryByCode($0),
                ] + recoveryPasskeyRoutes($0)
            } ?? [])
    }

    private func recoveryPasskeyRoutes(_ recovery: RecoveryService) -> [DescribedRoute] {
        passkeys.map { [beginRecoveryPasskey(recovery, $0), addRecoveryPasskey(recovery, $0)] } ?? []
    }

    private var beginRecovery: DescribedRoute {
        DescribedRoute(
            .post, "/v1/recovery",
            Operation(
                "beginRecovery",
                "Have a code sent to a verified e-mail address of an account. `account` is its user name or the address. The response is "
                    + "the same for names without an account. `secret` comes back with the code, within ten minutes. Repeat the "
                    + "request for another code.",
                tag: .recovery, body: "NewRecovery", answers: [.created("RecoveryRequest")],
                problems: [.tooManyRequests, .recoveryUnavailable])
        ) { request in
            guard let recovery else { throw Problem(.recoveryUnavailable) }
            return try await codeRequested(request) { name, client in
                try await recovery.begin(name, client: client, now: now())
            }
        }
    }

    /// Begins what a mailed code completes, for the account that the request names. The secret comes back with the code.
    func codeRequested(
        _ request: IncomingRequest, _ begin: (AccountName, Client) async throws -> MailedCodeBeginning
    ) async throws -> Response {
        let typed = try await request.json { object throws(JSONReadingError) in try object.string("account") }
        switch try await begin(AccountName(typed: typed, address: EmailAddress(typed: typed)), request.client()) {
        case .begun(let holder, let expiresAt):
            return .json(["secret": .string(holder.reveal()), "expiresAt": .string(expiresAt.description)], status: .created)
        case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
        }
    }

    private func openRecovery(_ recovery: RecoveryService) -> DescribedRoute {
        DescribedRoute(
            .post, "/v1/recovery/session",
            Operation(
                "openRecovery",
                "Exchange the code from the mail for a recovery, which is valid for ten minutes. A code has five attempts. The recovery "
                    + "authorizes setting a password or adding a passkey, and nothing else. `factorRequired` says whether a second factor comes first.",
                tag: .recovery, body: "RecoveryCodeEntry", answers: [.created("Recovery")], problems: [.emailCodeRejected])
        ) { request in
            let (secret, typed) = try await request.json { object throws(JSONReadingError) in
                (try object.string("secret"), try object.string("emailCode"))
            }
            guard let holder = OpaqueToken(encoded: secret), let code = MailedCode(typed: typed) else {
                throw Problem(.emailCodeRejected)
            }
            let now = now()
            switch try await recovery.open(code, holder: holder, client: request.client(), now: now) {
            case .opened(let session, let token):
                return .json(
                    [
                        "recovery": .string(token.reveal()), "expiresAt": .string(session.expiresAt.description),
                        "username": session.account.userName.map { .string($0.text) } ?? nil,
                        "factorRequired": .boolean(session.requiresFactor(at: now)),
                        "waitsUntil": session.waitsUntil.map { .string($0.description) } ?? nil,
                    ], status: .created)
            case .codeRejected(let attemptsLeft): throw Problem.codeRejected(attemptsLeft: attemptsLeft)
            }
        }
    }

    private func proveRecovery(_ recovery: RecoveryService) -> DescribedRoute {
        DescribedRoute(
            .post, "/v1/recovery/factor",
            Operation(
                "showRecoveryFactor",
                "Answer the challenge of a recovery with one second factor. The challenge is in the problem "
                    + "`additional_authentication_required` of setting the password or adding a passkey.",
                tag: .recovery, body: "RecoveryFactor", answers: [.noContent],
                problems: [.factorRejected, .credentialSuspended, .challengeRejected, .invalidFields, .tooManyRequests])
        ) { request in
            let body = try await request.json(RecoveryFactorBody.self)
            guard let token = OpaqueToken(encoded: body.recovery), let challenge = OpaqueToken(encoded: body.answer.challenge)
            else { throw Problem.factorChallengeRejected }
            let outcome = try await recovery.prove(
                try body.answer.proof(), answering: challenge, in: token,
                client: request.client(deviceName: body.answer.deviceName), now: now())
            switch outcome {
            case .proved: return .noContent
            case .rejected: throw Problem.factorRejected
            case .suspended: throw Problem.credentialSuspended
            case .challengeRejected: throw Problem.factorChallengeRejected
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            }
        }
    }

    private func completeRecovery(_ recovery: RecoveryService) -> DescribedRoute {
        DescribedRoute(
            .post, "/v1/recovery/password",
            Operation(
                "completeRecovery",
                "Set a new password in a recovery, and a user name if the account has none. All sessions of the account end and its "
                    + "devices are forgotten; no session opens. Without a second factor, e-mail addresses that are newer than the one "
                    + "with the code are removed. All verified addresses get a notice. The response lists the passkeys and Apple "
                    + "Accounts that the account had before: those that it keeps, and those that the recovery suspended.",
                tag: .recovery, body: "RecoveredPassword", answers: [.ok("CompletedRecovery")],
                problems: [
                    .recoveryExpired, .additionalAuthenticationRequired, .usernameTaken, .usernameTooShort, .usernameTooLong,
                    .usernameCharacterNotAllowed, .usernameMalformedAddress, .usernameReserved, .passwordTooShort,
                    .passwordTooLong, .passwordContainsNull, .passwordRules, .passwordCommon, .passwordContainsUserName,
                    .passwordContainsContextWord, .passwordWeak, .passwordLeaked, .invalidFields, .tooManyRequests,
                ])
        ) { request in
            let (text, password, name) = try await request.json { object throws(JSONReadingError) in
                (try object.string("recovery"), try object.string("newPassword"), try object.optionalString("username"))
            }
            guard let token = OpaqueToken(encoded: text), let session = try await recovery.session(token, now: now()) else {
                throw Problem(.recoveryExpired)
            }
            let wanted = RecoveredPassword(Password(password), userName: name, client: request.client())
            let outcome = try await recovery.setPassword(
                wanted, in: token, now: now())
            switch outcome {
            case .recovered: return try await completed(session.account, before: nil)
            case .rejected(let rejections): throw Problem(rejections)
            case .userNameRequired: throw Problem(member: "username", message: "The account has no user name. Choose one.")
            case .factorRequired: throw try await factorRequired(by: recovery, in: token)
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            case .ended: throw Problem(.recoveryExpired)
            }
        }
    }

    /// - Parameter end: the time from which passkeys are not earlier; nil if the recovery added none.
    private func completed(_ account: Account, before end: Timestamp?) async throws -> Response {
        let credentials = try await service.earlierCredentials(of: account.id, before: end)
        return .json([
            "kept": credentials.filter { !$0.isSuspended }.representation,
            "suspended": credentials.filter(\.isSuspended).representation,
        ])
    }

    private func factorRequired(by recovery: RecoveryService, in token: OpaqueToken) async throws -> Problem {
        guard let challenge = try await recovery.challenge(in: token, now: now()) else { return Problem(.recoveryExpired) }
        return Problem(
            .additionalAuthenticationRequired,
            detail: "A second factor is required. Answer the challenge at /v1/recovery/factor.", members: challenge.members)
    }

    private func beginRecoveryPasskey(_ recovery: RecoveryService, _ passkeys: PasskeyCeremonies) -> DescribedRoute {
        DescribedRoute(
            .post, "/v1/recovery/passkey-options",
            Operation(
                "beginRecoveryPasskey",
                "Create options for a new passkey that completes a recovery. Return the credential within ten minutes, in the same recovery.",
                tag: .recovery, body: "RecoveryToken", answers: [.created("PasskeyCreationOptions")],
                problems: [.recoveryExpired, .additionalAuthenticationRequired, .conflict])
        ) { request in
            let text = try await request.json { object throws(JSONReadingError) in try object.string("recovery") }
            guard let token = OpaqueToken(encoded: text) else { throw Problem(.recoveryExpired) }
            switch try await recovery.beginPasskey(with: passkeys.service, in: token, now: now()) {
            case .begun(let creation): return passkeys.answer(creation, secret: nil)
            case .tooMany: throw Problem.tooManyRecoveryPasskeys
            case .factorRequired: throw try await factorRequired(by: recovery, in: token)
            case .ended: throw Problem(.recoveryExpired)
            }
        }
    }

    private func addRecoveryPasskey(_ recovery: RecoveryService, _ passkeys: PasskeyCeremonies) -> DescribedRoute {
        DescribedRoute(
            .post, "/v1/recovery/passkey",
            Operation(
                "completeRecoveryWithPasskey",
                "Add the passkey that the client created, and complete the recovery. The passkey replaces the password of the account. The "
                    + "sessions, devices, addresses, notices and the response are as with a new password.",
                tag: .recovery, body: "RecoveredPasskey", answers: [.ok("CompletedRecovery")],
                problems: [
                    .recoveryExpired, .additionalAuthenticationRequired, .challengeRejected, .passkeyNotRegistered, .passkeyTaken,
                    .conflict, .tooManyRequests,
                ])
        ) { request in
            let (text, credential, name) = try await request.json { object throws(JSONReadingError) in
                (try object.string("recovery"), try object.node("credential"), try object.optionalString("name"))
            }
            let moment = now()
            // The account is read first: a recovery that ends meanwhile no longer names it.
            guard let token = OpaqueToken(encoded: text), let session = try await recovery.session(token, now: moment) else {
                throw Problem(.recoveryExpired)
            }
            let registration = PasskeyRegistration(
                response: try RegistrationResponse(member: credential), name: name, client: request.client())
            let problem: Problem
            switch try await recovery.addPasskey(registration, with: passkeys.service, in: token, now: moment) {
            case .recovered: return try await completed(session.account, before: moment)
            case .factorRequired: throw try await factorRequired(by: recovery, in: token)
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            case .challengeRejected: problem = .challengeRejected
            case .rejected(let error): problem = Problem(registration: error)
            case .credentialTaken: problem = Problem(.passkeyTaken)
            case .tooMany: problem = .tooManyRecoveryPasskeys
            case .ended: problem = Problem(.recoveryExpired)
            }
            throw problem.signaling(try await passkeys.signals(for: session.account))
        }
    }

    private func beginRecoveryWait(_ recovery: RecoveryService) -> DescribedRoute {
        DescribedRoute(
            .post, "/v1/recovery/wait",
            Operation(
                "beginRecoveryWait",
                "Begin the waiting time of an account whose second factors are lost as well. After it, a mailed code is sufficient for "
                    + "seven days. All verified addresses get a notice at once. A session that proved the second factor can cancel "
                    + "it, and so can the code in the notice. A sign-in with a second factor does.",
                tag: .recovery, body: "RecoveryToken", answers: [.ok("RecoveryWait")],
                problems: [.recoveryExpired, .conflict])
        ) { request in
            let text = try await request.json { object throws(JSONReadingError) in try object.string("recovery") }
            guard let token = OpaqueToken(encoded: text) else { throw Problem(.recoveryExpired) }
            let outcome = try await recovery.beginWait(
                in: token, client: request.client(), now: now())
            switch outcome {
            case .waiting(let moment): return .json(["waitsUntil": .string(moment.description)])
            case .notNeeded: throw Problem(.conflict, detail: "The recovery requires no second factor. Set the password.")
            case .ended: throw Problem(.recoveryExpired)
            }
        }
    }

    private func showRecoveryWait(_ recovery: RecoveryService) -> DescribedRoute {
        route(
            .get, "/v1/account/recovery", for: .living,
            Operation(
                "getRecovery", "The waiting time of a recovery of this account without its second factor.", tag: .recovery,
                answers: [.ok("RecoveryWait")])
        ) { _, active in
            let wait = try await recovery.wait(of: active, now: now())
            return .json(["waitsUntil": wait.map { .string($0.readyAt.description) } ?? nil])
        }
    }

    private func cancelRecoveryWait(_ recovery: RecoveryService) -> DescribedRoute {
        route(
            .delete, "/v1/account/recovery", for: .changing,
            Operation(
                "cancelRecovery",
                "Cancel the waiting time of a recovery and the open recoveries. All verified addresses get a notice. A session that did "
                    + "not prove the account's second factor or passkey cannot.",
                tag: .recovery, answers: [.noContent],
                problems: [.notFound, .additionalAuthenticationRequired, .reauthenticationRequired, .tooManyRequests])
        ) { request, active in
            let outcome = try await recovery.cancelWait(
                of: active, client: request.client(), now: now())
            switch outcome {
            case .cancelled: return .noContent
            case .missing: throw Problem(.notFound, detail: "No recovery of this account is open or waits.")
            case .factorRequired: throw try await factorRequired(active)
            case .sessionEnded: throw Problem.sessionEnded
            }
        }
    }

    private func cancelRecoveryByCode(_ recovery: RecoveryService) -> DescribedRoute {
        DescribedRoute(
            .post, "/v1/recovery/cancellation",
            Operation(
                "cancelRecoveryByCode",
                "Cancel the waiting time of a recovery and the open recoveries by the code from the notice of the waiting time. A code "
                    + "works once, until the recovery is no longer possible, and requires no session. No session opens or ends. All "
                    + "verified addresses get a notice.",
                tag: .recovery, body: "UndoCode", answers: [.noContent], problems: [.emailCodeRejected, .tooManyRequests])
        ) { request in
            try await undone(request) { typed, client in try await recovery.cancelWait(typed, client: client, now: now()) }
        }
    }
}

extension [EarlierCredential] {
    /// `EarlierCredentials` of the OpenAPI document.
    fileprivate var representation: JSONValue {
        let apple = compactMap { credential -> JSONValue? in
            if case .appleIdentity(let identity) = credential { identity.representation } else { nil }
        }
        let passkeys = compactMap { credential -> JSONValue? in
            if case .passkey(let passkey) = credential { passkey.representation } else { nil }
        }
        return ["apple": .array(apple), "passkeys": .array(passkeys)]
    }
}

/// The answer to a challenge of a recovery.
private struct RecoveryFactorBody: JSONReadable {
    let recovery: String
    let answer: FactorAnswerBody

    init(reading object: inout JSONObjectReader) throws(JSONReadingError) {
        recovery = try object.string("recovery")
        answer = try FactorAnswerBody(reading: &object)
    }
}

extension Problem {
    fileprivate static var tooManyRecoveryPasskeys: Problem {
        Problem(
            .conflict, detail: "The account has \(Passkey.limit) passkeys. Set a password.", texts: [.text(.problemPasskeysFull)])
    }

    /// Returns the 422 problem of a wrong mailed code.
    static func codeRejected(attemptsLeft: Int) -> Problem {
        Problem(
            .emailCodeRejected, detail: attemptsLeft > 0 ? "Attempts left: \(attemptsLeft)." : "Request another code.",
            texts: attemptsLeft > 0
                ? [.text(.errorEmailCode), .message(.problemAttemptsLeft(count: attemptsLeft))] : [.text(.codeSignInExpired)])
    }
}

extension Schemas {
    /// Returns the schemas of recoveries.
    ///
    /// - Parameters:
    ///   - isOn: whether mail is on; otherwise only the first request exists.
    ///   - passkeys: whether passkeys are on.
    static func ofRecoveries(newPassword: JSONValue, isOn: Bool, passkeys: Bool) -> JSONValue {
        let time: JSONValue = ["type": ["string", "null"], "format": "date-time"]
        let first: JSONValue = [
            "NewRecovery": closed(["account": ["type": "string", "minLength": 1, "maxLength": 254]]),
            "RecoveryRequest": open(["secret": token, "expiresAt": moment]),
        ]
        let others: JSONValue = [
            "RecoveryCodeEntry": closed(["secret": token, "emailCode": ["type": "string", "minLength": 8, "maxLength": 16]]),
            "Recovery": open([
                "recovery": token, "expiresAt": moment, "username": ["type": ["string", "null"]],
                "factorRequired": ["type": "boolean"], "waitsUntil": time,
            ]),
            "RecoveryFactor": factorAnswer(with: ["recovery"]),
            "RecoveryToken": closed(["recovery": token]),
            "RecoveryWait": open(["waitsUntil": time]),
            "CompletedRecovery": open([
                "kept": reference("EarlierCredentials"), "suspended": reference("EarlierCredentials"),
            ]),
            "EarlierCredentials": open(["apple": list(of: "AppleIdentity"), "passkeys": list(of: "Passkey")]),
            "RecoveredPassword": closed(
                ["recovery": token, "newPassword": newPassword, "username": userName], optional: ["username"]),
        ]
        let ofPasskeys: JSONValue = [
            "RecoveredPasskey": closed(
                ["recovery": token, "credential": reference("PasskeyRegistration"), "name": text], optional: ["name"])
        ]
        let parts = [first] + (isOn ? [others] : []) + (isOn && passkeys ? [ofPasskeys] : [])
        return .object(JSONObject(parts.flatMap { $0.object?.members ?? [] }.map { ($0.name, $0.value) }))
    }
}
