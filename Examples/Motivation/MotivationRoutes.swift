import AccountServer
import AppTexts
import FoundationEssentials
import Hummingbird

/// The article's five routes, as its iOS client calls them, and two routes for codes in messages.
struct MotivationRoutes {
    let latchkey: Latchkey
    let messenger: Messenger
    private let codes = SentCodes()

    init(latchkey: Latchkey, messenger: Messenger) {
        self.latchkey = latchkey
        self.messenger = messenger
    }

    func add(to router: Router<MotivationContext>) {
        let api = router.group("api")
        api.post("user", use: register)
        api.post("login", use: signIn)
        api.put("user", use: changePassword)
        api.post("logout", use: signOut)
        api.get("motivation", use: motivation)
        api.post("code", use: sendCode)
        api.put("code", use: takeCode)
    }

    private func register(_ request: Request, context: MotivationContext) async throws -> TokenResponse {
        let body = try await request.decode(as: NewUser.self, context: context)
        let session = try await latchkey.register(
            userName: body.username, password: body.password, visitor: latchkey.visitor(request, context))
        return TokenResponse(session)
    }

    private func signIn(_ request: Request, context: MotivationContext) async throws -> TokenResponse {
        guard let credentials = BasicCredentials(request.headers[.authorization]) else {
            throw HTTPError(.unauthorized, message: "Send user name and password by HTTP Basic authentication.")
        }
        let session = try await latchkey.signIn(
            userName: credentials.userName, password: credentials.password, visitor: latchkey.visitor(request, context))
        return TokenResponse(session)
    }

    /// Changes the password. The session keeps its token, because the article's client continues to use it.
    private func changePassword(_ request: Request, context: MotivationContext) async throws -> HTTPResponse.Status {
        let user = try await latchkey.signedInUser(request, context)
        let body = try await request.decode(as: PasswordChange.self, context: context)
        try await latchkey.changePassword(
            of: user, from: body.currentPassword, to: body.newPassword, visitor: latchkey.visitor(request, context),
            keepingToken: true)
        return .noContent
    }

    private func signOut(_ request: Request, context: MotivationContext) async throws -> HTTPResponse.Status {
        let user = try await latchkey.signedInUser(request, context)
        try await latchkey.signOut(user, visitor: latchkey.visitor(request, context))
        return .noContent
    }

    private func motivation(_ request: Request, context: MotivationContext) async throws -> Response {
        _ = try await latchkey.signedInUser(request, context)
        let texts = AppTexts.motivation(for: request)
        var response = try Sentence(motivation: texts(Sentence.random)).response(from: request, context: context)
        response.setLanguage(texts.language)
        return response
    }

    private func sendCode(_ request: Request, context: MotivationContext) async throws -> HTTPResponse.Status {
        let user = try await latchkey.signedInUser(request, context)
        do {
            try await messenger.send(code: codes.issue(for: user.accountID), in: .motivation(for: request))
        } catch {
            throw MotivationError(status: .badGateway, text: .messageNotSent)
        }
        return .noContent
    }

    private func takeCode(_ request: Request, context: MotivationContext) async throws -> HTTPResponse.Status {
        let user = try await latchkey.signedInUser(request, context)
        let body = try await request.decode(as: CodeAnswer.self, context: context)
        guard codes.take(body.code, of: user.accountID) else {
            throw MotivationError(status: .badRequest, text: .codeWrong)
        }
        return .noContent
    }
}

/// `{"username", "password"}`
struct NewUser: Decodable {
    let username: String
    let password: String
}

/// `{"currentPassword", "newPassword"}`
struct PasswordChange: Decodable {
    let currentPassword: String
    let newPassword: String
}

/// `{"code"}`
struct CodeAnswer: Decodable {
    let code: String
}

/// `{"token", "userID"}`
struct TokenResponse: ResponseEncodable {
    let token: String
    let userID: String

    init(_ session: OpenedSession) {
        token = session.revealToken()
        userID = session.user.accountID.uuidString
    }
}
