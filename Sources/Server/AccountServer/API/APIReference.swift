import AccountPages
import Accounts
import HTTPTypes
import JSONText

/// The reference page of the API, made from the descriptions that also make the OpenAPI document.
struct APIReference {
    let describedRoutes: [DescribedRoute]
    /// The schemas of ``Schemas/all(passwords:audiences:apple:)``.
    let schemas: JSONValue
    let origin: PublicOrigin

    var page: APIReferencePage {
        let bySubject = Dictionary(grouping: describedRoutes, by: \.operation.tag)
        return APIReferencePage(
            sections: Operation.Tag.allCases.compactMap { tag in
                bySubject[tag].map { routes in .init(name: tag.heading, operations: routes.map(operation)) }
            }, document: AccountAPI.documentPath)
    }

    private func operation(_ described: DescribedRoute) -> APIReferencePage.Operation {
        let operation = described.operation
        return .init(
            id: operation.id, method: described.route.method.rawValue, path: described.route.path, summary: operation.summary,
            parameters: operation.parameters.map { .init(name: $0.name, place: $0.place.rawValue, summary: $0.summary) },
            request: commandLine(of: described),
            responses: operation.answers.map { answer in
                .init(
                    status: answer.json.0,
                    body: answer.schema.map {
                        SchemaExample(schemas: schemas, isWhole: true).value(of: Schemas.reference($0)).text(.pretty)
                    })
            },
            problems: operation.problemsByStatus.map { .init(status: String($0), codes: $1) })
    }

    /// Returns a request to a route as a command, with example values and without secrets.
    func commandLine(of described: DescribedRoute) -> String {
        let operation = described.operation
        var lines = ["curl \(origin.url(path(of: described)))"]
        if described.route.method != .get, described.route.method != .post || operation.body == nil {
            lines[0] = "curl -X \(described.route.method.rawValue) \(origin.url(path(of: described)))"
        }
        switch operation.security {
        case .none, .optionalSession: break
        case .session: lines.append(#"-H "Authorization: Bearer $SESSION""#)
        case .backend: lines.append(#"-H "Authorization: Bearer $BACKEND_SECRET""#)
        }
        if let body = exampleBody(of: operation) {
            if operation.bodyKind == .form {
                lines += (body.object?.members ?? []).map { "--data-urlencode '\($0.name)=\($0.value.string ?? $0.value.text())'" }
            } else {
                lines += ["-H 'Content-Type: application/json'", "-d '\(body.text().replacing("'", with: #"'\''"#))'"]
            }
        }
        return lines.joined(separator: " \\\n  ")
    }

    /// Returns a body that satisfies the operation's schema; nil for an operation without one.
    func exampleBody(of operation: Operation) -> JSONValue? {
        operation.body.map { SchemaExample(schemas: schemas, isWhole: false).value(of: Schemas.reference($0)) }
    }

    /// Returns the route's path with example values for its parameters.
    func path(of described: DescribedRoute) -> String {
        described.operation.parameters.filter { $0.place == .path }.reduce(described.route.path) { path, parameter in
            path.replacing("{\(parameter.name)}", with: SchemaExample.identifier)
        }
    }
}

/// Values that satisfy schemas of the OpenAPI document.
struct SchemaExample {
    static let identifier = "0198c2f5-6a70-7c3e-9d41-3f5b8a7e2c10"

    /// The schemas that references name.
    let schemas: JSONValue
    /// Whether objects have their optional members too.
    let isWhole: Bool

    /// Returns a value of a schema. `name` is the member that holds the value, and decides what a text says.
    func value(of schema: JSONValue, named name: String = "") -> JSONValue {
        if let reference = schema["$ref"]?.string, let target = reference.split(separator: "/").last {
            return value(of: schemas[String(target)] ?? .null, named: name)
        }
        if let constant = schema["const"] { return constant }
        if let alternative = schema["anyOf"]?.array?.first { return value(of: alternative, named: name) }
        if let choice = schema["enum"]?.array?.first { return choice }
        switch schema["type"]?.string ?? schema["type"]?[0]?.string {
        case "object": return object(of: schema)
        case "array": return .array([value(of: schema["items"] ?? .null, named: name)])
        case "integer": return schema["minimum"] ?? (name == "status" ? 200 : 1)
        case "boolean": return true
        default: return .string(text(of: schema, named: name))
        }
    }

    private func object(of schema: JSONValue) -> JSONValue {
        let required = Set((schema["required"]?.array ?? []).compactMap(\.string))
        // The first of several alternatives.
        let chosen = Set((schema["oneOf"]?[0]?["required"]?.array ?? []).compactMap(\.string))
        let members = schema["properties"]?.object?.members ?? []
        // The first of several optional members if the schema demands one.
        let least = Set(members.prefix(schema["minProperties"]?.number?.int ?? 0).map(\.name))
        let shown = members.filter { isWhole || required.union(chosen).union(least).contains($0.name) }
        return .object(JSONObject(shown.map { ($0.name, value(of: $0.value, named: $0.name)) }))
    }

    private func text(of schema: JSONValue, named name: String) -> String {
        if schema["format"]?.string == "uuid" { return Self.identifier }
        if schema["format"]?.string == "date-time" { return "2026-11-27T09:30:00Z" }
        if let text = Self.texts[name] { return text }
        // 32 bytes in base64url, as tokens are.
        if schema["pattern"] != nil { return "dGhpcy1pcy1hbi1leGFtcGxlLXRva2VuLTMyLWJ5dGU" }
        return name
    }

    private static let texts = [
        "username": "anna@example.com", "password": "Correct-Horse-7-Battery", "newPassword": "Quiet-Lantern-4-Meadow",
        "currentPassword": "Correct-Horse-7-Battery", "deviceName": "Anna’s laptop", "totp": "492039", "code": "492039",
        "firstAddress": "192.0.2.10", "lastAddress": "192.0.2.10", "address": "192.0.2.10", "email": "anna@example.com",
        "account": "anna@example.com",
        "emailCode": "K7QM-2XPA", "undoCode": "k7qm-2xpa-k7qm-2xpa-k7qm-2xpa",
        "givenName": "Anna", "familyName": "Lind", "name": "Anna’s phone",
        "identityToken": "eyJraWQiOiJ…", "authorizationCode": "c1b8f…", "payload": "eyJhbGciOiJ.eyJpc3MiOiJ.c2lnbmF0dXJl",
        // The generator of P-256.
        "publicKey": "BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU",
        "signature": "MEUCIQDKn0lzbG9uZ2VyLXRoYW4tdGhpcw",
        "reason": "Case 7: stolen telephone", "rules": "minlength: 8;", "recoveryCodes": "7h2k-9mpx-4qvd",
        "uri": "otpauth://totp/Latchkey:anna?secret=…",
    ]
}

extension Operation.Tag {
    fileprivate var heading: String {
        switch self {
        case .accounts: "Accounts"
        case .sessions: "Sessions"
        case .factors: "Second factors"
        case .apple: "Sign in with Apple"
        case .passkeys: "Passkeys"
        case .addresses: "E-mail addresses"
        case .recovery: "Account recovery"
        case .operators: "Operators"
        case .health: "Health"
        }
    }
}
