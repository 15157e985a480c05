import Accounts
import JSONText
import Secrets
import WebAuthn

/// Formats the options of passkey ceremonies in the JSON that browsers and apps parse (sections 5.1.8 and 5.1.9 of WebAuthn Level 3).
struct PasskeyOptions: Sendable {
    /// The name of the service, which also represents an account without a user name.
    let name: String
    let configuration: PasskeyConfiguration

    /// Returns a PublicKeyCredentialCreationOptionsJSON.
    func json(_ creation: PasskeyCreation) -> JSONValue {
        let userName = creation.userName?.text ?? name
        return RegistrationOptions(
            RegistrationChallenge(creation.challenge, for: creation.user), at: configuration.relyingParty, siteName: name,
            userName: userName, displayName: userName,
            policy: RegistrationPolicy(userVerification: creation.requiresUserVerification ? .required : .optional),
            excluding: creation.excluded.map { CredentialDescriptor($0.credential) },
            attestation: configuration.attestation.conveyance
        ).value
    }

    /// Returns a PublicKeyCredentialRequestOptionsJSON.
    func json(_ request: PasskeyRequest) -> JSONValue {
        Self.request(
            request.challenge, of: configuration.relyingParty.id, allowing: request.allowed,
            requiresUserVerification: request.requiresUserVerification)
    }

    /// Returns the options for a passkey as second factor, or nil if no passkey can be the factor.
    static func json(_ challenge: FactorChallenge) -> JSONValue? {
        json(challenge.token, among: challenge.factors.passkeys)
    }

    static func json(_ challenge: OpaqueToken, among passkeys: [Passkey]) -> JSONValue? {
        passkeys.first.map { passkey in
            request(
                FactorChallenge.passkeyChallenge(of: challenge), of: passkey.relyingPartyID, allowing: passkeys,
                requiresUserVerification: false)
        }
    }

    private static func request(
        _ challenge: WebAuthn.Challenge, of relyingPartyID: String, allowing passkeys: [Passkey], requiresUserVerification: Bool
    ) -> JSONValue {
        [
            "challenge": .string(Base64URL.encode(challenge.bytes)), "timeout": timeout, "rpId": .string(relyingPartyID),
            "allowCredentials": .array(passkeys.map(\.descriptor)),
            "userVerification": .string(requiresUserVerification ? "required" : "preferred"),
        ]
    }

    /// Five minutes, the standard's recommendation.
    private static let timeout = JSONValue.integer(300_000)
}

extension Passkey {
    /// A PublicKeyCredentialDescriptorJSON.
    fileprivate var descriptor: JSONValue {
        [
            "type": "public-key", "id": .string(Base64URL.encode(credential.id.bytes)),
            "transports": .array(credential.transports.map(JSONValue.string)),
        ]
    }

    /// `Passkey` of the OpenAPI document.
    var representation: JSONValue {
        [
            "id": .string(id.description), "credentialId": .string(Base64URL.encode(credential.id.bytes)), "name": .string(name),
            "deviceName": .string(deviceName), "aaguid": .string(aaguid.description), "attestation": .string(attestation.rawValue),
            "transports": .array(credential.transports.map(JSONValue.string)),
            "backupEligible": .boolean(credential.isBackupEligible), "backedUp": .boolean(credential.isBackedUp),
            "userVerified": .boolean(credential.hasVerifiedUser), "createdAt": .string(createdAt.description),
            "lastUsedAt": lastUsedAt.map { .string($0.description) } ?? .null,
            "suspendedAt": suspendedAt.map { .string($0.description) } ?? .null,
        ]
    }
}

extension Schemas {
    /// The schemas of the routes that exist only if passkeys are on. Options and responses are as in WebAuthn. Other members are
    /// ignored.
    static func ofPasskeys(isMailOn: Bool) -> JSONValue {
        let octets: JSONValue = ["type": "string", "pattern": .string(base64URL)]
        // Without mail, there is no schema of a claim to refer to.
        let claim: JSONValue = isMailOn ? reference("AddressClaim") : ["type": "object"]
        return [
            "PasskeyName": closed(["username": text], optional: ["username"]),
            "PasskeyMediation": closed(["mediation": ["enum": ["conditional"]]], optional: ["mediation"]),
            "PasskeyCreationOptions": open(
                ["publicKey": ["type": "object"], "secret": token, "expiresAt": moment], optional: ["secret"]),
            "PasskeyRequestOptions": open(
                ["publicKey": ["type": "object"], "secret": token, "expiresAt": moment], optional: ["secret"]),
            "PasskeyRegistration": open([
                "type": ["const": "public-key"],
                "response": open(["clientDataJSON": octets, "attestationObject": octets]),
            ]),
            "PasskeySignUp": closed(
                [
                    "username": text, "secret": token, "credential": reference("PasskeyRegistration"), "name": text,
                    "deviceName": deviceName, "email": text,
                ], optional: ["name", "deviceName", "email"]),
            "PasskeySignedUp": open(
                [
                    "account": reference("Account"), "session": reference("OpenedSession"), "device": open(["token": token]),
                    "signals": signals, "addressClaim": claim,
                ], optional: ["signals", "addressClaim"]),
            "NewPasskey": closed(
                [
                    "credential": reference("PasskeyRegistration"), "name": text, "mediation": ["enum": ["conditional"]],
                    "replaces": ["enum": ["password"]],
                ], optional: ["name", "mediation", "replaces"]),
            "PasskeySignIn": closed(
                [
                    "secret": token, "credential": reference("PasskeyAssertion"), "deviceName": deviceName,
                    "deviceToken": token,
                ], optional: ["deviceName", "deviceToken"]),
            "PasskeyProof": closed(["credential": reference("PasskeyAssertion")]),
            "PasskeyChange": closed(["name": text]),
            "PasskeyEnvelope": open(["passkey": reference("Passkey"), "signals": signals], optional: ["signals"]),
            "PasskeyList": open(["passkeys": list(of: "Passkey"), "signals": signals], optional: ["signals"]),
            "PasskeyRemoval": open(
                ["endedPresentSession": ["type": "boolean"], "signals": signals], optional: ["signals"]),
        ]
    }

    /// Arguments for methods of `PublicKeyCredential`, by the name of the method.
    static var signals: JSONValue {
        let argument = open(["rpId": text])
        return open(
            [
                "signalAllAcceptedCredentials": argument, "signalCurrentUserDetails": argument,
                "signalUnknownCredential": argument,
            ], optional: ["signalAllAcceptedCredentials", "signalCurrentUserDetails", "signalUnknownCredential"])
    }

    /// A stored passkey. The response to a password change lists passkeys, so this schema exists even if passkeys are off.
    static var passkey: JSONValue {
        let octets: JSONValue = ["type": "string", "pattern": .string(base64URL)]
        return open([
            "id": identifier, "credentialId": octets, "name": text, "deviceName": text, "aaguid": text,
            "attestation": ["enum": .array(Attestation.Kind.allCases.map { .string($0.rawValue) })],
            "transports": ["type": "array", "items": text], "backupEligible": ["type": "boolean"],
            "backedUp": ["type": "boolean"], "userVerified": ["type": "boolean"], "createdAt": moment,
            "lastUsedAt": ["type": ["string", "null"], "format": "date-time"],
            "suspendedAt": ["type": ["string", "null"], "format": "date-time"],
        ])
    }

    /// An assertion, which can also be a second factor.
    static var passkeyAssertion: JSONValue {
        let octets: JSONValue = ["type": "string", "pattern": .string(base64URL)]
        return open([
            "type": ["const": "public-key"], "id": octets,
            "response": open(["clientDataJSON": octets, "authenticatorData": octets, "signature": octets]),
        ])
    }
}
