import AuthenticationServices
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The app's backend: what an account server answers to apps, and to their extensions.
struct AccountServerClient {
    struct Session {
        let token: String
        /// Whether the account was made by this.
        let isNew: Bool
    }

    let base: URL

    /// The nonce for one request to Apple.
    func challenge() async throws -> String {
        struct Challenge: Decodable {
            let nonce: String
        }
        return try await send("POST", "v1/challenges", RequestBody(["purpose": "apple-sign-in"])).decoded(Challenge.self).nonce
    }

    /// Hands over what Apple gave the app. Throws a ``ServerRefusal`` with a challenge where the account asks for a second factor.
    func signIn(with credential: ASAuthorizationAppleIDCredential, nonce: String) async throws -> Session {
        let answer = try await send("POST", "v1/sessions/apple", RequestBody(credential, nonce: nonce))
        return try answer.session(isNew: answer.status == 201)
    }

    /// Signs in with a password. Throws as ``signIn(with:nonce:)`` does.
    func signIn(_ user: String, password: String) async throws -> Session {
        try await send("POST", "v1/sessions", RequestBody(["username": user, "password": password])).session()
    }

    func signOut(_ session: String) async throws {
        _ = try await send("DELETE", "v1/session", session: session)
    }

    /// - Throws: ``ServerRefusal``; and `URLError` where nobody answers.
    func send(
        _ method: String, _ path: String, _ body: RequestBody? = nil, session: String? = nil
    ) async throws -> ServerAnswer {
        var request = URLRequest(url: base.appendingPathComponent(path))
        request.httpMethod = method
        if let session { request.setValue("Bearer \(session)", forHTTPHeaderField: "Authorization") }
        if let body {
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            request.httpBody = try JSONEncoder().encode(body)
        }
        let (content, response) = try await URLSession.shared.data(for: request)
        let answer = ServerAnswer(status: (response as? HTTPURLResponse)?.statusCode ?? 0, content: content)
        guard (200..<300).contains(answer.status) else { throw ServerRefusal(answer) }
        return answer
    }
}

/// What the server says yes with.
struct ServerAnswer {
    let status: Int
    let content: Data

    func decoded<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try JSONDecoder().decode(type, from: content)
    }

    /// The session in it.
    func session(isNew: Bool = false) throws -> AccountServerClient.Session {
        AccountServerClient.Session(token: try decoded(Opened.self).session.token, isNew: isNew)
    }

    private struct Opened: Decodable {
        struct Session: Decodable {
            let token: String
        }

        let session: Session
    }
}
