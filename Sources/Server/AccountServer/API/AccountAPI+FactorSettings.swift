import Accounts
import HTTPTypes
import Hummingbird
import JSONText
import Secrets

/// The routes that list, add and remove second factors. Every change is a sensitive operation.
extension AccountAPI {
    var factorSettings: [DescribedRoute] {
        [
            listFactors, beginTOTP, confirmTOTP, removeTOTP, makeRecoveryCodes, listDeviceKeys, askForAttestation, addDeviceKey,
            removeDeviceKey,
        ]
    }

    private var listFactors: DescribedRoute {
        route(
            .get, "/v1/account/factors", for: .enrolling,
            Operation("listFactors", "List the second factors of the account.", tag: .factors, answers: [.ok("SecondFactors")])
        ) { _, active in .json(try await factors.factors(of: active).representation) }
    }

    private var beginTOTP: DescribedRoute {
        route(
            .post, "/v1/account/totp", for: .enrollingChange,
            Operation(
                "beginTOTP",
                "Start to set up an authenticator app: SHA-1, 6 digits, 30 seconds. The response shows the secret only once. The secret takes "
                    + "effect when it is confirmed.",
                tag: .factors, answers: [.created("TOTPEnrolment")],
                problems: [.tooManyRequests, .conflict] + Self.proofs)
        ) { request, active in
            switch try await factors.beginTOTP(of: active, issuer: issuer, now: now()) {
            case .begun(let enrolment):
                return .json(["uri": .string(enrolment.uri), "secret": .string(enrolment.secret)], status: .created)
            case .alreadySet: throw Problem(.conflict, detail: "The account already has an authenticator app. Remove it first.")
            case .reauthenticationRequired: throw try await proofRequired(active)
            case .sessionEnded: throw Problem.sessionEnded
            }
        }
    }

    private var confirmTOTP: DescribedRoute {
        route(
            .post, "/v1/account/totp/confirmation", for: .enrollingChange,
            Operation(
                "confirmTOTP",
                "Confirm the authenticator app with its first code. Every sign-in then requires a second factor. The session gets a new token. "
                    + "If this is the first second factor, the response has recovery codes.",
                tag: .factors, body: "TOTPConfirmation", answers: [.ok("ConfirmedFactor")],
                problems: [.factorRejected, .tooManyRequests] + Self.proofs)
        ) { request, active in
            let code = try await request.json { object throws(JSONReadingError) in try object.string("code") }
            switch try await factors.confirmTOTP(code, of: active, client: request.client(), now: now()) {
            case .confirmed(let signedIn, let codes):
                return .json(.object(JSONObject([("session", signedIn.openedSession)] + codes.members)))
            case .rejected: throw Problem.factorRejected
            case .reauthenticationRequired: throw try await proofRequired(active)
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            case .sessionEnded: throw Problem.sessionEnded
            }
        }
    }

    private var removeTOTP: DescribedRoute {
        route(
            .delete, "/v1/account/totp", for: .changing,
            Operation(
                "removeTOTP", "Remove the authenticator app. Removing the last second factor deletes the recovery codes.",
                tag: .factors,
                answers: [.noContent], problems: [.tooManyRequests, .notFound] + Self.proofs)
        ) { request, active in
            return try await answer(
                to: try await factors.removeTOTP(of: active, client: request.client(), now: now()), of: active,
                missing: "The account has no authenticator app.")
        }
    }

    private var makeRecoveryCodes: DescribedRoute {
        route(
            .post, "/v1/account/recovery-codes", for: .changing,
            Operation(
                "makeRecoveryCodes", "Create new recovery codes and show them once. All earlier codes become invalid.",
                tag: .factors,
                answers: [.created("RecoveryCodes")], problems: [.tooManyRequests, .conflict] + Self.proofs)
        ) { request, active in
            switch try await factors.makeRecoveryCodes(of: active, client: request.client(), now: now()) {
            case .made(let codes): return .json(.object(JSONObject((codes as [RecoveryCode]?).members)), status: .created)
            case .noFactor:
                throw Problem(.conflict, detail: "The account has no second factor for a recovery code to replace.")
            case .reauthenticationRequired: throw try await proofRequired(active)
            case .sessionEnded: throw Problem.sessionEnded
            }
        }
    }

    private var listDeviceKeys: DescribedRoute {
        route(
            .get, "/v1/account/device-keys", for: .enrolling,
            Operation(
                "listDeviceKeys", "List the device keys of the account in the order in which they were added.", tag: .factors,
                answers: [.ok("DeviceKeyList")])
        ) { _, active in
            .json(["deviceKeys": .array(try await factors.factors(of: active).deviceKeys.map(\.representation))])
        }
    }

    private var removeDeviceKey: DescribedRoute {
        route(
            .delete, "/v1/account/device-keys/{id}", for: .changing,
            Operation(
                "removeDeviceKey", "Remove a device key. Removing the last second factor deletes the recovery codes.",
                tag: .factors,
                parameters: [.deviceKeyID], answers: [.noContent],
                problems: [.tooManyRequests, .notFound] + Self.proofs)
        ) { request, active in
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

    /// The problems of every sensitive operation.
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
    /// The recovery codes as a member of the response; empty for nil.
    var members: [(String, JSONValue)] {
        map { [("recoveryCodes", .array($0.map { .string($0.reveal()) }))] } ?? []
    }
}

/// The routes that add a device key, with or without a TPM attestation.
extension AccountAPI {
    var askForAttestation: DescribedRoute {
        route(
            .post, "/v1/account/device-keys/challenge", for: .enrollingChange,
            Operation(
                "createAttestationChallenge",
                "Create a challenge for a TPM attestation of a new device key: 32 bytes, for one use in this session. 404 if the service does "
                    + "not accept attestations; add the key without one.",
                tag: .factors, answers: [.created("AttestationChallenge")],
                problems: [.notFound, .tooManyRequests])
        ) { request, active in
            switch try await factors.issueAttestationChallenge(to: active, client: request.client(), now: now()) {
            case .issued(let challenge):
                return .json(
                    [
                        "challenge": .string(challenge.nonce.reveal()), "expiresAt": .string(challenge.expiresAt.description),
                    ], status: .created)
            case .notAccepted:
                throw Problem(.notFound, detail: "This service does not accept attestations. Add the key without one.")
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            }
        }
    }

    var addDeviceKey: DescribedRoute {
        route(
            .post, "/v1/account/device-keys", for: .enrollingChange,
            Operation(
                "addDeviceKey",
                "Add the P-256 key of a device as a second factor. `publicKey` is the X9.63 form (65 bytes) in base64url without padding. "
                    + "`attestation` is the TPM's statement about the key over a challenge of `createAttestationChallenge`.",
                tag: .factors, body: "NewDeviceKey", answers: [.created("AddedDeviceKey")],
                problems: [.tooManyRequests, .invalidFields, .conflict, .attestationRejected, .attestationRequired] + Self.proofs)
        ) { request, active in
            let body = try await request.json(NewDeviceKeyBody.self)
            let (key, attestation) = (try body.key(), try body.shownAttestation())
            let outcome = try await factors.addDeviceKey(
                key, named: body.name, attestation: attestation, to: active, client: request.client(), now: now())
            switch outcome {
            case .added(let key, let codes):
                return .json(
                    .object(JSONObject([("deviceKey", key.representation)] + codes.members)), status: .created,
                    headers: [.location: "\(request.prefix)/v1/account/device-keys/\(key.id)"])
            case .alreadyAdded: throw Problem(.conflict, detail: "The account already has this key.")
            case .tooMany: throw Problem(.conflict, detail: "The account already has \(DeviceKey.limit) keys. Remove one first.")
            case .attestationRejected(let rejection): throw Problem.attestationRejected(rejection)
            case .attestationRequired:
                throw Problem(
                    .attestationRequired,
                    detail: "This service requires a TPM attestation for device keys. Send the attestation of the key.")
            case .reauthenticationRequired: throw try await proofRequired(active)
            case .sessionEnded: throw Problem.sessionEnded
            }
        }
    }
}

/// `NewDeviceKey` of the OpenAPI document.
private struct NewDeviceKeyBody: JSONReadable {
    let publicKey: String
    let name: String
    let attestation: AttestationBody?

    init(reading object: inout JSONObjectReader) throws(JSONReadingError) {
        publicKey = try object.string("publicKey")
        name = try object.string("name")
        attestation = try object.optionalObject("attestation")
    }

    func key() throws(Problem) -> DevicePublicKey {
        guard let key = Base64URL.decode(publicKey).flatMap({ DevicePublicKey(x963: $0) }) else {
            throw Problem(
                member: "publicKey",
                message: "publicKey must be a P-256 point in X9.63 form: 65 bytes in base64url without padding.")
        }
        return key
    }

    func shownAttestation() throws(Problem) -> ShownAttestation? {
        guard let attestation else { return nil }
        guard let challenge = OpaqueToken(encoded: attestation.challenge) else {
            throw Problem.attestationRejected(.otherChallenge)
        }
        guard let statement = Base64URL.decode(attestation.statement) else {
            throw Problem(member: "attestation", message: "attestation.statement must be base64url without padding.")
        }
        return ShownAttestation(challenge: challenge, statement: statement)
    }
}

private struct AttestationBody: JSONReadable {
    let challenge: String
    let statement: String

    init(reading object: inout JSONObjectReader) throws(JSONReadingError) {
        challenge = try object.string("challenge")
        statement = try object.string("statement")
    }
}

extension Problem {
    /// Returns a 422 problem with the reason in words. The client made the statement, so the reason discloses nothing about other
    /// users.
    fileprivate static func attestationRejected(_ rejection: AttestationRejection) -> Problem {
        let words =
            switch rejection {
            case .malformed(let error): "The statement is malformed: \(error)."
            case .unknownSigner(let name): "The attestation key \(name) is unknown to this service."
            case .unfitSigner: "The attestation key is not restricted to signing statements of its TPM."
            case .wrongSignature: "The signature of the statement is wrong."
            case .otherChallenge: "The challenge belongs to another session, was used, or has expired. Start again."
            case .otherKey: "The statement is about another key."
            case .exportable:
                "The key is not confined to the TPM: it was created outside, can be exported, or can be used without its policy."
            }
        return Problem(.attestationRejected, detail: words)
    }
}
