import Accounts
import JSONText

/// The schemas of bodies and answers (JSON Schema 2020-12, as OpenAPI 3.1 uses it).
enum Schemas {
    static func all(passwords: PasswordPolicy) -> JSONValue {
        let newPassword: JSONValue = [
            "type": "string", "minLength": .integer(passwords.lengths.lowerBound),
            "maxLength": .integer(passwords.lengths.upperBound),
            "description": .string(
                "Its NFC form is what counts, and the length is in Unicode scalars. It must keep these rules: "
                    + passwords.requirements.text),
            "x-passwordrules": .string(passwords.requirements.text),
        ]
        return [
            "NewAccount": closed(
                ["username": userName, "password": newPassword, "deviceName": deviceName], optional: ["deviceName"]),
            "Credentials": closed(
                ["username": text, "password": text, "deviceName": deviceName, "deviceToken": token],
                optional: ["deviceName", "deviceToken"]),
            "Reauthentication": closed(["password": text]),
            "AccountChange": closed(["username": userName]),
            "PasswordChange": closed(["newPassword": newPassword, "currentPassword": text], optional: ["currentPassword"]),

            "Account": open(["id": identifier, "username": text, "createdAt": moment, "passwordChangedAt": moment]),
            "PasswordPolicy": open([
                "rules": text, "minimumLength": ["type": "integer"], "maximumLength": ["type": "integer"],
                "minimumScore": ["type": "integer", "minimum": 0, "maximum": 4], "refusesCommon": ["type": "boolean"],
                "refusesLeaked": ["type": "boolean"],
            ]),
            "AccountEnvelope": open(["account": reference("Account")]),
            "OpenedSession": open(["id": identifier, "token": token, "expiresAt": moment]),
            "RenewedSession": open(["session": reference("OpenedSession")]),
            "SignedIn": open([
                "account": reference("Account"), "session": reference("OpenedSession"), "device": open(["token": token]),
            ]),
            "Session": open([
                "id": identifier, "deviceName": text, "createdAt": moment, "lastUsedAt": moment, "authenticatedAt": moment,
                "expiresAt": moment, "firstAddress": text, "lastAddress": text, "current": ["type": "boolean"],
            ]),
            "CurrentSession": open(["account": reference("Account"), "session": reference("Session")]),
            "SessionList": open(["sessions": list(of: "Session")]),
            "EndedSessions": open(["ended": ["type": "integer", "minimum": 0]]),
            "AccessToken": open(["accessToken": text, "tokenType": ["const": "Bearer"], "expiresIn": ["type": "integer"]]),
            "Event": open([
                "id": identifier, "kind": ["enum": .array(AuditEventKind.allCases.map { .string($0.rawValue) })], "at": moment,
                "address": text, "deviceName": text,
            ]),
            "EventList": open(["events": list(of: "Event"), "next": ["type": ["string", "null"]]]),
            "Health": open(["status": ["const": "ok"]]),
            "Problem": problem,
        ]
    }

    static let identifier: JSONValue = ["type": "string", "format": "uuid"]

    static func reference(_ name: String) -> JSONValue {
        ["$ref": .string("#/components/schemas/\(name)")]
    }

    private static let text: JSONValue = ["type": "string"]
    private static let token: JSONValue = ["type": "string", "pattern": "^[A-Za-z0-9_-]{43}$"]
    private static let moment: JSONValue = ["type": "string", "format": "date-time"]
    private static let deviceName: JSONValue = [
        "type": "string", "description": "What the list of sessions calls this device; cut to 100 characters.",
    ]
    private static let userName: JSONValue = [
        "type": "string", "minLength": .integer(UserName.lengths.lowerBound), "maxLength": .integer(UserName.lengths.upperBound),
        "description": "A name or an e-mail address; compared after NFKC and case folding, shown as typed.",
    ]

    private static let problem = open(
        [
            "type": ["type": "string", "format": "uri"], "title": text, "status": ["type": "integer"],
            "code": ["enum": .array(ProblemCode.allCases.map { .string($0.rawValue) })], "detail": text, "instance": text,
            "retryAfter": ["type": "integer"],
            "errors": [
                "type": "array",
                "items": open(
                    ["pointer": text, "field": text, "parameter": text, "code": text, "message": text],
                    optional: ["pointer", "field", "parameter"]),
            ],
        ], optional: ["detail", "instance", "retryAfter", "errors"])

    private static func list(of name: String) -> JSONValue {
        ["type": "array", "items": reference(name)]
    }

    /// An object of requests: members it does not name are refused.
    private static func closed(_ members: KeyValuePairs<String, JSONValue>, optional: Set<String> = []) -> JSONValue {
        object(members, optional: optional, additional: [("additionalProperties", false)])
    }

    /// An object of answers: later versions may add members.
    private static func open(_ members: KeyValuePairs<String, JSONValue>, optional: Set<String> = []) -> JSONValue {
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
