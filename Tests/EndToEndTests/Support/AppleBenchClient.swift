import AppleIdentityEmulator
import HTTPTypes
import JSONText
import WebClient

/// A client of the account server's socket: a user's app or browser.
struct AppleBenchClient: Sendable {
    let connections: WebClient
    let port: Int

    /// Passes a client of the server on this port to `body`, and closes its connections afterwards.
    static func use<Result: Sendable>(
        port: Int, _ body: @Sendable (AppleBenchClient) async throws -> Result
    ) async throws -> Result {
        // Only a server that hangs exceeds these times.
        let limits = WebLimits(connecting: .seconds(300), total: .seconds(300))
        let connections = try WebClient(userAgent: "test", limits: limits)
        let result: Result
        do {
            result = try await body(AppleBenchClient(connections: connections, port: port))
        } catch {
            try? await connections.shutdown()
            throw error
        }
        try await connections.shutdown()
        return result
    }

    func send(
        _ method: HTTPRequest.Method, _ path: String, token: String? = nil, json: JSONValue? = nil, body: [UInt8] = [],
        headers: HTTPFields = [:]
    ) async throws -> Answer {
        var headers = headers
        if let token { headers[.authorization] = "Bearer \(token)" }
        if json != nil { headers[.contentType] = "application/json" }
        let url = try WebURL("http://127.0.0.1:\(port)\(path)")
        let response = try await connections.send(WebRequest(method, url, headers: headers, body: json?.bytes() ?? body))
        return Answer(status: response.status.code, headers: response.headers, body: response.body)
    }

    /// The statuses of 64 concurrent requests.
    func statusesOf64(_ request: @escaping @Sendable () async throws -> Int) async throws -> [Int: Int] {
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<64 { group.addTask(operation: request) }
            return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
    }

    func challenge(for purpose: String = "apple-sign-in", token: String? = nil) async throws -> String {
        try await send(.post, "/v1/challenges", token: token, json: ["purpose": .string(purpose)]).text("nonce")
    }

    /// A complete native sign-in.
    func signIn(_ bench: AppleBench, person: PersonIdentifier? = nil, choices: ConsentChoices = ConsentChoices()) async throws
        -> Answer
    {
        let nonce = try await challenge()
        return try await send(
            .post, "/v1/sessions/apple",
            json: proof(try bench.credential(nonce: nonce, person: person, choices: choices), nonce: nonce))
    }

    /// An account with a password.
    func register(_ name: String, password: String = Self.password) async throws -> Answer {
        try await send(.post, "/v1/accounts", json: ["username": .string(name), "password": .string(password)])
    }

    /// A sign-in with a password.
    func enter(_ name: String, password: String = Self.password) async throws -> Answer {
        try await send(.post, "/v1/sessions", json: ["username": .string(name), "password": .string(password)])
    }

    static let password = "velvet-otter 41 harbour"

    /// The parts of a credential that the app sends.
    func proof(_ credential: NativeCredential, nonce: String, changing changes: [String: JSONValue] = [:]) -> JSONValue {
        var members: [(String, JSONValue)] = [
            ("identityToken", .string(credential.identityToken)), ("authorizationCode", .string(credential.authorizationCode)),
            ("nonce", .string(nonce)),
        ]
        if let given = credential.givenName, let family = credential.familyName {
            members.append(("name", ["givenName": .string(given), "familyName": .string(family)]))
        }
        return .object(JSONObject(members.map { ($0.0, changes[$0.0] ?? $0.1) }))
    }

    struct Answer: Sendable {
        let status: Int
        let headers: HTTPFields
        let body: [UInt8]

        struct Missing: Error {
            let path: [String]
            let body: String
        }

        var json: JSONValue { (try? JSONText.parse(body).root.value) ?? .null }
        var code: String? { json["code"]?.string }
        var location: String { headers[.location] ?? "" }

        func text(_ path: String...) throws -> String {
            var value: JSONValue? = json
            for name in path { value = value?[name] }
            guard let text = value?.string else {
                throw Missing(path: path, body: "\(status) " + String(decoding: body, as: UTF8.self))
            }
            return text
        }
    }
}
