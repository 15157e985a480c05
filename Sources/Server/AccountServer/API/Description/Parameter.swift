import JSONText

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
    static let exceptCurrent = Parameter(
        name: "except", place: .query, summary: "Give `current` to keep this session.",
        schema: ["type": "string", "enum": ["current"]])
    static let eventLimit = Parameter(
        name: "limit", place: .query, summary: "How many events at the most.",
        schema: ["type": "integer", "minimum": 1, "maximum": 100, "default": 50])
    static let eventsBefore = Parameter(
        name: "before", place: .query, summary: "Events older than this one; `next` of the page before.", schema: Schemas.identifier
    )
}
