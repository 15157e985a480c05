import AccountPages
import Accounts
import HTTPTypes
import Hummingbird
import JSONText
import WebAuthn

/// The passkeys of the account.
extension AccountAPI {
    func passkeySettingRoutes(_ passkeys: PasskeyCeremonies) -> [DescribedRoute] {
        [
            beginAddition(passkeys), addPasskey(passkeys), listPasskeys(passkeys), renamePasskey(passkeys),
            removePasskey(passkeys), confirmPasskey,
        ]
    }

    private func beginAddition(_ passkeys: PasskeyCeremonies) -> DescribedRoute {
        route(
            .post, "/v1/account/passkey-options", for: .changing,
            Operation(
                "beginPasskey",
                "Create options for a new passkey of the account. Requires recent authentication or, if `mediation` is `conditional`, a "
                    + "recently verified password.",
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
                "addPasskey",
                "Add the passkey that the client created. A repeated request returns the same passkey. With `replaces`, the first sign-in or "
                    + "reauthentication with it removes the password, if it is backed up or another credential can sign in.",
                tag: .passkeys, body: "NewPasskey", answers: [.created("PasskeyEnvelope")],
                problems: [.challengeRejected, .passkeyNotRegistered, .passkeyTaken, .conflict, .tooManyRequests])
        ) { request, active in
            let (credential, name, isSilent, replacesPassword) = try await request.json { object throws(JSONReadingError) in
                (
                    try object.node("credential"), try object.optionalString("name"), try object.mediation(),
                    try object.flag("replaces", "password")
                )
            }
            let registration = PasskeyRegistration(
                response: try RegistrationResponse(member: credential), name: name,
                client: request.client(deviceName: active.session.client.deviceName),
                replacesPassword: replacesPassword)
            let problem: Problem
            switch try await passkeys.service.register(registration, isSilent: isSilent, of: active, now: now()) {
            case .added(let passkey):
                return .json(
                    try await signaling(["passkey": passkey.representation], for: active.account), status: .created)
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            case .sessionEnded: throw Problem.sessionEnded
            case .challengeRejected: problem = .challengeRejected
            case .rejected(let error): problem = Problem(registration: error)
            case .credentialTaken: problem = Problem(.passkeyTaken)
            case .tooMany: problem = .tooManyPasskeys
            }
            throw problem.signaling(try await passkeys.signals(for: active.account))
        }
    }

    private func listPasskeys(_ passkeys: PasskeyCeremonies) -> DescribedRoute {
        route(
            .get, "/v1/account/passkeys", for: .living,
            Operation(
                "listPasskeys", "List the passkeys of the account, in the order in which they were added.", tag: .passkeys,
                answers: [.ok("PasskeyList")])
        ) { _, active in
            .json(
                try await signaling(
                    ["passkeys": .array(try await passkeys.service.passkeys(of: active).map(\.representation))],
                    for: active.account))
        }
    }

    private func renamePasskey(_ passkeys: PasskeyCeremonies) -> DescribedRoute {
        route(
            .patch, "/v1/account/passkeys/{id}", for: .changing,
            Operation(
                "renamePasskey", "Rename a passkey of the account.", tag: .passkeys, parameters: [.passkeyID],
                body: "PasskeyChange", answers: [.ok("PasskeyEnvelope")], problems: [.notFound, .invalidFields, .tooManyRequests])
        ) { request, active in
            let id = try request.passkeyID()
            let name = try await request.json { object throws(JSONReadingError) in try object.string("name") }
            let outcome = try await passkeys.service.rename(id, to: name, of: active, client: request.client(), now: now())
            return try await answer(outcome, of: active) { _ in
                let renamed = try await passkeys.service.passkeys(of: active).first { $0.id == id }
                guard let renamed else { throw Problem.noSuchPasskey }
                return ["passkey": renamed.representation]
            }
        }
    }

    private func removePasskey(_ passkeys: PasskeyCeremonies) -> DescribedRoute {
        route(
            .delete, "/v1/account/passkeys/{id}", for: .changing,
            Operation(
                "removePasskey",
                "Remove a passkey and end the sessions that it opened. The last credential that can sign in cannot be removed.",
                tag: .passkeys,
                parameters: [.passkeyID], answers: [.ok("PasskeyRemoval")],
                problems: [.notFound, .lastCredential, .tooManyRequests] + Self.proofs)
        ) { request, active in
            let outcome = try await passkeys.service.remove(
                try request.passkeyID(), of: active, client: request.client(), now: now())
            return try await answer(outcome, of: active) { ["endedPresentSession": .boolean($0)] }
        }
    }

    private var confirmPasskey: DescribedRoute {
        route(
            .post, "/v1/account/passkeys/{id}/confirmation", for: .changing,
            Operation(
                "confirmPasskey", "Confirm a passkey that a recovery suspended. It can then be used again.", tag: .passkeys,
                parameters: [.passkeyID], answers: [.noContent], problems: [.notFound, .tooManyRequests] + Self.proofs)
        ) { request, active in
            try await confirm(.passkey(try request.passkeyID()), of: active, request)
        }
    }

    /// Confirms a suspended credential.
    func confirm(
        _ credential: SuspendedCredential, of active: ActiveSession, _ request: IncomingRequest
    ) async throws -> Response {
        switch try await service.confirm(credential, of: active, client: request.client(), now: now()) {
        case .confirmed: return .noContent
        case .missing:
            throw Problem(.notFound, detail: "The account has no such suspended credential.", texts: [.text(.problemGone)])
        case .reauthenticationRequired: throw try await proofRequired(active)
        case .sessionEnded: throw Problem.sessionEnded
        }
    }

    private func answer(
        _ outcome: PasskeyChangeOutcome, of active: ActiveSession, _ changed: (Bool) async throws -> JSONValue
    ) async throws -> Response {
        switch outcome {
        case .changed(let endedPresentSession):
            return .json(try await signaling(changed(endedPresentSession), for: active.account))
        case .unnamed: throw Problem(member: "name", message: "name must contain a visible character.")
        case .missing: throw Problem.noSuchPasskey
        case .lastCredential: throw Problem(.lastCredential)
        case .reauthenticationRequired: throw try await proofRequired(active)
        case .sessionEnded: throw Problem.sessionEnded
        }
    }
}

extension IncomingRequest {
    fileprivate func passkeyID() throws -> PasskeyID {
        guard let id = PasskeyID(try parameters.required("id")) else { throw Problem.noSuchPasskey }
        return id
    }
}

extension Problem {
    fileprivate static var noSuchPasskey: Problem {
        Problem(.notFound, detail: "The account does not have this passkey.", texts: [.text(.problemGone)])
    }

    fileprivate static var tooManyPasskeys: Problem {
        Problem(
            .conflict, detail: "The account has \(Passkey.limit) passkeys. Remove one first.",
            texts: [.text(.noticeTooManyPasskeys)])
    }
}
