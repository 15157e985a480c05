import HTTPTypes
import JSONText
import WebClient

/// A client of a fleet that uses its proxy or one of its servers directly.
struct FleetClient: Sendable {
    static let password = "velvet-otter 41 harbour"

    private let connections: WebClient
    private let proxy: RoundRobin?

    /// Passes a client to `body` and closes its connections afterwards.
    static func use<Result: Sendable>(_ body: @Sendable (FleetClient) async throws -> Result) async throws -> Result {
        // Timeouts that only a hanging server can exceed.
        let connections = try WebClient(
            userAgent: "test", limits: WebLimits(connecting: .seconds(300), total: .seconds(300)))
        let result: Result
        do {
            result = try await body(FleetClient(connections: connections, proxy: nil))
        } catch {
            try? await connections.shutdown()
            throw error
        }
        try await connections.shutdown()
        return result
    }

    func behind(_ proxy: RoundRobin) -> FleetClient { FleetClient(connections: connections, proxy: proxy) }

    /// - Parameters:
    ///   - member: the server; nil for the next one of the proxy.
    ///   - address: the client's address, as the proxy reports it.
    func send(
        _ method: HTTPRequest.Method, _ path: String, token: String? = nil, json: JSONValue? = nil, at member: Member? = nil,
        from address: String = "192.0.2.1"
    ) async throws -> Answer {
        guard let port = member?.port ?? proxy?.port else { throw NoServerRunning() }
        return try await send(method, path, token: token, json: json, port: port, from: address)
    }

    func isReady(port: Int) async -> Bool {
        (try? await send(.get, "/health/ready", token: nil, json: nil, port: port, from: "192.0.2.1"))?.status == 200
    }

    private func send(
        _ method: HTTPRequest.Method, _ path: String, token: String?, json: JSONValue?, port: Int, from address: String
    ) async throws -> Answer {
        var headers: HTTPFields = [:]
        if let name = HTTPField.Name("X-Forwarded-For") { headers[name] = address }
        if let token { headers[.authorization] = "Bearer \(token)" }
        if json != nil { headers[.contentType] = "application/json" }
        let url = try WebURL("http://127.0.0.1:\(port)\(path)")
        let response = try await connections.send(WebRequest(method, url, headers: headers, body: json?.bytes() ?? []))
        return Answer(status: response.status.code, body: response.body)
    }

    struct NoServerRunning: Error {}

    struct Answer: Sendable {
        let status: Int
        let body: [UInt8]

        struct Missing: Error {
            let path: [String]
            let body: String
        }

        var json: JSONValue { (try? JSONText.parse(body).root.value) ?? .null }
        var code: String? { json["code"]?.string }

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

extension FleetClient {
    func register(_ name: String, at member: Member? = nil, from address: String = "192.0.2.1") async throws -> Answer {
        try await send(
            .post, "/v1/accounts", json: ["username": .string(name), "password": .string(Self.password)], at: member,
            from: address)
    }

    func signIn(
        _ name: String, password: String = Self.password, at member: Member? = nil, from address: String = "192.0.2.1"
    ) async throws -> Answer {
        try await send(
            .post, "/v1/sessions", json: ["username": .string(name), "password": .string(password)], at: member, from: address)
    }

    /// Returns the status for a session's token: 200 while the session is active, then 401.
    func status(of token: String, at member: Member? = nil) async throws -> Int {
        try await send(.get, "/v1/session", token: token, at: member).status
    }
}
