import HTTPTypes
import Hummingbird
import JSONText

/// A route of the API with its description. The OpenAPI document is generated from these, so it lists exactly the routes that
/// exist.
struct DescribedRoute: Sendable {
    let route: Route
    let operation: Operation

    init(
        _ method: HTTPRequest.Method, _ path: String, _ operation: Operation,
        handler: @escaping @Sendable (IncomingRequest) async throws -> Response
    ) {
        route = Route(method, path, handler: handler)
        self.operation = operation
    }
}

/// The description of one route in the OpenAPI document (OpenAPI 3.1, Operation Object).
struct Operation: Sendable {
    let id: String
    let summary: String
    let tag: Tag
    var security: Security
    let parameters: [Parameter]
    /// The name of the body's schema, or nil if the route has no body.
    let body: String?
    let bodyKind: BodyKind
    let answers: [Answer]
    let problems: [ProblemCode]

    init(
        _ id: String, _ summary: String, tag: Tag, security: Security = .none, parameters: [Parameter] = [], body: String? = nil,
        bodyKind: BodyKind = .json, answers: [Answer], problems: [ProblemCode] = []
    ) {
        self.id = id
        self.summary = summary
        self.tag = tag
        self.security = security
        self.parameters = parameters
        self.body = body
        self.bodyKind = bodyKind
        self.answers = answers
        self.problems = problems
    }

    enum Tag: String, CaseIterable {
        case accounts, sessions, factors, apple, passkeys, addresses, recovery, operators, health
    }

    enum BodyKind {
        case json
        /// JSON, or no body.
        case optionalJSON
        /// `application/x-www-form-urlencoded`.
        case form
    }

    enum Security {
        case none
        /// The bearer token of an active session.
        case session
        /// As ``session``, but required by some requests only.
        case optionalSession
        /// A backend's secret as bearer token.
        case backend
    }

    /// A response with a 2xx status.
    enum Answer: Sendable {
        case ok(String)
        case okWithoutContent
        case created(String)
        case noContent
    }

    /// Every problem that the route can return: its own, those of its security and body, and those of every HTTP request.
    var allProblems: [ProblemCode] {
        var all = problems + [.badRequest, .uriTooLong, .headerFieldsTooLarge, .requestTimeout, .internalError, .overloaded]
        all += [.contentTooLarge]
        if body != nil { all += [bodyKind == .form ? .malformedForm : .malformedJSON, .unsupportedMediaType] }
        if security != .none { all += [.unauthenticated] }
        if security == .session || security == .optionalSession {
            all += [.sessionExpired, .secondFactorEnrolmentRequired]
        }
        return all
    }
}

/// A parameter of a route (OpenAPI 3.1, Parameter Object).
struct Parameter: Sendable {
    let name: String
    let place: Place
    let summary: String
    let schema: JSONValue

    enum Place: String {
        case path, query
    }

    var json: JSONValue {
        [
            "name": .string(name), "in": .string(place.rawValue), "required": .boolean(place == .path),
            "description": .string(summary), "schema": schema,
        ]
    }

    static let sessionID = Parameter(
        name: "id", place: .path, summary: "The identifier of the session, from the list.", schema: Schemas.identifier)
    static let appleIdentityID = Parameter(
        name: "id", place: .path, summary: "The identifier of the Apple identity, from the list.", schema: Schemas.identifier)
    static let deviceKeyID = Parameter(
        name: "id", place: .path, summary: "The identifier of the key, from the list.", schema: Schemas.identifier)
    static let passkeyID = Parameter(
        name: "id", place: .path, summary: "The identifier of the passkey, from the list.", schema: Schemas.identifier)
    static let addressID = Parameter(
        name: "id", place: .path, summary: "The identifier of the address, from the list.", schema: Schemas.identifier)
    static let exceptCurrent = Parameter(
        name: "except", place: .query, summary: "Give `current` to keep this session.",
        schema: ["type": "string", "enum": ["current"]])
    static let eventLimit = Parameter(
        name: "limit", place: .query, summary: "The maximum number of events.",
        schema: ["type": "integer", "minimum": 1, "maximum": 100, "default": 50])
    static let eventsBefore = Parameter(
        name: "before", place: .query, summary: "Return events older than this one: `next` of the previous page.",
        schema: Schemas.identifier
    )
}
