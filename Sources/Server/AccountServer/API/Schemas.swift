import Accounts
import JSONText
import Texts

/// The schemas of request and response bodies (JSON Schema 2020-12, as in OpenAPI 3.1).
enum Schemas {
    /// - Parameters:
    ///   - passwords: the policy for new passwords.
    ///   - audiences: the audiences of access tokens.
    ///   - apple: what an app must send from Apple; nil if Sign in with Apple is off, which omits its schemas.
    ///   - passkeys: whether passkeys are on; their schemas are omitted otherwise.
    ///   - isMailOn: whether mail is on; the schemas of e-mail addresses, and most of recoveries, are omitted otherwise.
    ///   - codesSignIn: whether mailed codes sign in; their schema is omitted otherwise.
    ///   - operators: whether operators are served; their schemas are omitted otherwise.
    static func all(
        passwords: PasswordPolicy, audiences: [String], apple: AppleConfiguration.Verification?, passkeys: Bool,
        isMailOn: Bool, codesSignIn: Bool, operators: Bool
    ) -> JSONValue {
        let newPassword = newPassword(by: passwords)
        let firstPassword: JSONValue = [
            "FirstPassword": closed(["username": userName, "newPassword": newPassword], optional: ["username"])
        ]
        let others = apple == nil && !passkeys ? [] : firstPassword.object?.members ?? []
        let apple = apple.flatMap { ofApple(verifiedBy: $0).object?.members } ?? []
        let own = own(newPassword: newPassword, audiences: audiences).object?.members ?? []
        let addresses = isMailOn ? ofAddresses.object?.members ?? [] : []
        let recoveries = ofRecoveries(newPassword: newPassword, isOn: isMailOn, passkeys: passkeys).object?.members ?? []
        let passkeys = passkeys ? ofPasskeys(isMailOn: isMailOn).object?.members ?? [] : []
        let codes = codesSignIn ? ofMailedSignIn.object?.members ?? [] : []
        let operators = operators ? ofOperators.object?.members ?? [] : []
        let all =
            own + (ofFactors.object?.members ?? []) + others + apple + passkeys + addresses + recoveries + codes + operators
        return .object(JSONObject(all.map { ($0.name, $0.value) }))
    }

    private static func newPassword(by passwords: PasswordPolicy) -> JSONValue {
        [
            "type": "string", "minLength": .integer(passwords.lengths.lowerBound),
            "maxLength": .integer(passwords.lengths.upperBound),
            "description": .string(
                "Compared in NFC; the length is in Unicode scalars. The password must satisfy these rules: "
                    + passwords.requirements.text),
            "x-passwordrules": .string(passwords.requirements.text),
        ]
    }

    private static func own(newPassword: JSONValue, audiences: [String]) -> JSONValue {
        [
            "NewAccount": closed(
                ["username": userName, "password": newPassword, "deviceName": deviceName], optional: ["deviceName"]),
            "Credentials": closed(
                ["username": text, "password": text, "deviceName": deviceName, "deviceToken": token],
                optional: ["deviceName", "deviceToken"]),
            "Reauthentication": closed(["password": text]),
            "AccountChange": closed(
                [
                    "username": userName, "language": language, "timeZone": timeZone, "newDeviceNotices": newDeviceNotices,
                ],
                optional: ["username", "language", "timeZone", "newDeviceNotices"], minimum: 1),
            "PasswordChange": closed(["newPassword": newPassword, "currentPassword": text]),

            "PasswordUpgrade": closed(
                ["key": identifier, "newPassword": text, "username": text, "currentPassword": text, "deviceToken": token],
                optional: ["username", "currentPassword", "deviceToken"], needing: Self.credentials),
            "PasswordUpgradeState": open([
                "upgrade": open(
                    [
                        "key": identifier, "status": ["enum": ["committed", "offered"]], "password": text,
                        "formerPasswordUntil": ["type": ["string", "null"], "format": "date-time"],
                    ], optional: ["password", "formerPasswordUntil"])
            ]),
            "UpgradeConfirmation": closed(
                ["key": identifier, "username": text, "currentPassword": text, "deviceToken": token],
                optional: ["username", "currentPassword", "deviceToken"], needing: Self.credentials),
            "UpgradeState": open(["upgrade": open(["key": identifier, "status": ["const": "confirmed"]])]),

            "DeletedAccount": open(
                ["appleTokens": ["enum": ["none", "being-revoked", "revoke-by-hand"]], "signals": signals], optional: ["signals"]),

            "Account": open([
                "id": identifier, "username": ["type": ["string", "null"]], "createdAt": moment,
                "passwordChangedAt": ["type": ["string", "null"], "format": "date-time"],
                "secondFactorSince": ["type": ["string", "null"], "format": "date-time"],
                "language": [
                    "type": ["string", "null"],
                    "description": "The BCP 47 tag of the language of the account's pages and messages.",
                ],
                "timeZone": timeZone, "newDeviceNotices": newDeviceNotices,
            ]),
            "PasswordPolicy": open([
                "rules": text, "minimumLength": ["type": "integer"], "maximumLength": ["type": "integer"],
                "minimumScore": ["type": "integer", "minimum": 0, "maximum": 4], "rejectsCommon": ["type": "boolean"],
                "rejectsLeaked": ["type": "boolean"],
            ]),
            "AccountEnvelope": open(["account": reference("Account"), "signals": signals], optional: ["signals"]),
            "OpenedSession": open(["id": identifier, "token": token, "expiresAt": moment]),
            "RenewedSession": open(
                ["session": reference("OpenedSession"), "endedRecovery": endedRecovery], optional: ["endedRecovery"]),
            "ChangedPassword": open(["session": reference("OpenedSession"), "alsoSignsIn": reference("OtherCredentials")]),
            "OtherCredentials": open([
                "apple": list(of: "AppleIdentity"), "passkeys": list(of: "Passkey"), "secondFactors": reference("SecondFactors"),
            ]),
            "AppleIdentity": open([
                "id": identifier, "email": ["type": ["string", "null"]], "emailVerified": ["type": "boolean"],
                "emailPrivate": ["type": "boolean"],
                "emailDeliverable": ["type": "boolean"], "givenName": ["type": ["string", "null"]],
                "familyName": ["type": ["string", "null"]], "linkedAt": moment,
                "revokedAt": ["type": ["string", "null"], "format": "date-time"],
                "suspendedAt": ["type": ["string", "null"], "format": "date-time"],
            ]),
            "SignedIn": open(
                [
                    "account": reference("Account"), "session": reference("OpenedSession"), "device": open(["token": token]),
                    "endedRecovery": endedRecovery, "signals": signals,
                ], optional: ["endedRecovery", "signals"]),
            "Session": open([
                "id": identifier, "deviceName": text, "createdAt": moment, "lastUsedAt": moment, "authenticatedAt": moment,
                "expiresAt": moment, "firstAddress": text, "lastAddress": text, "current": ["type": "boolean"],
                "assurance": ["enum": ["one-factor", "two-factors"]],
                "secondFactorShownAt": ["type": ["string", "null"], "format": "date-time"],
            ]),
            "CurrentSession": open(["account": reference("Account"), "session": reference("Session")]),
            "SessionList": open(["sessions": list(of: "Session")]),
            "EndedSessions": open(["ended": ["type": "integer", "minimum": 0]]),
            "AccessToken": open(["accessToken": text, "tokenType": ["const": "Bearer"], "expiresIn": ["type": "integer"]]),
            "AccessTokenRequest": closed(
                ["audience": ["enum": .array(audiences.map(JSONValue.string))]], optional: audiences.count == 1 ? ["audience"] : []),
            "Introspection": closed(["token": text, "token_type_hint": text], optional: ["token_type_hint"]),
            "IntrospectedToken": open(
                [
                    "active": ["type": "boolean"], "token_type": ["const": "Bearer"], "iss": text, "aud": text, "sub": identifier,
                    "client_id": text, "sid": identifier, "iat": ["type": "integer"], "exp": ["type": "integer"],
                    "auth_time": ["type": "integer"], "acr": text, "jti": text,
                ],
                optional: ["token_type", "iss", "aud", "sub", "client_id", "sid", "iat", "exp", "auth_time", "acr", "jti"]),
            "Event": open([
                "id": identifier, "kind": ["enum": .array(AuditEventKind.allCases.map { .string($0.rawValue) })], "at": moment,
                "address": text, "deviceName": text,
            ]),
            "EventList": open(["events": list(of: "Event"), "next": ["type": ["string", "null"]]]),
            "Health": open(["status": ["const": "ok"]]),
            "Problem": problem,
        ]
    }

    static let identifier: JSONValue = [
        "type": "string", "format": "uuid", "pattern": "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$",
    ]

    static func reference(_ name: String) -> JSONValue {
        ["$ref": .string("#/components/schemas/\(name)")]
    }

    static let text: JSONValue = ["type": "string"]
    static let token: JSONValue = ["type": "string", "pattern": "^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$"]
    /// Base64url without padding, canonical encoding only (RFC 4648, section 3.5).
    static let base64URL = "^([A-Za-z0-9_-]{4})*([A-Za-z0-9_-][AQgw]|[A-Za-z0-9_-]{2}[AEIMQUYcgkosw048])?$"
    /// A user name and a password occur together or not at all.
    private static let credentials = [("username", "currentPassword"), ("currentPassword", "username")]
    static let moment: JSONValue = ["type": "string", "format": "date-time"]
    private static let language: JSONValue = [
        "enum": .array(Language.offered.map { .string($0.tag) }),
        "description": "The BCP 47 tag of the language of the account's pages and messages.",
    ]
    private static let timeZone: JSONValue = [
        "type": ["string", "null"],
        "description": """
        The identifier of the zone of times in the account's pages and messages, such as Europe/Vienna; null for the zone of the \
        browser, and UTC in messages.
        """,
    ]
    private static let newDeviceNotices: JSONValue = [
        "type": "boolean",
        "description": "Whether an e-mail reports each sign-in on a new device. All other notices are always sent.",
    ]
    private static let endedRecovery: JSONValue = [
        "const": true,
        "description": """
        Present if a recovery of the account without its second factor was waiting, which this proof of a second factor ended. Another \
        human may read the mail of the account.
        """,
    ]
    static let deviceName: JSONValue = [
        "type": "string", "description": "The name of this device in the session list; truncated to 100 characters.",
    ]
    static let userName: JSONValue = [
        "type": "string", "minLength": .integer(UserName.lengths.lowerBound), "maxLength": .integer(UserName.lengths.upperBound),
        "description": "A name or an e-mail address; compared after NFKC and case folding, shown as typed.",
    ]

    private static let problem = open(
        [
            "type": ["type": "string", "format": "uri"], "title": text, "status": ["type": "integer"],
            "code": ["enum": .array(ProblemCode.allCases.map { .string($0.rawValue) })], "detail": text, "instance": text,
            "retryAfter": ["type": "integer"],
            // With `additional_authentication_required`.
            "challenge": token, "methods": ["type": "array", "items": factorMethod],
            "deviceKeys": ["type": "array", "items": identifier], "expiresAt": moment, "signatureExpiresAt": moment,
            "passkeyOptions": ["type": "object"],
            // With `apple-identity-taken`, if the user may delete that account so that its Apple identity moves.
            "replaceableAccount": open(["id": identifier, "username": ["type": ["string", "null"]], "createdAt": moment]),
            "errors": [
                "type": "array",
                "items": open(
                    ["pointer": text, "field": text, "parameter": text, "code": text, "message": text],
                    optional: ["pointer", "field", "parameter"]),
            ],
        ],
        optional: [
            "detail", "instance", "retryAfter", "errors", "challenge", "methods", "deviceKeys", "expiresAt", "signatureExpiresAt",
            "passkeyOptions", "replaceableAccount",
        ])

    /// Returns the schemas of routes that exist only if Sign in with Apple is on.
    private static func ofApple(verifiedBy verification: AppleConfiguration.Verification) -> JSONValue {
        let proof = verification == .identityToken ? "identityToken" : "authorizationCode"
        return [
            "NewChallenge": closed(["purpose": ["enum": ["apple-sign-in", "apple-link", "apple-reauthentication"]]]),
            "Challenge": open(["nonce": token, "expiresAt": moment]),
            "AppleUpgrade": closed(
                [
                    "key": identifier, "username": text, "currentPassword": text, "deviceToken": token, "identityToken": text,
                    "authorizationCode": text, "nonce": text,
                    "name": closed(["givenName": text, "familyName": text], optional: ["givenName", "familyName"]),
                    "replacedAccount": identifier,
                ],
                optional: [
                    "username", "currentPassword", "deviceToken", "identityToken", "authorizationCode", "nonce", "name",
                    "replacedAccount",
                ],
                needing: Self.credentials + [
                    ("identityToken", "nonce"), ("authorizationCode", "nonce"), ("name", "nonce"), ("replacedAccount", "nonce"),
                    ("nonce", proof),
                ]),
            "AppleUpgradeState": open(
                [
                    "upgrade": open(
                        ["key": identifier, "status": ["enum": ["begun", "converted"]], "nonce": token, "expiresAt": moment],
                        optional: ["nonce", "expiresAt"]),
                    "session": reference("OpenedSession"),
                ], optional: ["session"]),
            "AppleProof": appleProof(needing: proof, and: [:]),
            "AppleLink": appleProof(needing: proof, and: ["replacedAccount": identifier]),
            "AppleSignIn": appleProof(needing: proof, and: ["deviceName": deviceName, "deviceToken": token]),
            // Apple may send more members; the server ignores them.
            "AppleNotification": open([
                "payload": ["type": "string", "pattern": "^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$"]
            ]),
            "AppleIdentityEnvelope": open(["apple": reference("AppleIdentity")]),
            "AppleIdentityList": open(["apple": list(of: "AppleIdentity")]),
            "AppleRevocation": open([
                "appleTokens": ["enum": ["none", "being-revoked", "revoke-by-hand"]], "endedPresentSession": ["type": "boolean"],
            ]),
        ]
    }

    /// Returns the schema of Apple's credential from an app. `proof` is the member that the configured verification requires.
    private static func appleProof(needing proof: String, and members: KeyValuePairs<String, JSONValue>) -> JSONValue {
        let name = closed(["givenName": text, "familyName": text], optional: ["givenName", "familyName"])
        let own: [(String, JSONValue)] = [("identityToken", text), ("authorizationCode", text), ("nonce", text), ("name", name)]
        return .object(
            JSONObject([
                ("type", "object"), ("properties", .object(JSONObject(own + members.map { ($0.key, $0.value) }))),
                ("required", ["nonce", .string(proof)]), ("additionalProperties", false),
            ]))
    }

    static func list(of name: String) -> JSONValue {
        ["type": "array", "items": reference(name)]
    }

    /// Returns the schema of an object in requests: unknown members are rejected.
    ///
    /// - Parameters:
    ///   - needs: pairs of members; the first requires the second.
    ///   - minimum: how many members are required, of all that are optional.
    static func closed(
        _ members: KeyValuePairs<String, JSONValue>, optional: Set<String> = [], needing needs: [(String, String)] = [],
        minimum: Int = 0
    ) -> JSONValue {
        let dependencies = needs.map { ($0.0, JSONValue.array([.string($0.1)])) }
        return object(
            members, optional: optional,
            additional: [("additionalProperties", false)]
                + (needs.isEmpty ? [] : [("dependentRequired", .object(JSONObject(dependencies)))])
                + (minimum == 0 ? [] : [("minProperties", .integer(minimum))]))
    }

    /// Returns the schema of an object in responses: later versions may add members.
    static func open(_ members: KeyValuePairs<String, JSONValue>, optional: Set<String> = []) -> JSONValue {
        object(members, optional: optional, additional: [])
    }

    private static func object(
        _ members: KeyValuePairs<String, JSONValue>, optional: Set<String>, additional: [(String, JSONValue)]
    ) -> JSONValue {
        let required = members.map(\.key).filter { !optional.contains($0) }.map(JSONValue.string)
        return .object(
            JSONObject(
                [
                    ("type", "object"), ("properties", .object(JSONObject(members.map { ($0.key, $0.value) }))),
                    ("required", .array(required)),
                ] + additional))
    }
}

extension Schemas {
    /// Returns the schema of an answer to a challenge by one second factor.
    ///
    /// - Parameter others: further required members, which are tokens.
    static func factorAnswer(with others: [String] = []) -> JSONValue {
        let own: JSONValue = [
            "challenge": token, "totp": text, "recoveryCode": text, "deviceKey": identifier,
            "signature": [
                "type": "string", "pattern": .string(base64URL), "minLength": 11, "maxLength": 96,
                "description":
                    "An ECDSA signature with SHA-256 over the 32 bytes of the challenge: DER, in base64url without padding.",
            ],
            "passkey": reference("PasskeyAssertion"), "deviceName": deviceName,
        ]
        let members = others.map { ($0, token) } + (own.object?.members ?? []).map { ($0.name, $0.value) }
        return [
            "type": "object",
            "properties": .object(JSONObject(members)),
            "required": .array((others + ["challenge"]).map(JSONValue.string)), "additionalProperties": false,
            "dependentRequired": ["deviceKey": ["signature"], "signature": ["deviceKey"]],
            "oneOf": [
                ["required": ["totp"]], ["required": ["recoveryCode"]], ["required": ["deviceKey", "signature"]],
                ["required": ["passkey"]],
            ],
        ]
    }

    /// The schemas of second factors.
    static var ofFactors: JSONValue {
        [
            "FactorAnswer": factorAnswer(),
            "PasskeyAssertion": passkeyAssertion,
            "Passkey": passkey,
            "FactorChallenge": open(
                [
                    "challenge": token, "methods": ["type": "array", "items": factorMethod],
                    "deviceKeys": ["type": "array", "items": identifier], "expiresAt": moment, "signatureExpiresAt": moment,
                    "passkeyOptions": ["type": "object"],
                ], optional: ["passkeyOptions"]),
            "SecondFactors": open([
                "totp": ["type": "boolean"], "recoveryCodes": ["type": "integer", "minimum": 0],
                "deviceKeys": list(of: "DeviceKey"),
            ]),
            "TOTPEnrolment": open(["uri": text, "secret": text]),
            "TOTPConfirmation": closed(["code": text]),
            "ConfirmedFactor": open(
                ["session": reference("OpenedSession"), "recoveryCodes": ["type": "array", "items": text]],
                optional: ["recoveryCodes"]),
            "RecoveryCodes": open(["recoveryCodes": ["type": "array", "items": text]]),
            "NewDeviceKey": closed(
                [
                    "publicKey": ["type": "string", "pattern": "^B[A-P][A-Za-z0-9_-]{84}[AEIMQUYcgkosw048]$"], "name": text,
                    "attestation": reference("NewAttestation"),
                ], optional: ["attestation"]),
            "NewAttestation": closed([
                "challenge": token,
                "statement": [
                    "type": "string", "pattern": .string(base64URL), "minLength": 1, "maxLength": 1366,
                    "description": .string(
                        "TPMS_ATTEST of TPM2_CertifyCreation over the SHA-256 of the challenge, TPMT_SIGNATURE, and TPMT_PUBLIC of the key and "
                            + "of the attestation key, each after its length in two bytes; in base64url without padding."),
                ],
            ]),
            "AttestationChallenge": open(["challenge": token, "expiresAt": moment]),
            "DeviceKey": open([
                "id": identifier, "name": text, "publicKey": text, "createdAt": moment,
                "lastUsedAt": ["type": ["string", "null"], "format": "date-time"],
                "attestation": [
                    "enum": ["hardware", "none"],
                    "description": "`hardware` if a trusted TPM attested the key when it was added.",
                ],
            ]),
            "DeviceKeyList": open(["deviceKeys": list(of: "DeviceKey")]),
            "AddedDeviceKey": open(
                ["deviceKey": reference("DeviceKey"), "recoveryCodes": ["type": "array", "items": text]],
                optional: ["recoveryCodes"]),
        ]
    }

    static var factorMethod: JSONValue { ["enum": .array(FactorMethod.allCases.map { .string($0.rawValue) })] }
}
