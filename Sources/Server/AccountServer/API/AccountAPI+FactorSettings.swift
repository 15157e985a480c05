import Accounts
import HTTPTypes
import Hummingbird
import JSONText
import Secrets

/// The second factors of an account: listing, adding, removing. All but listing are sensitive steps.
extension AccountAPI {
    var factorSettings: [DescribedRoute] {
        [
            listFactors, beginTOTP, confirmTOTP, removeTOTP, makeRecoveryCodes, listDeviceKeys, askForAttestation, addDeviceKey,
            removeDeviceKey,
        ]
    }

    private var listFactors: DescribedRoute {
        DescribedRoute(
            .get, "/v1/account/factors",
            Operation(
                "listFactors", "The second factors of the account.", tag: .factors, security: .session,
                answers: [.ok("SecondFactors")])
        ) { request in
            let found = try await factors.factors(of: try await enrollingSession(of: request))
            return .json(found.representation)
        }
    }

    private var beginTOTP: DescribedRoute {
        DescribedRoute(
            .post, "/v1/account/totp",
            Operation(
                "beginTOTP",
                "Begin to set up a generator of one-time codes: SHA-1, 6 digits, 30 seconds. The secret is shown this once, and counts from "
                    + "its confirmation on.",
                tag: .factors, security: .session, answers: [.created("TOTPEnrolment")],
                problems: [.tooManyRequests, .conflict] + Self.proofs)
        ) { request in
            let active = try await enrollingSessionForChange(of: request)
            try await request.refuseContent()
            switch try await factors.beginTOTP(of: active, issuer: issuer, now: now()) {
            case .begun(let enrolment):
                return .json(["uri": .string(enrolment.uri), "secret": .string(enrolment.secret)], status: .created)
            case .alreadySet: throw Problem(.conflict, detail: "The account has a generator. Remove it first.")
            case .reauthenticationRequired: throw try await proofRequired(active)
            case .sessionEnded: throw Problem.sessionEnded
            }
        }
    }

    private var confirmTOTP: DescribedRoute {
        DescribedRoute(
            .post, "/v1/account/totp/confirmation",
            Operation(
                "confirmTOTP",
                "Show the first code of a new generator. From then on every sign-in asks for a second factor. The session gets a new token; with "
                    + "the first second factor come recovery codes.",
                tag: .factors, security: .session, body: "TOTPConfirmation", answers: [.ok("ConfirmedFactor")],
                problems: [.factorRefused, .tooManyRequests] + Self.proofs)
        ) { request in
            let active = try await enrollingSessionForChange(of: request)
            let code = try await request.json { object throws(JSONReadingError) in try object.string("code") }
            switch try await factors.confirmTOTP(code, of: active, client: request.client(), now: now()) {
            case .confirmed(let signedIn, let codes):
                return .json(.object(JSONObject([("session", signedIn.openedSession)] + codes.members)))
            case .refused: throw Problem.factorRefused
            case .reauthenticationRequired: throw try await proofRequired(active)
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            case .sessionEnded: throw Problem.sessionEnded
            }
        }
    }

    private var removeTOTP: DescribedRoute {
        DescribedRoute(
            .delete, "/v1/account/totp",
            Operation(
                "removeTOTP", "Remove the generator. With the last second factor the recovery codes go.", tag: .factors,
                security: .session, answers: [.noContent], problems: [.tooManyRequests, .notFound] + Self.proofs)
        ) { request in
            let active = try await sessionForChange(of: request)
            try await request.refuseContent()
            return try await answer(
                to: try await factors.removeTOTP(of: active, client: request.client(), now: now()), of: active,
                missing: "The account has no generator.")
        }
    }

    private var makeRecoveryCodes: DescribedRoute {
        DescribedRoute(
            .post, "/v1/account/recovery-codes",
            Operation(
                "makeRecoveryCodes", "Make new recovery codes, shown this once. All earlier ones end.", tag: .factors,
                security: .session, answers: [.created("RecoveryCodes")], problems: [.tooManyRequests, .conflict] + Self.proofs)
        ) { request in
            let active = try await sessionForChange(of: request)
            try await request.refuseContent()
            switch try await factors.makeRecoveryCodes(of: active, client: request.client(), now: now()) {
            case .made(let codes): return .json(.object(JSONObject((codes as [RecoveryCode]?).members)), status: .created)
            case .noFactor:
                throw Problem(.conflict, detail: "The account has no second factor that a code could stand in for.")
            case .reauthenticationRequired: throw try await proofRequired(active)
            case .sessionEnded: throw Problem.sessionEnded
            }
        }
    }

    private var listDeviceKeys: DescribedRoute {
        DescribedRoute(
            .get, "/v1/account/device-keys",
            Operation(
                "listDeviceKeys", "The device keys of the account, in the order in which they were added.", tag: .factors,
                security: .session, answers: [.ok("DeviceKeyList")])
        ) { request in
            let found = try await factors.factors(of: try await enrollingSession(of: request))
            return .json(["deviceKeys": .array(found.deviceKeys.map(\.representation))])
        }
    }

    private var removeDeviceKey: DescribedRoute {
        DescribedRoute(
            .delete, "/v1/account/device-keys/{id}",
            Operation(
                "removeDeviceKey", "Remove a device key. With the last second factor the recovery codes go.", tag: .factors,
                security: .session, parameters: [.deviceKeyID], answers: [.noContent],
                problems: [.tooManyRequests, .notFound] + Self.proofs)
        ) { request in
            let active = try await sessionForChange(of: request)
            try await request.refuseContent()
            let missing = "The account has no such key."
            guard let id = DeviceKeyID(try request.parameters.required("id")) else { throw Problem(.notFound, detail: missing) }
            return try await answer(
                to: try await factors.removeDeviceKey(id, of: active, client: request.client(), now: now()), of: active,
                missing: missing)
        }
    }

    private func answer(
        to outcome: FactorRemovalOutcome, of active: ActiveSession, missing: String
    ) async throws -> Response {
        switch outcome {
        case .removed: return .noContent
        case .missing: throw Problem(.notFound, detail: missing)
        case .reauthenticationRequired: throw try await proofRequired(active)
        case .sessionEnded: throw Problem.sessionEnded
        }
    }

    /// What every sensitive step may be answered with.
    static let proofs: [ProblemCode] = [.reauthenticationRequired, .additionalAuthenticationRequired]
}

extension SecondFactors {
    /// `SecondFactors` of the OpenAPI document.
    var representation: JSONValue {
        [
            "totp": .boolean(hasTOTP), "recoveryCodes": .integer(recoveryCodes),
            "deviceKeys": .array(deviceKeys.map(\.representation)),
        ]
    }
}

extension DeviceKey {
    /// `DeviceKey` of the OpenAPI document.
    var representation: JSONValue {
        [
            "id": .string(id.description), "name": .string(name), "publicKey": .string(Base64URL.encode(publicKey.x963)),
            "createdAt": .string(createdAt.description), "lastUsedAt": lastUsedAt.map { .string($0.description) } ?? .null,
            "attestation": .string(attestedBy == nil ? "none" : "hardware"),
        ]
    }
}

extension [RecoveryCode]? {
    /// The codes, where there are any to show.
    var members: [(String, JSONValue)] {
        map { [("recoveryCodes", .array($0.map { .string($0.reveal()) }))] } ?? []
    }
}
