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
        route(
            .get, "/v1/account/factors", for: .enrolling,
            Operation("listFactors", "The second factors of the account.", tag: .factors, answers: [.ok("SecondFactors")])
        ) { _, active in .json(try await factors.factors(of: active).representation) }
    }

    private var beginTOTP: DescribedRoute {
        route(
            .post, "/v1/account/totp", for: .enrollingChange,
            Operation(
                "beginTOTP",
                "Begin to set up a generator of one-time codes: SHA-1, 6 digits, 30 seconds. The secret is shown this once, and counts from "
                    + "its confirmation on.",
                tag: .factors, answers: [.created("TOTPEnrolment")],
                problems: [.tooManyRequests, .conflict] + Self.proofs)
        ) { request, active in
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
        route(
            .post, "/v1/account/totp/confirmation", for: .enrollingChange,
            Operation(
                "confirmTOTP",
                "Show the first code of a new generator. From then on every sign-in asks for a second factor. The session gets a new token; with "
                    + "the first second factor come recovery codes.",
                tag: .factors, body: "TOTPConfirmation", answers: [.ok("ConfirmedFactor")],
                problems: [.factorRefused, .tooManyRequests] + Self.proofs)
        ) { request, active in
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
        route(
            .delete, "/v1/account/totp", for: .changing,
            Operation(
                "removeTOTP", "Remove the generator. With the last second factor the recovery codes go.", tag: .factors,
                answers: [.noContent], problems: [.tooManyRequests, .notFound] + Self.proofs)
        ) { request, active in
            return try await answer(
                to: try await factors.removeTOTP(of: active, client: request.client(), now: now()), of: active,
                missing: "The account has no generator.")
        }
    }

    private var makeRecoveryCodes: DescribedRoute {
        route(
            .post, "/v1/account/recovery-codes", for: .changing,
            Operation(
                "makeRecoveryCodes", "Make new recovery codes, shown this once. All earlier ones end.", tag: .factors,
                answers: [.created("RecoveryCodes")], problems: [.tooManyRequests, .conflict] + Self.proofs)
        ) { request, active in
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
        route(
            .get, "/v1/account/device-keys", for: .enrolling,
            Operation(
                "listDeviceKeys", "The device keys of the account, in the order in which they were added.", tag: .factors,
                answers: [.ok("DeviceKeyList")])
        ) { _, active in
            .json(["deviceKeys": .array(try await factors.factors(of: active).deviceKeys.map(\.representation))])
        }
    }

    private var removeDeviceKey: DescribedRoute {
        route(
            .delete, "/v1/account/device-keys/{id}", for: .changing,
            Operation(
                "removeDeviceKey", "Remove a device key. With the last second factor the recovery codes go.", tag: .factors,
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

/// Adding the key of a device, with or without a statement of its TPM.
extension AccountAPI {
    var askForAttestation: DescribedRoute {
        route(
            .post, "/v1/account/device-keys/challenge", for: .enrollingChange,
            Operation(
                "createAttestationChallenge",
                "Ask for what the statement of a device's TPM about a new key is made over: the 32 bytes that `challenge` stands for, once, in "
                    + "this session. 404 where the service takes no statements: add the key without one.",
                tag: .factors, answers: [.created("AttestationChallenge")],
                problems: [.notFound, .tooManyRequests])
        ) { request, active in
            switch try await factors.issueAttestationChallenge(to: active, client: request.client(), now: now()) {
            case .issued(let challenge):
                return .json(
                    [
                        "challenge": .string(challenge.nonce.reveal()), "expiresAt": .string(challenge.expiresAt.description),
                    ], status: .created)
            case .notTaken: throw Problem(.notFound, detail: "This service takes no statements about keys.")
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            }
        }
    }

    var addDeviceKey: DescribedRoute {
        route(
            .post, "/v1/account/device-keys", for: .enrollingChange,
            Operation(
                "addDeviceKey",
                "Add the P-256 key of a device as a second factor. `publicKey` is its X9.63 form, 65 bytes, in base64url without padding; "
                    + "`attestation` is what the TPM of the device states of it, over a challenge of `createAttestationChallenge`.",
                tag: .factors, body: "NewDeviceKey", answers: [.created("AddedDeviceKey")],
                problems: [.tooManyRequests, .invalidFields, .conflict, .attestationRefused, .attestationRequired] + Self.proofs)
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
            case .alreadyAdded: throw Problem(.conflict, detail: "The account has this key.")
            case .tooMany: throw Problem(.conflict, detail: "The account has \(DeviceKey.limit) keys. Remove one first.")
            case .attestationRefused(let refusal): throw Problem.attestationRefused(refusal)
            case .attestationRequired:
                throw Problem(
                    .attestationRequired,
                    detail: "This service takes keys of devices whose TPM vouches for them. Send the attestation of the key.")
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
            throw Problem(member: "publicKey", message: "publicKey is a point of P-256 in X9.63, 65 bytes in base64url.")
        }
        return key
    }

    func shownAttestation() throws(Problem) -> ShownAttestation? {
        guard let attestation else { return nil }
        guard let challenge = OpaqueToken(encoded: attestation.challenge) else {
            throw Problem.attestationRefused(.otherChallenge)
        }
        guard let statement = Base64URL.decode(attestation.statement) else {
            throw Problem(member: "attestation", message: "attestation.statement is base64url without padding.")
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
    /// 422, and in words what does not hold: whoever sends a statement made it, and learns nothing of anybody else.
    fileprivate static func attestationRefused(_ refusal: AttestationRefusal) -> Problem {
        let words =
            switch refusal {
            case .malformed(let error): "It cannot be read: \(error)."
            case .unknownSigner(let name): "This service does not know the attestation key \(name)."
            case .unfitSigner: "The attestation key is not one that signs statements of its TPM alone."
            case .wrongSignature: "Its signature is wrong."
            case .otherChallenge: "It is not over a challenge of this session, or that was used or has expired. Begin again."
            case .otherKey: "It is of another key."
            case .exportable: "The key may be known outside of the TPM, leave it, or be used without its policy."
            }
        return Problem(.attestationRefused, detail: words)
    }
}
