import AppleIdentityEmulator
import HTTPTypes
import HummingbirdTesting
import JSONText
import NIOCore

/// An app or a browser of somebody, in front of the account server.
struct AppleBenchClient: Sendable {
    let client: any TestClientProtocol

    func send(
        _ method: HTTPRequest.Method, _ path: String, token: String? = nil, json: JSONValue? = nil, body: [UInt8] = [],
        headers: HTTPFields = [:]
    ) async throws -> Answer {
        var headers = headers
        if let token { headers[.authorization] = "Bearer \(token)" }
        if json != nil { headers[.contentType] = "application/json" }
        let bytes = json?.bytes() ?? body
        return try await client.execute(uri: path, method: method, headers: headers, body: ByteBuffer(bytes: bytes)) { response in
            Answer(status: response.status.code, headers: response.headers, body: Array(response.body.readableBytesView))
        }
    }

    func challenge(for purpose: String = "apple-sign-in", token: String? = nil) async throws -> String {
        try await send(.post, "/v1/challenges", token: token, json: ["purpose": .string(purpose)]).text("nonce")
    }

    /// A whole native sign-in.
    func signIn(_ bench: AppleBench, person: PersonIdentifier? = nil, choices: ConsentChoices = ConsentChoices()) async throws
        -> Answer
    {
        let nonce = try await challenge()
        return try await send(
            .post, "/v1/sessions/apple",
            json: proof(try bench.credential(nonce: nonce, person: person, choices: choices), nonce: nonce))
    }

    /// What the app sends of a credential.
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
