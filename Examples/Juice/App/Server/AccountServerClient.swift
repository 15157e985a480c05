import AuthenticationServices
import DeviceScreens
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The app's backend: the API of an account server for apps and their extensions.
struct AccountServerClient {
    struct Session {
        let token: String
        /// Whether this sign-in created the account.
        let isNew: Bool
        /// The user name of the account, after a sign-in by a passkey; nil if it has none.
        var userName: String?
    }

    let base: URL
    /// Whether a passkey that the device creates without a sheet replaces the password of the account.
    var replacesPassword = false
    /// The position of the user's last action in a trace (W3C Trace Context); nil if the device records none. An extension has one from
    /// its start.
    var traceparent = ScreenDevice.traceparent

    /// Requests a nonce for one authorization request to Apple.
    func challenge() async throws -> String {
        struct Challenge: Decodable {
            let nonce: String
        }
        return try await send("POST", "v1/challenges", RequestBody(["purpose": "apple-sign-in"])).decoded(Challenge.self).nonce
    }

    /// Signs in with Apple's credential. Throws a ``ServerProblem`` with a challenge if the account requires a second factor.
    func signIn(with credential: ASAuthorizationAppleIDCredential, nonce: String) async throws -> Session {
        let answer = try await send("POST", "v1/sessions/apple", RequestBody(credential, nonce: nonce))
        return try answer.session(isNew: answer.status == 201)
    }

    /// Signs in with a password. Throws the same errors as ``signIn(with:nonce:)``.
    func signIn(_ user: String, password: String) async throws -> Session {
        try await send("POST", "v1/sessions", RequestBody(["username": user, "password": password])).session()
    }

    func signOut(_ session: String) async throws {
        _ = try await send("DELETE", "v1/session", session: session)
    }

    /// Sends a request, and passes the signals in the response to the device.
    ///
    /// - Throws: ``ServerProblem`` for an error response; `URLError` if the server is unreachable.
    func send(
        _ method: String, _ path: String, _ body: RequestBody? = nil, session: String? = nil
    ) async throws -> ServerAnswer {
        var request = URLRequest(url: base.appendingPathComponent(path))
        request.httpMethod = method
        // URLSession adds it on Apple's systems.
        if let language = ScreenDevice.language { request.setValue(language, forHTTPHeaderField: "Accept-Language") }
        if let traceparent { request.setValue(traceparent, forHTTPHeaderField: "traceparent") }
        if let session { request.setValue("Bearer \(session)", forHTTPHeaderField: "Authorization") }
        if let body {
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            request.httpBody = try JSONEncoder().encode(body)
        }
        let manager = ASCredentialDataManager()
        let (content, response) = try await URLSession.shared.data(for: request)
        let answer = ServerAnswer(status: (response as? HTTPURLResponse)?.statusCode ?? 0, content: content)
        // A rejection has signals too: they hide a passkey that the server did not accept.
        await answer.signals?.report(to: manager)
        guard (200..<300).contains(answer.status) else { throw ServerProblem(answer) }
        return answer
    }
}

/// A successful response of the server.
struct ServerAnswer {
    let status: Int
    let content: Data

    func decoded<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try JSONDecoder().decode(type, from: content)
    }

    /// Decodes the session in the response.
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
