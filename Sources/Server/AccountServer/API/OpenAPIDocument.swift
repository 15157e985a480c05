import Accounts
import HTTPTypes
import JSONText

/// The OpenAPI 3.1 document, generated from the described routes.
struct OpenAPIDocument {
    let describedRoutes: [DescribedRoute]
    /// The value of ``Schemas/all(passwords:audiences:apple:)``.
    let schemas: JSONValue

    var json: JSONValue {
        [
            "openapi": "3.1.0",
            "info": [
                "title": "Latchkey account server", "version": "1.0.0",
                "description":
                    "Accounts, password sign-in and sessions. Errors are problem documents (RFC 9457) with a stable `code`.",
                "license": ["name": "Apache 2.0", "identifier": "Apache-2.0"],
            ],
            "tags": .array(Operation.Tag.allCases.map { ["name": .string($0.rawValue)] }),
            "paths": paths,
            "components": [
                "securitySchemes": [
                    "session": ["type": "http", "scheme": "bearer"],
                    "backend": [
                        "type": "http", "scheme": "bearer", "description": "A secret from `accessTokens.introspectors`.",
                    ],
                ],
                "schemas": schemas,
            ],
        ]
    }

    private var paths: JSONValue {
        var order: [String] = []
        var methods: [String: [(String, JSONValue)]] = [:]
        for described in describedRoutes {
            let path = described.route.path
            if methods[path] == nil { order.append(path) }
            methods[path, default: []].append((described.route.method.rawValue.lowercased(), described.operation.json))
        }
        return .object(JSONObject(order.map { ($0, .object(JSONObject(methods[$0] ?? []))) }))
    }
}

extension Operation {
    fileprivate var json: JSONValue {
        var members: [(String, JSONValue)] = [
            ("operationId", .string(id)), ("summary", .string(summary)), ("tags", [.string(tag.rawValue)]),
        ]
        if !parameters.isEmpty { members.append(("parameters", .array(parameters.map(\.json)))) }
        if let body {
            members.append(
                (
                    "requestBody",
                    [
                        "required": .boolean(bodyKind != .optionalJSON),
                        "content": .object(JSONObject([(mediaType, ["schema": Schemas.reference(body)])])),
                    ]
                ))
        }
        members.append(("responses", .object(JSONObject(answers.map(\.json) + problemAnswers))))
        switch security {
        case .none: break
        case .session: members.append(("security", [["session": []]]))
        case .backend: members.append(("security", [["backend": []]]))
        case .optionalSession: members.append(("security", [["session": []], .object(JSONObject([]))]))
        }
        return .object(JSONObject(members))
    }

    private var mediaType: String { bodyKind == .form ? "application/x-www-form-urlencoded" : "application/json" }

    /// One response for each status, which lists its problem codes.
    private var problemAnswers: [(String, JSONValue)] {
        problemsByStatus.map { status, codes in
            let names = codes.map { "`\($0)`" }.joined(separator: ", ")
            return (
                String(status),
                [
                    "description": .string("Problem: \(names)"),
                    "content": ["application/problem+json": ["schema": Schemas.reference("Problem")]],
                ]
            )
        }
    }

    /// The codes of all problems, sorted, by status.
    var problemsByStatus: [(status: Int, codes: [String])] {
        Dictionary(grouping: Set(allProblems), by: \.status.code).sorted { $0.key < $1.key }
            .map { ($0, $1.map(\.rawValue).sorted()) }
    }
}

extension Operation.Answer {
    /// The name of the content's schema; nil for a response without content.
    var schema: String? {
        switch self {
        case .ok(let schema), .created(let schema): schema
        case .okWithoutContent, .noContent: nil
        }
    }

    var json: (String, JSONValue) {
        switch self {
        case .ok(let schema): ("200", content(schema, "Done."))
        case .okWithoutContent: ("200", ["description": "Done."])
        case .created(let schema): ("201", content(schema, "Created. Tokens are shown only once."))
        case .noContent: ("204", ["description": "Done."])
        }
    }

    private func content(_ schema: String, _ words: String) -> JSONValue {
        ["description": .string(words), "content": ["application/json": ["schema": Schemas.reference(schema)]]]
    }
}
