import Accounts
import HTTPTypes
import Hummingbird
import JSONText
import Secrets

/// Adding the key of a device, with or without a statement of its TPM.
extension AccountAPI {
    var askForAttestation: DescribedRoute {
        DescribedRoute(
            .post, "/v1/account/device-keys/challenge",
            Operation(
                "createAttestationChallenge",
                "Ask for what the statement of a device's TPM about a new key is made over: the 32 bytes that `challenge` stands for, once, in "
                    + "this session. 404 where the service takes no statements: add the key without one.",
                tag: .factors, security: .session, answers: [.created("AttestationChallenge")],
                problems: [.notFound, .tooManyRequests])
        ) { request in
            let active = try await enrollingSessionForChange(of: request)
            try await request.refuseContent()
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
        DescribedRoute(
            .post, "/v1/account/device-keys",
            Operation(
                "addDeviceKey",
                "Add the P-256 key of a device as a second factor. `publicKey` is its X9.63 form, 65 bytes, in base64url without padding; "
                    + "`attestation` is what the TPM of the device states of it, over a challenge of `createAttestationChallenge`.",
                tag: .factors, security: .session, body: "NewDeviceKey", answers: [.created("AddedDeviceKey")],
                problems: [.tooManyRequests, .invalidFields, .conflict, .attestationRefused, .attestationRequired] + Self.proofs)
        ) { request in
            let active = try await enrollingSessionForChange(of: request)
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
