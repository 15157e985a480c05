import AppTexts
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The client of Motivation: its five routes, and the two for codes.
@MainActor
final class MotivationServer {
    enum Failure: Error {
        /// The credentials are wrong, or the session has ended.
        case notSignedIn
        case wrongCode
        case tooManyAttempts
        /// The server's reason, for the user, in the language of the app.
        case rejected(String)
        case unexpected(status: Int)
        case unreachable

        /// Returns the message for the user.
        func message(in texts: AppTexts) -> String {
            switch self {
            case .notSignedIn: texts(.wrongCredentials)
            case .wrongCode: texts(.codeWrong)
            case .tooManyAttempts: texts(.tooManyAttempts)
            case .rejected(let reason): reason
            case .unexpected(let status): texts(.unexpectedStatus, ["status": .code("\(status)")])
            case .unreachable: texts(.unreachable)
            }
        }
    }

    private struct Token: Decodable {
        let token: String
    }

    private struct Sentence: Decodable {
        let motivation: String
    }

    private struct Reason: Decodable {
        let reason: String
    }

    /// The session of the signed-in user.
    var session: Session?
    private let base: URL

    private let language: String

    /// - Parameter language: The language of the app, as a BCP 47 tag.
    init(base: URL, language: String) {
        self.base = base
        self.language = language
    }

    func signUp(_ user: String?, _ password: String?) async throws -> Session {
        let user = user ?? ""
        let answer = try await send("POST", "api/user", ["username": user, "password": password ?? ""], as: Token.self)
        return Session(user: user, token: answer.token)
    }

    func logIn(_ user: String?, _ password: String?) async throws -> Session {
        let user = user ?? ""
        let credentials = Data("\(user):\(password ?? "")".utf8).base64EncodedString()
        let answer = try await send("POST", "api/login", authorization: "Basic \(credentials)", as: Token.self)
        return Session(user: user, token: answer.token)
    }

    func changePassword(from current: String?, to password: String?) async throws {
        _ = try await send("PUT", "api/user", ["currentPassword": current ?? "", "newPassword": password ?? ""])
    }

    func sendCode() async throws {
        _ = try await send("POST", "api/code")
    }

    func verify(code: String?) async throws {
        do {
            _ = try await send("PUT", "api/code", ["code": code ?? ""])
        } catch Failure.rejected {
            throw Failure.wrongCode
        }
    }

    func motivation() async throws -> String {
        try await send("GET", "api/motivation", as: Sentence.self).motivation
    }

    /// Forgets the session, even if the server cannot be reached.
    func logOut() async throws {
        defer { session = nil }
        _ = try? await send("POST", "api/logout")
    }

    private func send<Answer: Decodable>(
        _ method: String, _ path: String, _ body: [String: String]? = nil, authorization: String? = nil, as type: Answer.Type
    ) async throws -> Answer {
        let answer = try await send(method, path, body, authorization: authorization)
        guard let value = try? JSONDecoder().decode(type, from: answer) else { throw Failure.unreachable }
        return value
    }

    private func send(
        _ method: String, _ path: String, _ body: [String: String]? = nil, authorization: String? = nil
    ) async throws -> Data {
        var request = URLRequest(url: base.appendingPathComponent(path))
        request.httpMethod = method
        request.setValue(language, forHTTPHeaderField: "Accept-Language")
        if let authorization = authorization ?? session.map({ "Bearer \($0.token)" }) {
            request.setValue(authorization, forHTTPHeaderField: "Authorization")
        }
        if let body {
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            request.httpBody = try JSONEncoder().encode(body)
        }
        guard let (answer, response) = try? await URLSession.shared.data(for: request),
            let status = (response as? HTTPURLResponse)?.statusCode
        else { throw Failure.unreachable }
        guard !(200..<300).contains(status) else { return answer }
        switch status {
        case 401: throw Failure.notSignedIn
        case 429: throw Failure.tooManyAttempts
        default:
            let reason = try? JSONDecoder().decode(Reason.self, from: answer).reason
            throw reason.map(Failure.rejected) ?? .unexpected(status: status)
        }
    }
}
